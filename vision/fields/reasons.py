"""Why places were read as they were, for those who want to see what the eye sees."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.board import Place
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats


@dataclass(frozen=True)
class Reason:
    """Why a place was read as it was: probabilities of empty, ball and something else, and its colour."""

    empty: float
    ball: float
    other: float
    colour: tuple[float, ...]


class Reasons(Mapping[str, Reason]):
    """The reasons by the places' names, made when they are asked for of log p (n, 3) and tints (n, 3)."""

    def __init__(self, places: Sequence[Place], log_p: Floats, tints: Floats) -> None:
        self._places, self._log_p, self._tints = places, log_p, tints

    @cached_property
    def _index(self) -> dict[str, int]:
        return {place.name: i for i, place in enumerate(self._places)}

    def __getitem__(self, name: str) -> Reason:
        i = self._index[name]
        p = np.exp(self._log_p[i])
        return Reason(
            float(p[EMPTY]),
            float(p[BALL]),
            float(p[OTHER]),
            tuple(float(v) for v in self._tints[i]),
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)
