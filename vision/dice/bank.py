"""Banks of face templates, and how well a patch of the picture agrees with each.

A patch is the middle part of an upper face, seen square from above. What counts is its mark: how much darker
or lighter than the die each pixel is. Patches and templates are compared by normalised correlation, with
weights that fade towards the face's edge, where lamps mirror themselves in the rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

Patches = NDArray[np.float32]
Scores = NDArray[np.float32]

# Half side of a patch in die edges: marks end at 0.38, mirrored lamps begin at 0.42.
REACH = 0.46
Fade = tuple[float, float]
FADE: Fade = (0.36, 0.44)
# For finding poses: wide words lose their ends, but a mirrored lamp never counts.
NARROW: Fade = (0.32, 0.40)
# Of a patch's squares so much is left where it is of one grey, and at least so much.
_EVEN, _NOTHING = np.float32(1e-5), np.float32(1e-12)


@dataclass(frozen=True, eq=False)
class Bank:
    """Templates of one patch size, compared in the space of their own main axes.

    ``basis`` (size², k) are these axes, ``rows`` (n, k) the templates in them, ``faces`` (n,) which face each
    shows, ``quarters`` (n,) by how many quarter turns (counter-clockwise) it is turned. ``filters``
    (size², k + 1) are the axes as plain patches meet them, weighted and from their mean, and the weights.
    """

    size: int
    fade: Fade
    labels: tuple[str, ...]
    faces: NDArray[np.intp]
    quarters: NDArray[np.intp]
    basis: NDArray[np.float32]
    rows: NDArray[np.float32]
    filters: NDArray[np.float32]

    def seen(self, marks: Patches) -> NDArray[np.float32]:
        """Return marks (m, size, size), at mean 0 and length 1, in the templates' axes: (m, k)."""
        patches = marks.reshape(len(marks), -1)
        met = patches @ self.filters
        square, mean = np.square(patches) @ self._share, met[:, -1]
        # A patch of one grey has no more length than rounding leaves of it.
        varies = np.maximum(square - mean * mean, square * _EVEN + _NOTHING)
        seen: NDArray[np.float32] = met[:, :-1] / np.sqrt(varies * self._total)[:, None]
        return seen

    @cached_property
    def _share(self) -> NDArray[np.float32]:
        """The weights (size²,) as shares of their sum."""
        return np.ascontiguousarray(self.filters[:, -1])

    @cached_property
    def _total(self) -> np.float32:
        """The sum of the weights."""
        total: np.float32 = weights(self.size, self.fade).sum()
        return total

    @cached_property
    def margin(self) -> int:
        """How many pixels at a patch's edges have no weight."""
        return int(np.flatnonzero(weights(self.size, self.fade).any(axis=0))[0])

    def without_margin(self) -> "Bank":
        """Return the bank for patches that are cut without what has no weight."""
        inner = slice(self.margin, self.size - self.margin)
        filters = self.filters.reshape(self.size, self.size, -1)[inner, inner]
        return replace(self, filters=np.ascontiguousarray(filters.reshape(-1, filters.shape[-1])))

    def scores(self, marks: Patches) -> Scores:
        """Return the correlation (m, n) of marks (m, size, size) with every template."""
        scores: Scores = self.seen(marks) @ self.rows.T
        return scores

    def only(self, labels: NDArray[np.intp]) -> "Bank":
        """Return the templates of some labels, given by their numbers."""
        wanted = np.zeros(len(self.labels), bool)
        wanted[labels] = True
        chosen = np.flatnonzero(wanted[self.faces])
        # Columns beside each other, see `in_order`.
        rows = self.rows.T.take(chosen, axis=1).T
        return replace(self, faces=self.faces[chosen], quarters=self.quarters[chosen], rows=rows)

    def of_faces(self, faces: Sequence[str]) -> "Bank":
        """Return the templates of these faces; no other one is among its labels."""
        labels = tuple(label for label in self.labels if label in faces)
        kept = [self.labels.index(label) for label in labels]
        number = np.full(len(self.labels), -1)
        number[kept] = np.arange(len(kept))
        few = self.only(np.array(kept))
        return replace(few, labels=labels, faces=number[few.faces])

    @cached_property
    def _groups(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Return an order that brings a face's and turn's templates together, where each begins, which."""
        keys = 4 * self.faces + self.quarters
        order = np.argsort(keys, kind="stable")
        present, begins = np.unique(keys[order], return_index=True)
        return order, begins, present

    @cached_property
    def _in_order(self) -> bool:
        return bool((np.diff(self._groups[0]) == 1).all())

    def in_order(self) -> "Bank":
        """Return the same templates, those of a face and turn beside each other, which is quicker."""
        order = self._groups[0]
        # Columns beside each other: a product with the rows turned over takes a fifth of the time so.
        rows = np.asfortranarray(self.rows[order])
        return replace(self, faces=self.faces[order], quarters=self.quarters[order], rows=rows)

    def by_turn(self, scores: Scores) -> Scores:
        """Return the best correlation (m, labels, 4) a label and quarter turn."""
        order, begins, present = self._groups
        together = scores if self._in_order else scores[:, order]
        best = np.maximum.reduceat(together, begins, axis=1)
        if len(present) < 4 * len(self.labels):
            some, best = best, np.full((len(scores), 4 * len(self.labels)), -1.0, np.float32)
            best[:, present] = some
        return best.reshape(len(scores), -1, 4)

    def by_label(self, scores: Scores) -> Scores:
        """Return the best correlation (m, labels) a label."""
        best: Scores = self.by_turn(scores).max(axis=2)
        return best

    def faded(self, fade: Fade) -> "Bank":
        """Return the same templates under weights that end nearer to the middle than this bank's do."""
        share, root = _weighing(self.size, fade)
        own = np.maximum(_weighing(self.size, self.fade)[1], np.float32(1e-6))
        plain = self.basis / own[:, None]
        basis, seen = np.linalg.qr((plain - share @ plain) * root[:, None])
        rows = self.rows @ seen.T
        rows /= np.maximum(np.linalg.norm(rows, axis=1), np.float32(1e-6))[:, None]
        filters = _filters(basis, self.size, fade)
        return replace(self, fade=fade, basis=basis, rows=rows, filters=filters)

    def joined(self, other: "Bank") -> "Bank":
        """Return this bank with another's templates too, in a space that holds both."""
        labels = tuple(dict.fromkeys((*self.labels, *other.labels)))
        number = np.array([labels.index(label) for label in other.labels])
        full = np.concatenate([self.rows @ self.basis.T, other.rows @ other.basis.T])
        basis, _ = np.linalg.qr(np.concatenate([self.basis.T, other.rows @ other.basis.T]).T)
        return replace(
            self,
            labels=labels,
            faces=np.concatenate([self.faces, number[other.faces]]),
            quarters=np.concatenate([self.quarters, other.quarters]),
            basis=basis.astype(np.float32),
            rows=(full @ basis).astype(np.float32),
            filters=_filters(basis, self.size, self.fade),
        )


@cache
def weights(size: int, fade: Fade) -> Patches:
    """Return the weights of a patch's pixels, (size, size): 1 up to the fade's begin, 0 from its end."""
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * REACH
    edge = np.maximum(np.abs(steps)[:, None], np.abs(steps)[None, :])
    return np.clip((fade[1] - edge) / (fade[1] - fade[0]), 0, 1).astype(np.float32)


def normalised(patches: Patches, fade: Fade) -> Patches:
    """Return patches (m, size, size) as rows (m, size²) of mean 0 and length 1 under the weights."""
    mean, root = _weighing(patches.shape[-1], fade)
    rows = patches.reshape(len(patches), -1)
    rows = (rows - (rows @ mean)[:, None]) * root
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    rows /= np.maximum(length, np.float32(1e-6))[:, None]
    normal: Patches = rows.astype(np.float32, copy=False)
    return normal


@cache
def _weighing(size: int, fade: Fade) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights (size²,) as shares of their sum, and their roots."""
    weight = weights(size, fade).ravel()
    return weight / weight.sum(), np.sqrt(weight)


def _filters(basis: NDArray[np.float32], size: int, fade: Fade) -> NDArray[np.float32]:
    """Return axes (size², k) as plain patches meet them, and the weights' shares: (size², k + 1)."""
    share, root = _weighing(size, fade)
    weighted = root[:, None] * basis
    filters = weighted - share[:, None] * weighted.sum(axis=0)
    return np.ascontiguousarray(np.column_stack([filters, share]), np.float32)


def make_bank(names: Sequence[str], upright: Patches, axes: int = 80, fade: Fade = FADE) -> Bank:
    """Make a bank of upright templates (n, size, size) in all four quarter turns."""
    size = upright.shape[-1]
    turned = np.concatenate([np.rot90(upright, quarter, axes=(1, 2)) for quarter in range(4)])
    rows = normalised(np.ascontiguousarray(turned), fade)
    _, vectors = np.linalg.eigh(rows.T @ rows)
    basis = np.ascontiguousarray(vectors[:, ::-1][:, :axes])
    labels = tuple(dict.fromkeys(names))
    numbers = np.array([labels.index(name) for name in names])
    return Bank(
        size=size,
        fade=fade,
        labels=labels,
        faces=np.tile(numbers, 4),
        quarters=np.repeat(np.arange(4), len(names)),
        basis=basis,
        rows=rows @ basis,
        filters=_filters(basis, size, fade),
    )


def thinned(bank: Bank, alike: float) -> Bank:
    """Return the bank without templates that correlate more than ``alike`` with one kept before."""
    left = np.ones(len(bank.rows), bool)
    keep = []
    while left.any():
        first = int(np.argmax(left))
        keep.append(first)
        left &= bank.rows @ bank.rows[first] < alike
        left[first] = False
    chosen = np.array(keep)
    return replace(
        bank, faces=bank.faces[chosen], quarters=bank.quarters[chosen], rows=bank.rows[chosen]
    )
