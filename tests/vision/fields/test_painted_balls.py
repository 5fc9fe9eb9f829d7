"""Painted tables to learn balls from."""

import numpy as np
import pytest

from tests.vision.fields.painted_balls import DRAWN, SEEDS, drawn_stills, painted_looks
from vision.fields.occupancy import BALL


@pytest.mark.parametrize(
    ("seed", "memory", "glass"), [(74_000, False, False), (74_001, True, True)]
)
def test_tables_are_drawn_with_memorys_corners_and_with_glass_on_lacquer(seed, memory, glass):
    """Balls lie at home at first, then on the fields, too, and the truth names each."""
    first, later = drawn_stills(seed, 2)

    assert any(name.startswith("P") for name in first.row["on"]) is memory
    assert not any(name[0] in "OIT" for name in first.row["on"])
    assert any(name[0] in "OIT" for name in later.row["on"])
    assert ("clear" in first.row["seats"].values()) is glass


def test_both_sorts_of_tables_are_looked_at_with_their_balls():
    """Each look has as many balls as its truth, and the two sorts have no seed in common."""
    assert not set(SEEDS) & set(DRAWN)
    stills = list(drawn_stills(DRAWN[1], 2))
    looks = list(painted_looks(DRAWN[1], 2))

    assert [int(np.sum(look.kinds == BALL)) for look in looks] == [len(s.row["on"]) for s in stills]
