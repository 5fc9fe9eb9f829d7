import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.journal import Journal

Settings = Callable[..., list[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "table"


@pytest.fixture
def backup(tmp_path: Path, folder: Path) -> Callable[..., int]:
    """Run the command for a table whose data are kept in ``folder``."""
    settings = tmp_path / "settings.toml"
    settings.write_text(f"[table]\nfolder = '{folder}'\n")
    return lambda *words: main(["backup", "--settings", str(settings), *map(str, words)])


def play(folder: Path, names: list[str]) -> None:
    with Journal(folder / "journal.sqlite") as journal:
        for name in names:
            match = journal.open_match({"name": name}, at=0.0)
            journal.append(match, 1, {"event": "start"}, at=0.0)


def names(path: Path) -> list[str]:
    with Journal(path) as journal:
        return [match.headers["name"] for match in journal.matches()]


def test_a_backup_is_made_while_the_table_runs(backup, folder: Path, tmp_path: Path) -> None:
    """The copy has all that was committed, and the table goes on writing."""
    stick = tmp_path / "stick"
    stick.mkdir()
    play(folder, ["one"])
    with Journal(folder / "journal.sqlite") as journal:
        journal.open_match({"name": "two"}, at=0.0)
        assert backup(stick) == 0
        journal.open_match({"name": "three"}, at=0.0)

    (copy,) = stick.glob("ringrichter-*.sqlite")
    assert names(copy) == ["one", "two"]


def test_matches_come_back_and_what_was_there_is_kept(
    backup, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After restoring, the matches are those of the copy; the others were set aside."""
    play(folder, ["old"])
    assert backup(tmp_path / "copy.sqlite") == 0
    play(folder, ["new"])

    assert backup("--restore", tmp_path / "copy.sqlite") == 0

    assert names(folder / "journal.sqlite") == ["old"]
    (aside,) = folder.glob("journal.2*.sqlite")
    assert names(aside) == ["old", "new"]
    assert str(aside) in capsys.readouterr().out


def test_nothing_is_restored_under_a_running_table(
    backup, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table that runs would go on with a game that is not there any more."""
    play(folder, ["old"])
    assert backup(tmp_path / "copy.sqlite") == 0
    with Journal(folder / "journal.sqlite"):
        assert backup("--restore", tmp_path / "copy.sqlite") == 1

    assert "in use" in capsys.readouterr().err
    assert names(folder / "journal.sqlite") == ["old"]


@pytest.mark.parametrize("content", [None, b"no journal", b""])
def test_what_is_no_journal_is_not_restored(
    backup, folder: Path, tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing, damaged or empty file is refused in one sentence, and the matches stay."""
    play(folder, ["old"])
    source = tmp_path / "copy.sqlite"
    if content is not None:
        source.write_bytes(content)

    assert backup("--restore", source) == 1

    assert "copy.sqlite" in capsys.readouterr().err
    assert names(folder / "journal.sqlite") == ["old"]


def test_somebody_elses_database_is_not_restored(backup, folder: Path, tmp_path: Path) -> None:
    """Another program's file is refused before anything is written."""
    play(folder, ["old"])
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE notes (text)")
    other.commit()
    other.close()

    assert backup("--restore", tmp_path / "other.sqlite") == 1
    assert names(folder / "journal.sqlite") == ["old"]
