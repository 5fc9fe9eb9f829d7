"""The middles of faces, asked last: a lamp mirrored in a die's bevels spoils the rims of its marks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.bank import Fade
from vision.dice.close_up import CloseUp
from vision.dice.evidence import Candidate
from vision.dice.match import Banks, FaceMatch, scored


@dataclass(frozen=True)
class InnerConfig:
    """When a face is told by its middle, of which marks count up to ``fade`` (in die edges).

    Used for all, so narrow a fade read VIII as II on softened pictures. So the middle may only bear out a
    face that the whole one shows, ``ahead`` of any other (correlation), and must fit as well as ``fits``: of
    painted dice under lamps XII and IV were II by up to 0.84, right ones had 0.86 to 0.95. The square must be
    clearly seen: its outline has a support of ``outlined`` and ``four_sides`` on the weakest side
    (logarithmic steps), and no other one at the spot is ``clearer``, as it was by 2.6 and 4.0 where VI was
    seen beside the middle of a black die that mirrors a lamp (XII and VIII).
    Part of a wide face on too small a square is another one (VI of VIII, three times under lamps, all of 15
    mm or less on dice of 17): a die must be as large as ``whole_mm``, or nearly (``alike``) as the other one
    if that is known.
    Log odds ``between`` these are likely and do not convince; ``count`` candidates of a spot are asked about.
    """

    fade: Fade = (0.29, 0.34)
    ahead: float = 0.1
    fits: float = 0.85
    outlined: float = 5.0
    four_sides: float = 0.9
    clearer: float = 1.5
    between: tuple[float, float] = (-5.0, 2.5)
    whole_mm: float = 16.0
    alike: float = 0.95
    count: int = 3


def inner_matches(
    found: Sequence[Candidate],
    close_up: CloseUp,
    banks: Banks,
    other_mm: float | None = None,
    config: InnerConfig | None = None,
) -> list[FaceMatch]:
    """Return the likely ones of a spot's explanations as the middles of their faces match, if they agree.

    ``other_mm`` is the edge of a die known from elsewhere.
    """
    c = config or InnerConfig()
    least_mm = c.alike * other_mm if other_mm else c.whole_mm
    clearest = max((one.outline.support for one in found), default=0.0)
    clear = max(c.outlined, clearest - c.clearer)
    likely = [one for one in found if one.edge_mm >= least_mm and _may_gain(one, clear, c)]
    likely.sort(key=lambda one: -one.evidence)
    again = [(one.match, _by_middle(one.match, close_up, banks, c)) for one in likely[: c.count]]
    return [
        inner for match, inner in again if inner.label == match.label and inner.quality >= c.fits
    ]


def _may_gain(one: Candidate, outlined: float, c: InnerConfig) -> bool:
    least, most = c.between
    square = one.outline.support >= outlined and one.outline.weakest[0] >= c.four_sides
    return square and least < one.evidence < most and one.match.margin >= c.ahead


def _by_middle(match: FaceMatch, close_up: CloseUp, banks: Banks, c: InnerConfig) -> FaceMatch:
    row = np.array([[match.x_mm, match.y_mm, match.turn_deg % 90, match.die_mm]])
    return scored(close_up, row, match.light, banks[match.light].faded(c.fade))[0]
