"""Wood beneath a die on a wooden floor is seen by its edges alone."""

from collections import Counter

import numpy as np
import pytest

from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.test_second_die import EDGE_MM, candidate
from vision.dice.area import DiceArea
from vision.dice.beneath import die_beneath
from vision.dice.ground import Ground
from vision.dice.reader import DiceReader


def test_wooden_piles_on_wooden_floors_get_no_face() -> None:
    """Of five all were given one once; two of them later still, since grain elsewhere may be the other die.

    What lies alone on such a floor is still read.
    """
    counts: Counter[str] = Counter()
    for seed, kind, count in ((1287, "stacked", 5), (1265, "lone", 2)):
        for thrown in of_one_kind(seed, kind, count):
            said = DiceReader(thrown.view).read(thrown.frame).dice
            counts[kind] += any(die.face is not None for die in said.values())
    assert counts["stacked"] <= 1
    assert counts["lone"] == 2


@pytest.mark.parametrize(("seed", "wood"), [(1287, True), (4126, False)])
def test_a_floor_of_the_boards_wood_is_known(seed: int, wood: bool) -> None:
    """A floor of felt is unlike the board round it, and nothing lies beneath what is seen on an even one."""
    thrown = next(of_one_kind(seed, "lone", 1))
    area = DiceArea(thrown.view, EDGE_MM)
    assert Ground(area.look(thrown.frame), area, None).is_wood is wood
    assert die_beneath(np.full_like(thrown.frame, 120), area, candidate(20.0, 10.0, 6.0)) == 0.0
