import os
import re
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import cli
from firmware.errors import JournalError
from referee.errors import BoardError
from tests.shared import ROOT
from vision.errors import NoBoardError


def command(run: Callable[[Any], int]) -> Any:
    return SimpleNamespace(NAME="demo", HELP="Shows.", arguments=lambda _: None, run=run)


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Any], int]], None]:
    """Make ``ringrichter demo`` run a given function."""

    def install(run: Callable[[Any], int]) -> None:
        monkeypatch.setattr(cli, "COMMANDS", {"demo": "demo"})
        monkeypatch.setattr(cli, "_load", lambda _: command(run))

    return install


def raising(error: BaseException) -> Callable[[Any], int]:
    def run(_: Any) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BoardError("ring[0].name is missing"), "ringrichter: ring[0].name is missing\n"),
        (NoBoardError("no board"), "ringrichter: no board\n"),
        (JournalError("full"), "ringrichter: full\n"),
        (
            FileNotFoundError(2, "No such file", "a.jpg"),
            "ringrichter: cannot use a.jpg: No such file\n",
        ),
    ],
)
def test_an_expected_failure_is_one_sentence(
    demo: Any, capsys: pytest.CaptureFixture[str], error: Exception, said: str
) -> None:
    """Errors of the house and of the system end with status 1 and one line, no traceback."""
    demo(raising(error))

    status = cli.main(["demo"])

    assert status == 1
    assert capsys.readouterr() == ("", said)


def test_an_unexpected_failure_shows_its_place_only_on_request(
    demo: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A defect is named in one line; --debug, before or after the command, adds the traceback."""
    demo(raising(ZeroDivisionError("oops")))

    assert cli.main(["demo"]) == 1
    assert "Traceback" not in (said := capsys.readouterr().err)
    assert "ZeroDivisionError: oops" in said
    for argv in (["demo", "--debug"], ["--debug", "demo"]):
        assert cli.main(argv) == 1
        assert "Traceback" in capsys.readouterr().err


def test_a_missing_library_says_what_to_type(demo: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """On a bare Debian OpenCV's missing system library leads to the command that mends it."""
    demo(raising(ImportError("libGL.so.1: cannot open shared object file")))

    assert cli.main(["demo"]) == 1
    assert "apt-get install libgl1 libglib2.0-0" in capsys.readouterr().err


def test_ctrl_c_ends_quietly(demo: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """An interrupt gives the shell's usual status and no words."""
    demo(raising(KeyboardInterrupt()))

    assert cli.main(["demo"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """--help lists each command, and each command explains itself."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    overview = capsys.readouterr().out

    assert ended.value.code == 0
    assert "not usable yet" not in overview
    for name in cli.COMMANDS:
        assert re.search(rf"^    {name}\s", overview, re.MULTILINE)
        with pytest.raises(SystemExit):
            cli.main([name, "--help"])
        assert f"usage: ringrichter {name}" in capsys.readouterr().out


def test_judging_does_not_load_what_reads_pictures() -> None:
    """`judge` must start quickly: neither OpenCV nor numpy nor Flask is imported for it."""
    code = (
        "import sys; from firmware.cli import main; status = main(['judge']);"
        "print(status, sorted({'cv2', 'numpy', 'flask'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert done.stdout == "0 []\n"


def test_a_reader_that_leaves_is_no_failure() -> None:
    """When the next program in a pipe ends early, nothing is said about it."""
    reader, writer = os.pipe()
    os.close(reader)
    line = b'{"id": 1}\n' * 5

    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "firmware", "judge"],
            input=line, stdout=closed, stderr=subprocess.PIPE, check=False, cwd=ROOT,
        )  # fmt: skip

    assert done.stderr == b""
    assert done.returncode == 141
