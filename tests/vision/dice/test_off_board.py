"""A glance beside the board tells first where a thorough search for a fallen die is worth its time."""

import math

import pytest

from referee.sighting import DieState
from tests.vision.dice.painted import of_one_kind
from tests.vision.dice.test_second_die import candidate
from vision.dice.explain import Explainer
from vision.dice.off_board import OffBoardConfig
from vision.dice.reader import DiceReader


def test_a_fallen_die_among_clutter_is_found() -> None:
    """Marks of cloths that stand out more are not explained before it."""
    thrown = next(iter(of_one_kind(31001, "off-board", 1)))
    (name,) = (name for name, state in thrown.states.items() if state == "off-board")
    said, fallen = DiceReader(thrown.view).read(thrown.frame).dice[name], thrown.dice[name]

    assert said.state is DieState.OFF_BOARD
    assert said.x_mm is not None
    assert said.y_mm is not None
    assert math.dist((said.x_mm, said.y_mm), (fallen.x_mm, fallen.y_mm)) < 3.0


def test_nothing_like_a_die_beside_the_board_is_looked_at_thoroughly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A missing die costs a glance beside the board."""
    asked: list[int] = []
    search = Explainer.explain

    def explain(self: Explainer, spots, *rest, **named):  # type: ignore[no-untyped-def]
        asked.append(len(spots))
        return search(self, spots, *rest, **named)

    thrown = next(iter(of_one_kind(31020, "lone", 1)))
    (name,) = (name for name, state in thrown.states.items() if state == "absent")
    monkeypatch.setattr(Explainer, "explain", explain)
    said = DiceReader(thrown.view).read(thrown.frame).dice

    assert said[name].state is DieState.ABSENT
    assert len(asked) == 1


@pytest.mark.parametrize(("evidence", "support", "margin", "believed"), [
    (4.3, 4.3, 0.35, True), (3.8, 3.5, 0.17, False), (3.6, 6.3, 0.24, False), (2.8, 8.9, 0.18, True),
    (1.5, 8.9, 0.21, False), (9.0, 2.5, 0.35, False), (9.0, 8.9, 0.10, False),
])  # fmt: skip
def test_clutter_is_believed_to_be_a_die_only_with_a_likely_face_or_a_sharp_square(
    evidence: float, support: float, margin: float, believed: bool
) -> None:
    """A face that is likely enough, or less likely on a square as sharp as no clutter shows one."""
    die = candidate(0.0, 0.0, evidence, support=support, margin=margin)

    assert OffBoardConfig().believes(die) is believed
