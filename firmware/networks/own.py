"""The machine's own network: its name and password, made once and kept, and the code that phones scan."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from firmware.files import kept

_FILE = "network.json"
# Letters and digits that nobody mistakes for another when typing them from a label.
_CLEAR = "abcdefghkmnpqrstuvwxyz23456789"
_LETTERS = 10

# Where NetworkManager puts this machine in a network that it shares.
OWN_ADDRESS = "10.42.0.1"


@dataclass(frozen=True, slots=True)
class OwnNetwork:
    """Name (SSID) and password (WPA2) of the network that the machine opens."""

    name: str
    password: str = field(repr=False)

    @property
    def code(self) -> str:
        """What a QR code holds with which a phone joins the network."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.password)};;"


def own_network(folder: Path, name: str = "", password: str = "") -> OwnNetwork:
    """Return the network as it was set; what is not set is made once and kept in ``folder``.

    Raises:
        StoreError: the folder cannot be written.

    """
    made = kept(folder / _FILE, _make) if not name or not password else {}
    return OwnNetwork(name or made["name"], password or made["password"])


def _make() -> dict[str, str]:
    # Two tables in one house are told apart by their endings.
    word = "".join(secrets.choice(_CLEAR) for _ in range(_LETTERS))
    return {"name": f"Ringrichter-{secrets.token_hex(2)}", "password": word}


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)
