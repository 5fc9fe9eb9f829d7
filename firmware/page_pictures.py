"""The pictures that the page may show: the newest one of the camera, and those kept of disputes."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from firmware.evidence import Evidence
from firmware.keeper import Keeper
from referee.sighting import Look
from vision.drawing import draw_seen
from vision.frame import Frame
from vision.seeing import Seen
from web.ports import Doubt

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
        return None if picture is None else _jpeg(picture)

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return the board's corners in the picture (0..1 of its width and height)."""
        return self._keeper.outline()

    def evidence(self, name: str) -> bytes | None:
        """Return one picture kept for a dispute as JPEG, or None."""
        return self._evidence.read(name)

    def understood(self) -> bytes | None:
        """Return the last picture that was read, with the readings drawn in, as JPEG, or None."""
        understood = self._keeper.understood()
        return None if understood is None else _jpeg(draw_seen(*understood))

    def doubts(self) -> Sequence[Doubt]:
        """Return what was not read for sure in that picture."""
        understood = self._keeper.understood()
        return [] if understood is None else list(_doubts(understood[1]))


def _jpeg(picture: Frame) -> bytes | None:
    height, width = picture.shape[:2]
    if width > _WIDTH_PX:
        size = (_WIDTH_PX, round(height * _WIDTH_PX / width))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes() if done else None


def _doubts(seen: Seen) -> Iterator[Doubt]:
    sighting, reasons = seen.sighting, seen.fields.reasons if seen.fields else {}
    for name, reading in sighting.fields.items():
        if not reading.sure:
            ball = reasons[name].ball if name in reasons else None
            yield Doubt(name, str(reading.look), None if reading.look is Look.COVERED else ball)
    for kind, parts in (("S", sighting.start), ("C", sighting.counters), ("M", sighting.stored)):
        for seat, part in parts.items():
            if part.look is not Look.CLEAR:
                yield Doubt(f"{kind}{seat}", str(part.look))
