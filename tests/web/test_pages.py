"""Every page answers, in every language, to everybody, at every moment of a game."""

import re
from dataclasses import replace

import pytest

from referee.snapshot import Phase
from tests.shared import ROOT
from tests.web.conftest import Table
from tests.web.fake_table import memory_snapshot, rules, snapshots
from tests.web.routes import pages
from web.rulebook import rulebook_from_data

PAGES = (
    "/", "/match", "/history", "/help", "/more", "/statistics", "/setup", "/privacy", "/invite",
    "/match/house", "/enter", "/settings", "/wifi", "/diagnostics",
)  # fmt: skip
MOMENTS = {**snapshots(), "memory": memory_snapshot()}


def test_no_page_is_forgotten(table: Table) -> None:
    """Whatever page the application has is tried here."""
    assert set(pages(table.app)) == set(PAGES)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_in_every_language(table: Table, path: str, language: str) -> None:
    """A page says which language it is in and misses no text (a missing one is an error)."""
    answer = table.phone().client.get(f"{path}?lang={language}")

    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


@pytest.mark.parametrize("role", ["player", "owner"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_for_who_plays(table: Table, path: str, role: str) -> None:
    """Players and the owner see the same pages, with buttons."""
    assert table.phone(role=role).client.get(path).status_code == 200


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("path", ["/", "/match", "/history", "/setup"])
def test_pages_open_at_every_moment_of_a_game(table: Table, path: str, moment: str) -> None:
    """No phase of a game breaks a page."""
    table.hub.push(MOMENTS[moment])

    assert table.phone().client.get(path).status_code == 200


def test_a_match_that_is_over_asks_for_nothing_more(table: Table) -> None:
    """It can be neither paused nor ended, and a new one replaces nothing."""
    playing = snapshots()["moved"]
    buttons = (
        'data-command="pause"',
        'data-command="abandon"',
        'id="new-match" class="stack" data-ask',
    )
    for phase, there in ((Phase.PLAY, True), (Phase.GAME_OVER, False)):
        table.hub.push(replace(playing, phase=phase))
        page = table.phone(role="player").client.get("/match").text
        assert [each in page for each in buttons] == [there] * 3


def test_the_agreed_house_rules_are_a_page_to_print(table: Table) -> None:
    """Each switch has its answer; one that differs says what the rulebook has. The match links there."""
    match = snapshots()["thrown"].match
    assert match is not None
    table.hub.push(
        replace(snapshots()["thrown"], match=replace(match, house={"own_ball": "throws"}))
    )
    client = table.phone().client

    text = client.get("/match/house?lang=en").text

    switches = rulebook_from_data(rules()["en"]).switches
    answers = next(switch for switch in switches if switch.name == "own_ball").answers
    assert text.count("<dt>") == text.count("<dd>") == len(switches)
    assert f"<strong>{answers['throws']}</strong>" in text
    assert text.count("As in the rulebook it would be") == 1
    assert 'href="/match/house"' in client.get("/match").text


def test_the_first_page_needs_no_pin(table: Table) -> None:
    """Everybody at the table may watch."""
    page = table.app.test_client().get("/")

    assert page.status_code == 200
    assert "<svg" in page.text


def test_the_phone_s_own_language_is_taken(table: Table) -> None:
    """Accept-Language decides until somebody chooses; languages we lack fall back to English."""
    client = table.app.test_client()

    german = client.get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).text
    french = client.get("/", headers={"Accept-Language": "fr"}).text

    assert '<html lang="de">' in german
    assert '<html lang="en">' in french


def test_a_chosen_language_stays(table: Table) -> None:
    """The switch is remembered against the phone's own language."""
    phone = table.phone()
    form = {"lang": "de", "back": "/help", "token": phone.token}
    answer = phone.client.post("/language", data=form)

    page = phone.client.get("/help", headers={"Accept-Language": "en"})

    assert answer.headers["Location"] == "/help"
    assert '<html lang="de">' in page.text


def test_a_page_that_is_none_says_so(table: Table) -> None:
    """An unknown address gets our own page with the way back."""
    answer = table.app.test_client().get("/nothing", headers={"Accept": "text/html"})

    assert answer.status_code == 404
    assert 'href="/"' in answer.text


def test_the_drawing_of_either_variant_can_be_fetched(table: Table) -> None:
    """A page whose match changes fetches the other drawing."""
    client = table.app.test_client()

    assert 'data-place="T15"' in client.get("/board/memory.svg").text
    assert 'data-place="T15"' not in client.get("/board/base.svg").text
    assert client.get("/board/golf.svg").status_code == 404


def test_the_qr_code_holds_the_key_only_for_players(table: Table) -> None:
    """A spectator cannot read the way in off the page."""
    watching = table.phone().client.get("/invite.svg").data
    playing = table.phone(role="player").client.get("/invite.svg").data

    assert watching != playing


def test_the_record_can_be_saved(table: Table) -> None:
    """The match record comes as JSON."""
    assert table.phone().client.get("/record.json").get_json()["match"]["game"] == "inner-circle"


def test_the_history_is_told_in_the_asked_language(table: Table) -> None:
    """Every moment has its sentence, position and throws."""
    moments = table.phone().client.get("/history.json?lang=de").get_json()["moments"]

    assert moments[3]["says"] == "Anna wirft Claras Kugel."
    assert moments[3]["position"]["on"]["O26"] == 0
    assert moments[3]["path"][-1] == "O26"


def test_the_first_page_fetches_its_scripts_at_once(table: Table) -> None:
    """Every module that the live table needs is named in its head, so that none waits for another."""
    folder = ROOT / "web" / "static"

    def needs(name: str) -> set[str]:
        found = re.findall(
            r'^import [^;]*? from "\./([\w.]+)";', (folder / name).read_text("utf-8"), re.MULTILINE
        )
        return {name}.union(*(needs(other) for other in found))

    named = re.findall(r'modulepreload" href="[^"]*/([\w.]+)"', table.phone().client.get("/").text)

    assert set(named) == needs("table.js")
