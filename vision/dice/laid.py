"""Faces laid on the board as complex numbers, so that one product turns, scales and moves many at once."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import REACH
from vision.dice.close_up import Rows

Complex = NDArray[np.complex64]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Upper faces: their middles ``at`` and their lower ``edges``, both of one shape.

    Right is real and down (towards -y) imaginary, millimetres of the board; an edge runs to its face's right.
    """

    at: Complex
    edges: Complex

    @staticmethod
    def of_rows(rows: Rows) -> "Laid":
        """Return poses (..., 4) in this form."""
        at = rows[..., 0] - 1j * rows[..., 1]
        edges = rows[..., 3] * np.exp(-1j * np.radians(rows[..., 2]))
        return Laid(at.astype(np.complex64), edges.astype(np.complex64))

    @property
    def edges_mm(self) -> NDArray[np.float32]:
        """How long the edges are, millimetres."""
        return np.abs(self.edges)

    def rows(self) -> Rows:
        """Return the poses as numbers (..., 4)."""
        rows = np.empty((*self.at.shape, 4))
        rows[..., 0], rows[..., 1] = self.at.real, -self.at.imag
        rows[..., 2], rows[..., 3] = np.degrees(-np.angle(self.edges)), self.edges_mm
        return rows

    def only(self, which: Any) -> "Laid":
        """Return some of them."""
        return Laid(self.at[which], self.edges[which])

    def moved(self, steps: NDArray[np.float32]) -> "Laid":
        """Move them by steps (..., 4): right and down in edges, size as a logarithm, clockwise in radians."""
        pairs = steps.view(np.complex64)
        return Laid(self.at + self.edges * pairs[..., 0], self.edges * np.exp(pairs[..., 1]))


@cache
def face_steps(size: int, margin: int = 0) -> Complex:
    """Return how far right and down (n²,) of its middle the pixels of a face lie, in its edges.

    They are ``size`` to a side, without a ``margin`` of so many on either side.
    """
    steps = ((np.arange(margin, size - margin) + 0.5) / size * 2 - 1) * REACH
    face: Complex = (steps[None, :] + 1j * steps[:, None]).ravel().astype(np.complex64)
    return face
