"""The rules in our own words: all of them, in every language, with pictures that show legal play."""

from xml.etree import ElementTree as ET

import pytest

from referee.board import Variant
from referee.games.inner_circle.house import House
from referee.games.inner_circle.listing import ends
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw
from tests.web.fake_table import boards, rules
from web.errors import TextError
from web.example_svg import example_svg
from web.rulebook import RuleBook, rulebook_from_data

BOOKS = {language: rulebook_from_data(data) for language, data in rules().items()}
IDS = (
    *(f"B{i}" for i in range(1, 7)), *(f"S{i}" for i in range(1, 4)), *(f"T{i}" for i in range(1, 9)),
    *(f"M{i}" for i in range(1, 9)), *(f"O{i}" for i in range(1, 7)), *(f"G{i}" for i in range(1, 4)),
    *(f"X{i}" for i in range(1, 8)),
)  # fmt: skip


def ids(book: RuleBook) -> tuple[str, ...]:
    """Return the ids of a book's rules, in order."""
    return tuple(rule.id for chapter in book.chapters for rule in chapter.rules)


@pytest.mark.parametrize("language", BOOKS)
def test_every_rule_is_told(language: str) -> None:
    """Each rule that a verdict can name stands in the book, in its place."""
    assert ids(BOOKS[language]) == IDS


@pytest.mark.parametrize("language", BOOKS)
def test_every_house_rule_can_be_chosen(language: str) -> None:
    """The questions before a match are the engine's switches; the first answer is its default."""
    offered = {switch.name: next(iter(switch.answers)) for switch in BOOKS[language].switches}

    assert offered == House().to_json()
    for switch in BOOKS[language].switches:
        assert len(switch.answers) > 1
        assert BOOKS[language].rule(switch.rule)
        for value in switch.answers:
            assert House.from_json({switch.name: value})


def test_switches_and_examples_are_the_same_in_every_language() -> None:
    """A translation changes words, not choices and pictures."""
    german, english = BOOKS["de"], BOOKS["en"]

    assert [tuple(s.answers) for s in german.switches] == [
        tuple(s.answers) for s in english.switches
    ]
    assert german.most_balls == english.most_balls
    for rule_id in IDS:
        a, b = german.rule(rule_id), english.rule(rule_id)
        assert a
        assert b
        assert (a.example and (a.example.on, a.example.path)) == (
            b.example and (b.example.on, b.example.path)
        )


def test_the_most_balls_are_those_of_the_rule() -> None:
    """S1: at most 4, 3 and 2 on the base ring for 2, 3 and 4 players, always 4 on the Memory ring."""
    expected = {"base": {2: 4, 3: 3, 4: 2}, "memory": {2: 4, 3: 4, 4: 4}}

    assert expected == BOOKS["en"].most_balls


@pytest.mark.parametrize("rule_id", [i for i in IDS if BOOKS["en"].rule(i).example])
def test_examples_are_drawn_within_their_frame(rule_id: str) -> None:
    """Every example shows its pieces and way inside its picture, named by its caption."""
    rule = BOOKS["en"].rule(rule_id)
    assert rule
    assert rule.example
    board = boards()[Variant.MEMORY if rule.example.memory else Variant.BASE]
    picture = ET.fromstring(example_svg(board, rule.example))
    left, top, width, height = (float(n) for n in picture.attrib["viewBox"].split())

    assert picture.attrib["aria-label"] == rule.example.caption
    for name in (*rule.example.on, *rule.example.path):
        place = board.places[name]
        assert left < place.x_mm < left + width
        assert top < -place.y_mm < top + height


PLAYED = [i for i in IDS if (r := BOOKS["en"].rule(i)) and r.example and r.example.throw]


def test_most_pictures_are_of_throws() -> None:
    """What moves and options do is shown with a throw that the engine can be asked about."""
    assert len(PLAYED) >= 13


@pytest.mark.parametrize("rule_id", PLAYED)
def test_pictures_show_what_the_engine_allows(rule_id: str) -> None:
    """With its throw a picture's way is one that a turn can end with, or cannot where it is forbidden."""
    rule = BOOKS["en"].rule(rule_id)
    assert rule
    example = rule.example
    assert example
    # Another ball of the same player stands far away, so that options can go with a number of their own.
    on = {**example.on, "O40": 0}
    before = Position.from_json(
        {
            "game": "inner-circle", "memory": False, "seats": [0, 1], "balls": 3, "on": on,
            "start": {str(s): 3 - sum(owner == s for owner in on.values()) for s in (0, 1)},
            "counters": {"0": 0, "1": 0}, "turn": 0,
        }
    )  # fmt: skip
    first, last = example.path[0], example.path[-1]
    after = {**example.on, last: example.on[first]}
    if example.throw["option"] == "swap-ball" and not example.forbidden:
        after[first] = example.on[last]
    else:
        del after[first]
    found = ends(House(), before, [Throw.from_json(example.throw)], 100_000).positions
    watched = {*example.on, *example.path}
    shown = [{p: s for p, s in end.on.items() if p in watched} == after for end in found]

    assert found
    assert any(shown) is not example.forbidden


def test_a_book_that_lacks_something_says_what() -> None:
    """A missing key is named."""
    with pytest.raises(TextError, match="chapter"):
        rulebook_from_data({"title": "A game"})
