"""The few pictures that are kept: what the board looked like before and after a disputed move."""

import re
from pathlib import Path

import cv2

from firmware.files import StoreError
from vision.frame import Frame

_QUALITY = 85
# Two pictures a dispute, each of some 30 kB: an evening has a handful.
_MOST = 200
_NAME = re.compile(r"[0-9]+-[0-9]+-(before|after)")


class Evidence:
    """Pictures of disputes in a folder, the newest two hundred."""

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
        """Return the names of the pictures of one dispute, that before the move first."""
        names = (f"{match}-{n}-before", f"{match}-{n}-after")
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
