"""Two dice that are likely together where none of them is clear by itself: there is one of each kind.

Where wood lies on wood outlines are faint, and a face of the other die may fit nearly as well: no die is
clear at a first look then. Among the faces of its own die alone each may be as likely as the judge asks for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.dice.apart import overlap
from vision.dice.area import DiceArea
from vision.dice.evidence import Candidate
from vision.dice.smear import frame_evenness
from vision.dice.tops import frame_has_top_behind
from vision.dice.verdict import DICE
from vision.dice.wholes import WHOLES
from vision.frame import Frame


@dataclass(frozen=True)
class LikelyConfig:
    """When two dice are likely together, before it is asked how they lie.

    ``sure`` and ``margin``: the log odds and the margin of each among its own die's faces, or ``fair`` and
    ``clear``, as the judge has them. One of them must be ahead of all faces by ``kind``, else each may be of
    the other's. ``apart``: by how much a face beats any other in its place; ``alike``: how much their edges
    may differ (relative); ``better``: by how much one must be likelier than in a pair that was refused.
    What moves is smeared: if its edges are less even than ``even`` it must fit as well as ``fits``. In 2,400
    pictures, painted (lying, leaning, piled and moving dice, half of them wood on wood) and photographed
    (with templates of other tables alone), of the pairs beyond those of the first look that are as likely
    and plainly lie all faces are right, but one or two II moved, by 3 and 4 mm along their strokes. Without
    the last rule 14 moving II would be read, whose strokes lay along their way (evenness 0.11 to 0.60,
    quality 0.87 to 0.96), and a leaning IV (0.57, 0.94); lying II have an evenness of 0.31 and
    more, but a quality of 0.96 and more where that is below 0.65. A face that may be a part of a longer word
    (`vision.dice.wholes`) must fit as well, up to log odds of ``whole``.
    """

    sure: float = 3.0
    margin: float = 0.04
    fair: float = 2.0
    clear: float = 0.15
    kind: float = 0.08
    apart: float = 1.0
    alike: float = 0.15
    better: float = 0.3
    whole: float = 7.0
    even: float = 0.65
    fits: float = 0.96


def likely_pair(
    found: Sequence[Candidate],
    refused: Sequence[Candidate] = (),
    config: LikelyConfig | None = None,
) -> list[Candidate]:
    """Return the likeliest number and option die if both are likely among their own faces, or nothing.

    What is hardly better than a pair that was ``refused`` is none.
    """
    c = config or LikelyConfig()
    kinds = [[die for die in found if die.kind == name] for name in DICE]
    if not all(kinds):
        return []
    number, option = (max(dice, key=lambda die: die.evidence) for dice in kinds)
    edges = number.edge_mm, option.edge_mm
    if max(edges) > min(edges) * (1 + c.alike) or overlap(number, option):
        return []
    if max(number.match.margin, option.match.margin) < c.kind:
        return []
    if any(_is_rival(other, die, c) for die in (number, option) for other in found):
        return []
    if refused and all(_is_as(*two, c) for two in zip((number, option), refused, strict=True)):
        return []
    if _is_likely(number, option, c) and _is_likely(option, number, c):
        return [number, option]
    return []


def is_doubtful(
    frame: Frame,
    area: DiceArea,
    die: Candidate,
    other: Candidate,
    config: LikelyConfig | None = None,
) -> bool:
    """Tell whether a likely die may be smeared or a side.

    Of the ``frame`` (h, w, 3) uint8 BGR no more is looked at than must be; the ``other`` die lies elsewhere.
    """
    c = config or LikelyConfig()
    if die.match.quality < c.fits and frame_evenness(frame, area, die) < c.even:
        return True
    return frame_has_top_behind(frame, area, die, [other])


def is_part_perhaps(die: Candidate, config: LikelyConfig | None = None) -> bool:
    """Tell whether a face may be a part of a longer word, which the thorough search looks for."""
    c = config or LikelyConfig()
    unsure = die.evidence < c.whole and die.match.quality < c.fits
    return unsure and bool(WHOLES.get(die.match.label))


def _is_likely(die: Candidate, other: Candidate, c: LikelyConfig) -> bool:
    alone = die.among(DICE[die.kind], other.edge_mm)
    odds, margin = alone.evidence, alone.match.margin
    return (odds >= c.sure and margin >= c.margin) or (odds >= c.fair and margin >= c.clear)


def _is_as(die: Candidate, before: Candidate, c: LikelyConfig) -> bool:
    """Whether a die is hardly more likely than one before, and shows the same face."""
    return die.match.label == before.match.label and die.evidence < before.evidence + c.better


def _is_rival(other: Candidate, die: Candidate, c: LikelyConfig) -> bool:
    """Whether another face is nearly as likely where a die's is."""
    if other.evidence <= die.evidence - c.apart or other.match.label == die.match.label:
        return False
    return overlap(other, die)
