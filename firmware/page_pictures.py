"""The pictures that the page may show: the newest one of the camera, and those kept of disputes."""

from collections.abc import Sequence

import cv2

from firmware.evidence import Evidence
from firmware.keeper import Keeper

# Wide enough to see a misplaced ball on a phone, small enough for two a second over a weak network.
_WIDTH_PX = 1024
_QUALITY = 75


class TablePictures:
    """Gives the page the pictures of one table."""

    def __init__(self, keeper: Keeper, evidence: Evidence) -> None:
        self._keeper = keeper
        self._evidence = evidence

    def live(self) -> bytes | None:
        """Return the newest picture as JPEG, or None."""
        picture = self._keeper.picture
        if picture is None:
            return None
        height, width = picture.shape[:2]
        if width > _WIDTH_PX:
            size = (_WIDTH_PX, round(height * _WIDTH_PX / width))
            small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        else:
            small = picture
        done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return data.tobytes() if done else None

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return the board's corners in the picture (0..1 of its width and height)."""
        return self._keeper.outline()

    def evidence(self, name: str) -> bytes | None:
        """Return one picture kept for a dispute as JPEG, or None."""
        return self._evidence.read(name)
