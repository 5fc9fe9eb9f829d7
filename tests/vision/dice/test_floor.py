"""The floor of the dice area: what looks like it and what does not."""

import numpy as np
import pytest

from vision.dice.floor import floor_of

WOOD = (60.0, 110.0, 160.0)


def floor_and(*colours: tuple[float, ...], floor: tuple[float, ...]) -> list[bool]:
    """Which of some colours are unlike a floor of one colour."""
    some = np.tile(np.float32(floor), (100, 1))
    return floor_of(some).unlike(np.float32([colours]))[0].tolist()


def test_the_floor_in_shadow_is_floor_and_what_has_another_colour_is_none() -> None:
    """Half of its light changes no hue; grey, and what is much brighter, is a die or a hand."""
    shadow, bright = (tuple(part * c for c in WOOD) for part in (0.5, 1.5))

    said = floor_and(WOOD, shadow, bright, (110.0, 110.0, 110.0), floor=WOOD)

    assert said == [False, False, True, True]


@pytest.mark.parametrize("black", [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0)])
def test_whatever_shines_is_unlike_a_black_floor(black: tuple[float, ...]) -> None:
    """A camera of steep contrast crushes a dark floor to black, which has no hue."""
    said = floor_and(black, (40.0, 40.0, 40.0), (0.0, 90.0, 0.0), floor=black)

    assert said == [False, True, True]
