"""The few pictures that are kept of disputed moves: the board before and after it, and its dice."""

import re
from pathlib import Path

import cv2

from firmware.files import StoreError
from vision.frame import Frame

_QUALITY = 85
# Three pictures a dispute, each of some 30 kB: an evening has a handful.
_MOST = 300
_PARTS = ("before", "after", "dice")
_NAME = re.compile(rf"[0-9]+-[0-9]+-({'|'.join(_PARTS)})")


class Evidence:
    """Pictures of disputes in a folder, the newest three hundred."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, picture: Frame) -> None:
        """Keep a picture (h, w, 3) uint8 BGR under a name.

        Raises:
            StoreError: the folder cannot be written.

        """
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        assert done
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._path(name).write_bytes(data.tobytes())
            for old in self._pictures()[:-_MOST]:
                old.unlink()
        except OSError as error:
            raise StoreError(f"cannot write {self._folder}: {error.strerror}") from error

    def names(self, match: int, n: int) -> tuple[str, ...]:
        """Return the names of the pictures of one dispute: before the move, after it, the dice."""
        names = (f"{match}-{n}-{part}" for part in _PARTS)
        return tuple(name for name in names if self._path(name).is_file())

    def read(self, name: str) -> bytes | None:
        """Return a picture as JPEG, or None if there is none of that name."""
        if not _NAME.fullmatch(name):
            return None
        path = self._path(name)
        return path.read_bytes() if path.is_file() else None

    def clear(self) -> None:
        """Delete all pictures."""
        for path in self._pictures():
            path.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _pictures(self) -> list[Path]:
        return sorted(self._folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime)
