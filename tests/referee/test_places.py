"""Places in players' words."""

import tomllib

import pytest

from referee.catalogue import flat, speaker
from referee.places import genitive, place_in_words
from referee.snapshot import Sentence
from tests.shared import ROOT

FOLDER = ROOT / "referee" / "games" / "inner_circle"


def catalogue(language):
    """Return the game's texts."""
    return flat(tomllib.loads((FOLDER / f"texts.{language}.toml").read_text("utf-8")))


@pytest.mark.parametrize(
    ("language", "place", "words"),
    [
        ("de", "O21", "Feld 5 nach Rots Start"),
        ("de", "O16", "Rots Startfeld"),
        ("de", "O5", "Feld 21 nach Max' Start"),
        ("de", "I9", "Innenfeld 1 nach Rots Zielring-Pfeil"),
        ("de", "T2", "Zielfeld 3"),
        ("en", "O21", "field 5 after Red's start"),
        ("en", "I8", "Red's target-ring arrow"),
    ],
)
def test_fields_are_counted_from_the_players_starts(language, place, words):
    """A field is worded by the last start before it at which somebody sits."""
    names = {1: "Rot" if language == "de" else "Red", 3: "Max"}

    assert words == place_in_words(place, catalogue(language), names)


def test_without_names_the_seats_are_spoken_of():
    """A program that knows no names hears of seats."""
    assert "field 5 after seat 1's start" == place_in_words("O21", catalogue("en"), {})


@pytest.mark.parametrize("place", ["start.0", "C0.1", "S2", "dice.number"])
def test_other_spots_have_no_words_here(place):
    """What is no field of a ring is left to whoever draws it."""
    assert place_in_words(place, catalogue("de"), {}) is None


def test_hissing_names_take_an_apostrophe():
    """German names ending in a hissing sound take no second one."""
    assert "Klaus'" == genitive("Klaus", catalogue("de"))


def test_sentences_word_places_and_faces():
    """A sentence shows seats, places, numbers and options as people call them."""
    say = speaker(
        {**catalogue("en"), "told": "{seat}, {number}, {from_place}, {option}"}, {0: "Red"}
    )
    params = {"seat": 0, "number": 6, "from_place": "O3", "option": "half"}

    assert "Red, VI, field 3 after Red's start, halve" == say(Sentence("told", params))
