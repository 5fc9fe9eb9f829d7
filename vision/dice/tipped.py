"""Whether a face looks tipped, told in a hurry: what `vision.dice.leaning.tipped_rather` tells with care.

How well face and outline fit as they are the candidate itself tells. Drawn out, the face's own templates are
followed along their slopes.
"""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from vision.dice.area import DiceArea
from vision.dice.edges import BANDS, outlines
from vision.dice.evidence import Candidate
from vision.dice.laid import Laid
from vision.dice.leaning import CORRELATION, drawing_out
from vision.dice.locate import Spot
from vision.dice.match import Banks
from vision.dice.slopes import slopes_of_face
from vision.dice.strip import Strip, strip_of
from vision.frame import Frame

# From so many poses on, of these relative sizes, and so many are kept after each round.
_SIZES, _KEEP = (0.97, 1.03), (2, 1)


def seems_tipped(frame: Frame, area: DiceArea, candidate: Candidate, led_by: Banks) -> float:
    """Return about how much better a face is explained as tipped towards the middle than as lying.

    ``led_by`` are the banks that move its pose, see `vision.dice.slopes.leading`.
    """
    match = candidate.match
    strip = _tipped(frame, area, candidate)
    starts = np.array([
        (match.x_mm, match.y_mm, match.turn_deg % 90, match.die_mm * size) for size in _SIZES
    ])  # fmt: skip
    slopes = slopes_of_face(led_by[match.light], match.label)
    marks = partial(strip.hats, size=slopes.bank.size, margin=slopes.bank.margin)
    faces, _ = slopes.follow(marks, Laid.of_rows(starts[None]), _KEEP)
    _, seen = strip.faces(faces.only(np.s_[:, None]), slopes.bank.size)
    lying, tipped = slopes.bank.scores(np.concatenate([match.marks[None], seen])).max(axis=1)
    edges_mm = faces.edges_mm
    bands = strip.bare_at(faces.at, faces.edges / edges_mm, BANDS)
    drawn = outlines(bands, edges_mm)[0]
    return float(tipped - lying) / CORRELATION + drawn.support - candidate.outline.support


def _tipped(frame: Frame, area: DiceArea, candidate: Candidate) -> Strip:
    """Return a strip that shows a die drawn out until a tipped face would be square."""
    match = candidate.match
    strip = strip_of(frame, area, [Spot(match.x_mm, match.y_mm, 0.0, 0.0, 0.0)])
    window = strip.windows(area.top_mm)[0]
    drawn = cv2.warpAffine(
        strip.colour, drawing_out(area, candidate, window), (strip.side, strip.side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    plain = replace(strip, colour=np.asarray(drawn, np.uint8))
    return plain.with_dark_marks(np.arange(1), np.full(1, match.light))
