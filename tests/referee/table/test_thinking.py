"""Thinking about looks: no oftener than it may bring news, but never by what an older look showed."""

from dataclasses import replace

from referee.table.outcome import Blame, Outcome
from referee.table.patience import LIVE
from referee.table.senses import Look
from referee.table.state import State
from referee.table.thinking import PUZZLED, Thinking

LOOK = Look(evidence={}, dice={}, unread={}, t_s=0.0, frame="")


def looks(outcome):
    """Return what follows from three dozen looks, no two alike, if each means the same."""
    asked = []

    def rule(game, state, look):
        asked.append(look)
        return outcome

    thinking = Thinking(rule, LIVE)
    found = [
        thinking.follow(None, State(), replace(LOOK, coming={f"O{n}": "red"}), 1) for n in range(36)
    ]
    return found, asked


def test_a_look_that_is_not_thought_about_says_nothing():
    """Of many that led to nothing only every fourth one is, and what it meant holds for it alone."""
    outcome = Outcome(doubt=("O1",))
    found, asked = looks(outcome)

    assert found[:PUZZLED] == [outcome] * PUZZLED
    assert found[PUZZLED:].count(outcome) == (36 - PUZZLED) // 4
    assert found[PUZZLED:].count(None) == 3 * (36 - PUZZLED) // 4
    assert len(asked) == 36 - found.count(None)


def test_every_look_is_thought_about_while_somebody_is_to_be_blamed():
    """A foul is called by what is seen, look for look."""
    found, asked = looks(Outcome(blame=Blame(0, "O1", lambda: None)))

    assert len(asked) == len(found) == 36
