"""Room on the disk for work in progress: read back in order, and nothing left of it."""

from pathlib import Path

import pytest

from firmware.errors import ScratchError
from firmware.scratch import KEYS, Scratch, folder


def open_files():
    """Return the numbers of the files that this process has open."""
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


def test_keys_are_read_back_as_often_as_wanted(tmp_path, monkeypatch):
    """More keys than are read at a time come back in order, twice, and no file has a name."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    keys = [number.to_bytes(3, "big") for number in range(KEYS + 7)]

    with Scratch() as scratch:
        run = scratch.put_away(iter(keys))

        assert keys == list(run) == list(run)
        assert len(keys) == len(run)
        assert [] == list(tmp_path.iterdir())


def test_the_room_is_given_back():
    """After the statement, or once a run is dropped, its file is closed."""
    before = open_files()
    with Scratch() as scratch:
        scratch.put_away([b"a"]).drop()
        scratch.put_away([])
        assert len(open_files() - before) == 1

    assert before == open_files()


def test_a_disk_without_room_is_told(monkeypatch):
    """What cannot be written is an error that says where and what to do."""
    full = Path("/dev/full").open("r+b", 0)  # noqa: SIM115  (`Scratch` closes it)
    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: full)

    with Scratch() as scratch, pytest.raises(ScratchError, match="TMPDIR"):
        scratch.put_away([b"a" * 30])


def test_large_files_do_not_go_where_memory_is(monkeypatch, tmp_path):
    """Without TMPDIR they go to /var/tmp; a TMPDIR that is none is not used."""
    monkeypatch.delenv("TMPDIR", raising=False)
    assert "/var/tmp" == str(folder())
    monkeypatch.setenv("TMPDIR", str(tmp_path / "none"))
    assert folder().is_dir()
