"""Phones stay at the table whatever the table's clock does."""

import time

import pytest

from tests.web.conftest import Table

DAY_S = 86_400.0


@pytest.mark.parametrize("jump_s", [-DAY_S, DAY_S, -400 * DAY_S, 400 * DAY_S])
def test_a_phone_stays_in_when_the_clock_is_set(
    table: Table, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    """A player is still one, and the token that the page gave is still taken."""
    phone = table.phone(role="player")
    token, now = phone.token, time.time
    monkeypatch.setattr(time, "time", lambda: now() + jump_s)

    answer = phone.client.post("/command", json={"do": "pause"}, headers={"X-Token": token})
    assert answer.status_code == 200


def test_the_phone_counts_the_days_itself(table: Table) -> None:
    """The cookie names its age and no day, which would be past for a table that lives in the past."""
    phone = table.phone()
    form = {"pin": "1234", "name": "Anna", "token": phone.token}
    (cookie,) = phone.client.post("/enter", data=form).headers.getlist("Set-Cookie")

    assert "Max-Age=2592000" in cookie
    assert "Expires" not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_cookie_of_somebody_else_is_nothing(table: Table) -> None:
    """Neither a forged nor a garbled one lets anybody in."""
    phone = table.phone(role="player")
    phone.client.set_cookie("ringrichter", "eyJyb2xlIjoib3duZXIifQ.x.y")

    assert phone.client.get("/camera.jpg").status_code == 403
