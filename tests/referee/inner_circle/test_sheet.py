"""The house rules of a match: chosen before it, kept with it, and on one sheet to read or to print."""

import json
import tomllib
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import cli
from referee.games.inner_circle import House
from referee.games.inner_circle.game import open_game
from referee.games.inner_circle.house import values_of
from referee.games.inner_circle.record import Record, record_from_text, record_to_text
from referee.games.inner_circle.sheet import as_page, as_text, sheet_of
from referee.match import Match, match_from_data
from tests.shared import ROOT

FOLDER = ROOT / "referee" / "games" / "inner_circle"
SWITCHES = tuple(House().to_json())


def book(language):
    return tomllib.loads((FOLDER / f"rules.{language}.toml").read_text("utf-8"))


def words(language):
    return tomllib.loads((FOLDER / f"texts.{language}.toml").read_text("utf-8"))["sheet"]


def a_match(house, *, memory=False):
    return Match(
        game="inner-circle", seats={0: "red", 2: "blue"}, first=2, house=house,
        terms={"memory": memory, "balls": 3},
    )  # fmt: skip


houses = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from([House.from_json({name: v}).to_json()[name] for v in
                               (value if isinstance(value, bool) else str(value)
                                for value in values_of(name))])
        for name in SWITCHES
    },
)  # fmt: skip


@given(houses, st.booleans())
def test_a_match_keeps_the_house_rules_that_were_chosen(house, memory):
    """Through match.json, the game, the compact text and a match record, the same house rules come back."""
    match = a_match(house, memory=memory)
    back = match_from_data(json.loads(json.dumps(match.data())))
    record = Record(match=back, events=(), headers={})

    assert back == match
    assert open_game(back).house == House.from_json(house)
    assert House.from_text(House.from_json(house).to_text()) == House.from_json(house)
    assert record_from_text(record_to_text(record)).match == match


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_stands_on_the_sheet_with_its_answer(language, switch):
    """Each question has the answer that was chosen; where it is not the usual one, that stands there too."""
    (data,) = (each for each in book(language)["switch"] if each["name"] == switch)
    usual, *others = data["answer"]
    plain = as_text(sheet_of(a_match({}), book(language), words(language)))

    assert f"  {data['question']} ({data['rule']})\n    {usual['text']} " in plain
    for answer in others:
        sheet = sheet_of(a_match({switch: answer["value"]}), book(language), words(language))
        told = as_text(sheet)
        assert f"* {data['question']} ({data['rule']})\n    {answer['text']} " in told
        assert words(language)["usual"].format(answer=usual["text"]) in told


class Texts(HTMLParser):
    """The words of a page; complains about a tag that is not closed."""

    def __init__(self):
        super().__init__()
        self.open, self.words = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_the_page_to_print_has_every_question_in_every_language():
    """It is whole, asks for no other file, and says the same as the text."""
    match = a_match({"own_ball": "throws"}, memory=True)
    sheets = [sheet_of(match, book(language), words(language)) for language in ("de", "en")]
    page = as_page(sheets)
    texts = Texts()
    texts.feed(page)

    assert not texts.open
    assert "@page" in page
    assert "http" not in page
    for sheet in sheets:
        assert {*sheet.facts, *(line.question for line in sheet.lines)} <= set(texts.words)


def test_the_command_prints_the_sheet_of_a_match(tmp_path, capsys):
    """`ringrichter house match.json` writes the text; `--page` a page in both languages."""
    file = tmp_path / "match.json"
    file.write_text(json.dumps(a_match({"direction_twice": "stays"}).data()), "utf-8")

    assert cli.main(["house", str(file), "--language", "de"]) == 0
    assert "Hausregeln" in capsys.readouterr().out
    assert cli.main(["house", str(file), "--page"]) == 0
    page = capsys.readouterr().out
    assert page.index("house rules") < page.index("Hausregeln")


def test_a_house_rule_that_does_not_exist_is_named(tmp_path, capsys):
    """A match with an unknown switch is refused with its name."""
    file = tmp_path / "match.json"
    file.write_text(json.dumps(a_match({"own_balls": "throws"}).data()), "utf-8")

    assert cli.main(["house", str(file)]) == 1
    assert "own_balls" in capsys.readouterr().err
