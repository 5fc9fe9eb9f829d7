"""One piece that is misread for seconds, wherever and whenever, leads to no blame and spoils nothing."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.events import Illegal, standing
from referee.sighting import Look, Reading
from referee.table.patience import LIVE
from tests.referee.table.following import story_of
from tests.referee.table.scripted import MATCH, Board

REST = 32
"""Pictures between two doings, in which nothing moves."""

GAME = (
    ("throw", 6), ("move", "", "O0"), ("throw", 8, "half"), ("move", "O0", "I4"), ("throw", 12),
    ("move", "", "O16", "blue"), ("throw", 10, "swap-ring"), ("move", "O16", "O26", "blue"),
    ("throw", 4, "double"), ("move", "I4", "T2"), ("throw", 2, "half"), ("move", "O26", "O28", "blue"),
    ("throw", 6),
)  # fmt: skip
"""A short game, without a foul: red comes home by a doubled four."""

FIELDS = [f"O{i}" for i in range(64)] + [f"I{i}" for i in range(32)] + [f"T{i}" for i in range(8)]


class Misreading(Board):
    """A table before an eye that takes one field for something else in some pictures."""

    def __init__(self, field, label, first, pictures):
        super().__init__(MATCH, LIVE, 0.1)
        self.field, self.label = field, label
        self.wrong = range(first, first + pictures)

    def _errs(self, sighting):
        return self.count in self.wrong and not sighting.hand

    def _picture(self, **seen):
        name, sighting = super()._picture(**seen)
        if not self._errs(sighting):
            return name, sighting
        wrong = {self.field: Reading(Look.CLEAR, self.label)}
        return name, replace(sighting, fields={**sighting.fields, **wrong})

    def play(self):
        """Play the game through; returns the events."""
        self.look(10)
        for what, *rest in GAME:
            hidden = ["D"] if what == "throw" else [*rest[:2], "S0", "S1"]
            self.look(5, hand=True, covered=hidden)
            (self.throw if what == "throw" else self.move)(*rest)
            self.look(REST)
        return self.table.events


RIGHT = story_of(Misreading("O0", None, 0, 0).play(), steps=False)
DOING = REST + 6
"""Pictures from one doing to the next."""


def told(events):
    """Return what stands in the end, apart from what was not clear on the way."""
    return [line for line in story_of(standing(events), steps=False) if line[0] != "unsure"]


@settings(max_examples=8, deadline=None)
@given(
    field=st.sampled_from(FIELDS),
    label=st.sampled_from(["red", "blue", "", None]),
    doing=st.integers(0, len(GAME) - 1),
    begins=st.integers(6, 10),
    pictures=st.integers(1, 20),
)
def test_never_leads_to_blame_nor_spoils_the_game(field, label, doing, begins, pictures):
    """Any field, taken for anything for two seconds while nothing is moved: all is told as it was."""
    first = 10 + doing * DOING + 6 + begins
    events = Misreading(field, label or None, first, pictures).play()

    assert not [event for event in events if isinstance(event.what, Illegal)]
    assert told(events) == [line for line in RIGHT if line[0] != "unsure"]


HALVED = (
    ("throw", 6), ("move", "", "O0"), ("throw", 10, "half"), ("move", "O0", "O5"), ("throw", 12),
    ("move", "", "O16", "blue"), ("throw", 10, "half"), ("move", "O16", "O21", "blue"), ("throw", 4, "half"),
    ("move", "O5", "O7"), ("throw", 2),
)  # fmt: skip
"""A ball could have come to O10 as well as to O5."""


class Blind(Misreading):
    """A table before an eye that does not see what lies in one field, whoever is near."""

    def _errs(self, sighting):
        return self.count in self.wrong and sighting.fields[self.field].look is not Look.COVERED

    def play_halved(self, until):
        """Play a game; the eye sees again when so much was done. Returns what is told of throws and turns."""
        self.look(10)
        for i, (what, *rest) in enumerate(HALVED):
            if i == until:
                self.wrong = range(0)
            hidden = ["D"] if what == "throw" else [rest[0] or "S0", "S0", "S1"]
            self.look(5, hand=True, covered=hidden)
            (self.throw if what == "throw" else self.move)(*rest)
            self.look(REST)
        return told(self.table.events)


@pytest.fixture(scope="module")
def halved():
    """What is told of that game by an eye that sees all."""
    return Blind("O5", "red", 0, 0).play_halved(0)


@pytest.mark.parametrize("label", [None, "blue"])
@pytest.mark.parametrize("until", [4, 6, 8, len(HALVED)])
def test_a_piece_that_nobody_sees_is_followed_all_the_same(halved, until, label):
    """It came to one of two places for all that is seen; what it does next tells to which."""
    blind = Blind("O5", label, 0, 10000)

    assert blind.play_halved(until) == halved
    assert not [event for event in blind.table.events if isinstance(event.what, Illegal)]
