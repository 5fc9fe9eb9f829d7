"""The owner's settings: who may see and change them, and what is refused."""

from dataclasses import replace

import pytest

from tests.web.conftest import SETTINGS, Phone
from tests.web.fake_owner import Kept
from tests.web.fake_table import Desk, Hub, Shelf, boards, qr, rules, snapshots
from web.app import create_app


@pytest.fixture
def kept() -> Kept:
    return Kept()


def phone(kept: Kept | None, role: str = "spectator", moment: str = "idle") -> Phone:
    app = create_app(
        hub=Hub(snapshots()[moment]), commands=Desk(), boards=boards(), settings=SETTINGS,
        rules=rules(), archive=Shelf(), qr_svg=qr, preferences=kept,
    )  # fmt: skip
    found = Phone(app.test_client())
    if role != "spectator":
        found.enter({"player": "1234", "owner": "9876"}[role])
    return found


def save(asking: Phone, **values: str) -> int:
    form = {"token": asking.token, **{name.replace("__", "."): v for name, v in values.items()}}
    return asking.client.post("/settings", data=form).status_code


@pytest.mark.parametrize("role", ["spectator", "player"])
def test_settings_are_the_owner_s(kept: Kept, role: str) -> None:
    """Others read that they are not theirs, see no values, and change nothing."""
    asking = phone(kept, role)

    assert "usb:" not in asking.client.get("/settings").text
    assert save(asking, lights__help="yes") == 403
    assert kept.asked == []


def test_the_owner_changes_them(kept: Kept) -> None:
    """Values and house rules arrive; what is no setting and no rule is dropped."""
    asking = phone(kept, "owner")
    page = asking.client.get("/settings").text
    status = save(
        asking, lights__help="yes", strange="x",
        **{"house-own_ball": '"throws"', "house-swap_ball_may_hole": "false", "house-nothing": "true"},
    )  # fmt: skip

    assert status == 303
    assert kept.asked == [({"lights.help": "yes"}, {"own_ball": "throws"})]
    assert 'value="usb:&lt;b&gt;"' in page


def test_what_is_wrong_is_said(kept: Kept) -> None:
    """A refused value comes back as the page with a sentence, and so does one that is far too long."""
    asking = phone(kept, "owner")
    kept.wrong = "No such camera."
    form = {"camera.source": "x", "token": asking.token}

    assert "No such camera." in asking.client.post("/settings", data=form).text
    kept.asked.clear()
    assert save(asking, camera__source="x" * 500) == 400
    assert kept.asked == []


def test_reading_never_saves(kept: Kept) -> None:
    """No address changes a setting."""
    asking = phone(kept, "owner")
    asking.client.get("/settings?saved=1&lights.help=yes&token=" + asking.token)

    assert kept.asked == []


def test_a_table_without_preferences_has_no_such_page() -> None:
    """The page is offered only where it does something."""
    asking = phone(None, "owner")

    assert asking.client.get("/settings").status_code == 404
    assert "/settings" not in asking.client.get("/more").text


def test_new_matches_begin_with_the_owner_s_house_rules(kept: Kept) -> None:
    """The form offers them; a match on the table offers its own again."""
    kept.usual = {"own_ball": "throws"}
    chosen = """<option value="&#34;throws&#34;" selected>"""

    assert chosen in phone(kept).client.get("/match").text
    assert chosen not in phone(kept, moment="throw").client.get("/match").text


def test_a_new_pin_lets_the_old_phones_out() -> None:
    """A phone that came in by the old PIN only watches until it knows the new one."""
    table = {"hub": Hub(snapshots()["idle"]), "commands": Desk(), "boards": boards()}
    before = Phone(create_app(settings=SETTINGS, **table).test_client())
    before.enter("1234")
    cookie = before.client.get_cookie("ringrichter")
    assert cookie
    for pin, status in (("1234", 200), ("5555", 403)):
        after = Phone(create_app(settings=replace(SETTINGS, pin=pin), **table).test_client())
        after.client.set_cookie("ringrichter", cookie.value)
        assert after.command(do="pause")[0] == status
