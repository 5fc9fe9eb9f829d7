"""The installed program, outside the checkout; tests/run.sh builds the wheel and says where it is."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.commands import COMMANDS

WHEEL = os.environ.get("RINGRICHTER_WHEEL", "")

pytestmark = pytest.mark.skipif(not WHEEL, reason="needs a wheel (tests/run.sh builds one)")

POSITION = {
    "game": "inner-circle", "memory": False, "seats": [0, 2], "balls": 1, "on": {"O0": 0},
    "start": {"0": 0, "2": 1}, "counters": {"0": 0, "2": 0}, "turn": 0,
}  # fmt: skip

Program = Callable[..., subprocess.CompletedProcess[str]]


def strangers() -> dict[str, str]:
    """The surroundings of somebody who has no checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The wheel's program, in an environment of its own."""
    outside = tmp_path_factory.mktemp("outside")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", outside], check=True)
    pip = [sys.executable, "-m", "pip", "--python", outside, "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-compile", WHEEL], check=True, env=strangers())
    yield outside / "bin/ringrichter"
    shutil.rmtree(outside)


@pytest.fixture
def ringrichter(installed: Path, tmp_path: Path) -> Program:
    """Runs the installed program in a folder that has nothing to do with the checkout."""

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [installed, *words], cwd=tmp_path, input=typed, capture_output=True, text=True,
            check=False, env=strangers() | {"HOME": str(tmp_path)},
        )  # fmt: skip

    return run


def test_every_command_can_be_loaded(ringrichter: Program) -> None:
    """The overview lists all commands, and none of them lacks a part."""
    done = ringrichter("--help")

    assert (0, "") == (done.returncode, done.stderr)
    assert "not usable" not in done.stdout
    assert all(f"\n    {name}" in done.stdout for name in COMMANDS)


def test_turns_are_judged_with_reasons_in_both_languages(ringrichter: Program) -> None:
    """Rules and catalogues came with the wheel."""
    after = POSITION | {"on": {"O5": 0}, "turn": 2}
    request = {"id": 1, "house": {}, "before": POSITION, "after": after,
               "throws": [{"number": 4, "option": "half"}]}  # fmt: skip
    reasons = set()
    for language in ("de", "en"):
        done = ringrichter("judge", "--language", language, typed=json.dumps(request))
        reply = json.loads(done.stdout)
        assert reply["legal"] is False
        assert reply["rule"]
        reasons.add(reply["reason"])

    assert len(reasons - {""}) == 2


def test_settings_and_boards_came_along(ringrichter: Program) -> None:
    """The printed settings are TOML and name the board that is inside the wheel."""
    done = ringrichter("settings")

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
def test_bad_input_is_one_sentence(ringrichter: Program, words: tuple[str, ...], said: str) -> None:
    """One clear sentence, a non-zero exit, no traceback."""
    complained(ringrichter(*words), said)


@pytest.mark.parametrize("command", ["serve", "try"])
def test_a_taken_port_is_one_sentence(ringrichter: Program, tmp_path: Path, command: str) -> None:
    """A port on which another program listens is named, and the table does not start."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        settings = tmp_path / "here.toml"
        settings.write_text(f"[page]\nhost = '127.0.0.1'\nport = {port}\n")
        done = ringrichter(command, "--settings", str(settings))

    complained(done, f"port {port}")


def complained(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert done.returncode == 1
    assert done.stderr.startswith("ringrichter: ")
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
