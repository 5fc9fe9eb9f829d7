"""What lies in a recording beside its pictures: who plays what, and what was measured."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.errors import FirmwareError
from firmware.files import read_json_file
from referee.match import Match, match_from_data

MATCH_FILE = "match.json"
MEASURES_FILE = "measures.json"


class RecordingError(FirmwareError):
    """A recording lacks something that following it needs."""


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers of a table: the match, as it was written too, and the owner's measures."""

    match: Match
    match_data: dict[str, Any]
    measures: dict[str, Any] | None


def read_papers(source: str, match: Path | None, measures: Path | None) -> Papers:
    """Read the match and the measures, by default from the folder that ``source`` is or lies in.

    Raises:
        RecordingError: no match is given and none lies there.
        StoreError: a file cannot be used.
        InvalidRequest: the match makes no sense.

    """
    folder = folder_of(source)
    match_file = match or _lying(folder, MATCH_FILE)
    if match_file is None:
        where = f"{folder} holds no {MATCH_FILE}" if folder else f"{source} comes without a match"
        raise RecordingError(f"{where}; say who plays with --match FILE")
    data = read_json_file(match_file, "the match")
    measures_file = measures or _lying(folder, MEASURES_FILE)
    measured = read_json_file(measures_file, "the measures") if measures_file else None
    return Papers(match_from_data(data), data, measured)


def folder_of(source: str) -> Path | None:
    """Return the folder of a recording (itself, or where its video lies), None for a camera."""
    path = Path(source)
    if path.is_dir():
        return path
    return path.parent if path.is_file() else None


def _lying(folder: Path | None, name: str) -> Path | None:
    if folder is None:
        return None
    return folder / name if (folder / name).is_file() else None
