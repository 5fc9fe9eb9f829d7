"""Who is asking: the role and name in a phone's signed cookie, PIN and key, and tokens for commands."""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from flask import session

from web.commands import RANK, Role
from web.settings import PageSettings

TRIES = 5
"""Wrong PINs from one address before it has to wait: a guest mistypes twice, not five times."""
ALL_TRIES = 30
"""The same for all addresses together, against many phones guessing."""
WAIT_S = 60.0
"""How long wrong PINs count. A PIN of four digits then holds for days of guessing, not minutes."""


@dataclass(slots=True)
class Attempts:
    """Counts wrong PINs by address over the last minute; ``clock`` gives seconds."""

    clock: Callable[[], float]
    _wrong: list[tuple[float, str]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def may_try(self, address: str) -> bool:
        """Return whether ``address`` may try another PIN now."""
        with self._lock:
            self._forget()
            mine = sum(1 for _, other in self._wrong if other == address)
            return mine < TRIES and len(self._wrong) < ALL_TRIES

    def failed(self, address: str) -> None:
        """Count a wrong PIN."""
        with self._lock:
            self._wrong.append((self.clock(), address))

    def _forget(self) -> None:
        since = self.clock() - WAIT_S
        self._wrong = [entry for entry in self._wrong if entry[0] > since]


class Access:
    """Roles, PIN and tokens of one table's page."""

    def __init__(self, settings: PageSettings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._attempts = Attempts(clock)

    def role(self) -> Role:
        """Return the role of the phone that asks."""
        if self._settings.open:
            return Role.OWNER
        found = str(session.get("role"))
        proofs = [self._proof(key) for key, role in self._keys() if role == found]
        return Role(found) if session.get("proof") in proofs else Role.SPECTATOR

    def may(self, needed: Role) -> bool:
        """Return whether the phone that asks may do what needs this role."""
        return RANK[self.role()] >= RANK[needed]

    def who(self) -> str:
        """Return the name that stands beside what this phone asks for."""
        return session.get("name") or f"#{self._id()[:4]}"

    def token(self) -> str:
        """Return the token that this phone's commands must carry."""
        secret = self._settings.secret.encode()
        return hmac.new(secret, self._id().encode(), "sha256").hexdigest()[:32]

    def token_fits(self, given: str | None) -> bool:
        """Return whether a command carries the token of this phone's cookie."""
        return "id" in session and hmac.compare_digest(
            (given or "").encode(), self.token().encode()
        )

    def may_try(self, address: str) -> bool:
        """Return whether ``address`` may try another PIN or key now."""
        return self._attempts.may_try(address)

    def enter(self, secret: str, name: str, address: str) -> Role | None:
        """Let a phone in by PIN or key; None (and counted) if it fits neither."""
        role = self._fitting(secret)
        if role is None:
            self._attempts.failed(address)
            return None
        self._id()
        session.permanent = True
        session["role"] = role.value
        # Who came in by a PIN is out when the owner changes it.
        session["proof"] = self._proof(secret)
        if name:
            self.call(name)
        return role

    def call(self, name: str) -> None:
        """Take down the name of who holds this phone."""
        self._id()
        session.permanent = True
        session["name"] = name

    def leave(self) -> None:
        """Make the phone a spectator again."""
        session.pop("role", None)
        session.pop("proof", None)
        session.pop("name", None)

    def _fitting(self, given: str) -> Role | None:
        fits = [
            role for key, role in self._keys() if hmac.compare_digest(key.encode(), given.encode())
        ]
        return fits[0] if fits else None

    def _keys(self) -> list[tuple[str, Role]]:
        settings = self._settings
        keys = (
            (settings.owner_pin, Role.OWNER),
            (settings.pin, Role.PLAYER),
            (settings.key, Role.PLAYER),
        )
        return [(key, role) for key, role in keys if key]

    def _proof(self, key: str) -> str:
        """Return what a cookie holds of the PIN or key that it was made by."""
        return hmac.new(
            self._settings.secret.encode(), b"in:" + key.encode(), "sha256"
        ).hexdigest()[:16]

    def _id(self) -> str:
        if "id" not in session:
            session["id"] = secrets.token_hex(8)
        found: Any = session["id"]
        return str(found)
