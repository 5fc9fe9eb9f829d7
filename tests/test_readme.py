"""The README: what it shows exists, and what it says can be typed."""

import re
import subprocess
import sys

import pytest

from firmware.commands import COMMANDS
from tests.shared import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^    (\S.*)$", README, re.MULTILINE)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_every_link_leads_somewhere(target):
    """Every picture and page that the README links to is in the repository."""
    assert (ROOT / target).exists()


@pytest.mark.parametrize("line", BLOCKS)
def test_every_command_exists(line):
    """Every command line of the README runs a script or a command that is there."""
    words = line.split("#")[0].split()
    words = words[1:] if words[0] == "sudo" else words
    if words[0] == "sh":
        assert (ROOT / words[1]).is_file()
    else:
        assert words[0] == "ringrichter"
        assert words[1] in COMMANDS


@pytest.mark.parametrize("command", sorted({b.split()[1] for b in BLOCKS if b[0] == "r"}))
def test_options_of_the_examples_exist(command):
    """Every option in an example is one that the command's own help names."""
    shown = subprocess.run(
        [sys.executable, "-m", "firmware", command, "--help"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for line in (b for b in BLOCKS if b.startswith(f"ringrichter {command}")):
        for option in re.findall(r"--[a-z-]+", line):
            assert option in shown


def test_the_readme_is_short():
    """The front page stays under 150 lines: longer texts live in their rooms."""
    assert len(README.splitlines()) < 150
