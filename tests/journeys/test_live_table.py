"""The live table on phones, tablets and televisions."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.board import Variant
from referee.catalogue import flat
from tests.browser import SETTINGS, SIZES, Phones, Served, Table
from tests.web.fake_table import MATCH, Hub, boards, memory_snapshot, snapshots
from web.app import create_app
from web.wording import Wording

pytestmark = pytest.mark.browser


def where(page: Page, seat: int) -> list[tuple[float, float]]:
    """Return where the balls of a seat lie on the drawing (millimetres, x right and y down)."""
    sign = ("circle.sign", 'path.sign[d^="M0"]', 'path.sign[d^="M-3"]', ".sign-line")[seat]
    found = page.locator(f".layer-pieces .piece:has({sign})").evaluate_all(
        "nodes => nodes.map(n => n.style.transform.match(/-?[\\d.]+/g).map(Number))"
    )
    return sorted((x, y) for x, y in found)


def at(*names: str) -> list[tuple[float, float]]:
    """Return where places lie on the drawing."""
    places = boards()[Variant.BASE].places
    return sorted((float(f"{places[n].x_mm:.1f}"), float(f"{-places[n].y_mm:.1f}")) for n in names)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_look_shows_the_game(phone: Phones, screens: Path, size: str) -> None:
    """Whose turn it is, what is to be done, the balls where they lie and the score, at every size."""
    page = phone(size).open()
    page.screenshot(path=screens / f"table-{size}.png")

    expect(page.locator("#who")).to_have_text("Anna’s turn")  # noqa: RUF001
    expect(page.locator("#due")).to_have_text("Throw both dice")
    expect(page.locator("#says")).to_have_text("David's turn was right. Anna throws both dice.")
    assert where(page, 0) == at("O20", "S0")
    assert where(page, 2) == at("O26", "T4")
    expect(page.locator("#score li")).to_have_count(4)
    expect(page.locator("#score li").nth(2)).to_contain_text("Counting ball on II")
    expect(page.locator(".die.number")).to_have_text("X")


def test_the_board_fits_the_screen_whole(phone: Phones) -> None:
    """Nobody has to scroll to see the whole board, on whatever is held or hangs there."""
    for size, (width, height) in SIZES.items():
        box = phone(size).open().locator("svg.board").bounding_box()

        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (834, 1112), (1024, 768), (844, 600)])
def test_tablets_and_small_windows_show_everything_beside_the_board(
    phone: Phones, width: int, height: int
) -> None:
    """Upright or lying, the board keeps its margin and nothing is pushed out of the screen."""
    page = phone().open()
    page.set_viewport_size({"width": width, "height": height})
    box = page.locator("svg.board").bounding_box()

    assert box
    assert box["x"] >= 12
    assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_move_is_shown_as_it_happens(phone: Phones, table: Table, screens: Path) -> None:
    """The ball goes along its path, the thrown one goes home, and the referee's sentence changes."""
    page = phone().open()
    table.show("moved")
    expect(page.locator("#says")).to_have_text("Anna throws Clara's ball home.")
    running = page.evaluate(
        "document.getAnimations().filter(a => a.effect.target.closest('.piece')).length"
    )
    page.wait_for_timeout(600)
    page.screenshot(path=screens / "moving-phone.png")

    assert running == 2
    assert where(page, 0) == at("O26", "S0")
    assert where(page, 2) == at("S2", "T4")
    expect(page.locator("#due")).to_have_text("next: Ben, or play on")
    expect(page.locator(".trail")).to_have_count(1)


def test_motion_can_be_reduced(phone: Phones, table: Table) -> None:
    """Who asked for less motion sees the balls where they lie at once, and steady lights."""
    page = phone(motion="reduce").open()
    table.show("moved")
    expect(page.locator("#says")).to_have_text("Anna throws Clara's ball home.")

    assert page.evaluate("document.getAnimations().length") == 0
    assert where(page, 0) == at("O26", "S0")


def test_a_sleeping_page_is_told_nothing_twice(phone: Phones, table: Table) -> None:
    """A page that was hidden shows the newest state without replaying what it missed."""
    page = phone().open()
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    for moment in ("thrown", "moved", "wrong"):
        table.show(moment)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => false});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )

    expect(page.locator("#who")).to_have_text("Something is not right", timeout=2000)


def test_a_lost_connection_is_said_and_mended(phone: Phones, table: Table) -> None:
    """The page says that it hears nothing, and shows the true state when it does again."""
    one = phone()
    page = one.open()
    table.switch_off()
    expect(page.locator("#connection")).to_have_attribute("data-state", "lost")
    expect(page.locator("#connection")).to_have_text("connection lost, trying again")

    table.show("wrong")
    table.switch_on()

    expect(page.locator("#who")).to_have_text("Something is not right")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    one.forgive("503")


def test_after_a_power_cut_three_phones_show_the_same(
    phone: Phones, table: Table, served: Served
) -> None:
    """The machine goes off under three open pages and comes back as another process: all of them follow."""
    phones = [phone(size) for size in ("phone", "tablet", "tv")]
    pages = [one.open() for one in phones]
    table.switch_off()
    for page in pages:
        expect(page.locator("#connection")).to_have_attribute("data-state", "lost")
    hub = Hub(snapshots()["unsure"])
    served.app = create_app(hub=hub, commands=table.desk, boards=boards(), settings=SETTINGS)
    table.switch_on()
    for page in pages:
        expect(page.locator("#turn")).to_have_attribute("data-phase", "moving")
        expect(page.locator(".view-covered")).to_have_count(4)
    hub.push(snapshots()["moved"])
    for one in phones:
        expect(one.page.locator("#turn")).to_have_attribute("data-phase", "may-end")
        expect(one.page.locator("#connection")).to_have_attribute("data-state", "live")
        one.forgive("503")


def test_a_restarted_table_is_taken_up(phone: Phones, table: Table) -> None:
    """After a restart versions begin anew; three phones show the same all the same."""
    pages = [phone(size).open() for size in ("phone", "tablet", "desktop")]
    for _ in range(5):
        table.show("thrown")
    expect(pages[0].locator("#due")).to_have_text("Play the throw")

    table.hub.restart(snapshots()["wrong"])
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")

    for page in pages:
        expect(page.locator("#who")).to_have_text("Something is not right")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_foul_is_shown_with_the_way_back(
    phone: Phones, table: Table, screens: Path, scheme: str
) -> None:
    """The rule, where the ball stands and belongs, the counted path, and a list of what to do."""
    table.show("wrong")
    page = phone(scheme=scheme, locale="de").open()
    page.screenshot(path=screens / f"foul-phone-{scheme}.png")

    expect(page.locator("#foul-title")).to_have_text("VI zieht sechs Felder, nicht acht.")
    expect(page.locator("#foul li")).to_have_text(["Ben: von innen 13 nach innen 11"])
    expect(page.locator("#foul a")).to_have_attribute("href", "/help#M1")
    expect(page.locator(".note-count")).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(page.locator(".note-wrong")).to_have_count(1)
    expect(page.locator(".note-belongs")).to_have_count(1)


def test_a_wrong_ball_is_drawn_where_it_stands(phone: Phones, table: Table) -> None:
    """Also where the position is the last legal one, the drawing shows what really stands there."""
    wrong = snapshots()["wrong"]
    assert wrong.position
    legal = {**wrong.position, "on": {"O26": 0, "I11": 1, "T4": 2, "O50": 3}}
    table.hub.push(replace(wrong, position=legal))
    page = phone().open()

    assert where(page, 1) == at("I13", "S1")


def test_sure_unsure_and_hidden_differ(phone: Phones, table: Table, screens: Path) -> None:
    """Unsure places have a ring and a question mark, hidden ones a veil; the list says so in words."""
    table.show("unsure")
    page = phone(locale="de").open()
    page.screenshot(path=screens / "unsure-phone.png")

    expect(page.locator("#sight")).to_have_text("2 Stellen unklar · 4 Stellen verdeckt")
    expect(page.locator(".view-unsure")).to_have_count(1)
    expect(page.locator(".view-covered")).to_have_count(4)
    page.click("details summary")
    expect(page.locator("#as-list dd").nth(1)).to_contain_text("innen 5 (unklar)")
    expect(page.locator("#as-list dd").nth(3)).to_contain_text("außen 50 (verdeckt)")


def test_what_may_be_done_is_listed_and_shown(phone: Phones, table: Table, screens: Path) -> None:
    """Each choice is a sentence; touching it shows its way and goal on the board."""
    table.show("thrown")
    page = phone().open()
    page.click("#choices-button")
    page.click("#choices-list button >> nth=0")
    expect(page.locator("#choices-list .tip")).to_be_hidden()
    page.click("#hints")
    expect(page.locator("#choices-list .tip")).to_be_visible()
    page.screenshot(path=screens / "choices-phone.png")

    expect(page.locator("#choices-list button").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#choices-list button").first).to_contain_text("A good move: throws a ball")
    expect(page.locator(".note-choice")).to_have_count(1)
    page.click("#choices-list button >> nth=0")
    expect(page.locator(".note-choice")).to_have_count(0)


def test_the_board_turns_for_every_seat(phone: Phones, screens: Path) -> None:
    """A quarter at a time, with everything readable, and it stays so for the next visit."""
    page = phone().open()
    before = page.locator('[data-place="S0"]').bounding_box()
    page.click("#turn-board")
    after = page.locator('[data-place="S3"]').bounding_box()
    page.screenshot(path=screens / "turned-phone.png")

    assert before
    assert after
    assert after["x"] == pytest.approx(before["x"], abs=1)
    assert after["y"] == pytest.approx(before["y"], abs=1)
    page.reload()
    page.wait_for_selector("#connection[data-state=live]")
    again = page.locator('[data-place="S3"]').bounding_box()
    assert again
    assert again["x"] == pytest.approx(before["x"], abs=1)


def test_memory_changes_the_board(phone: Phones, table: Table, screens: Path) -> None:
    """When a Memory match begins the drawing changes, with the remembered options beside the score."""
    page = phone("tablet").open()
    table.hub.push(memory_snapshot())

    expect(page.locator('svg.board[data-variant="memory"]')).to_have_count(1)
    expect(page.locator(".option-ball")).to_have_count(21)
    expect(page.locator('#score .stored svg[aria-label="double"]')).to_have_count(1)
    page.screenshot(path=screens / "memory-tablet.png")


def test_lights_are_drawn(phone: Phones, table: Table) -> None:
    """Simulated lights glow at corners and fields, with their pulse."""
    page = phone().open()
    table.show("moved")

    expect(page.locator(".lamp-light")).to_have_count(2)
    expect(page.locator('.lamp-light[data-pulse="breathe"]')).to_have_count(1)


def test_the_winner_is_named(phone: Phones, table: Table, screens: Path) -> None:
    """At the end of a round the winner and the counting ball's move are said."""
    table.show("round-over")
    page = phone("tv").open()
    page.screenshot(path=screens / "round-over-tv.png")

    expect(page.locator("#who")).to_have_text("Clara wins the round")
    expect(page.locator("#due")).to_have_text("Move the counting ball one field on")


def test_more_phones_than_streams_still_show_the_game(phone: Phones, table: Table) -> None:
    """A phone without a stream asks now and then, and follows all the same."""
    one = phone()
    one.page.route("**/events*", lambda route: route.fulfill(status=503, body="full"))
    page = one.page
    page.goto(table.address)
    table.show("wrong")

    expect(page.locator("#who")).to_have_text("Something is not right")
    one.forgive("503")


WAYS = [
    (("O20", "O26"), [f"O{i}" for i in range(20, 27)]),
    (("O60", "O2"), ["O60", "O61", "O62", "O63", "O0", "O1", "O2"]),
    (("O10", "O4"), [f"O{i}" for i in range(10, 3, -1)]),
    (("O4", "I4"), ["O4", "O5", "O6", "O7", "O8", "I4"]),
    (("I2", "O8"), ["I2", "I3", "I4", "O8"]),
    (("I5", "T3"), ["I5", "I6", "I7", "I8", "T3"]),
    (("O5", "O40"), ["O5", "O40"]),
    (("O6", "I3"), ["O6", "I3"]),
    (("S0", "O0"), ["S0", "O0"]),
]


def test_the_way_between_two_ends_runs_along_the_rings(phone: Phones) -> None:
    """A step that only tells its ends is drawn field by field; a swap across the board straight."""
    page = phone().open()
    found = page.evaluate(
        """async (ends) => {
             const source = document.querySelector("script[type=module]").src;
             const { way } = await import(new URL("pieces.js", source));
             const nodes = [...document.querySelectorAll("[data-place]")];
             const places = new Map(nodes.map((node) => [node.dataset.place, node]));
             return ends.map((pair) => way(pair, places)); }""",
        [list(ends) for ends, _ in WAYS],
    )

    assert found == [expected for _, expected in WAYS]


def test_fields_can_be_numbered(phone: Phones) -> None:
    """Who looks for "inner 12" has numbers written beside the fields; they stay upright."""
    page = phone().open()
    page.click("#number-fields")

    expect(page.locator("#number-fields")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".field-name")).to_have_count(12 + 4 + 8)
    page.click("#number-fields")
    expect(page.locator(".field-name")).to_have_count(0)


COUNTED = {
    "spot": {
        "possessive": "{name}'s", "possessive_hissing": "{name}'", "hissing": "sx",
        "O": {"every": "16", "at": "{of} start field", "after": "{n} after {of} start"},
        "I": {"every": "8", "at": "{of} arrow", "after": "inner {n} after {of} arrow"},
        "T": {"every": "1", "number": "target {n}"},
    }
}  # fmt: skip


def test_page_and_referee_call_a_place_by_the_same_name(
    phone: Phones, table: Table, served: Served
) -> None:
    """Scripts word every field as the referee's sentences do, also where a corner is empty."""
    seats = tuple(
        replace(view, player=name)
        for view, name in zip(MATCH.seats[1:3], ("Max", "Eva"), strict=True)
    )
    match = replace(MATCH, seats=seats)
    table.hub.push(replace(snapshots()["throw"], match=match))
    served.app = create_app(
        hub=table.hub,
        commands=table.desk,
        boards=boards(),
        settings=SETTINGS,
        texts={"en": COUNTED},
    )
    names = [place.name for place in boards()[Variant.BASE].fields]
    told = (
        phone()
        .open()
        .evaluate(
            """async (names) => {
             const source = document.querySelector("script[type=module]").src;
             const { boot, placeName } = await import(new URL("words.js", source));
             return names.map((name) => placeName(boot.snapshot.match, name)); }""",
            names,
        )
    )
    wording = Wording("en", flat(COUNTED))

    assert told == [wording.place(name, match) for name in names]
    assert told[names.index("O5")] == "37 after Eva's start"


def test_a_foul_with_pictures_stays_within_the_screen(phone: Phones, table: Table) -> None:
    """Long sentences and several pictures of a dispute do not push the page wider."""
    wrong = snapshots()["wrong"]
    assert wrong.foul
    pictures = replace(
        wrong.foul, evidence=tuple(f"1-17-{part}" for part in ("before", "after", "dice"))
    )
    table.hub.push(replace(wrong, foul=pictures, says=wrong.foul.says))
    for size, (width, _) in SIZES.items():
        one = phone(size)
        one.enter()
        page = one.open()
        expect(page.locator(".evidence img")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        expect(page.locator("#says")).to_have_class("says visually-hidden")
