"""What is kept of a disputed move: the board before and after it, and the dice as they were thrown."""

import logging
from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.evidence import Evidence
from firmware.files import StoreError
from referee.events import (
    Corrected,
    Event,
    GameWon,
    Happening,
    Illegal,
    Restored,
    Resumed,
    RoundWon,
    Start,
    Step,
    Throw,
    Turn,
)
from vision.frame import Frame

# The last believed picture is kept so compressed: 0.4 megabytes instead of six, and what is made of it for a
# dispute is compressed more.
_QUALITY = 95

_log = logging.getLogger(__name__)

# With each of these the referee believes what the picture shows; between two of them a wrong move may
# lie open on the board before it is called.
_BELIEVED = (Start, Throw, Step, Turn, Restored, RoundWon, GameWon, Corrected, Resumed)


Compressed = NDArray[np.uint8]
"""A picture as JPEG, (n,)."""


class Sees(Protocol):
    """What cuts places out of a picture."""

    def around(self, picture: Frame, places: Sequence[str]) -> Frame:
        """Return the part of a picture in which these places and the dice lie."""


class Witness:
    """Remembers the last picture that was believed and that of the last throw, and keeps them of a foul."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._before: Compressed | None = None
        self._dice: Frame | None = None

    def see(self, match: int, events: Sequence[Event], picture: Frame, eye: Sees) -> None:
        """Take note of a picture (h, w, 3) uint8 BGR and of the events that it made certain."""
        for event in events:
            if isinstance(event.what, Illegal):
                self._keep(f"{match}-{event.n}", event.what.fields, picture, eye)
        if any(isinstance(event.what, Throw) for event in events):
            self._dice = eye.around(picture, ()).copy()
        if self._before is None or (events and _believed(events[-1].what)):
            self._before = _compressed(picture)

    def forget(self) -> None:
        """Forget what was seen and delete all pictures that were kept."""
        self._before = self._dice = None
        self._evidence.clear()

    def _keep(self, name: str, places: Sequence[str], picture: Frame, eye: Sees) -> None:
        shown = {
            "before": None if self._before is None else eye.around(_whole(self._before), places),
            "after": eye.around(picture, places),
            "dice": self._dice,
        }
        try:
            for part, cut in shown.items():
                if cut is not None:
                    self._evidence.keep(f"{name}-{part}", cut)
        except StoreError as error:
            # A dispute without pictures is still one that the players can settle.
            _log.warning("%s", error)


def _compressed(picture: Frame) -> Compressed:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done
    return np.asarray(data, dtype=np.uint8)


def _whole(picture: Compressed) -> Frame:
    return np.asarray(cv2.imdecode(picture, cv2.IMREAD_COLOR), dtype=np.uint8)


def _believed(what: Happening) -> bool:
    return isinstance(what, _BELIEVED)
