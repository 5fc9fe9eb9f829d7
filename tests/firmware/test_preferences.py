import json
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Self

import numpy as np
import pytest

from firmware import table
from firmware.cameras.port import Shot
from firmware.preferences import FILE, OwnersPreferences
from firmware.settings import PageSettings, Settings, VoiceSettings
from firmware.table import Opening, run_table

BASE = Settings(voice=VoiceSettings(speed=200))


def test_what_the_owner_sets_is_kept_over_a_restart(tmp_path: Path) -> None:
    """Values of every kind, and the house rules, are there again; the rest follows the settings file."""
    told: list[int] = []
    owner = OwnersPreferences(tmp_path, BASE, lambda: told.append(1))
    wrong = owner.change(
        {"voice.driver": "espeak", "lights.help": "yes", "lights.brightness": "0.25",
         "camera.mains_hz": "60", "page.pin": "4711", "page.owner_pin": ""},
        {"own_ball": "throws"},
    )  # fmt: skip
    again = OwnersPreferences(tmp_path, Settings(voice=VoiceSettings(speed=111)))

    assert wrong is None
    assert told == [1]
    assert again.settings.voice == VoiceSettings(driver="espeak", speed=111)
    assert again.settings.lights.help is True
    assert again.settings.lights.brightness == 0.25
    assert again.settings.camera.mains_hz == 60
    assert (again.settings.page.pin, again.settings.page.owner_pin) == ("4711", "")
    assert again.house() == {"own_ball": "throws"}
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("page.pin", "12"), ("lights.brightness", "dark"), ("lights.brightness", "9"), ("lights.help", "?"),
     ("voice.driver", "opera"), ("camera.source", ""), ("camera.mains_hz", "55")],
)  # fmt: skip
def test_a_wrong_value_changes_nothing(tmp_path: Path, name: str, value: str) -> None:
    """The scheme's own checks decide; the sentence says what was expected."""
    told: list[int] = []
    owner = OwnersPreferences(tmp_path, BASE, lambda: told.append(1))
    wrong = owner.change({"voice.everything": "yes", name: value}, {})

    assert wrong is not None
    assert name in str(wrong.params["reason"])
    assert owner.settings == BASE
    assert told == []
    assert not (tmp_path / FILE).exists()


def test_secrets_are_never_shown(tmp_path: Path) -> None:
    """The page gets no PIN back, not even to an owner."""
    owner = OwnersPreferences(tmp_path, Settings(page=PageSettings(pin="4711", owner_pin="0815")))

    assert "4711" not in str(owner.view())
    assert "0815" not in str(owner.view())


@pytest.mark.parametrize("text", ["", "[]", '{"settings": {"x": 1}, "house": {}}', '{"house": 3}'])
def test_a_damaged_file_is_left_aside(tmp_path: Path, text: str) -> None:
    """The table runs with its settings file all the same."""
    (tmp_path / FILE).write_text(text, "utf-8")

    assert OwnersPreferences(tmp_path, BASE).settings == BASE


class Still:
    """A camera that shows nothing, again and again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self) -> Shot:
        return Shot(np.zeros((48, 64, 3), np.uint8), time.monotonic(), "")


def until(what: Callable[[], bool]) -> None:
    """Wait for something that happens in another thread."""
    for _ in range(200):
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def test_the_table_opens_anew_with_other_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page answers at the same address before and after, and the loop has the new settings."""
    opened: list[Settings] = []
    loops: list[table.Loop] = []
    owners: list[OwnersPreferences] = []

    class Owners(OwnersPreferences):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]
            owners.append(self)

    def watched(loop: table.Loop, _anew: threading.Event):  # type: ignore[no-untyped-def]
        loops.append(loop)
        return nullcontext()

    def camera(settings: Settings, *_: object) -> Still:
        opened.append(settings)
        return Still()

    monkeypatch.setattr(table, "_ended_by_signals", watched)
    monkeypatch.setattr(table, "OwnersPreferences", Owners)
    found: list[str] = []
    settings = Settings(page=PageSettings(host="127.0.0.1", port=0))
    opening = Opening(settings=settings, folder=tmp_path, open_camera=camera)
    running = threading.Thread(target=run_table, args=(opening, lambda p: found.append(p.address)))
    running.start()
    until(lambda: len(opened) == 1)
    assert owners[0].change({"voice.everything": "yes"}, {}) is None
    until(lambda: len(opened) == 2)
    with urllib.request.urlopen(f"{found[0]}/health") as answer:
        health = json.load(answer)
    loops[-1].stop()
    running.join(10)

    assert health["ok"]
    assert len(found) == 1
    assert [one.voice.everything for one in opened] == [False, True]
    assert not running.is_alive()
