"""The page as a Flask application, put together from the table's ports."""

import hashlib
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from importlib import resources
from typing import Any

from flask import Flask

from referee.board import Board, Variant
from referee.catalogue import flat
from web.access import Access
from web.api import api
from web.catalogues import wordings
from web.diagnostics import diagnostics
from web.entrance import entrance
from web.house import House
from web.keeping import keeping
from web.mishaps import own_errors
from web.owner import owner_pages
from web.pages import pages
from web.ports import (
    Archive,
    Commands,
    NoArchive,
    NoPictures,
    Pictures,
    Preferences,
    Snapshots,
    Vault,
    Wifi,
)
from web.rulebook import rulebook_from_data
from web.safety import guard
from web.sessions import ClocklessSessions
from web.settings import PageSettings
from web.stream import Seats, Writer
from web.wifi import wifi_pages

REMEMBERED = timedelta(days=30)
"""A phone that entered stays in for as long as people meet again."""


def create_app(
    *,
    hub: Snapshots,
    commands: Commands,
    boards: Mapping[Variant, Board],
    settings: PageSettings,
    texts: Mapping[str, Mapping[str, Any]] | None = None,
    rules: Mapping[str, Mapping[str, Any]] | None = None,
    languages: Mapping[str, Mapping[str, Any]] | None = None,
    archive: Archive | None = None,
    pictures: Pictures | None = None,
    qr_svg: Callable[[str], bytes] | None = None,
    wifi: Wifi | None = None,
    vault: Vault | None = None,
    preferences: Preferences | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """Make the page.

    Args:
        hub: gives the table's snapshots.
        commands: takes what people ask for.
        boards: how the board is drawn, by variant.
        settings: addresses, keys and limits.
        texts: the game's message catalogue by language, as parsed TOML.
        rules: the game's rules in words by language, as parsed TOML (``rules.LANGUAGE.toml``).
        languages: languages that somebody added, as parsed TOML: all texts of ours and the game's, as far as
            they are translated; ``rules`` in them is a rule book.
        archive: the journal as the page may read it.
        pictures: what the camera may show.
        qr_svg: draws an address as a QR code in SVG.
        wifi: the table's own radio, where it looks after one.
        vault: copies of all matches for a phone to keep.
        preferences: what the owner may set on the page.
        clock: seconds that only grow, for limiting wrong PINs.

    Raises:
        TextError: a catalogue holds something else than texts.

    """
    app = _bare_app(settings)
    access = Access(settings, clock)
    added = languages or {}
    data = {**(rules or {}), **{c: data["rules"] for c, data in added.items() if "rules" in data}}
    books = {code: rulebook_from_data(book) for code, book in data.items()}
    words = wordings(
        texts or {},
        books,
        {
            code: flat({k: v for k, v in data.items() if k != "rules"})
            for code, data in added.items()
        },
    )
    house = House(
        hub=hub,
        commands=commands,
        boards=boards,
        settings=settings,
        wordings=words,
        rules=books,
        access=access,
        archive=archive or NoArchive(),
        pictures=pictures or NoPictures(),
        writer=Writer(words),
        streams=Seats(settings.max_streams),
        qr_svg=qr_svg,
        wifi=wifi,
        vault=vault,
        preferences=preferences,
    )
    guard(app, settings, access.token_fits)
    own_errors(app)
    app.register_blueprint(pages(house))
    app.register_blueprint(entrance(house))
    app.register_blueprint(api(house))
    app.register_blueprint(wifi_pages(house))
    app.register_blueprint(keeping(house))
    app.register_blueprint(owner_pages(house))
    app.register_blueprint(diagnostics(house))
    return app


def _bare_app(settings: PageSettings) -> Flask:
    """Return an application without pages, with its files and cookies."""
    digest = static_digest()
    app = Flask("web", static_folder="static", static_url_path=f"/static/{digest}")
    app.secret_key = settings.secret
    app.session_interface = ClocklessSessions()
    app.config.update(
        SESSION_COOKIE_NAME="ringrichter",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=REMEMBERED,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
    )
    return app


def static_digest() -> str:
    """Return a short name for what the static files hold, so that a phone may keep them for good."""
    digest = hashlib.sha256()
    for file in sorted((resources.files("web") / "static").iterdir(), key=lambda file: file.name):
        if file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:10]
