"""A copy of all matches on a phone, and back."""

from pathlib import Path

import pytest

from firmware.journal import Journal
from firmware.vault import PhoneVault, take_brought
from tests.firmware.test_backup import names, play


@pytest.fixture
def opened() -> list[str]:
    """How often the table was asked to open anew."""
    return []


@pytest.fixture
def vault(tmp_path: Path, opened: list[str]) -> PhoneVault:
    play(tmp_path, ["old"])
    return PhoneVault(tmp_path / "journal.sqlite", lambda: opened.append("anew"))


def test_a_copy_goes_to_the_phone_and_comes_back(
    vault: PhoneVault, tmp_path: Path, opened: list[str]
) -> None:
    """While the table runs; the matches are changed when it opens anew, and those before are set aside."""
    journal = tmp_path / "journal.sqlite"
    with Journal(journal):
        name, data = vault.copy()
    play(tmp_path, ["new"])
    with Journal(journal):
        assert vault.bring(data) == ""
    assert name.endswith(".sqlite")
    assert opened == ["anew"]
    assert names(journal) == ["old", "new"]

    take_brought(journal)
    take_brought(journal)

    assert names(journal) == ["old"]
    (aside,) = tmp_path.glob("journal.2*.sqlite")
    assert names(aside) == ["old", "new"]


@pytest.mark.parametrize("data", [b"", b"no journal", b"SQLite format 3\x00" + bytes(2000)])
def test_what_is_no_copy_is_refused(
    vault: PhoneVault, tmp_path: Path, opened: list[str], data: bytes
) -> None:
    """Said in one sentence; the table neither opens anew nor finds anything when it does."""
    assert vault.bring(data) != ""
    take_brought(tmp_path / "journal.sqlite")

    assert opened == []
    assert names(tmp_path / "journal.sqlite") == ["old"]


def test_half_a_copy_is_refused(vault: PhoneVault, tmp_path: Path) -> None:
    """A phone that lost its connection brings nothing."""
    for i in range(200):
        play(tmp_path, [f"match {i}" * 20])
    _, data = vault.copy()

    assert vault.bring(data[: len(data) // 2]) != ""
