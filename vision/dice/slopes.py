"""How every template changes with its pose, prepared once, so that one look tells how a pose is to be moved.

`vision.dice.alignment` measures in the picture how marks change with the pose, by nine looks a round. Here
the templates themselves tell it (the inverse way of Baker and Matthews, 2001): a round takes one look.
From up to 1 mm, 6 degrees and a tenth of its edge beside, poses end where that leads them, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import REACH, Bank, Patches, normalised, thinned, weights
from vision.dice.close_up import Rows

# Units of a pose's steps: right and down in die edges, turn in radians, relative size. So much changes a
# fine mark about alike in each of the four.
_UNITS = np.array([0.05, 0.05, 0.087, 0.06])
# Added to the diagonal, in parts of its mean: a ring looks the same in every turn.
_DAMPING = 0.02
# A step is never longer than so many units: beyond, marks do not change in proportion any more.
_LONGEST = 2.0
# Templates that correlate more than this with one before are left out.
_ALIKE = 0.95
# So many templates are prepared at once: all of them would take 50 MB for a moment.
_AT_ONCE = 64


@dataclass(frozen=True, eq=False)
class Slopes:
    """A bank whose templates know how far a pose is off: ``ways`` (n, 4, axes) float32, in `_UNITS`."""

    bank: Bank
    ways: NDArray[np.float32]

    def follow(
        self, marks: Callable[[Rows, NDArray[np.intp]], Patches], rows: Rows, keep: Sequence[int]
    ) -> tuple[Rows, NDArray[np.float32]]:
        """Move poses (k, s, 4), ``s`` for each of ``k`` places, until templates fit best.

        ``marks`` cuts out patches at poses (m, 4) of places (m,); after each round so many poses of each
        place are kept as ``keep`` says. Returns the best pose of each place (k, 4) and its correlation (k,).
        """
        places, at = np.arange(len(rows)), rows
        best, value = rows[:, 0].copy(), np.full(len(rows), -1.0, np.float32)
        for count in keep:
            flat = at.reshape(-1, 4)
            of = np.repeat(places, at.shape[1])
            seen = normalised(marks(flat, of), self.bank.fade) @ self.bank.basis
            scores = seen @ self.bank.rows.T
            first = scores.argmax(axis=1)
            fit = scores[np.arange(len(flat)), first].reshape(at.shape[:2])
            order = np.argsort(-fit, axis=1)[:, :count]
            top = fit[places, order[:, 0]]
            better = top > value
            best[better], value[better] = at[places, order[:, 0]][better], top[better]
            kept = (places[:, None] * at.shape[1] + order).ravel()
            off = np.einsum(
                "kij,kj->ki", self.ways[first[kept]], seen[kept] - self.bank.rows[first[kept]]
            )
            at = _moved(flat[kept], -np.clip(off, -_LONGEST, _LONGEST) * _UNITS)
            at = at.reshape(len(rows), -1, 4)
        return best, value


def _moved(rows: Rows, steps: NDArray[np.float64]) -> Rows:
    """Move poses (k, 4) by steps: right and down on the face, turn, relative size."""
    x, y, turn, die = rows.T
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    right, down = steps[:, 0] * die, steps[:, 1] * die
    return np.column_stack([
        x + c * right + s * down, y + s * right - c * down,
        turn + np.degrees(steps[:, 2]), die * (1 + steps[:, 3]),
    ])  # fmt: skip


@lru_cache(maxsize=64)
def slopes_of_face(bank: Bank, label: str) -> Slopes:
    """Prepare the slopes of one face's templates in a bank."""
    slopes = slopes_of(bank)
    number = slopes.bank.labels.index(label)
    chosen = slopes.bank.faces == number
    return Slopes(slopes.bank.only(np.array([number])), slopes.ways[chosen])


@lru_cache(maxsize=4)
def slopes_of(bank: Bank) -> Slopes:
    """Prepare the slopes of a bank, thinned: templates that are much alike lead to the same place."""
    bank = thinned(bank, _ALIKE)
    few = range(0, len(bank.rows), _AT_ONCE)
    return Slopes(bank, np.concatenate([_ways(bank, bank.rows[i : i + _AT_ONCE]) for i in few]))


def _ways(bank: Bank, templates: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what tells of some templates (n, axes) how far a pose is off: (n, 4, axes)."""
    size = bank.size
    root = np.sqrt(weights(size, bank.fade)).ravel()
    rows = templates @ bank.basis.T
    drawn = np.divide(rows, root, out=np.zeros_like(rows), where=root > 0)
    down, right = np.gradient(drawn.reshape(-1, size, size), 2 * REACH / size, axis=(1, 2))
    u = ((np.arange(size) + 0.5) / size * 2 - 1) * REACH
    across, below = u[None, None, :], u[None, :, None]
    changes = np.stack(
        [right, down, below * right - across * down, across * right + below * down], axis=1
    ).reshape(len(rows), 4, -1) * _UNITS[:, None]  # fmt: skip
    # Patches are compared at mean 0 and length 1: what changes these two does not count.
    share = root**2 / (root**2).sum()
    changes = (changes - (changes @ share)[..., None]) * root
    changes -= np.einsum("nij,nj->ni", changes, rows)[..., None] * rows[:, None]
    slopes = (changes @ bank.basis).astype(np.float32)
    squares = slopes @ slopes.transpose(0, 2, 1)
    squares += _DAMPING * np.trace(squares, axis1=1, axis2=2)[:, None, None] / 4 * np.eye(4)
    return np.linalg.solve(squares, slopes).astype(np.float32)
