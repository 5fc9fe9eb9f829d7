"""Looks that are remembered: what matters to what follows from one makes it another."""

from dataclasses import replace

import pytest

from referee.table.dice import Lying
from referee.table.outcome import Outcome
from referee.table.recall import Recall, likeness
from referee.table.senses import Look
from referee.table.state import Order, Shown, State

LOOK = Look(evidence={"O1": {"": 0.0, "red": 4.0}}, dice={}, unread={}, t_s=1.0, frame="1.jpg")
LIE = {"option": Lying("", 0.0, 0.0)}
STATE = State(shown=Shown("O0", LIE))


@pytest.mark.parametrize(
    ("state", "look", "known"),
    [
        (STATE, replace(LOOK, t_s=2.0, frame="2.jpg"), True),
        (STATE, replace(LOOK, doubted={"number": "8"}), False),
        (STATE, replace(LOOK, hand=True), False),
        (replace(STATE, shown=Shown("O2", LIE)), LOOK, False),
        (replace(STATE, shown=Shown("O0", {"option": Lying("", 9.0, 0.0)})), LOOK, False),
        (replace(STATE, order=Order(frozenset({"O1"}))), LOOK, False),
        (replace(STATE, order=Order(frozenset({"O2"}))), LOOK, False),
    ],
)
def test_only_a_look_that_is_alike_is_known(state, look, known):
    """Later pictures of the same are; what was in order otherwise, a doubted die, a hand are news."""
    recall, outcome = Recall(), Outcome()
    recall.keep(likeness(STATE, LOOK), outcome)

    assert recall.known(likeness(state, look)) == (outcome if known else None)


def test_how_faint_a_piece_is_that_still_lies_there_is_no_news():
    """An eye that is now sure of it and now not would else be thought about again and again."""
    recall, outcome = Recall(), Outcome()
    look = replace(LOOK, evidence={"O1": {"": 4.0, "red": 0.0}})
    recall.keep(likeness(STATE, look), outcome)

    later = replace(STATE, order=Order(frozenset({"O1"})))

    assert recall.known(likeness(later, look)) == outcome
