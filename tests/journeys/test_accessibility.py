"""Every page for everybody: axe in light and dark, narrow screens, sizes of targets, the keyboard."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import Phones, Table
from tests.web.fake_table import snapshots
from tests.web.routes import pages

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""By dark nothing but colours differs."""


def addresses(table: Table) -> list[str]:
    """Return every page there is, and one that there is not."""
    assert table.served.app
    return [*pages(table.served.app), "/nothing"]


def faults(page: Page, scheme: str = "light") -> list[str]:
    """Return what axe finds wrong with the page as it stands, by dark with its colours alone."""
    options = RULES if scheme == "light" else COLOURS
    found = Axe().run(page, options=options).response["violations"]
    return [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_passes_axe(phone: Phones, table: Table, scheme: str) -> None:
    """WCAG 2.2 A and AA and axe's best practice, by light and by dark, for who plays."""
    one = phone(scheme=scheme, locale="de")
    one.enter("9876")
    found = {path: faults(one.open(path), scheme) for path in addresses(table)}
    one.forgive("404")

    assert "/settings" in found
    assert found == {path: [] for path in addresses(table)}


def test_what_strangers_see_passes_axe(phone: Phones, table: Table) -> None:
    """Pages look otherwise to who only watches."""
    one = phone()
    found = {path: faults(one.open(path)) for path in addresses(table)}
    one.forgive("404")

    assert found == {path: [] for path in addresses(table)}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_moment_of_a_game_passes_axe(phone: Phones, table: Table, scheme: str) -> None:
    """The live table stays accessible whatever happens on it."""
    one = phone("tablet", scheme=scheme)
    one.enter()
    page = one.open()
    page.click("summary")
    page.click("#actions button:visible")
    page.click("#editor .quiet")
    found = {}
    for moment, snapshot in snapshots().items():
        table.show(moment)
        expect(page.locator("#turn")).to_have_attribute("data-phase", snapshot.phase)
        if snapshot.expectation.choices:
            page.click("#choices-button")
        found[moment] = faults(page, scheme)

    assert found == {moment: [] for moment in snapshots()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_editor_the_tour_and_questions_pass_axe(phone: Phones, scheme: str) -> None:
    """What opens on top of a page is accessible too."""
    one = phone(scheme=scheme)
    one.enter()
    page = one.open("/?tour=1")
    page.wait_for_selector(".tour")
    assert faults(page, scheme) == []

    page.keyboard.press("Escape")
    page.click('[data-action="correct"]')
    assert faults(page, scheme) == []

    page = one.open("/match")
    page.click('[data-command="abandon"]')
    assert faults(page, scheme) == []


SMALL = """() => [...document.querySelectorAll(
    "a, button, select, summary, [role=button], [tabindex='0'], input:not([type=hidden])")]
  .filter((node) => node.checkVisibility() && !node.matches(".skip"))
  .filter((node) => !(node.matches("a") && node.closest("p:not(.buttons), li, figcaption, .note") &&
                      getComputedStyle(node).display === "inline"))
  .map((node) => node.matches("[type=radio], [type=checkbox], [type=file]") ? node.closest("label") : node)
  .filter((node) => { const box = node.getBoundingClientRect(); return box.height < 44 || box.width < 44; })
  .map((node) => node.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("locale", ["de", "en"])
def test_narrow_screens_and_thumbs(phone: Phones, table: Table, locale: str) -> None:
    """At 320 px (400 % of a small window) nothing runs over, and what is touched is 44 px high and wide.

    Links within sentences may be smaller.
    """
    one = phone(locale=locale)
    one.enter("9876")
    one.page.set_viewport_size({"width": 320, "height": 640})
    found = {}
    for path in addresses(table):
        page = one.open(path)
        found[path] = (page.evaluate("document.documentElement.scrollWidth"), page.evaluate(SMALL))
    one.forgive("404")

    assert found == {path: (320, []) for path in addresses(table)}


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus; a keyboard has nothing else."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by keyboard on {page.url}")


def test_a_whole_game_is_played_by_keyboard(phone: Phones, table: Table) -> None:
    """Come in, begin, look at choices, settle a foul, correct, pause, go back: without a pointer."""
    table.show("idle")
    page = phone("desktop").open("/enter")
    tab_to(page, "input[name=pin]")
    page.keyboard.type("1234")
    tab_to(page, "input[name=name]")
    page.keyboard.type("Anna")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("#connection[data-state=live]")

    tab_to(page, "#welcome a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match")
    tab_to(page, "input[name=name-0]")
    page.keyboard.type("Anna")
    tab_to(page, "#new-match button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("#connection[data-state=live]")

    table.show("thrown")
    expect(page.locator("#choices-count")).to_have_text("2")
    tab_to(page, "#choices-button")
    page.keyboard.press("Enter")
    tab_to(page, "#choices-list button")
    page.keyboard.press("Space")
    expect(page.locator(".note-choice")).to_have_count(1)

    table.show("wrong")
    expect(page.locator("#foul")).to_be_visible()
    tab_to(page, '[data-action="let-stand"]')
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Done.")
    tab_to(page, '[data-action="correct"]')
    page.keyboard.press("Enter")
    expect(page.locator("#editor h2")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    for _ in range(30):
        if "Ben, inner 13" in (page.evaluate("document.activeElement.ariaLabel") or ""):
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#editor [role=status]")).to_contain_text("Put on inner 11")
    tab_to(page, "#editor .button")
    page.keyboard.press("Enter")
    expect(page.locator("#editor")).to_be_hidden()

    tab_to(page, '.tabs a[href="/match"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to(page, '[data-command="pause"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to(page, '.tabs a[href="/history"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#moment")).to_contain_text("4 / 4")
    tab_to(page, ".moments .link")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url(table.address + "/")

    taken = [type(command).__name__ for command, by in table.desk.taken if by == "Anna"]
    assert taken == ["NewMatch", "LetStand", "Correct", "Pause", "Undo"]


def test_the_first_tab_skips_to_the_content(phone: Phones) -> None:
    """Who uses a keyboard need not walk through the menu on each page."""
    page = phone("desktop").open()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.id") == "main"


def test_the_referee_speaks_through_a_live_region(phone: Phones, table: Table) -> None:
    """Screen readers hear each sentence once: the region stands still while it stays the same."""
    page = phone().open()
    page.evaluate(
        """() => { window.heard = [];
             const says = document.getElementById("says");
             const note = new MutationObserver(() => heard.push(says.textContent));
             note.observe(says, {childList: true, characterData: true, subtree: true}); }"""
    )
    table.show("throw")
    table.show("thrown")
    expect(page.locator("#says")).to_have_text("Anna throws VI and swap rings.")
    table.show("thrown")
    table.show("moved")
    expect(page.locator("#says")).to_have_text("Anna throws Clara's ball home.")

    assert page.evaluate("heard") == [
        "Anna throws VI and swap rings.",
        "Anna throws Clara's ball home.",
    ]
    assert page.locator("#says").get_attribute("aria-live") == "polite"


def test_the_board_can_be_read_as_a_list(phone: Phones) -> None:
    """Colour, sign, places, start area and score of every player, in words."""
    page = phone().open()
    page.click("details summary")

    expect(page.locator("#as-list dt").first).to_have_text("Anna (Red, sign: dot)")
    expect(page.locator("#as-list dd").first).to_have_text(
        "outer 20; 1 in the start area; counting ball on I"
    )
