"""What a stranger in the network or on another page may try, and does not get."""

import dataclasses
import re

import pytest

from tests.web.conftest import SETTINGS, Phone, Table
from tests.web.routes import STREAM, changing, pages, readable
from web.access import TRIES, WAIT_S
from web.app import create_app
from web.commands import KINDS
from web.safety import is_local, is_ours


def test_every_answer_forbids_strange_scripts_and_frames(table: Table) -> None:
    """The headers stand on pages, pictures, streams and errors alike."""
    for path in (
        *readable(table.app),
        STREAM,
        "/nothing",
        "/evidence/1-17-after.jpg",
        "/board/base.svg",
    ):
        answer = table.app.test_client().get(path)
        policy = answer.headers["Content-Security-Policy"]
        answer.close()

        assert "default-src 'none'" in policy, path
        assert "script-src 'self';" in policy, path
        assert "unsafe" not in policy, path
        assert "frame-ancestors 'none'" in policy, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["Referrer-Policy"] == "no-referrer", path
        assert "Access-Control-Allow-Origin" not in answer.headers, path


def test_pages_carry_no_script_or_style_of_their_own(table: Table) -> None:
    """The policy holds because nothing inline is there, not although."""
    for path in pages(table.app):
        page = table.phone(role="owner").client.get(path).text
        assert "<style" not in page, path
        assert " style=" not in page, path
        assert " onclick" not in page, path
        assert page.count("<script") == page.count('type="module"') + page.count(
            'type="application/json"'
        ), path


def test_nothing_is_asked_of_other_hosts(table: Table) -> None:
    """No page loads, links or sends anything elsewhere."""
    client = table.phone(role="owner").client
    for path in pages(table.app):
        targets = re.findall(
            r"""(?<![\w-])(?:src|href|action)=["']([^"']*)""", client.get(path).text
        )
        assert targets
        assert [t for t in targets if not re.match(r"/(?!/)|#", t)] == [], path


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.168.1.20:8080", True), ("localhost:8080", True), ("[::1]:8080", True),
        ("[fe80::1]", True), ("ringrichter.local", True), ("Ringrichter.LOCAL:80", True),
        ("table.example", True), ("evil.example", False), ("evil.example:8080", False),
        ("192.168.1.20.evil.example", False), ("raspberrypi:8080", True),
        ("table.home.arpa", True), ("evil.local.example", False), ("evil_x", False), ("", False),
        ("evil:80:80", False),
    ],
)  # fmt: skip
def test_only_our_own_host_names_are_answered(host: str, ours: bool) -> None:
    """A stranger's name that points at our address (DNS rebinding) is refused."""
    assert is_ours(host, ("table.example",)) is ours


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("192.168.1.7", True), ("10.0.0.3", True), ("127.0.0.1", True), ("::1", True),
        ("fe80::1%eth0", True), ("::ffff:192.168.1.7", True), ("fd12::1", True),
        ("8.8.8.8", False), ("::ffff:8.8.8.8", False), ("2a00:1450::1", False), ("", False),
    ],
)  # fmt: skip
def test_only_the_local_network_is_answered(address: str, local: bool) -> None:
    """An address from the internet is none of ours."""
    assert is_local(address) is local


def test_strangers_are_refused_at_the_door(table: Table) -> None:
    """Wrong host and wrong network get nothing at all."""
    client = table.phone(role="owner").client
    for path in (*readable(table.app), STREAM, "/evidence/1-17-after.jpg"):
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 421, path
        away = client.get(path, environ_overrides={"REMOTE_ADDR": "8.8.8.8"})
        assert away.status_code == 403, path


def test_reading_changes_nothing(table: Table) -> None:
    """No GET on any address leads to a command, a setting or another network, whatever it carries."""
    phone = table.phone(role="owner")
    carried = f"do=abandon&lang=de&name=x&pin=9876&lights.help=yes&token={phone.token}"
    before = table.hub.current()
    for path in readable(table.app):
        assert phone.client.get(f"{path}?{carried}").status_code < 500, path
    for path in changing(table.app):
        phone.client.get(f"{path}?{carried}")
        assert phone.client.head(f"{path}?{carried}").status_code in {200, 404, 405}, path

    assert (table.desk.taken, table.radio.asked, table.kept.asked) == ([], [], [])
    assert table.hub.current() is before
    assert phone.command(do="pause")[0] == 200


def test_nothing_is_taken_without_the_token(table: Table) -> None:
    """Every address that changes something refuses an owner's phone that a stranger's page sends there."""
    phone = table.phone(role="owner")
    for path in changing(table.app):
        for headers in ({}, {"X-Token": "0" * 32}):
            answer = phone.client.post(path, data={"pin": "9876", "name": "x"}, headers=headers)
            assert answer.status_code == 403, path

    assert (table.desk.taken, table.radio.asked, table.kept.asked) == ([], [], [])


COMMANDS = [
    {"do": "pause"}, {"do": "resume"}, {"do": "abandon"}, {"do": "let-stand"}, {"do": "undo", "to": 1},
    {"do": "agree", "rule": "own_ball=throws"},
    {"do": "correct", "position": {}}, {"do": "calibrate"}, {"do": "delete-pictures"},
    {"do": "delete-everything"}, {"do": "new-match", "balls": 2, "seats": {"0": "red", "2": "blue"}},
]  # fmt: skip
OWNERS = {"delete-pictures", "delete-everything"}


def test_every_command_is_tried_by_every_role(table: Table) -> None:
    """Spectators command nothing, players all but what is the owner's, the owner everything."""
    assert {wish["do"] for wish in COMMANDS} == set(KINDS)
    for role in ("spectator", "player", "owner"):
        phone = table.phone(role=role)
        told = {str(wish["do"]): phone.command(**wish)[0] for wish in COMMANDS}
        may = {"spectator": set(), "player": set(KINDS) - OWNERS, "owner": set(KINDS)}[role]
        assert {name for name, status in told.items() if status == 200} == may
        assert {status for name, status in told.items() if name not in may} <= {403}


@pytest.mark.parametrize("token", [None, "", "0" * 32, "ä"])
def test_a_command_without_the_token_is_refused(table: Table, token: str | None) -> None:
    """A stranger's page can send our cookie, but does not know the token."""
    phone = table.phone(role="player")
    form = {} if token is None else {"token": token}

    status = phone.client.post("/leave", data=form).status_code
    command = phone.client.post("/command", json={"do": "pause"}).status_code

    assert (status, command) == (403, 403)
    assert table.desk.taken == []


def test_another_phone_s_token_does_not_fit(table: Table) -> None:
    """A token belongs to one phone's cookie."""
    player, other = table.phone(role="player"), table.phone(role="player")

    answer = player.client.post("/command", json={"do": "pause"}, headers={"X-Token": other.token})

    assert answer.status_code == 403


def test_a_forged_cookie_makes_nobody_a_player(table: Table) -> None:
    """The role stands in a signed cookie; a changed one counts for nothing."""
    phone = table.phone(role="player")
    cookie = phone.client.get_cookie("ringrichter")
    assert cookie
    phone.client.set_cookie("ringrichter", cookie.value[:-2] + "xx")

    assert phone.command(do="pause")[0] == 403


def test_wrong_pins_have_to_wait(table: Table) -> None:
    """After a few wrong PINs not even the right one is looked at for a while."""
    phone = table.phone()
    tried = [phone.enter("0000") for _ in range(TRIES)]

    assert tried == [403] * TRIES
    assert phone.enter("1234") == 429

    table.clock.now += WAIT_S + 1

    assert phone.enter("1234") == 303


def test_guessing_the_key_has_to_wait_too(table: Table) -> None:
    """The key in an address is tried no more often than a PIN."""
    client = table.app.test_client()
    for guess in range(TRIES):
        client.get(f"/?k={guess}")
    client.get("/?k=a-long-key")

    assert Phone(client).command(do="pause")[0] == 403


def test_the_key_lets_a_player_in_and_leaves_the_address(table: Table) -> None:
    """The QR code's key works once it is right, and does not stay in the address line."""
    client = table.app.test_client()
    answer = client.get("/?k=a-long-key")

    assert answer.headers["Location"] == "/"
    assert Phone(client).command(do="pause")[0] == 200


def test_an_empty_pin_lets_nobody_in(table: Table) -> None:
    """A table without an owner's PIN has no owner, and an empty one opens nothing."""
    assert table.phone().enter("") == 403


def test_coming_back_leads_nowhere_else(table: Table) -> None:
    """The language switch sends nobody to a stranger's page."""
    phone = table.phone()
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", ""):
        form = {"lang": "de", "back": back, "token": phone.token}
        assert phone.client.post("/language", data=form).headers["Location"] == "/"


def test_a_huge_request_is_refused(table: Table) -> None:
    """Nobody fills the little machine's memory."""
    phone = table.phone(role="player")
    answer = phone.client.post(
        "/command", data=b"x" * 3_000_000, headers={"X-Token": phone.token},
        content_type="application/json",
    )  # fmt: skip

    assert answer.status_code in {400, 413}
    assert table.desk.taken == []


def test_pictures_are_for_players(table: Table) -> None:
    """Who only watches does not look through the camera."""
    watching, playing = table.phone().client, table.phone(role="player").client

    assert watching.get("/camera.jpg").status_code == 403
    assert watching.get("/evidence/1-17-after.jpg").status_code == 403
    assert playing.get("/camera.jpg").data == b"a live picture"
    assert playing.get("/evidence/1-17-after.jpg").data == b"a disputed move"
    assert playing.get("/evidence/1-18-after.jpg").status_code == 404


def test_names_cannot_bring_markup(table: Table) -> None:
    """A player's name is text wherever it is shown."""
    snapshot = table.hub.current()
    assert snapshot.match
    seat = dataclasses.replace(snapshot.match.seats[0], player="<script>alert(1)</script>")
    match = dataclasses.replace(snapshot.match, seats=(seat, *snapshot.match.seats[1:]))
    table.hub.push(dataclasses.replace(snapshot, match=match))

    for path in ("/", "/match"):
        assert "<script>alert" not in table.phone().client.get(path).text


def test_an_open_table_lets_everybody_play(table: Table) -> None:
    """A trial on one's own machine asks for no PIN, but still for the token."""
    app = create_app(
        hub=table.hub, commands=table.desk, boards={}, rules={},
        settings=dataclasses.replace(SETTINGS, open=True),
    )  # fmt: skip
    phone = Phone(app.test_client())

    assert phone.command(do="pause")[0] == 200
    assert phone.client.post("/command", json={"do": "pause"}).status_code == 403


def test_a_player_s_name_stands_beside_what_he_asks(table: Table) -> None:
    """A player may say the name later; who only watches leaves none."""
    player, watching = table.phone(role="player"), table.phone()
    for phone in (player, watching):
        phone.client.post("/name", data={"name": " Zoe\x00", "token": phone.token})
        phone.client.post("/name", data={"name": " Zoe ", "token": phone.token})
    player.command(do="pause")

    assert [by for _, by in table.desk.taken] == ["Zoe"]
    assert "Zoe" not in watching.client.get("/enter").text
