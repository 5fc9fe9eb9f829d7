"""The owner's copy of all matches."""

from dataclasses import dataclass, field

import pytest

from tests.web.conftest import SETTINGS, Phone
from tests.web.fake_table import Desk, Hub, boards, snapshots
from web.app import create_app


@dataclass
class Shelf:
    """A vault that remembers what was brought."""

    brought: list[bytes] = field(default_factory=list)

    def copy(self) -> tuple[str, bytes]:
        return "ringrichter-1.sqlite", b"all matches"

    def bring(self, data: bytes) -> str:
        self.brought.append(data)
        return "" if data.startswith(b"all") else "this is no copy"


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def phone(shelf: Shelf | None, role: str) -> Phone:
    app = create_app(
        hub=Hub(snapshots()["idle"]), commands=Desk(), boards=boards(), settings=SETTINGS, vault=shelf
    )  # fmt: skip
    found = Phone(app.test_client())
    if role != "spectator":
        found.enter({"player": "1234", "owner": "9876"}[role])
    return found


def bring(asking: Phone, data: bytes, token: str | None = None) -> tuple[int, bool]:
    answer = asking.client.post(
        "/matches.sqlite", data=data, headers={"X-Token": token or asking.token}
    )
    return answer.status_code, bool((answer.get_json(silent=True) or {}).get("accepted"))


def test_the_owner_takes_a_copy_and_brings_it_back(shelf: Shelf) -> None:
    """Also one that is larger than any other request may be."""
    owner = phone(shelf, "owner")
    taken = owner.client.get("/matches.sqlite")

    assert (taken.status_code, taken.data) == (200, b"all matches")
    assert "ringrichter-1.sqlite" in taken.headers["Content-Disposition"]
    large = b"all matches" + bytes(3_000_000)
    assert bring(owner, large) == (200, True)
    assert shelf.brought == [large]
    assert "/matches.sqlite" in owner.client.get("/privacy").text


def test_what_is_no_copy_is_told(shelf: Shelf) -> None:
    """The sentence comes from the table."""
    assert bring(phone(shelf, "owner"), b"a photograph") == (400, False)


@pytest.mark.parametrize("role", ["spectator", "player"])
def test_nobody_else_may(shelf: Shelf, role: str) -> None:
    """Matches hold names; and whoever replaces them ends the game."""
    other = phone(shelf, role)

    assert other.client.get("/matches.sqlite").status_code == 403
    assert bring(other, b"all matches") == (403, False)
    assert "/matches.sqlite" not in other.client.get("/privacy").text
    assert shelf.brought == []


def test_a_strangers_page_brings_nothing(shelf: Shelf) -> None:
    """Without the token nothing is taken."""
    assert bring(phone(shelf, "owner"), b"all matches", token="0" * 32) == (403, False)
    assert shelf.brought == []


def test_without_a_vault_there_is_nothing_to_keep() -> None:
    """Neither the address nor the buttons."""
    assert phone(None, "owner").client.get("/matches.sqlite").status_code == 404
    assert "/matches.sqlite" not in phone(None, "owner").client.get("/privacy").text
