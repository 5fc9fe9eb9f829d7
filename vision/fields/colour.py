"""What colour a ball has, measured against the wood in the same light, and which label that is.

A colour is a point (light, red-green, yellow-blue) of logarithms relative to the board's wood: a lamp that
turns warmer or dimmer moves wood and ball alike and leaves the difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import Contrast, middle_of, radii

# The body of a ball is measured within this many radii; beyond, the rim mirrors the table.
BODY = 0.7
# How much each axis tells: shadow and highlight change a ball's light most, the yellow-blue axis suffers
# from the lamp's colour more than the red-green one. Measured over the balls of sixteen tables.
AXES = np.array([0.45, 1.0, 0.6], dtype=np.float32)
# Spread of one ball's measured colour about its label's, in these axes.
SPREAD = 0.13
# A ball further than this from every label is of an unknown colour.
STRANGE = 0.85
# The second best label must be less likely by this factor (logarithm).
MARGIN = 3.0
# How far the picture's own balls may pull the references along, in these axes.
DRIFT = 0.3


def ball_colours(seen: Contrast) -> Floats:
    """Return each patch's body colour relative to its wood: (n, 3) float32."""
    return middle_of(seen.samples[:, :, radii() < BODY])


@dataclass(frozen=True)
class Reference:
    """The colour of one label's balls, relative to wood."""

    label: str
    light: float
    red_green: float
    yellow_blue: float

    @property
    def point(self) -> Floats:
        """The colour in weighted axes, (3,) float32."""
        return np.array([self.light, self.red_green, self.yellow_blue], dtype=np.float32) * AXES


@dataclass(frozen=True)
class Named:
    """The label of one ball: ``log_likelihoods`` of every label, ``label`` None where none is sure."""

    label: str | None
    log_likelihoods: Mapping[str, float]


def distances(colours: Floats, references: Sequence[Reference]) -> Floats:
    """Return the weighted distances (n, labels)."""
    points = np.stack([reference.point for reference in references])
    return np.asarray(np.linalg.norm((colours * AXES)[:, None] - points[None], axis=2))


def drifted(colours: Floats, references: Sequence[Reference]) -> list[Reference]:
    """Pull the references towards the picture's own balls where these are clearly one label's."""
    apart = np.sort(distances(colours, references), axis=1)
    nearest = distances(colours, references).argmin(axis=1)
    clear = apart[:, 0] < STRANGE
    if len(references) > 1:
        clear &= apart[:, 1] - apart[:, 0] > 2 * SPREAD
    moved = []
    for i, reference in enumerate(references):
        mine = colours[clear & (nearest == i)]
        if not len(mine):
            moved.append(reference)
            continue
        shift = np.median(mine, axis=0) * AXES - reference.point
        length = float(np.linalg.norm(shift))
        point = (reference.point + shift * min(1.0, DRIFT / max(length, 1e-6))) / AXES
        moved.append(Reference(reference.label, *(float(v) for v in point)))
    return moved


def name_colours(colours: Floats, references: Sequence[Reference]) -> list[Named]:
    """Label every colour (n, 3) by its nearest reference, or None where that is not sure."""
    if not references:
        return [Named(None, {}) for _ in colours]
    apart = distances(colours, references)
    # Heavy tails: twice as far is unlikely, not impossible (Student's t with three degrees of freedom).
    logs = -2.0 * np.log1p((apart / SPREAD) ** 2 / 3)
    named = []
    for row, away in zip(logs, apart, strict=True):
        order = np.argsort(-row)
        sure = away[order[0]] < STRANGE
        sure = sure and (len(order) < 2 or row[order[0]] - row[order[1]] > MARGIN)
        likely = {r.label: float(v) for r, v in zip(references, row - row.max(), strict=True)}
        named.append(Named(references[order[0]].label if sure else None, likely))
    return named
