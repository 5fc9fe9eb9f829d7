"""A recording as a folder of pictures, in the order of their names."""

from collections import deque
from pathlib import Path

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.errors import CameraError
from firmware.pictures import read_picture

_SUFFIXES = {".jpg", ".jpeg", ".png"}
_FIRST, _NOT_OF_THE_GAME = "setup", "empty"


class FolderCamera(Entered):
    """Gives the pictures of a folder; ``setup`` comes first, ``empty`` is left out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._left: deque[tuple[int, Path]] = deque()

    def open(self) -> None:
        """List the pictures."""
        self._left = deque(enumerate(pictures_of(self._folder)))

    def close(self) -> None:
        """Forget the pictures that are left."""
        self._left.clear()

    def read(self) -> Shot | None:
        """Return the next picture, or None behind the last one."""
        if not self._left:
            return None
        index, path = self._left.popleft()
        return Shot(read_picture(path), float(index), path.name)


def pictures_of(folder: Path) -> list[Path]:
    """Return the pictures of a recording in the order in which they were taken.

    Raises:
        CameraError: it is no folder, or no pictures are in it.

    """
    if not folder.is_dir():
        raise CameraError(f"{folder} is no folder; expected a recording (a folder of pictures)")
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES]
    except OSError as error:
        raise CameraError(f"cannot read the folder {folder}: {error.strerror}") from error
    shown = [path for path in found if path.stem.lower() != _NOT_OF_THE_GAME]
    if not shown:
        raise CameraError(f"{folder} is no recording: it holds no pictures (JPEG or PNG)")
    return sorted(shown, key=lambda path: (path.stem.lower() != _FIRST, path.name))
