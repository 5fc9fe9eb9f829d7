"""The page's server: waitress in threads of its own, on an address that phones can reach."""

import io
import ipaddress
import logging
import secrets
import socket
import threading
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import segno
from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from firmware.entered import Entered
from firmware.errors import PageError
from firmware.files import kept
from firmware.networks.own import OWN_ADDRESS
from firmware.resources import LANGUAGES, texts, toml_of
from referee.catalogue import flat
from web.catalogues import wordings
from web.errors import TextError
from web.rulebook import rulebook_from_data
from web.wording import Wording

# Every phone that listens holds a thread; a few more answer everything else.
STREAMS = 60
_THREADS = STREAMS + 8

# How long the server sleeps when nothing comes in, and waits for its threads when it is to end.
_TURN_S = 5.0
_GRACE_S = 0.5

_KEYS_FILE = "page.json"

# An address that is nobody's (RFC 5737): the way to it is the way to everybody outside.
_SOMEWHERE = "192.0.2.1"


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there (port 0: any free one).

    Raises:
        PageError: the port is taken or the address is not this machine's.

    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PageError(
            f"the page cannot listen on {host}, port {port}: {reason}; "
            "stop the other program or choose another port"
        ) from error


def address_of(listening: socket.socket) -> str:
    """Return the address to type or scan (``http://192.168.1.7:8080``)."""
    host, port = listening.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """Return this machine's address in the local network; without a network, its own loopback."""
    for elsewhere in (_SOMEWHERE, OWN_ADDRESS):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                # Nothing is sent: the system only looks up which way it would go.
                asking.connect((elsewhere, 9))
            except OSError:
                continue
            found = str(asking.getsockname()[0])
        if ipaddress.ip_address(found).is_private:
            return found
    return "127.0.0.1"


class PageServer(Entered):
    """Serves an application on a listening socket while it is entered; the socket stays the caller's."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self._map: dict[int, Any] = {}
        self._server: Any = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=_THREADS,
            # A phone that has gone is noticed at the next event instead of the next but one.
            channel_request_lookahead=1,
            ident="ringrichter",
            clear_untrusted_proxy_headers=True,
        )
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def open(self) -> None:
        """Start to serve."""
        self._thread.start()

    def close(self) -> None:
        """Stop serving, and end the threads."""
        self._ended.set()
        self._server.pull_trigger()
        self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether the server's thread is running."""
        return self._thread.is_alive()

    def _run(self) -> None:
        while not self._ended.is_set():
            wasyncore.loop(timeout=_TURN_S, map=self._map, count=1)
        # Threads that still write to a phone find its connection closed, and end.
        for channel in list(self._server.active_channels.values()):
            channel.close()
        self._server.task_dispatcher.shutdown(timeout=_GRACE_S)
        if not self._server.task_dispatcher.threads:
            wasyncore.close_all(self._map)


def keys(folder: Path) -> tuple[str, str]:
    """Return the secret that signs cookies and the key in the QR code, made once and kept.

    Raises:
        StoreError: the folder cannot be written.

    """
    found = kept(folder / _KEYS_FILE, _make_keys)
    return found["secret"], found["key"]


def _make_keys() -> dict[str, str]:
    return {"secret": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(9)}


def catalogues(game: str) -> dict[str, Mapping[str, str]]:
    """Return all sentences that the page may have to say about a game, by language."""
    packages = ("referee", game_package(game), "firmware")
    return {
        language: {k: t for package in packages for k, t in flat(texts(package, language)).items()}
        for language in LANGUAGES
    }


def added_languages(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the languages that somebody laid into a folder, a file each (``fr.toml``), as parsed TOML.

    A file that cannot be read is told of and left out: the page must open all the same.
    """
    found = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            if "rules" in data:
                rulebook_from_data(data["rules"])
        except (OSError, ValueError, TypeError, TextError) as error:
            logging.getLogger(__name__).warning("%s is left out: %s", path, error)
        else:
            found[path.stem] = data
    return found


def rulebooks(game: str) -> dict[str, Mapping[str, Any]]:
    """Return a game's rules in words, by language."""
    return {code: toml_of(game_package(game), f"rules.{code}.toml") for code in LANGUAGES}


def table_words(game: str) -> Mapping[str, Wording]:
    """Return how sentences are worded at the table, by language: as on the page."""
    books = {code: rulebook_from_data(book) for code, book in rulebooks(game).items()}
    return wordings(catalogues(game), books)


def game_package(game: str) -> str:
    """Return the package of a game."""
    return f"referee.games.{game.replace('-', '_')}"


def qr_svg(address: str) -> bytes:
    """Draw an address as a QR code in SVG."""
    drawn = io.BytesIO()
    # With its namespace, or no browser shows it as a picture.
    segno.make(address, error="m").save(
        drawn, kind="svg", scale=8, border=3, dark="#2a1d14", light="#fffdf8", xmldecl=False
    )
    return drawn.getvalue()


def qr_text(address: str) -> str:
    """Draw an address as a QR code for a terminal, in characters that hold two dots each."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
