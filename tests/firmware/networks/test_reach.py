"""When the table opens its own network, closes it and joins others, on simulated networks."""

import threading

import pytest

from firmware.errors import NetworkError
from firmware.networks.attendant import Attendant
from firmware.networks.own import OwnNetwork
from firmware.networks.port import Link
from firmware.networks.reach import Patience, Reach
from firmware.networks.simulated import SimulatedNetworks

OWN = OwnNetwork("Ringrichter-1a2b", "secret-word")
PATIENCE = Patience(wait_s=45.0, retry_s=600.0)


class Table:
    """A reach, its networks, and the phones that look at its page."""

    def __init__(self, **networks: object) -> None:
        self.networks = SimulatedNetworks({"Home": "password"}, **networks)  # type: ignore[arg-type]
        self.phones = 0
        self.now_s = 1000.0
        self.reach = Reach(self.networks, OWN, listeners=lambda: self.phones, patience=PATIENCE)

    def wait(self, seconds: float) -> Link:
        """Let so much time pass, a step every five seconds; return how the machine is reached then."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self.reach.step(self.now_s)
            self.now_s += 5.0
        self.reach.step(self.now_s)
        return self.networks.standing().link


def test_known_networks_are_waited_for_first() -> None:
    """The own network opens when the time is up, not before; the list of others is taken before that."""
    table = Table()

    assert table.wait(40) is Link.OFFLINE
    assert table.wait(10) is Link.OWN
    view = table.reach.view()
    assert (view.link, view.own_name) == ("own", OWN.name)
    assert [station.name for station in view.stations] == ["Home"]


def test_in_a_known_network_nothing_is_opened() -> None:
    """However long the evening is."""
    table = Table(known={"Home"})

    assert table.wait(3600) is Link.JOINED
    assert table.reach.view().name == "Home"


def test_a_network_that_comes_late_is_joined_when_nobody_is_cut_off() -> None:
    """The router starts after the table: with a phone at the table it waits, without one it looks again."""
    table = Table()
    table.wait(60)
    table.networks.known.add("Home")
    table.phones = 1

    assert table.wait(3600) is Link.OWN
    table.phones = 0
    assert table.wait(590) is Link.OWN
    assert table.wait(20) is Link.JOINED


def test_the_own_network_comes_back_where_no_other_is() -> None:
    """After looking again in vain it is open as before."""
    table = Table()
    table.wait(60)
    table.wait(600)

    assert table.wait(60) is Link.OWN


def test_a_lost_network_is_waited_for() -> None:
    """A router that restarts does not bring the own network up at once."""
    table = Table(known={"Home"})
    table.wait(60)
    table.networks.passwords.clear()

    assert table.wait(40) is Link.OFFLINE
    assert table.wait(10) is Link.OWN


def test_the_owner_joins_a_network() -> None:
    """The phone is told before it is cut off; then the network is joined."""
    table = Table()
    table.wait(60)

    table.reach.join("Home", "password")
    table.reach.step(table.now_s)
    assert table.reach.view().joining == "Home"
    assert table.networks.standing().link is Link.OWN
    table.wait(5)

    view = table.reach.view()
    assert (view.link, view.name, view.joining) == ("joined", "Home", "")
    assert view.says is not None
    assert view.says.key == "wifi.joined"


@pytest.mark.parametrize(
    ("name", "password", "key"),
    [("Home", "wrong-word", "wifi.wrong-password"), ("Elsewhere", "password", "wifi.failed")],
)
def test_the_own_network_is_back_at_once_when_joining_fails(
    name: str, password: str, key: str
) -> None:
    """Who asked finds the page again, and on it what went wrong."""
    table = Table()
    table.wait(60)
    # Joining ends the own network on a real radio, whatever comes of it.
    joined = table.networks.join

    def join(name: str, password: str) -> None:
        table.networks.own = ""
        joined(name, password)

    table.networks.join = join  # type: ignore[method-assign]
    table.reach.join(name, password)

    assert table.wait(5) is Link.OWN
    says = table.reach.view().says
    assert says is not None
    assert says.key == key


def test_a_network_that_fails_is_tried_again() -> None:
    """A NetworkManager that starts late is no reason to give up."""
    table = Table()
    standing = table.networks.standing

    def fails() -> None:
        raise NetworkError("NetworkManager is not running")

    table.networks.standing = fails  # type: ignore[method-assign, assignment]
    table.reach.step(table.now_s)
    says = table.reach.view().says
    assert says is not None
    assert "not running" in str(says.params["reason"])
    table.networks.standing = standing  # type: ignore[method-assign]

    assert table.wait(60) is Link.OWN


def test_the_attendant_steps_by_itself_and_answers_at_once() -> None:
    """A wish from the page is carried out in the attendant's thread."""
    joined = threading.Event()

    class Stepping(Reach):
        def step(self, now_s: float) -> None:
            super().step(now_s + (10.0 if self.joining else 0.0))
            if self.view().link == "joined":
                joined.set()

    networks = SimulatedNetworks({"Home": "password"})
    with Attendant(Stepping(networks, OWN)) as attendant:
        attendant.join("Home", "password")
        assert joined.wait(10)
        assert attendant.view().name == "Home"
