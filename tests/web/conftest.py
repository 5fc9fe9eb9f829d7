"""A scripted table behind the page, and phones that ask it."""

import re
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.fake_owner import Kept, Radio
from tests.web.fake_table import Desk, Hub, Shelf, Shots, boards, qr, rules, snapshots
from web.app import create_app
from web.settings import PageSettings


@dataclass
class Clock:
    """Seconds that pass when a test says so."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Table:
    """The page of a scripted table, with what stands behind it."""

    app: Flask
    hub: Hub
    desk: Desk
    clock: Clock
    radio: Radio
    kept: Kept

    def phone(self, *, role: str = "spectator") -> "Phone":
        """Return a phone that has opened the page, and come in as this role."""
        phone = Phone(self.app.test_client())
        if role != "spectator":
            phone.enter({"player": "1234", "owner": "9876"}[role])
        return phone


@dataclass
class Phone:
    """A browser at the table."""

    client: FlaskClient

    @property
    def token(self) -> str:
        """The token that the page gave this phone."""
        found = re.search(r'name="token" value="(\w+)"', self.client.get("/more").text)
        assert found
        return found[1]

    def enter(self, pin: str, name: str = "Anna") -> int:
        """Type a PIN; returns the status."""
        form = {"pin": pin, "name": name, "token": self.token}
        return self.client.post("/enter", data=form).status_code

    def command(self, **wish: object) -> tuple[int, dict[str, object]]:
        """Send a command as the page does; returns status and answer."""
        answer = self.client.post("/command", json=wish, headers={"X-Token": self.token})
        return answer.status_code, answer.get_json()


SETTINGS = PageSettings(
    secret="a secret for tests",
    address="http://192.168.1.20:8080",
    pin="1234",
    owner_pin="9876",
    key="a-long-key",
    hosts=("table.example",),
    max_streams=3,
    heartbeat_s=0.01,
)


@pytest.fixture
def table() -> Table:
    """A table in the middle of a game."""
    hub, desk, clock = Hub(snapshots()["thrown"]), Desk(), Clock()
    radio, kept = Radio(), Kept()
    app = create_app(
        hub=hub, commands=desk, boards=boards(), settings=SETTINGS, rules=rules(),
        archive=Shelf(), pictures=Shots(), qr_svg=qr, clock=clock,
        wifi=radio, preferences=kept,
    )  # fmt: skip
    app.testing = True
    return Table(app, hub, desk, clock, radio, kept)
