"""What every driver of networks keeps to: the simulated one, and NetworkManager's against a fake nmcli."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.errors import NetworkError, WrongPassword
from firmware.networks.choice import choose_networks
from firmware.networks.nmcli import Answer, NetworkManager
from firmware.networks.none import NoNetworks
from firmware.networks.port import Link, Network, Networks
from firmware.networks.simulated import SimulatedNetworks
from firmware.settings import NetworkSettings
from tests.firmware.networks import fake_nmcli

HOME, CAFE, ODD = "Home", "Café: am \\ Eck", "Guests"
PASSWORDS = {HOME: "right:pass\\word", CAFE: "12345678", ODD: ""}
STRENGTHS = {HOME: 70, CAFE: 90, ODD: 20}


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nmcli is the fake one; its state's file."""
    program = tmp_path / "bin" / "nmcli"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -SE {fake_nmcli.__file__} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("NMCLI_STATE", str(tmp_path / "state.json"))
    stations = [{"ssid": "", "signal": 99, "password": "x"}] + [
        {"ssid": name, "signal": STRENGTHS[name], "password": PASSWORDS[name]} for name in PASSWORDS
    ]
    # A second station of the same network, heard more weakly.
    stations.append({"ssid": HOME, "signal": 10, "password": PASSWORDS[HOME]})
    write(tmp_path / "state.json", stations=stations, connections={}, active="", joined="")
    return tmp_path / "state.json"


def write(path: Path, **changed: object) -> None:
    before = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(before | changed))


@pytest.fixture(params=["simulated", "networkmanager"])
def networks(request: pytest.FixtureRequest, state: Path) -> Iterator[Networks]:
    """Each driver, with the same networks in reach and none known."""
    if request.param == "simulated":
        yield SimulatedNetworks(dict(PASSWORDS), dict(STRENGTHS))
    else:
        yield NetworkManager()


def test_networks_in_reach_are_told_once_each_the_strongest_first(networks: Networks) -> None:
    """Names with colons and backslashes come through; hidden networks and weaker stations are left out."""
    assert networks.visible() == (
        Network(CAFE, 90, secured=True),
        Network(HOME, 70, secured=True),
        Network(ODD, 20, secured=False),
    )


@pytest.mark.parametrize("name", PASSWORDS)
def test_a_network_is_joined_by_its_password(networks: Networks, name: str) -> None:
    """Offline before, in the network afterwards."""
    assert networks.standing().link is Link.OFFLINE

    networks.join(name, PASSWORDS[name])

    assert (networks.standing().link, networks.standing().name) == (Link.JOINED, name)


def test_a_wrong_password_is_told_and_nothing_is_remembered(networks: Networks) -> None:
    """After the own network was closed the network is not tried by itself with the wrong password."""
    with pytest.raises(WrongPassword, match=HOME):
        networks.join(HOME, "wrong-password")
    networks.close_own()

    assert networks.standing().link is Link.OFFLINE


def test_a_network_out_of_reach_is_told(networks: Networks) -> None:
    """Its name stands in the sentence."""
    with pytest.raises(NetworkError, match="Elsewhere"):
        networks.join("Elsewhere", "12345678")


def test_the_own_network_opens_and_closes(networks: Networks) -> None:
    """Opened twice it is still one; closed twice does no harm; a known network is joined again then."""
    networks.join(HOME, PASSWORDS[HOME])
    for _ in range(2):
        networks.open_own("Ringrichter", "secret-word")
        assert networks.standing().link is Link.OWN
    assert "Ringrichter" not in {network.name for network in networks.visible()}
    for _ in range(2):
        networks.close_own()

    assert (networks.standing().link, networks.standing().name) == (Link.JOINED, HOME)


def test_joining_ends_the_own_network(networks: Networks) -> None:
    """There is one radio."""
    networks.open_own("Ringrichter", "secret-word")
    networks.join(ODD, "")

    assert networks.standing().name == ODD


def test_the_own_network_is_not_in_its_own_list(state: Path) -> None:
    """NetworkManager hears it, too."""
    manager = NetworkManager()
    stations = json.loads(state.read_text())["stations"]
    write(state, stations=[*stations, {"ssid": "Ringrichter", "signal": 100, "password": "x"}])
    assert "Ringrichter" in {network.name for network in manager.visible()}

    manager.open_own("Ringrichter", "secret-word")

    assert "Ringrichter" not in {network.name for network in manager.visible()}


def test_a_network_manager_that_does_not_run_is_one_sentence(state: Path) -> None:
    """What nmcli says is passed on."""
    write(state, broken=True)

    with pytest.raises(NetworkError, match="NetworkManager is not running"):
        NetworkManager().standing()


def test_a_missing_right_names_the_installer(state: Path) -> None:
    """Without the polkit rule the own network cannot be opened; the sentence says what to do."""
    write(state, forbidden=True)

    with pytest.raises(NetworkError, match=r"install\.sh"):
        NetworkManager().open_own("Ringrichter", "secret-word")


def test_without_the_program_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without nmcli is told what to install."""
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(NetworkError, match="network-manager"):
        NetworkManager().standing()


@pytest.mark.parametrize(
    ("listed", "link", "name"),
    [
        ("wifi:connecting (getting IP configuration):Home\n", Link.JOINING, "Home"),
        ("wifi:unavailable:\nethernet:connected:Wired connection 1\n", Link.JOINED, "Wired connection 1"),
        ("loopback:connected (externally):lo\nwifi:unmanaged:\n", Link.OFFLINE, ""),
        ("wifi:connecting (prepare):ringrichter-own\n", Link.OWN, "ringrichter-own"),
        ("", Link.OFFLINE, ""),
    ],
)  # fmt: skip
def test_states_of_devices(listed: str, link: Link, name: str) -> None:
    """A cable counts as reached, loopback does not; an own network that is being opened is one."""
    standing = NetworkManager(lambda _: Answer(0, listed, "")).standing()

    assert (standing.link, standing.name) == (link, name)


def test_what_cannot_be_read_is_an_error() -> None:
    """Another number of fields than was asked for."""
    with pytest.raises(NetworkError, match="expected 3"):
        NetworkManager(lambda _: Answer(0, "wifi:connected\n", "")).standing()


def test_drivers_are_chosen_by_name() -> None:
    """Never by what happens to be installed."""
    chosen = {
        name: type(choose_networks(NetworkSettings(driver=name)))
        for name in ("none", "simulated", "networkmanager")
    }

    assert list(chosen.values()) == [NoNetworks, SimulatedNetworks, NetworkManager]


def test_none_leaves_everything_alone() -> None:
    """It takes the machine to be in reach, so that nothing is ever opened."""
    nothing = NoNetworks()
    nothing.join(HOME, "")
    nothing.open_own("a", "b")
    nothing.close_own()

    assert nothing.visible() == ()
    assert nothing.standing().link is Link.JOINED
