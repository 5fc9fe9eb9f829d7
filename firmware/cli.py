"""The command line: finds the command, and says what went wrong in one sentence."""

import argparse
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from firmware.commands import COMMANDS
from firmware.errors import FirmwareError
from referee.errors import RefereeError
from vision.errors import VisionError

DESCRIPTION = """\
Referees the board game The Inner Circle with a camera above the board.

'ringrichter try' needs no camera and no board: it plays at a painted table and shows the page.
'ringrichter COMMAND --help' explains one command."""


class Command(Protocol):
    """What a command's module offers."""

    NAME: str
    HELP: str

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's own arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; return the exit status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` names (default: what was typed); return the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    # OpenCV and FFmpeg would otherwise write their own remarks about every damaged picture.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # The eye's matrices are small: more threads only wait for each other, at a core's full cost each.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    debug = "--debug" in argv
    try:
        options = _parser(argv, COMMANDS).parse_args(argv)
        return cast("int", options.run(options))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        _leave_standard_output()
        return 128 + signal.SIGPIPE
    except Exception as error:  # noqa: BLE001  (the one place where failures become sentences)
        if debug:
            traceback.print_exc()
        sys.stderr.write(f"ringrichter: {sentence(error)}\n")
        return 1


def sentence(error: Exception) -> str:
    """Return what people read about an error: one clear sentence, never a traceback."""
    match error:
        case RefereeError() | VisionError() | FirmwareError():
            return str(error)
        case ImportError():
            return missing_part(error)
        case OSError(filename=str() | bytes() as name, strerror=str() as reason):
            return f"cannot use {os.fsdecode(name)}: {reason}"
        case OSError():
            return str(error)
        case _:
            kind = type(error).__name__
            return f"unexpected failure ({kind}: {error}); add --debug to see where it happened"


def missing_part(error: ImportError) -> str:
    """Say what is missing on this machine and what to type."""
    if "lib" in str(error) and ".so" in str(error):
        return (
            f"OpenCV cannot be loaded ({error}); on Debian type: "
            "apt-get install libgl1 libglib2.0-0"
        )
    return f"a part of the program cannot be loaded ({error}); install it again with all it needs"


def _parser(argv: Sequence[str], commands: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ringrichter",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--debug", action="store_true", help="show where a failure happened")
    added = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    typed = next((word for word in argv if not word.startswith("-")), "")
    if typed in commands:
        _add(added, typed, _load(commands[typed]))
        return parser
    for name, module in commands.items():
        try:
            _add(added, name, _load(module))
        except ImportError as error:
            # The overview must read on a machine where a part is still missing.
            added.add_parser(name, help=f"not usable yet: {missing_part(error)}")
    return parser


def _load(module: str) -> Command:
    return cast("Command", importlib.import_module(module))


def _add(
    added: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, command: Command
) -> None:
    parser = added.add_parser(name, help=command.HELP, description=command.HELP)
    parser.add_argument(
        "--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    command.arguments(parser)
    parser.set_defaults(run=command.run)


def _leave_standard_output() -> None:
    """Keep the interpreter from writing to the closed pipe once more while it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
