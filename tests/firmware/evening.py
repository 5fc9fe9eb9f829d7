"""A whole evening without a camera: a game played at random, its pictures, and an eye that reads them.

A picture is only the number of a moment; the eye knows what was to be seen then.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np

from firmware.cameras.port import Shot
from firmware.errors import CameraError
from firmware.loop import Clock
from referee.match import Match
from referee.sighting import Sighting
from tests.referee.table.from_truth import Eye
from tests.referee.table.played import Game, Habits
from vision.frame import Frame

MATCH = Match(
    game="inner-circle", seats={0: "red", 2: "blue"}, first=0, terms={"memory": False, "balls": 2}
)
CALM = Habits(hand=0.3, lean=0.0, wrong=0.0, lost=0.0, nudge=0.0)


def sightings(seed: int, rounds: int = 1, habits: Habits = CALM) -> list[Sighting]:
    """Return what is to be seen in each picture of a game."""
    game = Game(MATCH, random.Random(seed), habits, rounds)
    eye = Eye(MATCH, game.rules.fields)
    return [sighting for _, _, sighting in eye.sightings(game.rows())]


def picture_of(moment: int) -> Frame:
    return np.array([[[moment % 256, moment // 256, 0]]], dtype=np.uint8)


def moment_of(picture: Frame) -> int:
    low, high, _ = (int(value) for value in picture[0, 0])
    return low + 256 * high


@dataclass
class EveningEye:
    """Reads the pictures of an evening."""

    seen: Sequence[Sighting]

    def read(self, picture: Frame, *, lamps: object = None) -> Sighting:
        return self.seen[moment_of(picture)]

    def around(self, picture: Frame, places: Sequence[str]) -> Frame:
        return picture

    def understood(self) -> None:
        return None

    def outline(self) -> Sequence[tuple[float, float]]:
        return ((0.1, 0.9), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9))


class EveningCamera:
    """Gives the pictures of the moments that are left; may be pulled out once."""

    def __init__(self, moments: list[int], *, pulled_at: int | None = None) -> None:
        self.moments = moments
        self.pulled_at = pulled_at
        self.opened = 0

    def __enter__(self) -> Self:
        self.opened += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.opened -= 1

    def read(self) -> Shot | None:
        if not self.moments:
            return None
        if self.moments[0] == self.pulled_at:
            self.pulled_at = None
            raise CameraError("pulled out")
        moment = self.moments.pop(0)
        return Shot(picture_of(moment), float(moment), str(moment + 1))


def fast_clock() -> Clock:
    """Return a clock in which waiting takes no time."""
    now_s = [0.0]

    def sleep(seconds: float) -> None:
        now_s[0] += max(0.0, seconds)

    return Clock(lambda: now_s[0], sleep)
