import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware.networks.nmcli import OWN_CONNECTION
from firmware.settings import read_settings
from tests.shared import ROOT

OS = ROOT / "firmware" / "os"
UNIT = OS / "ringrichter.service"
INSTALLER = ROOT / "firmware" / "install.sh"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (package systemd)"
)


@needs_systemd
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    """systemd-analyze finds nothing wrong with the unit but that the program is not installed here."""
    program = tmp_path / "ringrichter"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(
        UNIT.read_text().replace("/opt/ringrichter/current/bin/ringrichter", str(program))
    )

    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )

    assert [line for line in done.stderr.splitlines() if UNIT.name in line] == []
    assert done.returncode == 0


@needs_systemd
def test_the_unit_gives_the_program_few_rights() -> None:
    """The exposure that systemd computes stays in its lowest quarter (0 none, 10 all)."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.search(r"Overall exposure level for .*: ([0-9.]+)", done.stdout)

    assert found is not None
    assert float(found.group(1)) <= 2.5


def test_installer_and_first_boot_name_the_same_packages() -> None:
    """A card that is ready at first boot has what the installer would install."""
    listed = [line for line in (OS / "packages").read_text().split("\n") if line and line[0] != "#"]
    user_data = (OS / "user-data").read_text()
    block = user_data.split("packages:\n")[1].split("\nhostname")[0]

    assert listed == [line.removeprefix("  - ") for line in block.splitlines()]
    assert user_data.startswith("#cloud-config\n")


def test_the_service_starts_what_the_installer_installs() -> None:
    """Unit and installer agree on the program's place."""
    started = re.search(r"^ExecStart=(\S+) serve$", UNIT.read_text(), re.MULTILINE)
    assert started is not None
    home = re.search(r"^home=(\S+)$", INSTALLER.read_text(), re.MULTILINE)
    assert home is not None
    assert started.group(1) == f"{home.group(1)}/current/bin/ringrichter"


def test_the_first_settings_are_right_and_match_what_is_announced() -> None:
    """The settings that the installer lays down are valid, with the port that avahi tells."""
    settings = read_settings(OS / "ringrichter.toml")
    told = ET.parse(OS / "ringrichter.avahi.xml").find("service/port")

    assert told is not None
    assert str(settings.page.port) == told.text
    assert settings.camera.source == "camera"


def test_only_root_may_install() -> None:
    """Started by anybody else the installer says so and touches nothing."""
    done = subprocess.run(
        ["sh", "-s"], input=INSTALLER.read_text(), capture_output=True, text=True, check=False,
        cwd="/", user=65534 if os.geteuid() == 0 else None,
    )  # fmt: skip

    assert done.returncode == 1
    assert "only root may install" in done.stderr


def test_the_service_may_look_after_the_networks() -> None:
    """The rule for the service's user allows what opening and joining networks needs; removal leaves none."""
    rule = (OS / "50-ringrichter.rules").read_text()

    for right in ("network-control", "settings.modify.system", "wifi.scan", "wifi.share.protected"):
        assert f'"org.freedesktop.NetworkManager.{right}"' in rule
    assert f"nmcli connection delete {OWN_CONNECTION}" in INSTALLER.read_text()
