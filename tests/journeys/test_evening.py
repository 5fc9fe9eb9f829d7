"""An evening on the phone: coming in, a new match, looking back, the rules, the first visit."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from referee.snapshot import CameraView, Phase
from tests.browser import Phones, Table
from tests.web.fake_table import MATCH, said, snapshots
from web.commands import Abandon, Calibrate, NewMatch, Pause, Resume, Undo

pytestmark = pytest.mark.browser


def test_a_wrong_pin_can_be_mended(phone: Phones, table: Table) -> None:
    """A mistyped PIN is said kindly; the right one leads to the table."""
    one = phone()
    page = one.open("/enter")
    page.fill("input[name=pin]", "4321")
    page.click("main button")
    expect(page.locator("#tried")).to_contain_text("does not fit")
    one.forgive("403")
    page.fill("input[name=pin]", "1234")
    page.click("main button")

    page.wait_for_url(table.address + "/")


def test_a_match_is_begun(phone: Phones, table: Table, screens: Path) -> None:
    """Players, colours, variant, balls, house rules and who begins reach the table."""
    table.show("idle")
    one = phone()
    one.enter()
    page = one.open("/match")
    page.fill("input[name=name-0]", "Anna")
    page.fill("input[name=name-2]", "Ben")
    page.select_option("select[name=colour-2]", "black")
    page.select_option("select[name=balls]", "3")
    page.select_option("select[name=first]", "2")
    page.click("details.house summary")
    page.select_option("select[name=house-own_ball]", '"throws"')
    page.select_option("select[name=house-swap_ball_may_hole]", "true")
    page.screenshot(path=screens / "new-match-phone.png", full_page=True)
    page.click("#new-match .button >> nth=0")
    page.wait_for_url(table.address + "/")

    assert table.desk.taken[0][0] == NewMatch(
        version=table.hub.current().version, memory=False, balls=3, first=2,
        seats={0: "red", 2: "black"}, players={0: "Anna", 2: "Ben"},
        house={"own_ball": "throws", "swap_ball_may_hole": True},
    )  # fmt: skip


def test_seats_and_colours_are_those_the_camera_found(phone: Phones, table: Table) -> None:
    """The form begins with whose balls lie where."""
    strange = replace(MATCH.seats[1], colour="mauve")
    table.hub.push(replace(snapshots()["idle"], found=(strange, MATCH.seats[2])))
    page = phone().open("/match")

    checked = [page.locator(f"input[name=plays-{seat}]").is_checked() for seat in range(4)]
    assert checked == [False, True, True, False]
    expect(page.locator("select[name=colour-1]")).to_have_value("mauve")
    expect(page.locator("select[name=colour-2]")).to_have_value("green")


def test_a_match_that_makes_no_sense_is_not_begun(phone: Phones, table: Table) -> None:
    """One player alone, or two of one colour, are told what is missing."""
    table.show("idle")
    one = phone()
    one.enter()
    page = one.open("/match")
    page.uncheck("input[name=plays-2]")
    page.click("#new-match .button >> nth=0")
    expect(page.locator("#who-wrong")).to_have_text("At least two have to play.")
    page.check("input[name=plays-1]")
    page.select_option("select[name=colour-1]", "red")
    page.click("#new-match .button >> nth=0")
    expect(page.locator("#who-wrong")).to_have_text("Two seats have the same colour.")

    assert table.desk.taken == []


def test_no_more_balls_than_the_board_takes(phone: Phones, table: Table) -> None:
    """Four players have two balls on the base board and four on Memory (rule S1)."""
    table.show("idle")
    page = phone().open("/match")
    for seat in range(4):
        page.check(f"input[name=plays-{seat}]")
    expect(page.locator("select[name=balls]")).to_have_value("2")
    expect(page.locator("select[name=balls] option[value='3']")).to_be_disabled()
    page.check("input[name=variant][value=memory]", force=True)

    expect(page.locator("select[name=balls] option[value='4']")).to_be_enabled()


def test_a_match_is_paused_resumed_and_ended(phone: Phones, table: Table) -> None:
    """Pause and resume at a touch; ending asks first."""
    one = phone()
    one.enter()
    page = one.open("/match")
    with page.expect_navigation():
        page.click('[data-command="pause"]')
    table.hub.push(replace(snapshots()["throw"], phase=Phase.PAUSED))
    page = one.open("/")
    expect(page.locator("#who")).to_have_text("Paused")
    page.click('[data-action="resume"]')
    expect(page.locator("#toast")).to_be_visible()
    page = one.open("/match")
    page.click('[data-command="abandon"]')
    page.click("dialog .quiet")
    page.click('[data-command="abandon"]')
    with page.expect_navigation():
        page.click("dialog .button >> nth=0")

    assert [type(command) for command, _ in table.desk.taken] == [Pause, Resume, Abandon]


def test_a_game_is_looked_back_on(phone: Phones, screens: Path) -> None:
    """Every event in words; the slider, the arrows and a touch lead through the game."""
    page = phone(locale="de").open("/history")
    expect(page.locator("#moment")).to_contain_text("4 / 4 · Anna wirft Claras Kugel.")
    page.screenshot(path=screens / "history-phone.png")
    page.click("#back")
    expect(page.locator("#moment")).to_contain_text("3 / 4")
    page.locator("#slider").press("Home")
    expect(page.locator("#moment")).to_contain_text("1 / 4 · Clara wirft VI.")
    expect(page.locator(".die.number")).to_have_text("VI")
    page.click(".moments .moment >> nth=0")

    expect(page.locator("#moment")).to_contain_text("4 / 4")
    expect(page.locator('.moments li[aria-current="step"]')).to_contain_text("Claras Kugel")


def test_one_goes_back_to_any_event(phone: Phones, table: Table) -> None:
    """Undo asks first and tells the table which event is the last that counts."""
    one = phone()
    one.enter()
    page = one.open("/history")
    page.click(".moments .link >> nth=1")
    expect(page.locator("dialog")).to_contain_text("David moves X")
    page.click("dialog .button >> nth=0")
    page.wait_for_url(table.address + "/")

    assert table.desk.taken == [(Undo(to=3, version=table.hub.current().version), "Anna")]


def test_a_record_is_loaded_without_leaving_the_phone(phone: Phones, table: Table) -> None:
    """A saved match plays back from the file; a strange file is refused kindly."""
    one = phone()
    page = one.open("/history")
    expect(page.locator("#moment")).to_contain_text("4 / 4")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    moment = {"n": 1, "kind": "turn", "seat": 0, "clock": "", "says": "An old game.", "throws": [],
              "path": [], "position": None, "undoable": True}  # fmt: skip
    match = {"seats": [{"seat": 0, "colour": "red", "player": "Zoe"}], "variant": "base"}
    record = json.dumps({"shown": match, "moments": [moment]}).encode()
    file = {"name": "r.json", "mimeType": "application/json", "buffer": record}
    page.set_input_files("#load", file)  # type: ignore[arg-type]
    expect(page.locator("#moment")).to_have_text("1 / 1 · An old game.")
    page.set_input_files("#load", {**file, "buffer": b"[1]"})  # type: ignore[arg-type]
    expect(page.locator("#toast")).to_have_text("This file is no match record.")

    assert sent == []
    expect(page.locator(".moments .link")).to_have_count(0)


def test_rules_are_found_by_id_and_word(phone: Phones, screens: Path) -> None:
    """An id finds its rule alone; a word finds rules that have it, also without its accents."""
    page = phone(locale="de").open("/help")
    page.screenshot(path=screens / "rules-phone.png")
    page.fill("#search", "m4")
    expect(page.locator(".rule:visible h3")).to_have_text(["M4"])
    page.fill("#search", "verdoppeln pfeil")
    expect(page.locator(".rule:visible h3")).to_have_text(["M5"])
    page.fill("#search", "zahlwürfel")
    expect(page.locator("#found")).to_have_text("Keine Regel enthält das.")
    page.fill("#search", "zahlkugel")

    expect(page.locator(".rule:visible h3").first).to_have_text("B5")


def test_a_verdict_s_rule_is_one_touch_away(phone: Phones, table: Table) -> None:
    """The rule's id in a foul leads to its words."""
    table.show("wrong")
    page = phone().open()
    page.click("#foul a")

    page.wait_for_url("**/help#M1")
    expect(page.locator("#M1")).to_be_in_viewport()


def test_the_first_visit_is_shown_around(phone: Phones, screens: Path) -> None:
    """Five short steps, once; it can be skipped and asked for again."""
    one = phone(toured=False)
    page = one.open()
    expect(page.locator("#tour-words")).to_contain_text("whose turn")
    page.screenshot(path=screens / "tour-phone.png")
    for _ in range(5):
        page.click(".tour .button >> nth=0")
    expect(page.locator(".tour")).to_have_count(0)
    page.reload()
    page.wait_for_selector("#connection[data-state=live]")
    expect(page.locator(".tour")).to_have_count(0)

    expect(one.open("/?tour=1").locator(".tour")).to_have_count(1)


def test_the_camera_is_aimed_and_the_board_learned(phone: Phones, table: Table) -> None:
    """Advice changes as the camera moves; one button finds the board."""
    advised = CameraView(driver="simulated", seeing=True, advice=said("A corner is cut off.", ""))
    table.hub.push(replace(snapshots()["idle"], camera=advised))
    one = phone()
    one.enter()
    page = one.open("/setup")
    expect(page.locator("#advice")).to_have_text("A corner is cut off.")
    table.hub.push(replace(snapshots()["idle"], camera=replace(advised, advice=None, board=True)))
    expect(page.locator("#advice")).to_have_text("I see the whole board. Well aimed!")
    expect(page.locator("#outline")).to_have_attribute(
        "points", "0.2,0.1 0.8,0.12 0.85,0.9 0.15,0.88"
    )
    page.click('[data-command="calibrate"]')
    expect(page.locator("#toast")).to_have_text("Done.")

    assert [type(command) for command, _ in table.desk.taken] == [Calibrate]


def test_deleting_asks_first(phone: Phones, table: Table) -> None:
    """The owner deletes with one button and one question; a no keeps everything."""
    one = phone()
    one.enter("9876")
    page = one.open("/privacy")
    page.click('[data-command="delete-everything"]')
    page.click("dialog .quiet")
    expect(page.locator("dialog")).to_have_count(0)
    assert table.desk.taken == []

    page.click('[data-command="delete-everything"]')
    page.click("dialog .button >> nth=0")
    expect(page.locator("#toast")).to_have_text("Done.")
