"""Balls at the far rim of a start area: what hides the wood there and has not its colour.

A slanting sight shows the recess's wall, and the board behind it, as wood. A ball before them hides some of
it; of glass of the felt's own colour that is often all that shows, and the wall beside it stands out more.
"""

import numpy as np

from vision.fields.discs import disc, means_under
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, magnitude
from vision.fields.spots import PER_RADIUS, Areas, Relief

# Wood has its own hue within this (opponent log ratio); felts of photographs and painted tables are 0.55 to
# 0.82 off it. A wall in shadow is wood, too.
OFF_WOOD = 0.4
# So much of a ball's disc must hide wood for its centre to be asked of the judge, who decides. In 30 painted
# areas of red felt with red glass at the far rim, on slanted tables, he is asked six times a picture, and 79
# of 90 balls are counted, 4 missed; 41 and 35 if he is not asked. At the likeliest centres alone he counts 67
# and misses 14, on a grid half as fine 70 and 5. On 20 tables that nothing was tried on 50 of 60 are counted
# and none missed, 29 and 11 without. One area of the photographs, a little off its place, has as much empty.
HIDES = 0.05
# Centres are asked for in every so manieth row and column of samples: he knows a ball from 2 mm beside it.
STEP = 2


def before_rim(relief: Relief, areas: Areas) -> np.ndarray:
    """Return where balls may hide the rim, (n,) indices into the samples of all areas."""
    hidden, ball = areas.edge & _off_wood(relief), disc(PER_RADIUS)
    if float(hidden.sum(axis=1).max()) * float(ball.max()) < HIDES:
        return np.zeros(0, dtype=np.int64)
    hides = (means_under(ball, hidden, areas.size) >= HIDES) & areas.reach
    asked = np.zeros_like(hides)
    asked[:, ::STEP, ::STEP] = hides[:, ::STEP, ::STEP]
    return np.flatnonzero(asked)


def _off_wood(relief: Relief) -> np.ndarray:
    """Tell which samples have not the wood's hue, (areas, size * size) bool."""
    tones = relief.tones.reshape(3, len(relief.wood), -1)
    off: Floats = ((relief.ground - relief.wood) @ OPPONENT).astype(np.float32)
    red_green, yellow_blue = (tones[i] + off[:, i, None] for i in (1, 2))
    return np.asarray(magnitude(red_green, yellow_blue) > OFF_WOOD)
