"""Whether a face is a side of a die on whose top nothing is read: the top's outline is seen behind it.

Where a lamp makes a top white, or its marks run together, the side that is turned towards the camera is the
clearest face of all. Behind a top there is nothing but floor; behind such a side lies a square, just where
the camera's pose and the floor put that die's top.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.area import DiceArea
from vision.dice.cube import tops_behind
from vision.dice.edges import BANDS, outlines
from vision.dice.evidence import Candidate
from vision.frame import Frame

# A top is looked for at some sizes of dice, as a side seen aslant looks smaller or larger than it is. The
# outline is fitted to a millimetre beside where it is looked for.
_EDGES_MM = (15.0, 17.0, 19.0)
# So far round a top it is looked at.
_REACH_MM = float(np.abs(BANDS).max())


@dataclass(frozen=True, slots=True)
class TopsConfig:
    """When there is a top behind a face.

    ``aslant``: the cosine between a side's normal and the way to the camera from which on it may be read.
    ``weakest``: what the two weakest sides of the top's outline must have together (logarithmic steps), and
    ``less``: by how much its support may be below that of the face's own outline.
    Beside another die it must be as large as that one to ``alike`` and leave it ``room`` (in edges, middle
    to middle): dice of a set are of one size, and turned otherwise do not come nearer.
    """

    aslant: float = 0.25
    weakest: float = 2.8
    less: float = 0.5
    alike: float = 0.125
    room: float = 1.1


def has_top_behind(
    picture: Frame,
    area: DiceArea,
    body: Candidate,
    others: Sequence[Candidate],
    config: TopsConfig | None = None,
) -> bool:
    """Tell whether an outline is seen where the top of a die lies of which ``body`` is a side.

    ``picture`` (n, n, 3) BGR is what the area's window shows; ``others`` are dice that are clearly seen.
    """
    c = config or TopsConfig()
    tops = _tops(area, body, others, c)
    return bool(tops) and _is_one_seen(picture, area, body, tops, c)


def frame_has_top_behind(
    frame: Frame,
    area: DiceArea,
    body: Candidate,
    others: Sequence[Candidate],
    config: TopsConfig | None = None,
) -> bool:
    """Tell the same of a ``frame`` (h, w, 3) BGR of which no more is looked at than where tops may be."""
    c = config or TopsConfig()
    tops = _tops(area, body, others, c)
    if not tops:
        return False
    near = area.near(frame, [(x_mm, y_mm) for x_mm, y_mm, _ in tops], _REACH_MM)
    return _is_one_seen(near, area, body, tops, c)


def _tops(
    area: DiceArea, body: Candidate, others: Sequence[Candidate], c: TopsConfig
) -> list[tuple[float, float, float]]:
    """Return where the window shows the tops of which a face may be a side, and their edges."""
    return [
        (*top, edge_mm)
        for edge_mm in _EDGES_MM
        for top in tops_behind(area, body, edge_mm, c.aslant)
        if all(_may_lie_beside(top, edge_mm, other, c) for other in others)
    ]


def _is_one_seen(
    picture: Frame,
    area: DiceArea,
    body: Candidate,
    tops: Sequence[tuple[float, float, float]],
    c: TopsConfig,
) -> bool:
    bands = np.stack([_bands(picture, area, x_mm, y_mm, body) for x_mm, y_mm, _ in tops])
    return any(
        sum(top.weakest) >= c.weakest and top.support >= body.outline.support - c.less
        for top in outlines(bands, np.array([edge_mm for *_, edge_mm in tops]))
    )


def _may_lie_beside(
    top: tuple[float, float], edge_mm: float, other: Candidate, c: TopsConfig
) -> bool:
    away_mm = math.hypot(top[0] - other.match.x_mm, top[1] - other.match.y_mm)
    alike = abs(math.log(edge_mm / other.edge_mm)) <= c.alike
    return alike and away_mm >= c.room * other.edge_mm


def _bands(picture: Frame, area: DiceArea, x_mm: float, y_mm: float, body: Candidate) -> Frame:
    """Return what the window shows across a place, turned as a face is, at `BANDS`: (n, 3)."""
    window = area.window
    column, row = window.to_px(x_mm, y_mm)
    turn = complex(math.cos(t := math.radians(body.match.turn_deg)), -math.sin(t))
    steps = BANDS * (turn * window.px_per_mm)
    shown = cv2.remap(
        picture, (steps.real + column).astype(np.float32), (steps.imag + row).astype(np.float32),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return shown.astype(np.uint8, copy=False).reshape(-1, 3)
