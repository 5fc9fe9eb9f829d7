"""An unread die is called by the marks that were read of it before."""

from types import SimpleNamespace

import pytest

from referee.sighting import DieReading, DieState
from vision.dice import DiceSeen
from vision.dice_marks import KnownMarks

NOWHERE = DieReading(DieState.MOVING)


def lying(x_mm, face=None):
    return DieReading(DieState.LYING, face=face, x_mm=x_mm, y_mm=0.0)


def explained(x_mm, label, *, light):
    """What the eye made of a die: the face it resembles, and whether that has light marks."""
    match = SimpleNamespace(x_mm=x_mm + 4.0, y_mm=0.0, label=label, light=light)
    return SimpleNamespace(match=match, evidence=-0.7)


def seen(number, option, *candidates):
    return DiceSeen({"number": number, "option": option}, tuple(candidates))


@pytest.fixture
def marks():
    """Marks of a set whose number die, with dark ones, was read once."""
    known = KnownMarks()
    known.named(seen(lying(-50, "2"), NOWHERE, explained(-50, "2", light=False)))
    return known


def test_a_die_with_the_other_dies_marks_is_the_other_die(marks):
    """A black die that resembles a IV most is no number die where that one is white."""
    unread = seen(lying(20), NOWHERE, explained(20, "4", light=True))

    assert marks.named(unread).dice == {"number": NOWHERE, "option": lying(20)}


def test_a_die_with_its_own_marks_keeps_its_name(marks):
    """Nothing speaks against it."""
    unread = seen(lying(20), NOWHERE, explained(20, "4", light=False))

    assert marks.named(unread) == unread


def test_both_dice_unread_keep_their_names_if_one_has_its_marks(marks):
    """An exchange must make both right."""
    marks.named(seen(NOWHERE, lying(30, "half"), explained(30, "half", light=True)))
    unread = seen(
        lying(20), lying(-20), explained(20, "4", light=True), explained(-20, "exit", light=True)
    )

    assert marks.named(unread) == unread


def test_a_read_die_is_never_renamed(marks):
    """A face says which die it is."""
    read = seen(lying(20, "4"), NOWHERE, explained(20, "4", light=True))

    assert marks.named(read) == read


def test_nothing_is_renamed_before_anything_was_read():
    """Without a die that was read there is nothing to go by."""
    unread = seen(lying(20), NOWHERE, explained(20, "4", light=True))

    assert KnownMarks().named(unread) == unread
