"""Whether a die near the rim leans on it: its place, the edges of the whole die and how its face looks."""

import math
from dataclasses import dataclass

import numpy as np

from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.leaning import tipped_rather
from vision.dice.match import Banks
from vision.dice.stance import leans_rather
from vision.frame import Frame

# How many edges from the rim a die may lean there, and the evidence from which a glance knows its place well
# enough for that: one double that leaned was 0.89 edges away by a glance of 4.5, and looked like a lying one,
# and 0.85 by the thorough search.
_NEAR, _PLACED = 1.2, 6.0


@dataclass(frozen=True, slots=True)
class NearRim:
    """What is seen round a die: its edges from the rim, the floor where its sides would be, what is strange.

    ``paired``: the other die is clearly seen elsewhere, so that it is not under this one; ``sized``: it is
    known how large the dice are, and so better where this one is.
    """

    from_rim: float
    hollow: float
    beside: float
    paired: bool
    sized: bool = False


@dataclass(frozen=True)
class LeaningWeights:
    """Weights of a logistic fit of dice that lean on the rim and that lie near it.

    1,799 and 1,494 dice of 280 painted tables, as `tests.vision.dice.leaning` asks of them, and of the
    photographs; by weights of the other tables three leaning ones are below -1.25 and 33 lying ones above.
    ``near`` counts how much nearer to the rim than ``usual`` edges the die's middle is measured, ``nearer``
    the square of it; ``hollow`` how much floor is seen where a lying die's sides would be, ``beside`` what is
    strange round it, the leaning die's foot (square edges); ``above`` how steeply the camera looks down on
    it, the sine of the angle; ``evidence`` its face's log odds. ``whole`` counts how much better the edges
    round it show a whole die that leans (`vision.dice.stance`), ``tipped`` how much better its face is
    explained as tipped (`vision.dice.leaning`). The farther a die leans from the rim the steeper it leans, so
    that both count more there (``whole_near``, ``tipped_near``); a face that fits by more than ``usual_fit``
    is seen well enough to look tipped (``tipped_fits``). All count within limits only. For leaning the look,
    which costs most, speaks by ``most_look`` log odds at most: without it none of 1,743 leaning dice of 79
    fresh tables, 20 of them with a view that lay 1.5 mm beside, had less than 0.2, and the two hardest of
    thousands -1.4 and -2.1.
    """

    near: float = 27.7
    nearer: float = 19.97
    hollow: float = 3.03
    beside: float = 42.76
    above: float = -8.22
    evidence: float = -0.09
    whole: float = 1.69
    whole_near: float = -4.42
    tipped: float = 0.69
    tipped_near: float = -2.61
    tipped_fits: float = 5.35
    bias: float = 7.48
    usual: float = 0.9
    usual_fit: float = 0.93
    from_rim: tuple[float, float] = (0.5, 1.35)
    most_beside: float = 0.15
    clear: tuple[float, float] = (-1.0, 10.0)
    most_whole: tuple[float, float] = (-4.0, 5.0)
    most_tipped: tuple[float, float] = (-6.0, 8.0)
    most_look: float = 4.0

    def nearness(self, seen: NearRim) -> float:
        """Return how much nearer to the rim than usual a die is, in edges."""
        return self.usual - within(seen.from_rim, self.from_rim)

    def place(self, body: Candidate, seen: NearRim, above: float) -> float:
        """Return the log odds that a die leans, by its place, its face and what surrounds it."""
        near = self.nearness(seen)
        return (
            self.near * near
            + self.nearer * near**2
            + self.hollow * seen.hollow
            + self.beside * min(seen.beside, self.most_beside)
            + self.above * above
            + self.evidence * within(body.evidence, self.clear)
            + self.bias
        )

    def stands(self, seen: NearRim) -> float:
        """Return what `vision.dice.stance.leans_rather` counts."""
        return self.whole + self.whole_near * self.nearness(seen)

    def looks(self, body: Candidate, seen: NearRim) -> float:
        """Return what `tipped_rather` counts."""
        fits = body.match.quality - self.usual_fit
        return self.tipped + self.tipped_near * self.nearness(seen) + self.tipped_fits * fits

    def look(self, looks: float, tipped: float) -> float:
        """Return the log odds that a die leans by how ``tipped`` its face looks, which counts so much."""
        return min(looks * within(tipped, self.most_tipped), self.most_look)


@dataclass(frozen=True)
class NearRimConfig:
    """When a die near the rim leans on it.

    Of a face below ``unlikely`` log odds nothing but its place is asked: it leans nearer than ``rim`` edges.
    Else it lies only where the log odds of a leaning one (`LeaningWeights`) are below ``leans``, or below
    ``sized`` where the dice's size is known: on 36 fresh tables, seen in true views and in ones 0.6 mm
    beside, 443 leaning ones had 0.2 and more then, but for one without a likely face; of 428 lying ones five
    had more than -0.5 (ten more than -1.25 by the size that each seemed to have). Where no
    other die is clearly seen, it may be the upper one of a pile, which seems nearer to the rim than one can
    lie and has the edges of a die that does not lean: its place alone is enough from ``lone`` on. Lone lying
    dice have up to 0.8 by their place, but for one, piles that seem so near 1.3 and more.
    """

    rim: float = 0.80
    unlikely: float = -1.0
    leans: float = -1.25
    sized: float = -0.5
    lone: float = 1.1


def leans_there(
    frame: Frame, area: DiceArea, banks: Banks, body: Candidate, seen: NearRim,
    config: NearRimConfig | None = None,
) -> bool:  # fmt: skip
    """Tell whether a die leans on the rim, if it is near enough that it may.

    Its edges and its look cost most, and are asked only where they may change what is said.
    """
    c, w = config or NearRimConfig(), LeaningWeights()
    if body.evidence < c.unlikely:
        return seen.from_rim < c.rim
    place = w.place(body, seen, above(area, body))
    if not seen.paired and place > c.lone:
        return True
    odds = place - (c.sized if seen.sized else c.leans)
    stands, looks = w.stands(seen), w.looks(body, seen)
    by_look = [w.look(looks, most) for most in w.most_tipped]
    by_both = [stands * whole + look for whole in w.most_whole for look in by_look]
    if odds + max(by_both) <= 0 or odds + min(by_both) > 0:
        return odds > 0
    odds += stands * within(leans_rather(frame, area, body), w.most_whole)
    if odds + max(by_look) <= 0 or odds + min(by_look) > 0:
        return odds > 0
    return odds + w.look(looks, tipped_rather(frame, area, body, banks)) > 0


def above(area: DiceArea, body: Candidate) -> float:
    """Return how steeply the camera looks down on a die's upper face: the sine of the angle."""
    ray = area.view.camera.centre_mm - (body.match.x_mm, body.match.y_mm, area.top_mm)
    return float(ray[2] / np.linalg.norm(ray))


def is_loosely_placed(area: DiceArea, die: Candidate) -> bool:
    """Tell whether a die may lean on the rim, and fits too little to know how far it is from there."""
    away_mm = math.hypot(*middle_mm(area, die).tolist())
    near = area.place.radius_mm - away_mm < _NEAR * die.edge_mm
    return near and die.evidence < _PLACED


def within(value: float, limits: tuple[float, float]) -> float:
    """Return the nearest value within some limits."""
    return min(max(value, limits[0]), limits[1])
