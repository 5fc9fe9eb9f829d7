import re
from dataclasses import fields

from firmware.commands import COMMANDS
from firmware.settings import Settings
from tests.shared import ROOT

README = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")


def test_every_command_is_described() -> None:
    """The table of commands has each of them, and none that is not there."""
    rows = [line for line in README.splitlines() if line.startswith("| `ringrichter ")]

    assert set(COMMANDS) == {
        name for row in rows for name in re.findall(r"`ringrichter ([\w-]+)", row)
    }


def test_every_setting_is_listed() -> None:
    """The table of settings has each section with all its keys, in order."""
    listed = {
        section: re.findall(r"`(\w+)`", keys)
        for section, keys in re.findall(r"^\| `\[(\w+)\]` \| (.*) \|$", README, re.MULTILINE)
    }

    assert listed == {
        section.name: [key.name for key in fields(section.default)] for section in fields(Settings)
    }
