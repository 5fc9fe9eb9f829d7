"""Sentences put into words."""

import pytest

from referee.catalogue import MissingText, speaker
from referee.snapshot import Sentence

TEXTS = {"foul": {"M1": "{seat} moved {ball_seat}'s ball {number} fields"}}


def test_seats_become_names():
    """Parameters that are seats are shown by name, others as they are."""
    say = speaker(TEXTS, {0: "red", 1: "blue"})

    said = say(Sentence("foul.M1", {"seat": 0, "ball_seat": 1, "number": 6}))

    assert said == "red moved blue's ball 6 fields"


@pytest.mark.parametrize("sentence", [Sentence("foul.M9"), Sentence("foul.M1", {"seat": 0})])
def test_missing(sentence):
    """A text or a value that is missing is an error that names the sentence."""
    with pytest.raises(MissingText, match=r"foul\.M"):
        speaker(TEXTS, {})(sentence)
