"""Whether the second die's face is certain: where one die is read only the other one's faces can be there."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.dice.apart import overlap
from vision.dice.evidence import Candidate
from vision.dice.wholes import WHOLES


@dataclass(frozen=True)
class DueConfig:
    """When the second die's face is believed.

    Among fewer faces margin and evidence are higher than among all. ``sure`` is the log odds that are enough;
    less, down to ``fair``, are where the outline is clear (``outlined``) or the face (``clear``), each with
    its margin. 30 lying dice on photographs and on painted tables of ten seeds had less than ``sure``: all
    but one of them had a support of 3.6 and a margin of 0.144, or a margin of 0.21 and 0.9 (wood on wood).
    Dice that moved had up to 2.6 with a margin of 0.106, and 1.3 with one of 0.16 and a support of 2.2.
    With less than ``sure`` a face must fit as well as ``fits``: on photographs ten such had 0.81 and more, a
    painted X that moved was a VI of 0.79, with a clear outline and a clear margin. One whose word is a part
    of a longer one must fit as well as ``part_fits``: a VIII of a black die was a VI of 0.82 where a lamp
    made its strokes uneven; of 138 such faces that were read, photographed and painted, none had less than
    0.88.
    ``apart``: by how much any other face must be beaten; ``body``: from which an unread thing is a die.
    Where wood lies on wood no outline is seen, and grain makes what is seen of edges uneven; but no other
    face fits at all then. A face is ``unmistakable`` by its margin together with how well it fits, on a die
    whose marks are as large as the other's to ``alike``, down to log odds of ``least``: on
    three tables of painted rounds 14 of 23 unread ones are read so. Of some 400 pictures of lying, leaning
    and piled wooden dice what was as clear and no face was grain (II, edges as even as 0.42 at most; here
    they must be as ``even``) and a mirrored lamp's edge, on a die 0.86 as large.
    Of a die that moved strokes may look like a smaller face; the rest of the smear is strange beside it. Of
    26 weak faces of lying dice, painted and photographed, also out of focus, 23 had up to 0.015 square edges
    ``beside`` them and three 0.07 to 0.08 (of one of these outline and face were both clear). A VIII that
    moved, told as II, had 0.10, 18 of 33 other smears as weak 0.05 to 0.37.
    """

    sure: float = 3.0
    fair: float = 0.0
    fits: float = 0.8
    part_fits: float = 0.86
    apart: float = 1.5
    margin: float = 0.04
    outlined: float = 3.0
    outlined_margin: float = 0.14
    clear: float = 0.9
    clear_margin: float = 0.2
    body: float = -1.0
    unmistakable: tuple[tuple[float, float], ...] = ((0.28, 0.82), (0.2, 0.87), (0.15, 0.9))
    alike: float = 0.1
    least: float = -3.0
    even: float = 0.5
    beside: float = 0.05


def is_due(die: Candidate, ahead: float, config: DueConfig) -> bool:
    """Tell whether the second die's face may be believed that is so much ahead of any other."""
    c, margin = config, die.match.margin
    if ahead < c.apart or margin < c.margin or die.evidence < c.fair:
        return False
    if die.evidence >= c.sure:
        return True
    fits = c.part_fits if WHOLES.get(die.match.label) else c.fits
    return die.match.quality >= fits and (_is_outlined(die, c) or _is_clear(die, c))


def may_be_smear(die: Candidate, beside: float, config: DueConfig) -> bool:
    """Tell whether a weak face may be a part of a die that moved; ``beside`` it so much is strange.

    ``beside`` is in square edges. Where the face as well as its outline is clear it may be something else.
    """
    c = config
    whole = _is_outlined(die, c) and _is_clear(die, c)
    return die.evidence < c.sure and beside > c.beside and not whole


def is_unmistakable(die: Candidate, other_mm: float, config: DueConfig) -> bool:
    """Tell whether a second die's face is so clear that its outline need not be.

    ``other_mm`` is the edge of the die that is read.
    """
    c, match = config, die.match
    clear = any(match.margin >= margin and match.quality >= fits for margin, fits in c.unmistakable)
    alike = abs(math.log(match.die_mm / other_mm)) <= c.alike
    return clear and alike and die.evidence >= c.least


def is_plain(
    die: Candidate, dice: Sequence[Candidate], known_mm: float | None, config: DueConfig
) -> bool:
    """Tell whether a face is certain though no outline is seen: it is as unmistakable on a die of known size.

    Where that is not known one of the other ``dice`` tells it that is as clear and as large.
    """
    if known_mm is not None:
        return is_unmistakable(die, known_mm, config)
    return any(
        other.kind != die.kind
        and not overlap(other, die)
        and is_unmistakable(die, other.match.die_mm, config)
        and is_unmistakable(other, die.match.die_mm, config)
        for other in dice
    )


def _is_outlined(die: Candidate, c: DueConfig) -> bool:
    return die.outline.support >= c.outlined and die.match.margin >= c.outlined_margin


def _is_clear(die: Candidate, c: DueConfig) -> bool:
    return die.evidence >= c.clear and die.match.margin >= c.clear_margin
