"""A glance beside the board tells first where a thorough search for a fallen die is worth its time."""

import math

import pytest

from referee.sighting import DieState
from tests.vision.dice.painted import of_one_kind
from vision.dice.explain import Explainer
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
    assert len(asked) <= 1
