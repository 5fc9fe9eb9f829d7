"""The size of a table's dice, learned from those that are read, tells more of those that hardly are."""

from dataclasses import replace
from itertools import islice

import pytest

from referee.sighting import DieReading, DieState
from tests.vision.dice.painted import Thrown, painted
from tests.vision.dice.test_inner import die
from tests.vision.dice.test_second_die import candidate
from tests.vision.dice.test_tops import picture, table
from vision.dice import DiceSeen
from vision.dice.reader import DiceReader
from vision.dice_size import DieSize
from vision.painter.scene import Die


def seen(x_mm: float, edge_mm: float, evidence: float = 10.0, face: str | None = "8") -> DiceSeen:
    """A number die of such a size that was read, or not, in a picture."""
    lies = DieReading(DieState.LYING, face=face, x_mm=x_mm, y_mm=0.0)
    usual = candidate(x_mm, 0.0, evidence)
    clear = replace(
        usual,
        match=replace(usual.match, die_mm=edge_mm),
        outline=replace(usual.outline, die_mm=edge_mm),
    )
    return DiceSeen({"number": lies, "option": DieReading(DieState.ABSENT)}, (clear,))


def learned(size: DieSize, edges_mm: list[float], evidence: float = 10.0) -> DieSize:
    """The same after dice of such sizes were laid in one place and the other."""
    for i, edge_mm in enumerate(edges_mm):
        size.learn(seen(20.0 * (-1) ** i, edge_mm, evidence))
    return size


def test_the_size_is_the_middle_one_of_many_dice() -> None:
    """One that was measured wrong does not count."""
    assert learned(DieSize(), [17.0] * 7).edge_mm is None
    assert learned(
        DieSize(), [17.0, 16.8, 17.2, 20.0, 17.0, 16.9, 17.1, 17.0]
    ).edge_mm == pytest.approx(17.0)


def test_only_clear_dice_that_were_laid_anew_are_measured() -> None:
    """One that lies there all evening would be all that is known."""
    size = learned(DieSize(), [17.0] * 20, evidence=5.0)
    for _ in range(20):
        size.learn(seen(20.0, 17.0))
        size.learn(seen(-20.0, 17.0, face=None))
    assert size.edge_mm is None


def test_a_known_size_changes_with_the_dice_and_not_with_each_throw() -> None:
    """A reader's maps are made for it."""
    size = learned(DieSize(), [17.0] * 24)
    assert learned(size, [17.2] * 24).edge_mm == 17.0
    assert learned(size, [19.0] * 24).edge_mm == 19.0


def faces(thrown: Thrown, edge_mm: float | None) -> dict[str, str | None]:
    """What is read of both dice by one who knows their edge, or does not."""
    said = DiceReader(thrown.view, die_mm=edge_mm).read(thrown.frame).dice
    return {name: die.face for name, die in said.items()}


def test_dice_of_a_known_size_are_read_more_often() -> None:
    """Wooden dice on wood: none is read wrong either way."""
    right = {True: 0, False: 0}
    for thrown in islice(painted(53025), 6):
        for known in right:
            read = faces(thrown, thrown.view.board.die_mm if known else None)
            for name, state in thrown.states.items():
                if state == "lying" and read[name] is not None:
                    assert read[name] == thrown.dice[name].face
                    right[known] += 1
    assert right[True] >= right[False] + 3


@pytest.mark.parametrize(
    ("seed", "lower", "upper"),
    [
        (54000, die("6", 36.3, -19.3, 333.0), die("double", 33.7, -20.5, 182.0)),
        (53030, die("6", 5.4, -48.0, 148.0), die("direction", 5.6, -48.2, 233.0)),
    ],
)
def test_the_upper_die_of_a_pile_seems_too_large(seed: int, lower: Die, upper: Die) -> None:
    """It is nearer to the camera; and marks on a side of the lower one are too small for the other die's."""
    seen = table(seed)[0]
    edge_mm = seen.board.die_mm
    frame = picture(seed, {"number": lower, "option": replace(upper, z_mm=edge_mm)})
    for off in (0.985, 1.0, 1.015):
        said = DiceReader(seen, die_mm=off * edge_mm).read(frame).dice
        assert {one.face for one in said.values()} == {None}
