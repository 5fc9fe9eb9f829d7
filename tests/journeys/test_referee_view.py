"""Putting things right on the phone: let it stand, correct by finger, tap or keyboard."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.snapshot import Repair
from tests.browser import Phones, Table
from tests.web.fake_table import said, snapshots
from web.commands import Agree, Correct, LetStand
from web.ports import Result

pytestmark = pytest.mark.browser


def middle(node: Locator) -> tuple[float, float]:
    """Return the middle of something on the screen."""
    box = node.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def editor(phone: Phones, table: Table, size: str = "phone") -> Page:
    """Open the editor in the middle of a foul."""
    table.show("wrong")
    one = phone(size)
    one.enter()
    page = one.open()
    page.click('[data-action="correct"]')
    expect(page.locator("#editor")).to_be_visible()
    return page


def corrected(page: Page, table: Table) -> Correct:
    """Save and return the command that reached the table."""
    page.click("#editor .button >> nth=0")
    expect(page.locator("#editor")).to_be_hidden()
    command, by = table.desk.taken[-1]
    assert isinstance(command, Correct)
    assert by == "Anna"
    assert command.version == table.hub.current().version
    return command


def test_who_only_watches_has_no_buttons(phone: Phones, table: Table) -> None:
    """Spectators see the foul, not the buttons."""
    table.show("wrong")
    page = phone().open()

    expect(page.locator("#foul")).to_be_visible()
    expect(page.locator("#actions")).to_be_hidden()


def test_a_foul_can_be_let_stand(phone: Phones, table: Table) -> None:
    """One touch, and the table is told who agreed to it."""
    table.show("wrong")
    one = phone()
    one.enter()
    page = one.open()
    page.click('[data-action="let-stand"]')

    expect(page.locator("#toast")).to_have_text("Done.")
    assert table.desk.taken == [(LetStand(version=table.hub.current().version), "Anna")]


def test_a_house_rule_is_agreed_on(phone: Phones, table: Table, screens: Path) -> None:
    """A rule by which the move would be right is one touch away for players, not for who only watches."""
    wrong = snapshots()["wrong"]
    assert wrong.foul
    foul = replace(wrong.foul, legal_under=("own_ball=throws",))
    table.hub.push(replace(wrong, foul=foul))
    watching = phone().open()
    expect(watching.locator(".legal-under li")).to_have_count(1)
    expect(watching.locator(".legal-under button")).to_have_count(0)
    one = phone()
    one.enter()
    page = one.open()
    page.screenshot(path=screens / "house-rule-phone.png", full_page=True)
    page.click(".legal-under button")

    expect(page.locator("#toast")).to_have_text("Done.")
    asked = Agree(rule="own_ball=throws", version=table.hub.current().version)
    assert table.desk.taken == [(asked, "Anna")]


def test_who_is_second_is_told(phone: Phones, table: Table) -> None:
    """If somebody else decided first, the second sees why nothing happened."""
    table.show("wrong")
    table.desk.answer = Result(accepted=False, says=said("Ben was first.", "Ben war schneller."))
    one = phone()
    one.enter()
    page = one.open()
    page.click('[data-action="let-stand"]')

    expect(page.locator("#toast")).to_have_text("Ben was first.")
    one.forgive("409")


def test_a_ball_is_dragged_where_it_belongs(phone: Phones, table: Table, screens: Path) -> None:
    """The ball snaps into the place under the finger."""
    page = editor(phone, table)
    x, y = middle(page.locator('.movable[aria-label*="Ben, inner 13"]'))
    to_x, to_y = middle(page.locator('[data-place="I11"]'))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x + 2, to_y - 2)
    page.screenshot(path=screens / "correcting-phone.png")
    page.mouse.up()
    expect(page.locator("#editor [role=status]")).to_have_text("Put on inner 11.")

    assert corrected(page, table).position["on"] == {"O26": 0, "I11": 1, "T4": 2, "O50": 3}


def test_two_taps_do_the_same(phone: Phones, table: Table) -> None:
    """Who cannot drag taps the ball and then its place; a ball that lay there goes home."""
    page = editor(phone, table)
    page.locator('.movable[aria-label*="Ben, inner 13"]').tap()
    page.locator('.movable[aria-label*="David, outer 50"]').tap()

    position = corrected(page, table).position
    assert position["on"] == {"O26": 0, "O50": 1, "T4": 2}
    assert position["start"] == {"0": 1, "1": 1, "2": 1, "3": 2}


def test_the_keyboard_does_the_same(phone: Phones, table: Table) -> None:
    """Tab to the ball, arrows to aim, Enter to put it down; every aim is said."""
    page = editor(phone, table, "desktop")
    page.locator('.movable[aria-label*="Ben, inner 13"]').focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#editor [role=status]")).to_contain_text("To inner 11?")
    page.keyboard.press("Enter")

    assert corrected(page, table).position["on"]["I11"] == 1


def test_arrows_follow_the_screen_on_a_turned_board(phone: Phones, table: Table) -> None:
    """Left is left for who looks from another seat."""
    page = editor(phone, table, "desktop")
    page.click("#turn-board")
    page.click("#turn-board")
    page.locator('.movable[aria-label*="Ben, inner 13"]').focus()
    page.keyboard.press("ArrowRight")

    expect(page.locator("#editor [role=status]")).to_contain_text("To inner 12?")


def test_counting_ball_dice_and_turn_are_corrected_too(phone: Phones, table: Table) -> None:
    """The score, a misread die and whose turn it is are part of a correction."""
    page = editor(phone, table)
    page.locator('.movable[aria-label*="Counting ball of Clara"]').tap()
    page.locator('[data-place="C2.1"]').tap(force=True)
    page.locator('#editor input[name="face-number"][value="8"]').tap(force=True)
    page.locator("#editor select").select_option("2")

    command = corrected(page, table)
    assert command.position["counters"]["2"] == 1
    assert command.position["turn"] == 2
    assert command.throw == {"number": 8, "option": "half"}


def test_dice_are_turned_by_tapping_them(phone: Phones, table: Table, screens: Path) -> None:
    """Each tap on a die of the drawing shows its next face; the table hears the last one."""
    page = editor(phone, table)
    x, y = middle(page.locator(".board .die.number"))
    for face in ("VIII", "X"):
        page.touchscreen.tap(x, y)
        expect(page.locator(".board .die.number")).to_have_text(face)
    page.touchscreen.tap(*middle(page.locator(".board .die.option")))
    expect(page.locator("#editor [role=status]")).to_contain_text("double")
    page.screenshot(path=screens / "dice-phone.png")

    assert corrected(page, table).throw == {"number": 10, "option": "double"}


def test_dice_are_chosen_by_keyboard(phone: Phones, table: Table) -> None:
    """The faces of a die are one group of choices: Tab to it, arrows through it."""
    page = editor(phone, table, "desktop")
    page.locator('#editor input[name="face-number"]:checked').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .die.number")).to_have_text("VIII")

    assert corrected(page, table).throw == {"number": 8, "option": "half"}


def test_the_way_back_is_ticked_off_step_by_step(
    phone: Phones, table: Table, screens: Path
) -> None:
    """What the camera has seen put right is crossed out; what is left stays to be done."""
    wrong = snapshots()["wrong"]
    assert wrong.foul
    both = replace(
        wrong.foul,
        repairs=(*wrong.foul.repairs, Repair(3, "O51", "O50")),
        legal_under=("own_ball=throws", "swap_ball_may_hole=true"),
    )
    table.hub.push(replace(wrong, foul=both))
    page = phone(locale="de").open()
    expect(page.locator(".way-back li")).to_have_count(2)
    expect(page.locator(".way-back .done")).to_have_count(0)
    expect(page.locator(".legal-under li")).to_have_count(2)
    expect(page.locator(".legal-under")).not_to_contain_text("house.")
    expect(page.locator(".note-count-way")).to_have_count(1)
    table.hub.push(replace(wrong, foul=replace(both, repairs=wrong.foul.repairs)))
    expect(page.locator(".way-back .done")).to_contain_text("David")
    expect(page.locator(".way-back li:not(.done)")).to_have_text(
        ["Ben: von innen 13 nach innen 11"]
    )
    page.screenshot(path=screens / "way-back-phone.png", full_page=True)
    table.show("throw")

    expect(page.locator("#foul")).to_be_hidden()


def test_cancelling_changes_nothing(phone: Phones, table: Table) -> None:
    """After cancelling the board shows what the camera sees, and the table heard nothing."""
    page = editor(phone, table)
    page.locator('.movable[aria-label*="Ben, inner 13"]').tap()
    page.locator('[data-place="I11"]').tap(force=True)
    page.click("#editor .button >> nth=1")

    expect(page.locator(".note-wrong")).to_have_count(1)
    expect(page.locator("#foul")).to_be_visible()
    assert table.desk.taken == []


def test_news_do_not_tear_the_draft(phone: Phones, table: Table) -> None:
    """What the camera sees meanwhile does not move balls under the fingers."""
    page = editor(phone, table)
    table.show("unsure")
    expect(page.locator("#says")).to_have_text("Anna throws Clara's ball home.")

    expect(page.locator('.movable[aria-label*="Ben, inner 13"]')).to_have_count(1)
