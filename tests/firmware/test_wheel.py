"""The installed program, outside the checkout; tests/run.sh builds the wheel and says where it is."""

import json
import os
import socket
import subprocess
import tomllib
from pathlib import Path

import pytest

from firmware.commands import COMMANDS

INSTALLED = os.environ.get("RINGRICHTER_INSTALLED", "")

pytestmark = pytest.mark.skipif(
    not INSTALLED, reason="needs an installed wheel (tests/run.sh makes one)"
)

POSITION = {
    "game": "inner-circle", "memory": False, "seats": [0, 2], "balls": 1, "on": {"O0": 0},
    "start": {"0": 0, "2": 1}, "counters": {"0": 0, "2": 0}, "turn": 0,
}  # fmt: skip


def ringrichter(*words: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed program in a folder that has nothing to do with the checkout."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [INSTALLED, *words], cwd=folder, input=typed, capture_output=True, text=True, check=False,
        env=clean | {"HOME": str(folder)},
    )  # fmt: skip


def test_every_command_can_be_loaded(tmp_path: Path) -> None:
    """The overview lists all commands, and none of them lacks a part."""
    done = ringrichter("--help", folder=tmp_path)

    assert (0, "") == (done.returncode, done.stderr)
    assert "not usable" not in done.stdout
    assert all(f"\n    {name}" in done.stdout for name in COMMANDS)


def test_turns_are_judged_with_reasons_in_both_languages(tmp_path: Path) -> None:
    """Rules and catalogues came with the wheel."""
    after = POSITION | {"on": {"O5": 0}, "turn": 2}
    request = {"id": 1, "house": {}, "before": POSITION, "after": after,
               "throws": [{"number": 4, "option": "half"}]}  # fmt: skip
    reasons = set()
    for language in ("de", "en"):
        done = ringrichter(
            "judge", "--language", language, folder=tmp_path, typed=json.dumps(request)
        )
        reply = json.loads(done.stdout)
        assert reply["legal"] is False
        assert reply["rule"]
        reasons.add(reply["reason"])

    assert len(reasons - {""}) == 2


def test_settings_and_boards_came_along(tmp_path: Path) -> None:
    """The printed settings are TOML and name the board that is inside the wheel."""
    done = ringrichter("settings", folder=tmp_path)

    assert tomllib.loads(done.stdout)["table"]["board"] == "inner-circle"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("look", "nowhere.jpg"), "nowhere.jpg"),
        (("calibrate", "dir", "nowhere.jpg"), "nowhere.jpg"),
        (("watch", "nowhere"), "nowhere"),
        (("settings", "--settings", "nowhere.toml"), "nowhere.toml"),
        (("try", "--seats", "0,9", "--port", "0"), "0,9"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """One clear sentence, a non-zero exit, no traceback."""
    complained(ringrichter(*words, folder=tmp_path), said)


@pytest.mark.parametrize("command", ["serve", "try"])
def test_a_taken_port_is_one_sentence(tmp_path: Path, command: str) -> None:
    """A port on which another program listens is named, and the table does not start."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        settings = tmp_path / "here.toml"
        settings.write_text(f"[page]\nhost = '127.0.0.1'\nport = {port}\n")
        done = ringrichter(command, "--settings", str(settings), folder=tmp_path)

    complained(done, f"port {port}")


def complained(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert done.returncode == 1
    assert done.stderr.startswith("ringrichter: ")
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
