"""What the page needs from the table, as protocols: snapshots out, commands in, and the shelves.

The loop in ``firmware`` implements them; tests do so with a scripted table. Every method may be called
from several threads at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from referee.snapshot import EventView, Sentence, Snapshot
from web.commands import Command


class Snapshots(Protocol):
    """The newest snapshot, and waiting for a newer one."""

    def current(self) -> Snapshot:
        """Return the newest snapshot at once."""
        ...

    def wait(self, after: int, timeout_s: float) -> Snapshot | None:
        """Wait for a snapshot of a version above ``after``; None when the time is up."""
        ...


@dataclass(frozen=True, slots=True)
class Result:
    """Whether a command was taken, and the sentence that its sender is told."""

    accepted: bool
    says: Sentence | None = None


class Commands(Protocol):
    """Takes what people ask for."""

    def submit(self, command: Command, by: str) -> Result:
        """Ask for ``command`` in the name of ``by``; of two that conflict the first counts."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One event of the journal with what then stood on the board, for the replay."""

    event: EventView
    position: Mapping[str, Any] | None = None
    throws: tuple[Mapping[str, Any], ...] = ()
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """How often each face of a die came, and the probability of so uneven a count by chance."""

    counts: Mapping[str, int]
    p: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Counts over one evening or over all time; by seat's colour or player's name, as ``title``."""

    title: Sentence
    rows: Mapping[str, Mapping[str, int | float]] = field(default_factory=dict)
    dice: Mapping[str, Fairness] = field(default_factory=dict)


class Archive(Protocol):
    """The journal as the page may read it."""

    def moments(self) -> Sequence[Moment]:
        """Return the events of the match on the table, oldest first."""
        ...

    def tallies(self) -> Sequence[Tally]:
        """Return the statistics: this evening first, then all time."""
        ...

    def record(self) -> Mapping[str, Any] | None:
        """Return the match's record for a file, or None while there is no match."""
        ...


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place that the eye did not read for sure: its name and look, and how likely a ball lies there."""

    name: str
    look: str
    ball: float | None = None


class Pictures(Protocol):
    """The few pictures that the page may show."""

    def live(self) -> bytes | None:
        """Return the newest camera picture as JPEG, or None."""
        ...

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return the board's corners in the live picture (0..1 of its width and height)."""
        ...

    def evidence(self, name: str) -> bytes | None:
        """Return one picture kept for a dispute as JPEG, or None."""
        ...

    def understood(self) -> bytes | None:
        """Return the last picture that was read, with the readings drawn in, as JPEG, or None."""
        ...

    def doubts(self) -> Sequence[Doubt]:
        """Return what was not read for sure in that picture."""
        ...


@dataclass(frozen=True, slots=True)
class Station:
    """A Wi-Fi network in reach: its name, how strong it is (0 to 100), whether it asks for a password."""

    name: str
    strength: int
    secured: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """How the table can be reached, and which networks it could join.

    Args:
        link: "offline", "joining", "joined" (in a network called ``name``, also by cable) or "own".
        name: the network that the table is in.
        stations: the networks in reach, the strongest first.
        own_name: the network that the table opens where it knows none.
        own_password: its password.
        own_code: what a QR code holds with which a phone joins it.
        joining: the network that the table is about to join, or empty.
        says: what came of the last wish, or what is wrong.

    """

    link: str
    name: str = ""
    stations: tuple[Station, ...] = ()
    own_name: str
    own_password: str = field(repr=False)
    own_code: str = field(repr=False)
    joining: str = ""
    says: Sentence | None = None


class Wifi(Protocol):
    """The table's own radio; both methods answer at once."""

    def view(self) -> Reached:
        """Return how the table is reached now."""
        ...

    def join(self, name: str, password: str) -> None:
        """Ask to join a network; what came of it is in `view` later."""
        ...


class Kind(StrEnum):
    """How a preference is asked for."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"
    SECRET = "secret"  # noqa: S105  (a kind of field)
    """Never shown; empty means that it stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """One thing that the owner may set on the page.

    Args:
        name: section and key in the settings ("voice.everything").
        kind: how it is asked for.
        value: what it is now, as a form shows it ("yes" or "no" for a switch, "" for a secret).
        options: what a choice can be.
        span: the least and the most that a number can be, and its step.

    """

    name: str
    kind: Kind
    value: str
    options: tuple[str, ...] = ()
    span: tuple[float, float, float] | None = None


class Preferences(Protocol):
    """What the owner may set on the page; the table starts anew with it and goes on with its match."""

    def view(self) -> Sequence[Preference]:
        """Return what can be set, in order."""
        ...

    def house(self) -> Mapping[str, str | bool]:
        """Return the house rules that a new match begins with, where they differ from the rulebook."""
        ...

    def change(self, values: Mapping[str, str], house: Mapping[str, str | bool]) -> Sentence | None:
        """Set these values by name, and the house rules; return why that cannot be, or None."""
        ...


class Vault(Protocol):
    """Copies of all matches for a phone to keep."""

    def copy(self) -> tuple[str, bytes]:
        """Return a file's name and what is in it."""
        ...

    def bring(self, data: bytes) -> str:
        """Take a copy back; return why it cannot be, or "" if the table opens anew with it."""
        ...


class NoArchive:
    """An archive with nothing in it."""

    def moments(self) -> Sequence[Moment]:
        """Return nothing."""
        return ()

    def tallies(self) -> Sequence[Tally]:
        """Return nothing."""
        return ()

    def record(self) -> Mapping[str, Any] | None:
        """Return None."""
        return None


class NoPictures:
    """A table without a camera that may be looked through."""

    def live(self) -> bytes | None:
        """Return None."""
        return None

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return nothing."""
        return ()

    def evidence(self, name: str) -> bytes | None:  # noqa: ARG002  (the protocol's name)
        """Return None."""
        return None

    def understood(self) -> bytes | None:
        """Return None."""
        return None

    def doubts(self) -> Sequence[Doubt]:
        """Return nothing."""
        return ()
