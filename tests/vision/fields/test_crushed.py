"""Felt that is crushed to black, as cameras of steep contrast do."""

from dataclasses import replace

import numpy as np
import pytest

from referee.sighting import Look
from tests.vision.fields.test_geometry import looking_down
from vision.fields.appearance import Appearance
from vision.fields.counting import agreed, count_starts
from vision.fields.crushed import CRUSHED, PART, are_crushed
from vision.fields.layout import Areas, lay_out
from vision.fields.start_area import StartArea

FELT = (40, 30, 120)


def laid() -> Areas:
    """The areas of a camera that looks straight down."""
    areas = lay_out(looking_down()).starts
    assert areas is not None
    return areas


def felt(areas: Areas, share: float, channel: int, where: np.ndarray) -> np.ndarray:
    """Plain felt; in the second area such a share of the samples that are ``where`` is black in a channel."""
    pictures = np.full((4, areas.size**2, 3), FELT, np.uint8)
    some = np.flatnonzero(where[1])
    chosen = np.random.default_rng(3).permutation(some)[: round(share * len(some))]
    pictures[1, chosen, channel] = CRUSHED
    return pictures


@pytest.mark.parametrize("channel", [0, 1, 2])
@pytest.mark.parametrize(("share", "crushed"), [(0.5 * PART, False), (1.3 * PART, True)])
def test_an_area_is_crushed_where_much_of_its_felt_is_black_in_a_channel(share, channel, crushed):
    """One channel is enough, and only the area itself counts."""
    areas = laid()

    assert are_crushed(felt(areas, share, channel, areas.inner), areas) == [
        False,
        crushed,
        False,
        False,
    ]


def test_what_is_black_beyond_the_felt_does_not_count():
    """A black table beside the board, or a recess's wall in the dark, says nothing of the felt."""
    areas = laid()

    assert not any(are_crushed(felt(areas, 1.0, 0, ~areas.inner), areas))


def test_of_a_crushed_area_nothing_is_said():
    """Neither that it is empty nor which balls it holds, also after its spots are weighed."""
    red = np.float32([[-0.5, 0.85, 0.25], [-0.5, 0.85, 0.25], [-0.5, 0.3, 0.9]])
    bare = StartArea(1, np.zeros((0, 3)), red[:0, 0], red[:0], np.float32([-0.9, 0.8, 0.2]))
    balls = replace(bare, points_mm=np.zeros((3, 3)), p_ball=np.float32([0.99] * 3), tints=red)
    known = Appearance((), {})
    for area in (bare, balls):
        plain, crushed = (agreed([replace(area, crushed=some)], [None]) for some in (False, True))
        assert count_starts(crushed, known, frozenset())[1].look is Look.UNSURE
        assert not plain[0].crushed
    assert count_starts([bare], known, frozenset())[1].look is Look.CLEAR
