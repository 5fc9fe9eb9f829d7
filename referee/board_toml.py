"""A board as the text of a board file, for an owner's own board."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from referee.board import Board
from referee.board_file import board_to_data

# Fitted lengths are good to a tenth of a millimetre; angles between fields have three digits (5.625).
_DIGITS = 3


def board_to_toml(board: Board, remark: str) -> str:
    """Return a board file that `board_from_data` reads back; ``remark`` becomes its first comment."""
    data = board_to_data(board)
    lines = [f"# {line}" for line in remark.splitlines()]
    lines += [f"{key} = {_value(value)}" for key, value in data.items() if _plain(value)]
    for key, value in data.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", *_pairs(value)]
        elif not _plain(value):
            for row in value:
                lines += ["", f"[[{key}]]", *_pairs(row)]
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} = {_value(value)}" for key, value in table.items())


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case float():
            return str(round(value, _DIGITS))
        case list() | tuple():
            return f"[{', '.join(_value(item) for item in value)}]"
        case _:
            # JSON's strings and integers are TOML's, too.
            return json.dumps(value, ensure_ascii=False)
