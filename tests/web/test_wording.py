"""Sentences: keys and parameters become words, whoever plays."""

import pytest

from referee.snapshot import MatchView, SeatView, Sentence
from tests.web.fake_table import said
from web.errors import TextError
from web.wording import Wording

WORDS = Wording(
    "en",
    {
        "moves": "{seat} throws {number} and {option}.",
        "left": "{count} tries left",
        "left.one": "last try",
        "beats": "{seat} beats {other_seat}.",
        "option.double": "double",
        "colour.red": "Red",
        "seat.unknown": "Seat {seat}",
        "goes": "From {from_place} to {to_place}: {places}.",
        "place.O": "outer {i}",
        "place.S": "start area",
        "area.start": "{name}'s start area",
        "area.dice.number": "the number die",
    },
)
MATCH = MatchView(
    game="inner-circle",
    seats=(SeatView(seat=0, colour="red"), SeatView(seat=2, colour="mauve", player="Ben")),
)


def test_seats_numbers_and_options_become_words() -> None:
    """A seat is its player's name or colour, a number Roman, an option its word."""
    sentence = Sentence("moves", {"seat": 2, "number": 12, "option": "double"})

    assert WORDS.say(sentence, MATCH) == "Ben throws XII and double."


def test_a_seat_without_a_name_is_its_colour() -> None:
    """Colours have words; a seat that nobody plays has its number."""
    sentence = Sentence("beats", {"seat": 0, "other_seat": 3})

    assert WORDS.say(sentence, MATCH) == "Red beats Seat 4."


def test_one_of_something_has_its_own_words() -> None:
    """The variant for one is taken where there is one."""
    assert WORDS.text("left", count=1) == "last try"
    assert WORDS.text("left", count=2) == "2 tries left"


def test_a_missing_sentence_does_not_stop_the_game() -> None:
    """The key stands in for it; a gap without a value shows its name."""
    assert WORDS.say(Sentence("unheard.of")) == "unheard.of"
    assert WORDS.say(Sentence("left", {"number": 2})) == "(count) tries left"


def test_a_missing_text_of_the_page_is_an_error() -> None:
    """Our own pages must be complete, so that a test can find what is missing."""
    with pytest.raises(TextError, match=r"no text unheard\.of in en"):
        WORDS.text("unheard.of")


def test_a_sentence_may_come_worded() -> None:
    """What comes worded is taken in its language, or else in English."""
    assert WORDS.say(said("Well done.", "Gut gemacht.")) == "Well done."
    assert Wording("fr", {}).say(said("Well done.", "Gut gemacht.")) == "Well done."


def test_places_become_words() -> None:
    """Fields and areas are told in words; a place without a word keeps its name."""
    params = {"from_place": "S2", "to_place": "O12", "places": "start.2, dice.number, Q3"}

    assert WORDS.say(Sentence("goes", params), MATCH) == (
        "From start area to outer 12: Ben's start area, the number die, Q3."
    )


def test_the_game_s_own_words_for_places_come_first() -> None:
    """Where the game's catalogue counts fields from the players' starts, the page does so too."""
    game = {
        "spot.O.every": "16", "spot.O.at": "{of} start", "spot.O.after": "{n} after {of} start",
        "spot.possessive": "{name}'s", "spot.possessive_hissing": "{name}'", "spot.hissing": "s",
    }  # fmt: skip
    words = Wording("en", {**WORDS.texts, **game})

    assert words.place("O36", MATCH) == "4 after Ben's start"
    assert words.place("O0", MATCH) == "Red's start"
    assert words.place("S2", MATCH) == "start area"


def test_numerals_are_figures_for_the_ear() -> None:
    """A voice would spell V and X and take I for a word; names of people stay as they are."""
    words = Wording(
        "en",
        {
            "throw": "{seat} throws {number}. I see VI or XII, and rule X4.",
            "agreed": "Agreed: {house}",
            "house.entry=whole": "A VI is moved",
        },
    )
    match = MatchView(game="g", seats=(SeatView(seat=0, colour="red", player="Malcolm X"),))
    thrown = Sentence("throw", {"seat": 0, "number": 5})

    assert words.say(thrown, match) == "Malcolm X throws V. I see VI or XII, and rule X4."
    assert words.aloud(thrown, match) == "Malcolm X throws 5. I see 6 or 12, and rule X4."
    assert words.aloud(Sentence("agreed", {"house": "entry=whole"})) == "Agreed: A 6 is moved"
    assert words.aloud(Sentence("nowhere")) == ""
