"""Whether a die near the rim leans on it: its place, the edges of the whole die and how its face looks."""

import math
from dataclasses import dataclass

from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.leaning import LeaningWeights, tipped_rather
from vision.dice.match import Banks
from vision.dice.stance import leans_rather
from vision.frame import Frame

# How many edges from the rim a die may lean there, and the evidence from which a glance knows its place well
# enough for that: one double that leaned was 0.89 edges away by a glance of 4.5, and looked like a lying one,
# and 0.85 by the thorough search.
_NEAR, _PLACED = 1.2, 6.0


@dataclass(frozen=True)
class NearRimConfig:
    """When a die near the rim leans on it; lengths in die edges.

    One whose middle is nearer than ``rim`` leans if nothing is known of it. One that is not ``unlikely``
    lies only where the log odds of a leaning one are below ``leans`` (`LeaningWeights`). Where its place
    makes them more than ``too_near`` above that nothing else counts: so near seems the upper die of a pile,
    which does not look tipped, and one whose shadow looks like the side that a lying one would show; where
    no other die is clearly seen, which may lie under it, ``lone_near`` is enough: a photographed pile has
    2.9 to 3.5 with either OpenCV and out of focus; no lone die of the photographs or of 15 held-out painted
    tables is lost.
    Too near a place does not say that a die leans where the other one lies elsewhere and the edges speak
    against it by ``lies_whole`` (`vision.dice.stance`): 155 leaning dice had -1.1 and more.
    From ``off_rim`` its place says no more against leaning if the edges of the whole die speak for it by
    more than ``leans_whole``: at 1.0 to 1.2 edges 93 clear lying dice, photographed and painted, had up to
    0.7, five leaning ones 1.1 and more. ``likely_whole`` is enough if the face looks tipped, too, by
    ``likely_tipped``: of seven lying ones that led by as much two did, whose edges say more anyway.
    A die is the farther from the rim the more steeply it leans, and the more its face looks tipped. So
    below ``steep`` a face beside another clear die lies if it looks as if it did by ``flat`` and is as clear
    as a tipped one is not, whatever edges seem to show: shadows of black dice look like a leaning one. Five
    such lying ones had -0.4 and less, leaning ones, but for four, 0.04 and more. ``plain`` are log odds
    together with how well the face fits: the lying ones had 7.8 to 10.3 with 0.93 to 0.99 (one that is lost
    6.7 with 0.92), the four leaning ones 1.6 to 7.6 with 0.89 to 0.93.
    Below ``unclear`` log odds a face that looks tipped by more than ``surely_tipped`` leans, whatever its
    place and the edges say: one that leaned under lamps had 7.7, 115 lying ones up to 1.6.
    A tipped face fits less: one of less than ``vague`` log odds lies only where those of a leaning one are
    ``doubt`` lower. As the board is fitted the same die seems 0.79 to 0.96 edges from the rim, that is five
    of log odds: a photographed leaning IV of 2.6 had 0.25 too little in one of four turns of its picture.
    No lying die that was read near the rim was as vague, of all photographs and of 15 painted tables.
    """

    rim: float = 0.80
    unlikely: float = -1.0
    leans: float = -0.7
    too_near: float = 3.2
    lone_near: float = 2.5
    off_rim: float = 1.0
    leans_whole: float = 0.9
    likely_whole: float = 0.5
    likely_tipped: float = 1.0
    lies_whole: float = -3.0
    steep: float = 0.5
    flat: float = -0.3
    plain: tuple[tuple[float, float], ...] = ((7.0, 0.95), (9.0, 0.0))
    unclear: float = 6.0
    surely_tipped: float = 4.0
    vague: float = 3.0
    doubt: float = 1.0


@dataclass(frozen=True, slots=True)
class NearRim:
    """What is seen round a die: its edges from the rim, the floor where its sides would be, what is strange.

    ``paired``: the other die is clearly seen elsewhere, so that it is not under this one. ``whole`` is what
    `vision.dice.stance.leans_rather` says, if it was asked already.
    """

    from_rim: float
    hollow: float
    beside: float
    paired: bool
    whole: float | None = None


def leans_there(
    frame: Frame, area: DiceArea, banks: Banks, body: Candidate, seen: NearRim,
    config: NearRimConfig | None = None,
) -> bool:  # fmt: skip
    """Tell whether a die leans on the rim, if it is near enough that it may."""
    c, w = config or NearRimConfig(), LeaningWeights()
    if body.evidence < c.unlikely:
        return seen.from_rim < c.rim
    least = c.leans - (c.doubt if body.evidence < c.vague else 0.0)
    odds = w.place(seen.from_rim, seen.hollow, seen.beside) - least
    if odds < -w.stands(math.inf) - w.look(math.inf):
        return False
    too_near = odds > (c.too_near if seen.paired else c.lone_near)
    if too_near and not seen.paired:
        return True
    whole = leans_rather(frame, area, body) if seen.whole is None else seen.whole
    if too_near:
        return whole > c.lies_whole
    plain = any(body.evidence >= odd and body.match.quality >= fits for odd, fits in c.plain)
    steep = odds < c.steep and seen.paired and plain
    odds += w.stands(whole)
    off = seen.from_rim >= c.off_rim
    clear, likely = off and whole > c.leans_whole, off and whole > c.likely_whole
    unclear, settled = body.evidence < c.unclear, abs(odds) > w.look(math.inf) and not likely
    if settled and not (steep if odds > 0 else unclear):
        return odds > 0
    tipped = tipped_rather(frame, area, body, banks)
    if steep and tipped < c.flat:
        return False
    if unclear and tipped > c.surely_tipped:
        return True
    return clear or (likely and tipped > c.likely_tipped) or odds + w.look(tipped) > 0


def is_loosely_placed(area: DiceArea, die: Candidate) -> bool:
    """Tell whether a die may lean on the rim, and fits too little to know how far it is from there."""
    away_mm = math.hypot(*middle_mm(area, die).tolist())
    near = area.place.radius_mm - away_mm < _NEAR * die.edge_mm
    return near and die.evidence < _PLACED
