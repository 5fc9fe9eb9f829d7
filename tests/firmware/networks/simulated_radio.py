"""Runs in a virtual machine (tests/simulated_radio.sh): NetworkManager's driver on simulated radios."""

import subprocess
import sys
import time
from collections.abc import Callable

from firmware.errors import NetworkError, WrongPassword
from firmware.networks.nmcli import NetworkManager
from firmware.networks.port import Link, Network, Standing

HOME, PASSWORD = "Home: x", "right-password"
OWN, OWN_PASSWORD = "Ringrichter-1a2b", "secret-word"


def check(what: str, expected: object, found: object) -> None:
    sys.stdout.write(f"{'ok' if expected == found else 'WRONG'}: {what}: {found}\n")
    sys.stdout.flush()
    if expected != found:
        sys.exit(1)


def failure(action: Callable[[], None]) -> type[Exception] | None:
    try:
        action()
    except NetworkError as error:
        sys.stdout.write(f"refused: {error}\n")
        return type(error)
    return None


def wait(action: Callable[[], object], wanted: object) -> object:
    """Ask again for up to a minute until the answer is the one that is wanted; return the last one."""
    for _ in range(20):
        if action() == wanted:
            break
        time.sleep(3)
    return action()


def address() -> str:
    return subprocess.run(
        ["ip", "-4", "-brief", "addr", "show", "wlan0"], capture_output=True, text=True, check=True
    ).stdout


def main() -> None:
    networks = NetworkManager()
    home = (Network(HOME, 100, secured=True),)
    check("nothing is joined", Link.OFFLINE, networks.standing().link)
    check("the neighbour is heard", home, wait(networks.visible, home))
    check("a wrong password", WrongPassword, failure(lambda: networks.join(HOME, "wrong-password")))
    networks.open_own(OWN, OWN_PASSWORD)
    check("the own network is open", Link.OWN, networks.standing().link)
    check("the machine's address in it", True, "10.42.0.1/24" in address())
    check(
        "a wrong password in it", WrongPassword,
        failure(lambda: networks.join(HOME, "wrong-password")),
    )  # fmt: skip
    networks.open_own(OWN, OWN_PASSWORD)
    check("it is open again", Link.OWN, networks.standing().link)
    networks.join(HOME, PASSWORD)
    joined = Standing(Link.JOINED, HOME)
    check("the neighbour is joined", joined, networks.standing())
    networks.open_own(OWN, OWN_PASSWORD)
    networks.close_own()
    check("a known network is joined by itself", joined, wait(networks.standing, joined))
    check(
        "a network out of reach", NetworkError, failure(lambda: networks.join("Elsewhere", "x" * 8))
    )


if __name__ == "__main__":
    main()
