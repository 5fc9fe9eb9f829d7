"""What every request must be and every answer carries: local, for this host, and shut to strangers."""

import ipaddress
import re
from collections.abc import Callable

from flask import Flask, Response, abort, request

from web.settings import PageSettings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""The page runs its own scripts and styles and speaks to nobody else."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

HOME_NAMES = (".local", ".lan", ".home.arpa", ".internal")
"""Endings that nobody can register, which routers and mDNS give to machines at home."""

_PLAIN_NAME = re.compile(r"[a-z0-9-]+")

LARGEST_REQUEST = 2_000_000
"""Bytes: a match record of a long evening with room to spare; everything else is far smaller."""


def guard(app: Flask, settings: PageSettings, token_fits: Callable[[str | None], bool]) -> None:
    """Refuse strangers before each request and set the headers after it."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.config["MAX_FORM_MEMORY_SIZE"] = 10_000

    @app.before_request
    def check() -> None:
        if not is_local(request.remote_addr or ""):
            abort(403, "this page is for the local network")
        if not is_ours(request.host, settings.hosts):
            abort(421, "this page has another address")
        if request.method not in {"GET", "HEAD", "OPTIONS"}:
            given = request.headers.get("X-Token") or request.form.get("token")
            if not token_fits(given):
                abort(403, "the token is missing or old; load the page again")

    @app.after_request
    def dress(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def is_local(address: str) -> bool:
    """Return whether an IP address belongs to this machine or a private network."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped or ip
    return ip.is_private or ip.is_loopback or ip.is_link_local


def is_ours(host: str, names: tuple[str, ...]) -> bool:
    """Return whether a Host header names us.

    A stranger's name that points at our address (DNS rebinding) is a registered domain: no IP
    address, no name without a dot and none of the endings that only home networks use. So his pages
    cannot read ours.
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name = name.strip("[]").lower()
    if _PLAIN_NAME.fullmatch(name) or name.endswith(HOME_NAMES) or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
