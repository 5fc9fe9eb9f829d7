"""Small files of a table's data: replaced as a whole, read with errors that name them."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.errors import FirmwareError


class StoreError(FirmwareError, OSError):
    """A file of the table's data cannot be written or read."""


def write_whole(path: Path, text: str) -> None:
    """Replace a file so that at any moment either the old or the new text stands there."""
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=path.name, suffix=".part", encoding="utf-8", delete=False
    ) as part:
        try:
            part.write(text)
            part.flush()
            os.fsync(part.fileno())
            os.chmod(part.name, 0o644)  # noqa: PTH101  (a temporary file is private at first)
            os.replace(part.name, path)  # noqa: PTH105
        except BaseException:
            os.unlink(part.name)  # noqa: PTH108
            raise


def kept(path: Path, make: Callable[[], dict[str, str]]) -> dict[str, str]:
    """Return a few secrets that are made once and then kept in a file that only its owner may read.

    A file that is damaged or lacks one of them is made anew.

    Raises:
        StoreError: it cannot be written.

    """
    made = make()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {name: str(data[name]) for name in made}
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(made))
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    return made


def read_json_file(path: Path, what: str) -> dict[str, Any]:
    """Read a JSON object such as measures.json or match.json; ``what`` names it in errors.

    Raises:
        StoreError: it cannot be read or is no JSON object.

    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StoreError(f"cannot read {what} {path}: {error.strerror}") from error
    except ValueError as error:
        raise StoreError(f"{what} {path} is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise StoreError(f"{what} {path} holds no JSON object")
    return value


def beside(picture: Path, given: Path | None, name: str, what: str) -> dict[str, Any] | None:
    """Read the file given, or the one called ``name`` beside the picture, or None where there is none.

    Raises:
        StoreError: a file that was given or found cannot be used.

    """
    if given is not None:
        return read_json_file(given, what)
    found = picture.parent / name
    return read_json_file(found, what) if found.is_file() else None
