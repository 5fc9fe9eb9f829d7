"""Whether a die beside which no other is seen lies upon that one, of which then little is to be seen."""

from dataclasses import dataclass

from vision.dice.area import DiceArea
from vision.dice.beneath import die_beneath
from vision.dice.evidence import Candidate
from vision.dice.ground import Ground
from vision.dice.pile import Piles
from vision.frame import Frame


@dataclass(frozen=True)
class LoneConfig:
    """When a die with no other in sight lies upon that one; lengths in die edges.

    ``clear``: the log odds from which its face is so clear that the judge of piles is asked
    (`vision.dice.pile`). ``piled``: what its word, a log odds, may be at most, and where something elsewhere
    may be the other die; below ``surely_lies`` nothing else is asked (of 460 piles the lowest, wood on wood,
    had -4.8). On 50 painted tables that it did not learn from 4 of 450 piles are told as a lying die so, and
    19 of 450 lone dice are called stacked: 9 and 29 with a judge of half as many tables that was not shown
    mirrored pictures. Photographed piles had 1.9 to 9.9 by that one, but for one of black dice on brown wood
    (-4.2), which ``dark_below`` tells; lone photographed dice have -1.5 and less.
    ``beneath``: how clearly the edges of a die beneath it must be seen on a wooden floor
    (`vision.dice.beneath`): on 41 tables 11 of 25 piles that were given a face had more, 2 of 34 lone dice.
    They are not asked where something as large as a die is strange elsewhere: three lone dice would be lost
    for four piles.
    Where the floor does not tell, a die must have at least ``dark_sure`` and below it no marks of more than
    ``dark_below`` times the floor's own (lone dice had 4.4 and more and up to 2.6, piles with that much
    evidence 2.8 and more). Below a face that is not clear there must be none of more than ``below``, beside
    it no more strange than ``bare`` square edges, and no more floor than ``hollow`` where its sides would be
    if it lay.
    """

    clear: float = 3.0
    piled: tuple[float, float] = (-1.0, 1.0)
    surely_lies: float = -5.5
    beneath: float = 0.8
    below: float = 7.0
    bare: float = 0.015
    hollow: float = 0.45
    dark_sure: float = 4.2
    dark_below: float = 2.75


@dataclass(frozen=True, slots=True)
class Around:
    """What is seen round a die: how much beside it is strange, in square edges, and what is elsewhere.

    ``elsewhere``: anything there that may be the other die; ``large``: something as large as a die.
    """

    beside: float
    elsewhere: bool
    large: bool


class Lone:
    """Tells of dice of one picture whether they lie upon another one that is not seen elsewhere."""

    def __init__(self, frame: Frame, area: DiceArea, ground: Ground, piles: Piles) -> None:
        self._frame, self._area, self._ground, self._piles = frame, area, ground, piles
        self._config = LoneConfig()

    def is_upon(self, die: Candidate, around: Around) -> bool:
        """Tell whether a die may lie upon another one.

        If nothing elsewhere may be that one little may be seen below it, whatever the judge says.
        """
        c = self._config
        if die.evidence >= c.clear:
            odds = self._piles.odds(die)
            if odds < c.surely_lies:
                return False
            if odds > c.piled[around.elsewhere] or (not around.large and self._shows_edges(die)):
                return True
        return not (around.elsewhere or self._stands_on_floor(die, around.beside))

    def _shows_edges(self, die: Candidate) -> bool:
        """Whether another die's edges are seen beneath this one, where wood on wood tells nothing else."""
        if not self._ground.is_wood:
            return False
        return die_beneath(self._frame, self._area, die) > self._config.beneath

    def _stands_on_floor(self, die: Candidate, beside: float) -> bool:
        """Whether nothing is seen below a die of one that bears marks, or is as dark as the floor."""
        c, below = self._config, self._ground.marks_below(die)
        if not self._ground.tells(die):
            return die.evidence >= c.dark_sure and below < c.dark_below
        if die.evidence >= c.clear:
            return True
        return below < c.below and beside < c.bare and self._ground.hollow(die) < c.hollow
