"""Room for languages: one file more, and phones are offered it."""

import tomllib
from pathlib import Path

import pytest

from firmware.page import added_languages
from tests.shared import ROOT
from tests.web.conftest import SETTINGS, Phone
from tests.web.fake_table import Desk, Hub, boards, rules, snapshots
from web.app import create_app

GAME = {"en": {"event": {"won": "{seat} wins"}}, "de": {"event": {"won": "{seat} gewinnt"}}}
FILE = """
language = "Tlhimpa"

[nav]
help = "Chut"

[event]
won = "{seat} Qap"

[rules]
title = "Gho"
most_balls = {base = {2 = 4}}
switch = []

[[rules.chapter]]
title = "Wa"
rule = [{id = "M1", text = "yIt"}]
"""


def phone(folder: Path) -> Phone:
    """Return a phone before a table that has what lies in a folder."""
    app = create_app(
        hub=Hub(snapshots()["throw"]), commands=Desk(), boards=boards(), settings=SETTINGS,
        texts=GAME, rules=rules(), languages=added_languages(folder),
    )  # fmt: skip
    return Phone(app.test_client())


def test_one_file_adds_a_language(tmp_path: Path) -> None:
    """It stands in the menu, is chosen by phones that speak it, and has its own rules."""
    (tmp_path / "tlh.toml").write_text(FILE, "utf-8")
    asking = phone(tmp_path)
    spoken = asking.client.get("/help", headers={"Accept-Language": "tlh"}).text

    assert 'lang="tlh">Tlhimpa</button>' in asking.client.get("/more").text
    assert '<html lang="tlh">' in spoken
    assert "<span>Chut</span>" in spoken
    assert "Gho" in spoken
    assert "yIt" in spoken


def test_what_is_not_translated_yet_is_english(tmp_path: Path) -> None:
    """A language that somebody has just begun shows no keys and breaks no page."""
    (tmp_path / "tlh.toml").write_text("[nav]\nhelp = 'Chut'\n", "utf-8")
    asking = phone(tmp_path)
    for path in ("/", "/match", "/history", "/help", "/more", "/setup", "/privacy", "/statistics"):
        assert asking.client.get(f"{path}?lang=tlh").status_code == 200, path

    assert "<span>History</span>" in asking.client.get("/?lang=tlh").text
    assert 'lang="tlh">tlh</button>' in asking.client.get("/more").text


@pytest.mark.parametrize(
    "text", ["language = ", "[rules]\ntitle = 'x'\n", "[rules]\nchapter = 3\n"]
)
def test_a_damaged_language_is_left_out(tmp_path: Path, text: str) -> None:
    """The page opens with the languages that can be read."""
    (tmp_path / "tlh.toml").write_text(text, "utf-8")

    assert added_languages(tmp_path) == {}
    assert phone(tmp_path).client.get("/?lang=tlh").status_code == 200


def test_the_english_texts_are_such_a_file_themselves() -> None:
    """Who translates begins with a copy of the page's own file."""
    texts = tomllib.loads((ROOT / "web" / "texts.en.toml").read_text("utf-8"))

    assert texts["language"] == "English"
