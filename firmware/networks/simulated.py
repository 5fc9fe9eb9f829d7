"""Networks that only exist in memory, for tests and trials."""

from dataclasses import dataclass, field

from firmware.errors import NetworkError, WrongPassword
from firmware.networks.port import Link, Network, Standing


@dataclass
class SimulatedNetworks:
    """Some networks in reach with their passwords ("" for an open one), of which some are known.

    As with real ones, a known network in reach is joined by itself, unless an own network is open.
    """

    passwords: dict[str, str] = field(default_factory=dict)
    strengths: dict[str, int] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    own: str = ""

    def standing(self) -> Standing:
        """Return what is joined: the own network, or the strongest one that is known."""
        if self.own:
            return Standing(Link.OWN, self.own)
        names = [network.name for network in self.visible() if network.name in self.known]
        return Standing(Link.JOINED, names[0]) if names else Standing(Link.OFFLINE)

    def visible(self) -> tuple[Network, ...]:
        """Return the networks, the strongest first."""
        found = [
            Network(name, self.strengths.get(name, 50), bool(password))
            for name, password in self.passwords.items()
        ]
        return tuple(sorted(found, key=lambda network: (-network.strength, network.name)))

    def join(self, name: str, password: str) -> None:
        """Join a network if the password is right."""
        if name not in self.passwords:
            raise NetworkError(f"no network {name!r} is in reach")
        if self.passwords[name] != password:
            raise WrongPassword(f"the network {name!r} does not take this password")
        self.known.add(name)
        self.own = ""

    def open_own(self, name: str, password: str) -> None:  # noqa: ARG002  (the protocol's name)
        """Open an own network."""
        self.own = name

    def close_own(self) -> None:
        """Close it."""
        self.own = ""
