"""The files that belong to the program: boards and texts, found inside the installed packages."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from firmware.errors import ResourceError
from referee.board import Board, Variant
from referee.board_file import board_from_data

LANGUAGES = ("en", "de")


def toml_of(package: str, name: str) -> dict[str, Any]:
    """Return the parsed TOML file ``name`` that lies in ``package``.

    Raises:
        ResourceError: it is not there or not TOML.

    """
    try:
        text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError) as error:
        raise ResourceError(f"{package} has no file {name}; install the program again") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ResourceError(f"{name} in {package} is not TOML: {error}") from error


def board_names() -> tuple[str, ...]:
    """Return the ids of the boards that come with the program."""
    folder = resources.files("hardware.boards")
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


def nominal_board(board_id: str = "inner-circle", variant: Variant = Variant.BASE) -> Board:
    """Return a board as its file describes it, before anything was measured or fitted.

    ``board_id`` is the id of a board that comes with the program, or the path of an owner's own board file
    (`ringrichter board` makes one).

    Raises:
        ResourceError: there is no such board file.
        BoardError: the file does not describe a board.

    """
    if board_id.endswith(".toml"):
        return board_from_data(_own_board(Path(board_id).expanduser()), variant)
    if board_id not in board_names():
        known = ", ".join(board_names())
        raise ResourceError(
            f"there is no board {board_id!r}; known boards: {known}, or the path of a file that ends in .toml"
        )
    return board_from_data(toml_of("hardware.boards", f"{board_id}.toml"), variant)


def _own_board(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ResourceError(f"cannot read the board file {path}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ResourceError(f"the board file {path} is not TOML: {error}") from error


def texts(package: str, language: str) -> dict[str, Any]:
    """Return the sentences of one package in one language (its file ``texts.LANGUAGE.toml``).

    Raises:
        ResourceError: the package has no texts in that language.

    """
    return toml_of(package, f"texts.{language}.toml")
