"""The networks port: what every driver of the machine's networks offers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Link(StrEnum):
    """How the machine can be reached."""

    OFFLINE = "offline"
    JOINING = "joining"
    JOINED = "joined"
    """It is in somebody's network, by radio or by cable."""
    OWN = "own"
    """It has opened a network of its own."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the machine can be reached now, and in which network."""

    link: Link
    name: str = ""


@dataclass(frozen=True, slots=True)
class Network:
    """A Wi-Fi network in reach: its name (SSID), how strong it is (0 to 100), whether it has a password."""

    name: str
    strength: int = 0
    secured: bool = True


class Networks(Protocol):
    """The machine's networks; every method may wait for as long as radio takes (up to a minute).

    All of them raise `NetworkError` where the network cannot be used at all.
    """

    def standing(self) -> Standing:
        """Return how the machine can be reached."""

    def visible(self) -> tuple[Network, ...]:
        """Return the networks in reach, each name once, the strongest first; without the machine's own."""

    def join(self, name: str, password: str) -> None:
        """Join a network and remember it, so that it is joined by itself from then on.

        Raises:
            WrongPassword: the network does not take the password; nothing is remembered.
            NetworkError: it cannot be joined; nothing is remembered.

        """

    def open_own(self, name: str, password: str) -> None:
        """Open a network of this name, in which this machine gives out the addresses."""

    def close_own(self) -> None:
        """Close the network that `open_own` opened, so that known ones are joined again; harmless without."""
