"""Light that falls off over the board: the farther balls lie on its dark side the darker all of them seem.

Wood that mirrors the sky there is bright all the same, and the camera sees the balls' dark sides. White and
wooden balls differ by light alone: where the other balls say that such a fall may be, both are asked.
"""

from collections.abc import Sequence

import numpy as np

from vision.fields.colour import Names, Reference, colours_of, difference, distances, log_likelihood
from vision.fields.patches import Floats

# Falls of light from one side of the board to the other (logarithm), with and without the wood's bluish
# mirror, which takes so much of red-green and yellow-blue: balls painted on oiled beech were up to 0.45
# darker, and 0.15 and 0.27 nearer to the wood's hue.
FALLS, SIDES, VEIL = (0.2, 0.35, 0.5), 8, (0.25, 0.5)
# A fall may be if it explains all balls better by so much (log likelihood): on one of 150 painted tables it
# then puts eight wrong names in doubt, and one right one of a thousand hard to see; any explains a lone ball.
BETTER, LEAST_BALLS = 1.0, 3
# Only plain colours no farther from each other than this (`colour.difference`) are mistaken by it.
ALIKE = 0.6
# What is less likely a ball than this tells nothing of how they look.
MAY_BE = 0.15


def _falls() -> Floats:
    """Return how colours change back from one side of the board to the other: (falls, 3)."""
    plain = [(fall, 0.0, 0.0) for fall in FALLS]
    veiled = [(fall, -VEIL[0] * fall, -VEIL[1] * fall) for fall in FALLS]
    return np.array(plain + veiled, dtype=np.float32)


def _directions() -> Floats:
    """Return the directions in which the light may fall: (2, directions)."""
    angle = np.arange(SIDES, dtype=np.float32) * np.float32(2 * np.pi / SIDES)
    return np.stack([np.cos(angle), np.sin(angle)])


_FALLS, _DIRECTIONS = _falls(), _directions()


def unless_darker(
    names: Names, likely: Floats, at: Floats, tints: Floats, references: Sequence[Reference]
) -> Names:
    """Return the names (m) without those of plain colours that would be others if the light fell off.

    ``likely``: (m,), how likely each is a ball's; ``at``: (m, 2), where it lies on the board, -1 to 1;
    ``tints``: (m, 3), its colour.
    """
    balls = np.flatnonzero(likely > MAY_BE)
    plain = np.array([reference.plain for reference in references], dtype=bool)
    if len(balls) < LEAST_BALLS or not _mistakable(references, plain):
        return names
    far: Floats = np.clip((at[balls] @ _DIRECTIONS + 1) / 2, 0, 1).T.astype(np.float32)
    # All falls at once: (directions, falls, balls, 3).
    changes = far[:, None, :, None] * _FALLS[:, None]
    colours: Floats = (tints[balls] + changes).reshape(-1, 3)
    apart = distances(colours, references).reshape(-1, len(balls), len(references))
    likelihood = log_likelihood(apart.min(axis=2)).sum(axis=1)
    best = int(likelihood.argmax())
    if likelihood[best] < log_likelihood(names.away[balls]).sum() + BETTER:
        return names
    sure = names.sure.copy()
    lost = (apart[best].argmin(axis=1) != names.nearest[balls]) & plain[names.nearest[balls]]
    sure[balls[lost]] = False
    return names.but(sure)


def _mistakable(references: Sequence[Reference], plain: np.ndarray) -> bool:
    """Say whether two plain colours are so much alike that a fall of light may make one the other."""
    if plain.sum() < 2:
        return False
    colours = colours_of(references)[plain]
    apart = difference(colours, colours)
    np.fill_diagonal(apart, np.inf)
    return bool(apart.min() < ALIKE)
