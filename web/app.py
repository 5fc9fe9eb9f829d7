"""The page as a Flask application, put together from the table's ports."""

import hashlib
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from importlib import resources

from flask import Flask

from referee.board import Board, Variant
from web.access import Access
from web.api import api
from web.catalogues import wordings
from web.house import House
from web.pages import pages
from web.ports import Archive, Commands, NoArchive, NoPictures, Pictures, Snapshots
from web.safety import guard
from web.settings import PageSettings
from web.stream import Seats, Writer

REMEMBERED = timedelta(days=30)
"""A phone that entered stays in for as long as people meet again."""


def create_app(
    *,
    hub: Snapshots,
    commands: Commands,
    boards: Mapping[Variant, Board],
    settings: PageSettings,
    texts: Mapping[str, Mapping[str, str]] | None = None,
    archive: Archive | None = None,
    pictures: Pictures | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """Make the page.

    Args:
        hub: gives the table's snapshots.
        commands: takes what people ask for.
        boards: how the board is drawn, by variant.
        settings: addresses, keys and limits.
        texts: the games' message catalogues, dotted keys by language.
        archive: the journal as the page may read it.
        pictures: what the camera may show.
        clock: seconds that only grow, for limiting wrong PINs.

    Raises:
        TextError: a catalogue holds something else than texts.

    """
    digest = static_digest()
    app = Flask("web", static_folder="static", static_url_path=f"/static/{digest}")
    app.secret_key = settings.secret
    app.config.update(
        SESSION_COOKIE_NAME="ringrichter",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=REMEMBERED,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
    )
    access = Access(settings, clock)
    words = wordings(texts or {})
    house = House(
        hub=hub,
        commands=commands,
        boards=boards,
        settings=settings,
        wordings=words,
        access=access,
        archive=archive or NoArchive(),
        pictures=pictures or NoPictures(),
        writer=Writer(words),
        streams=Seats(settings.max_streams),
    )
    guard(app, settings, access.token_fits)
    app.register_blueprint(pages(house))
    app.register_blueprint(api(house))
    return app


def static_digest() -> str:
    """Return a short name for what the static files hold, so that a phone may keep them for good."""
    digest = hashlib.sha256()
    for file in sorted((resources.files("web") / "static").iterdir(), key=lambda file: file.name):
        if file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:10]
