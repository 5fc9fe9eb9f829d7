"""How many balls lie in each seat's Memory ball places, and of which label.

The holes there lie beside each other beyond the rings, where shadows fall and four balls look like four
holes; but all balls that lie in them are one player's.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from referee.board import Place
from referee.sighting import Count, Look
from vision.fields.colour import difference
from vision.fields.decision import VERY_HUE, Decided
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats
from vision.prepared import once_each

# A ball place in doubt is empty if a ball there is no likelier than an empty hole, nothing lies over it and
# its colour is at least this far from all balls': sure balls in these places are within 0.25 of one.
NO_BALLS_COLOUR, NOTHING_OVER = 0.35, 0.15
# A ball there is of the colour of balls: sure ones are within 0.25 of one.
UNKNOWN = 0.4
# One whose hue is a hole's must be nearer to its balls': such ones are within 0.05 but for orange glass on
# reddish wood. A hole there that lay in a hand's shadow was 0.13 from the orange of that picture and 0.97
# likely a ball; holes between other balls that look raised were 0.19 to 0.22 from orange glass, and one that
# lay all in shadow 0.31.
HOLES_UNKNOWN = 0.1
# Whatever its shape, a place is empty if it lies open to view and its colour is that far from all balls', or
# if it is that far from all balls that surely lie beside it, which are of one player: what is expected of a
# hole between balls is misled by them. Of all such places of painted corners one held a ball; it lay under a
# finger and showed something else.
FOREIGN = 0.45
# With a hand over the board such a place is no hole that shows something else by more than this.
FINGER = 0.5
# No ball place is empty whose hue (`colour.YELLOW_BLUE`) is that far from the picture's empty holes:
# where all four hold a ball, these look like each other, as four empty ones do. Empty ones are within 0.18 on
# photographs and painted tables, four balls of glass were 0.24 away.
HUE_OF_HOLES = 0.2
# Where four balls lie they expect each other to look as they do: no seat's places are all empty if each is a
# ball with more than the first and one with more than the second. Four of white glass had 0.005 and 0.06; of
# a hundred empty corners on photographs and as many painted ones none but one (under wood of a hole's tone).
ALL_MAYBE, ONE_MAYBE = 0.003, 0.05
# A place in doubt that is open to view and has a hole's very hue, while every colour's balls are farther from
# it than `HUE_OF_HOLES`, is a hole in a shadow; so is one whose colour is farther than this from all balls'.
NOBODYS_COLOUR = 0.6


def count_places(
    places: Sequence[Place],
    decided: Decided,
    tints: Floats,
    open_to_view: np.ndarray,
    *,
    hand: np.ndarray | None = None,
) -> dict[int, Count]:
    """Count the balls in each seat's Memory ball places; each has its likeliest label.

    ``tints``: (n, 3), the places' colours; ``open_to_view``: (n,) bool, where nothing seems to be over the
    board; ``hand``: (n,) bool, what lies beside a hand, or None if there is none.
    """
    counts = {}
    for seat, indices in _by_seat(places).items():
        doubtful = [i for i in indices if not _certain(decided, i, open_to_view[i])]
        balls = [i for i in indices if decided.ball[i] and i not in doubtful]
        if balls and doubtful and (hand is None or open_to_view[doubtful].all()):
            own = tints[balls]
            doubtful = [i for i in doubtful if not _of_no_own(decided, tints, i, own, hand)]
        # All balls that lie there are one player's.
        labels = Counter(decided.names.nearest_label(decided.named[i]) for i in balls)
        full = hand is None and _full(decided, indices)
        if len(labels) < 2 and not doubtful and not full:
            counts[seat] = Count(Look.CLEAR, dict(sorted(labels.items())))
        else:
            counts[seat] = Count(Look.UNSURE)
    return counts


@once_each(1)
def _by_seat(places: Sequence[Place]) -> dict[int, list[int]]:
    """Return which of the places are each seat's ball places, seat by seat."""
    mine: dict[int, list[int]] = {}
    for i, place in enumerate(places):
        if place.kind == "ball-place":
            mine.setdefault(int(place.name[1]), []).append(i)
    return dict(sorted(mine.items()))


def _full(decided: Decided, mine: Sequence[int]) -> bool:
    """Say whether a seat's places, none surely with a ball, may all hold balls that look like each other."""
    likely = decided.p[mine, BALL]
    if decided.ball[mine].any() or likely.min() < ALL_MAYBE or likely.max() < ONE_MAYBE:
        return False
    # What is of no ball's colour is no ball, where all colours are known.
    return not decided.calibrated or min(map(decided.away, mine)) < NO_BALLS_COLOUR


def _of_no_own(
    decided: Decided, tints: Floats, i: int, own: Floats, hand: np.ndarray | None
) -> bool:
    """Say whether a doubtful place is a hole beside sure balls (m, 3) of quite another colour than its own.

    All balls that lie there are one player's. What seems to be over a hole may be the light that they throw,
    but where there is a ``hand`` it may be a finger.
    """
    finger = bool(decided.p[i, OTHER] > FINGER)
    if hand is not None and (finger or (decided.ball[i] and hand[i])):
        return False
    hue = HUE_OF_HOLES if hand is None and not finger else VERY_HUE
    return bool(decided.off[i] < hue and difference(tints[i : i + 1], own).min() > FOREIGN)


def _certain(decided: Decided, i: int, open_to_view: np.bool_) -> bool:
    """Say whether a ball place surely holds a ball of some known colour, or surely none."""
    if decided.ball[i]:
        of_holes = decided.off[i] < VERY_HUE
        return decided.away(i) < (HOLES_UNKNOWN if of_holes else UNKNOWN)
    hole = bool(decided.empty[i]) and decided.off[i] < HUE_OF_HOLES
    return bool(hole) or _of_no_ball(decided, i, open_to_view)


def _of_no_ball(decided: Decided, i: int, open_to_view: np.bool_) -> bool:
    """Say whether a place in doubt has a colour that no ball has: a hole's shadow, a reflection."""
    p = decided.p[i]
    if i not in decided.named:
        return False
    away = decided.away(i)
    doubtful = p[BALL] < p[EMPTY] and p[OTHER] < NOTHING_OVER
    if decided.new[i]:
        return False
    if doubtful and open_to_view and away > NOBODYS_COLOUR:
        return True
    if decided.off[i] > HUE_OF_HOLES:
        return False
    if open_to_view and decided.off[i] < VERY_HUE and decided.off_balls(i) > HUE_OF_HOLES:
        return True
    foreign = open_to_view and away > FOREIGN and decided.off[i] < VERY_HUE
    return bool((doubtful and away > NO_BALLS_COLOUR) or foreign)
