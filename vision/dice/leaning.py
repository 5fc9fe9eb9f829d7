"""Whether an upper face near the rim looks tipped, as that of a die that leans there does.

A die that leans has its foot on the floor and its far side on the rim, so that its upper face is tipped
towards the middle. The picture is drawn out until a face tipped so would be square: if face and outline fit
better then, the die leans; if they fit worse, it lies. Where both are foreshortened alike neither is so.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Window
from vision.dice.close_up import CloseUp
from vision.dice.cube import middle_mm
from vision.dice.edges import outlines_at
from vision.dice.evidence import Candidate
from vision.dice.match import Banks, Start, refine
from vision.frame import Frame

# The rim lifts a die by 18 to 40 degrees; faces tipped by 20 and by 40 fit nearly as well at this.
_TIPPED_DEG = 30.0
# So much of a correlation counts like one logarithmic step of the outline. Of 366 lying dice, photographed
# and painted, anywhere, the highest sum of both was 0.59; of 13 painted leaning ones 9 had 0.97 to 4.4, the
# others, seen from where it tells nothing, -0.34 to 0.11. Three of 28 on another table had 1.6 to 3.8, all
# of them 0.97 edges and more from the rim.
_CORRELATION = 0.01
# With three pixels a millimetre it takes a third more time, most of it to take the marks away, and of 529
# painted dice near the rim, 399 of which lean, none is judged otherwise.
_HALF_MM, _PX_PER_MM = 22.0, 2.0


def tipped_rather(frame: Frame, area: DiceArea, candidate: Candidate, banks: Banks) -> float:
    """Return how much better a face is explained as tipped towards the middle than as lying."""
    match = candidate.match
    window = Window(match.x_mm, match.y_mm, _HALF_MM, area.top_mm, _PX_PER_MM)
    colour = area.close_up(frame, window)
    drawn = cv2.warpAffine(
        colour, _drawing_out(area, candidate, window), (window.size, window.size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.uint8, copy=False)  # fmt: skip
    # Side by side both are looked at in one go; what is farther than half the window is looked at in neither.
    both = CloseUp(window, np.concatenate([colour, drawn], axis=1))
    lying, tipped = _fits(both, candidate, banks)
    return tipped - lying


def _fits(both: CloseUp, candidate: Candidate, banks: Banks) -> list[float]:
    """How well a candidate's own face and an outline fit in two pictures, best near its pose in each."""
    match = candidate.match
    own = banks[match.light].of_faces([match.label])
    row = np.array([match.x_mm, match.y_mm, match.turn_deg % 90, match.die_mm])
    rows = [row, row + np.array([2 * _HALF_MM, 0.0, 0.0, 0.0])]
    starts = [Start(row, match.light, np.array([0])) for row in rows]
    found = sorted(refine(both, starts, (own, own)), key=lambda best: best.x_mm)
    marks = [(best.x_mm, best.y_mm, best.turn_deg % 90, best.die_mm) for best in found]
    seen = outlines_at(both.bare(match.light), both.window, marks)
    return [
        best.scores[match.label] / _CORRELATION + side.support
        for best, side in zip(found, seen, strict=True)
    ]


def _drawing_out(area: DiceArea, candidate: Candidate, window: Window) -> NDArray[np.float64]:
    """Return the map (2, 3) from pixels of a picture in which a tipped face is square to the window's."""
    match, (x_mm, y_mm) = candidate.match, middle_mm(area, candidate)
    towards = math.atan2(-y_mm, -x_mm)
    tip = np.array([-math.sin(towards), math.cos(towards), 0.0]) * math.radians(_TIPPED_DEG)
    across, up = cv2.Rodrigues(tip)[0].T[:2]
    ray = np.array([match.x_mm, match.y_mm, area.top_mm]) - area.view.camera.centre_mm
    # Where the window's plane shows a face's right and down; its rows run towards -y.
    right, down = (axis[:2] - axis[2] * ray[:2] / ray[2] for axis in (across, -up))
    turned = np.column_stack([right, down]) * np.array([[1.0], [-1.0]])
    middle = np.array(window.to_px(match.x_mm, match.y_mm))
    return np.column_stack([turned, middle - turned @ middle])
