"""The machine's networks through NetworkManager's program nmcli, as Raspberry Pi OS has it.

The own network is a connection of NetworkManager with a name of ours that is never joined by itself; in
it NetworkManager gives out addresses ("shared", 10.42.0.1 is the machine).
"""

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.errors import NetworkError, WrongPassword
from firmware.networks.port import Link, Network, Standing
from firmware.networks.terse import rows

PROGRAM = "nmcli"
OWN_CONNECTION = "ringrichter-own"

# NetworkManager gives up a radio connection by itself after 25 s and an address after 45 s.
_WAIT_S = 60
_WIFI, _CABLE = "wifi", "ethernet"
# Exit statuses of nmcli(1).
_FAILED_TO_ACTIVATE, _NOT_THERE = 4, 10
# What nmcli says of a wrong password (in its own English: the program runs without a language).
_WRONG_PASSWORD = ("Secrets were required", "802-11-wireless-security.psk: property is invalid")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run of nmcli came to: exit status, standard output and standard error."""

    status: int
    out: str
    err: str


Run = Callable[[Sequence[str]], Answer]


class NetworkManager:
    """Asks NetworkManager; ``run`` runs nmcli with these arguments."""

    def __init__(self, run: Run | None = None) -> None:
        self._run = run or _run_nmcli

    def standing(self) -> Standing:
        """Return how the machine can be reached, from the state of its devices."""
        found = Standing(Link.OFFLINE)
        for kind, state, name in self._devices():
            if kind not in {_WIFI, _CABLE}:
                continue
            if name == OWN_CONNECTION and state.startswith("connect"):
                return Standing(Link.OWN, name)
            if state.startswith("connected"):
                found = Standing(Link.JOINED, name)
            elif state.startswith("connecting") and found.link is Link.OFFLINE:
                found = Standing(Link.JOINING, name)
        return found

    def visible(self) -> tuple[Network, ...]:
        """Return the networks that the radio hears."""
        text = self._done("--fields", "IN-USE,SSID,SIGNAL,SECURITY", "device", "wifi", "list")
        own = self._own_name()
        strongest: dict[str, Network] = {}
        for _, name, signal, security in _parsed(text, 4):
            network = Network(name, int(signal or 0), secured=security not in {"", "--"})
            known = strongest.get(name)
            # A hidden network has no name; of several stations of one network the strongest counts.
            if name and name != own and (known is None or known.strength < network.strength):
                strongest[name] = network
        return tuple(
            sorted(strongest.values(), key=lambda network: (-network.strength, network.name))
        )

    def join(self, name: str, password: str) -> None:
        """Join a network; one that cannot be joined is not remembered."""
        before = self._connections()
        secret = ("password", password) if password else ()
        answer = self._run(_arguments("device", "wifi", "connect", name, *secret))
        if answer.status == 0:
            return
        for left_behind in self._connections() - before:
            self._run(_arguments("connection", "delete", "uuid", left_behind))
        if any(words in answer.err for words in _WRONG_PASSWORD):
            raise WrongPassword(f"the network {name!r} does not take this password")
        if answer.status == _NOT_THERE:
            raise NetworkError(f"no network {name!r} is in reach")
        raise _error(answer)

    def open_own(self, name: str, password: str) -> None:
        """Make the connection anew and open it."""
        self._forget_own()
        self._done(
            "connection", "add", "type", _WIFI, "con-name", OWN_CONNECTION, "autoconnect", "no",
            "ssid", name, "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg",
            "ipv4.method", "shared", "ipv6.method", "disabled",
            "wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", password,
        )  # fmt: skip
        self._done("connection", "up", OWN_CONNECTION)

    def close_own(self) -> None:
        """Close the own network; NetworkManager then joins what it knows."""
        self._forget_own()

    def _forget_own(self) -> None:
        answer = self._run(_arguments("connection", "delete", OWN_CONNECTION))
        if answer.status not in {0, _NOT_THERE}:
            raise _error(answer)

    def _own_name(self) -> str:
        answer = self._run(
            _arguments("--get-values", "802-11-wireless.ssid", "connection", "show", OWN_CONNECTION)
        )
        return next((row[0] for row in _parsed(answer.out, 1)), "") if answer.status == 0 else ""

    def _devices(self) -> list[tuple[str, ...]]:
        return _parsed(self._done("--fields", "TYPE,STATE,CONNECTION", "device", "status"), 3)

    def _connections(self) -> set[str]:
        return {row[0] for row in _parsed(self._done("--fields", "UUID", "connection", "show"), 1)}

    def _done(self, *words: str) -> str:
        answer = self._run(_arguments(*words))
        if answer.status:
            raise _error(answer)
        return answer.out


def _arguments(*words: str) -> tuple[str, ...]:
    return ("--terse", "--colors", "no", "--wait", str(_WAIT_S), *words)


def _parsed(text: str, width: int) -> list[tuple[str, ...]]:
    try:
        return list(rows(text, width))
    except ValueError as error:
        raise NetworkError(f"{PROGRAM} answers what cannot be read: {error}") from error


def _error(answer: Answer) -> NetworkError:
    reason = answer.err.strip().removeprefix("Error: ") or f"exit status {answer.status}"
    if "Not authorized" in reason or "not authorized" in reason:
        reason += " (the installer's rule for the service's user is missing; run install.sh again)"
    elif answer.status == _FAILED_TO_ACTIVATE:
        reason += " (out of reach, or no address was given)"
    return NetworkError(f"NetworkManager: {reason}")


def _run_nmcli(arguments: Sequence[str]) -> Answer:
    # Without a language, so that states and errors are in the words that are looked for.
    environment = {**os.environ, "LC_ALL": "C", "LANGUAGE": ""}
    try:
        done = subprocess.run(  # noqa: S603  (a fixed program; no shell sees names and passwords)
            [PROGRAM, *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_WAIT_S + 30,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except OSError as error:
        raise NetworkError(
            f"{PROGRAM} cannot be started ({error.strerror}); the own network needs NetworkManager: "
            "sudo apt install network-manager"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise NetworkError(
            f"{PROGRAM} does not answer; see: journalctl -u NetworkManager"
        ) from error
    return Answer(done.returncode, done.stdout, done.stderr)
