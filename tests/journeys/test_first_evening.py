"""From a camera in the hand to the first refereed throw, and to the match's end: one way on one phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.events import Paused, Throw
from tests.browser import Phones, Served, Table
from tests.journeys.first_evening import FirstEvening
from tests.journeys.serving import serve

pytestmark = pytest.mark.browser

SLOW_MS = 60_000
"""Pictures are painted and read in earnest, beside whatever else the machine does."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[FirstEvening]:
    """A table that nobody has set up yet."""
    evening = FirstEvening(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def table(served: Served, evening: FirstEvening) -> Table:
    """The page of that table."""
    return serve(served, evening, evening.pictures)


ADVICE = {
    "dark": "It is too dark",
    "moving": "Hold the camera still",
    "cut-off": "A corner is cut off",
    "high": "The board is small",
    "good": "I see the whole board",
}


@pytest.mark.slow
def test_from_a_camera_in_the_hand_to_the_match_s_end(
    phone: Phones, evening: FirstEvening, screens: Path
) -> None:
    """Aim, calibrate, begin a match, see the first throw refereed; pause, go on, and end it."""
    one = phone()
    one.context.set_default_timeout(SLOW_MS)
    expect.set_options(timeout=SLOW_MS)
    one.enter()
    try:
        page = one.open("/setup")
        aim(page, evening, screens)
        calibrate(page, screens)
        begin(page, evening, screens)
        referee(page, evening, screens)
        end(one.page, evening, one.table.address)
    finally:
        expect.set_options(timeout=5000)


def aim(page: Page, evening: FirstEvening, screens: Path) -> None:
    """Hold the camera wrongly in every way, and then well: each time the page says what to do."""
    for held, words in ADVICE.items():
        evening.camera.aim = held
        expect(page.locator("#advice")).to_contain_text(words)
        expect(page.locator("#no-picture")).to_be_hidden()
        if held in {"cut-off", "good"}:
            expect(page.locator("#outline")).to_have_attribute("points", re.compile(r"\d"))
        page.screenshot(path=screens / f"aim-{held}-phone.png")


def calibrate(page: Page, screens: Path) -> None:
    """One button learns the table; the page names whose balls it found."""
    page.click('[data-command="calibrate"]')
    expect(page.locator("#found li")).to_have_count(2)
    page.screenshot(path=screens / "calibrated-phone.png")
    page.click("#next")


def begin(page: Page, evening: FirstEvening, screens: Path) -> None:
    """Seats and colours stand there as found; names, balls, a house rule and who begins are chosen."""
    page.wait_for_url("**/match")
    assert [page.locator(f"input[name=plays-{seat}]").is_checked() for seat in range(4)] == [
        True, False, True, False,
    ]  # fmt: skip
    found = {view.seat: view.colour for view in evening.hub.current().found}
    for seat, colour in found.items():
        expect(page.locator(f"select[name=colour-{seat}]")).to_have_value(colour)
    page.fill("input[name=name-0]", "Anna")
    page.fill("input[name=name-2]", "Ben")
    page.select_option("select[name=balls]", "2")
    page.select_option("select[name=first]", "2")
    page.click("details.house summary")
    page.select_option("select[name=house-own_ball]", '"throws"')
    page.screenshot(path=screens / "first-match-phone.png", full_page=True)
    page.click("#new-match .button >> nth=0")
    page.wait_for_selector("#connection[data-state=live]")

    live = evening.keeper.live
    assert live
    match = live.game.match
    assert (dict(match.seats), match.first, match.terms["balls"]) == (found, 2, 2)
    assert match.house["own_ball"] == "throws"


def referee(page: Page, evening: FirstEvening, screens: Path) -> None:
    """People play under the camera: the first throw is read, told, drawn and written down."""
    expect(page.locator("#who")).to_contain_text("Ben")
    live = evening.keeper.live
    assert live
    evening.camera.begin(live.game.match)
    expect(page.locator("#recent")).to_contain_text("Ben throws")
    page.screenshot(path=screens / "first-throw-phone.png")

    throws = [event.what for event in live.events if isinstance(event.what, Throw)]
    assert throws
    assert throws[0].seat == 2


def end(page: Page, evening: FirstEvening, address: str) -> None:
    """Pause, go on, end: each asks for as much as it should, and the page shows what came of it."""
    page.goto(address + "/match")
    with page.expect_navigation():
        page.click('[data-command="pause"]')
    page.goto(address + "/")
    expect(page.locator("#who")).to_have_text("Paused")
    page.click('[data-action="resume"]')
    expect(page.locator("#turn")).not_to_have_attribute("data-phase", "paused")
    page.goto(address + "/match")
    page.click('[data-command="abandon"]')
    with page.expect_navigation():
        page.click("dialog .button >> nth=0")
    page.goto(address + "/")
    expect(page.locator("#who")).to_have_text("The match is over")
    expect(page.locator("#result")).to_be_visible()

    assert evening.keeper.live
    assert evening.keeper.live.over
    by = [
        event.memo.get("by")
        for event in evening.keeper.live.events
        if isinstance(event.what, Paused)
    ]
    assert by == ["Anna"]
