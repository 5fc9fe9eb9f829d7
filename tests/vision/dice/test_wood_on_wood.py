"""Wooden dice on wood: outlines are hardly seen, and faces alone must tell what lies there, and where."""

import pytest

from tests.vision.dice.test_inner import die
from tests.vision.dice.test_tops import picture, table
from vision.dice.reader import DiceReader


@pytest.mark.parametrize(
    ("place", "known"),
    [((46.7, 51.3, 0.7), False), ((46.7, 51.3, 180.7), True), ((45.0, 54.2, 359.7), True)],
)
def test_a_second_die_is_found_whose_sides_hardly_show(
    place: tuple[float, float, float], known: bool
) -> None:
    """One turn is seen and the first die tells the size: the best place of all was another one's side."""
    number, option = die("8", *place), die("double", -35.6, -51.4, 55.2)
    seen, frame = table(5102)[0], picture(5102, {"number": number, "option": option})

    said = DiceReader(seen, die_mm=seen.board.die_mm if known else None).read(frame).dice

    assert {name: one.face for name, one in said.items()} == {"number": "8", "option": "double"}
