"""How every template changes with its pose, prepared once, so that one look tells how a pose is to be moved.

`vision.dice.alignment` measures in the picture how marks change with the pose, by nine looks a round. Here
the templates themselves tell it (the inverse way of Baker and Matthews, 2001): a round takes one look.
From up to 1 mm, 6 degrees and a tenth of its edge beside, poses end where that leads them, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import REACH, Bank, Patches, thinned, weights
from vision.dice.laid import Laid
from vision.dice.match import Banks

# Units of a pose's steps: right and down in die edges, size as a logarithm, clockwise turn in radians. So
# much changes a fine mark about alike in each of the four.
_UNITS = np.array([0.05, 0.05, 0.06, 0.087])
# Marks turned clockwise are seen where a pose is turned the other way.
_STEPS = (_UNITS * (-1, -1, -1, 1)).astype(np.float32)
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

    @cached_property
    def _inner(self) -> Bank:
        return self.bank.without_margin()

    def fit(self, patches: Patches) -> "_Fit":
        """Return how well marks (m, n, n) fit, and what fits best; their margin may be cut off or not."""
        cut = (patches.shape[-1] - self.bank.size) // 2 + self.bank.margin
        if cut:
            patches = patches[:, cut:-cut, cut:-cut]
        seen = self._inner.seen(patches)
        scores = seen @ self.bank.rows.T
        template = scores.argmax(axis=1)
        return _Fit(seen, template, scores[np.arange(len(seen)), template])

    def off(self, fit: "_Fit") -> NDArray[np.float32]:
        """Return how far the poses are off (m, 4), in `_UNITS`, by the template that fits best there."""
        away = fit.seen - self.bank.rows[fit.template]
        off: NDArray[np.float32] = (self.ways[fit.template] @ away[:, :, None])[..., 0]
        return np.minimum(np.maximum(off, -_LONGEST), _LONGEST)

    def follow(
        self, marks: Callable[[Laid], Patches], faces: Laid, keep: Sequence[int]
    ) -> tuple[Laid, NDArray[np.float32]]:
        """Move faces (k, s) of places that all go by these slopes, see `follow`."""
        return follow([(self, slice(None))], marks, faces, keep)


@dataclass(frozen=True, slots=True)
class _Fit:
    """What some marks look like in the bank's axes (m, axes), which template fits best and how well (m,)."""

    seen: NDArray[np.float32]
    template: NDArray[np.intp]
    value: NDArray[np.float32]


def follow(
    groups: Sequence[tuple[Slopes, NDArray[np.intp] | slice]],
    marks: Callable[[Laid], Patches],
    faces: Laid,
    keep: Sequence[int],
) -> tuple[Laid, NDArray[np.float32]]:
    """Move faces (k, s), ``s`` for each of ``k`` places, until templates fit best.

    ``groups`` are slopes and which of the places go by them (a slice: all of them). ``marks`` cuts out
    patches (k s, n, n) of faces; after each round so many of each place are kept as ``keep`` says (1
    at last), and moved. Returns the face of each place (k,) to which the best one was moved last, and how
    well that fitted before (k,).
    """
    places = np.arange(len(faces.at))[:, None]
    value = np.full(len(places), -1.0, np.float32)
    for count in keep:
        many = faces.at.shape
        patches = marks(faces)
        patches = patches.reshape(*many, *patches.shape[1:])
        fit, steps = np.empty(many, np.float32), np.empty((*many, 4), np.float32)
        for slopes, of in groups:
            seen = patches[of]
            one = slopes.fit(seen.reshape(-1, *seen.shape[2:]))
            fit[of] = one.value.reshape(seen.shape[:2])
            steps[of] = (slopes.off(one) * _STEPS).reshape(*seen.shape[:2], 4)
        value = np.maximum(value, fit.max(axis=1))
        faces = faces.moved(steps)
        if count < many[1]:
            faces = faces.only((places, np.argsort(-fit, axis=1)[:, :count]))
    return faces.only((places[:, 0], np.zeros(len(places), np.intp))), value


def leading(banks: Banks, *, own: bool) -> Banks:
    """Return the banks by whose slopes poses of dark and of light marks are moved.

    It is one for both, which is quicker, unless the table's ``own`` faces are among them. Of 173 photographs
    of two dice the first look settled three more with the one that a lamp in a face's edge never leads.
    """
    return banks if own else (banks[True], banks[True])


@lru_cache(maxsize=4)
def slopes_of(bank: Bank) -> Slopes:
    """Prepare the slopes of a bank, thinned: templates that are much alike lead to the same place."""
    bank = thinned(bank, _ALIKE).in_order()
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
        [right, down, across * right + below * down, below * right - across * down], axis=1
    ).reshape(len(rows), 4, -1) * _UNITS[:, None]  # fmt: skip
    # Patches are compared at mean 0 and length 1: what changes these two does not count.
    share = root**2 / (root**2).sum()
    changes = (changes - (changes @ share)[..., None]) * root
    changes -= np.einsum("nij,nj->ni", changes, rows)[..., None] * rows[:, None]
    slopes = (changes @ bank.basis).astype(np.float32)
    squares = slopes @ slopes.transpose(0, 2, 1)
    squares += _DAMPING * np.trace(squares, axis1=1, axis2=2)[:, None, None] / 4 * np.eye(4)
    return np.linalg.solve(squares, slopes).astype(np.float32)
