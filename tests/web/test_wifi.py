"""The Wi-Fi page: who may choose a network, what is refused, and what everybody sees."""

from dataclasses import replace
from html import unescape

import pytest

from referee.snapshot import Sentence
from tests.web.conftest import SETTINGS, Phone
from tests.web.fake_owner import REACHED, Radio
from tests.web.fake_table import Desk, Hub, boards, qr, rules, snapshots
from web.app import create_app
from web.wifi import fits


@pytest.fixture
def radio() -> Radio:
    return Radio()


def phone(radio: Radio | None, role: str = "spectator") -> Phone:
    app = create_app(
        hub=Hub(snapshots()["thrown"]), commands=Desk(), boards=boards(), settings=SETTINGS,
        texts={"en": {"wifi": {"wrong-password": "{name} refuses"}}}, rules=rules(), qr_svg=qr,
        wifi=radio,
    )  # fmt: skip
    found = Phone(app.test_client())
    if role != "spectator":
        found.enter({"player": "1234", "owner": "9876"}[role])
    return found


def choose(asking: Phone, name: str, password: str, token: str | None = None) -> int:
    form = {"name": name, "password": password, "token": token or asking.token}
    return asking.client.post("/wifi", data=form).status_code


def test_the_owner_chooses_a_network(radio: Radio) -> None:
    """The list names what is in reach, escaped; the wish goes to the radio, and the page is shown again."""
    owner = phone(radio, "owner")
    text = owner.client.get("/wifi?lang=en").text

    assert "Café &lt;b&gt;" in text
    assert choose(owner, "Café <b>", "right-password") == 303
    assert choose(owner, "Guests", "") == 303
    assert radio.asked == [("Café <b>", "right-password"), ("Guests", "")]


@pytest.mark.parametrize("role", ["spectator", "player"])
def test_nobody_else_chooses(radio: Radio, role: str) -> None:
    """Neither the form nor the list of neighbours is shown, and a wish is refused."""
    other = phone(radio, role)

    assert 'name="password"' not in other.client.get("/wifi").text
    assert "Guests" not in other.client.get("/wifi").text
    assert choose(other, "Guests", "") == 403
    assert radio.asked == []


def test_a_wish_without_the_token_is_refused(radio: Radio) -> None:
    """A stranger's page cannot send the table elsewhere."""
    assert choose(phone(radio, "owner"), "Guests", "", token="0" * 32) == 403
    assert radio.asked == []


@pytest.mark.parametrize(
    ("name", "password", "right"),
    [
        ("Home", "", True),
        ("Home", "12345678", True),
        ("é" * 16, "x" * 63, True),
        ("", "12345678", False),
        ("é" * 17, "", False),
        ("a\nb", "", False),
        ("Home", "1234567", False),
        ("Home", "x" * 64, False),
        ("Home", "1234\n5678", False),
    ],
)
def test_what_can_be_a_network(radio: Radio, name: str, password: str, right: bool) -> None:
    """Names are measured in bytes; a password has 8 to 63 letters or is left out."""
    assert fits(name, password) is right
    assert choose(phone(radio, "owner"), name, password) == (303 if right else 400)
    assert len(radio.asked) == right


def test_the_own_password_is_for_players(radio: Radio) -> None:
    """Whoever only watches does not get it, neither in words nor as a code."""
    spectator, player = phone(radio), phone(radio, "player")

    assert "secret-word" not in spectator.client.get("/wifi").text
    assert spectator.client.get("/wifi.svg").status_code == 403
    assert "secret-word" in player.client.get("/wifi").text
    assert player.client.get("/wifi.svg").data == qr(REACHED.own_code)


def test_what_came_of_it_is_told(radio: Radio) -> None:
    """First that the table leaves, then what happened."""
    owner = phone(radio, "owner")
    radio.shown = replace(REACHED, joining="Home")
    assert "The table joins Home now" in owner.client.get("/wifi?lang=en").text
    radio.shown = replace(REACHED, says=Sentence("wifi.wrong-password", {"name": "Home"}))

    assert "Home refuses" in owner.client.get("/wifi?lang=en").text


@pytest.mark.parametrize("link", ["offline", "joining", "joined", "own"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_state_has_words(radio: Radio, link: str, language: str) -> None:
    """Whatever the radio does, the page says so in both languages."""
    radio.shown = replace(REACHED, link=link, name="Home")

    text = unescape(phone(radio, "owner").client.get(f"/wifi?lang={language}").text)
    assert "wifi." not in text.replace("/wifi.svg", "")


def test_without_a_radio_there_is_no_such_page(radio: Radio) -> None:
    """Neither the page nor a link to it."""
    assert phone(None, "owner").client.get("/wifi").status_code == 404
    assert "/wifi" not in phone(None).client.get("/more").text
    assert "/wifi" in phone(radio).client.get("/more").text


def test_the_address_may_change_while_the_table_runs() -> None:
    """After joining another network the invitation shows where the page is then."""
    places = iter(["http://10.42.0.1", "http://192.168.1.9"])
    moving = replace(SETTINGS, locate=lambda: next(places))

    assert [moving.link, moving.link] == [
        "http://10.42.0.1/?k=a-long-key",
        "http://192.168.1.9/?k=a-long-key",
    ]
