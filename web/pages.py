"""The pages that people open: all of them read only, and open to everybody on the local network."""

import io
from typing import Any

import segno
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.board import Variant
from web.house import House

YEAR_S = 365 * 24 * 3600

SCRIPT_TEXTS = ("js.", "colour.", "option.", "seat.", "phase.", "due.", "view.")
"""Texts that the page's scripts need; the rest stays on the server."""


TABS = (
    ("/", "nav.table", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8"),
    ("/invite", "nav.invite", "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2z"),
    ("/enter", "nav.enter", "M14 4h5v16h-5M4 12h10M10.5 8.5 14 12l-3.5 3.5"),
)
"""The pages that every page leads to: address, text and icon."""


def pages(house: House) -> Blueprint:
    """Make the routes of the pages."""
    routes = Blueprint("pages", __name__)

    @routes.app_context_processor
    def everywhere() -> dict[str, Any]:
        return {
            "t": house.wording().text,
            "language": house.language(),
            "languages": {code: words.text("language") for code, words in house.wordings.items()},
            "role": house.access.role().value,
            "token": house.access.token(),
            "here": request.path,
            "tabs": TABS,
        }

    @routes.get("/")
    def table() -> str | AnyResponse:
        if "k" in request.args:
            _enter(house, request.args["k"], "")
            return redirect(url_for("pages.table"), 303)
        return render_template(
            "table.html", board=house.drawing(house.variant()), boot=_boot(house)
        )

    @routes.get("/board/<variant>.svg")
    def board(variant: str) -> Response:
        if variant not in set(Variant):
            abort(404)
        return Response(house.drawing(Variant(variant)), mimetype="image/svg+xml")

    @routes.get("/enter")
    def enter() -> str:
        return render_template("enter.html", tried="")

    @routes.post("/enter")
    def entered() -> str | tuple[str, int] | AnyResponse:
        if not house.access.may_try(request.remote_addr or ""):
            return render_template("enter.html", tried="wait"), 429
        if _enter(house, request.form.get("pin", ""), request.form.get("name", "")):
            return redirect(url_for("pages.table"), 303)
        return render_template("enter.html", tried="wrong"), 403

    @routes.post("/leave")
    def leave() -> AnyResponse:
        house.access.leave()
        return redirect(url_for("pages.table"), 303)

    @routes.post("/language")
    def choose_language() -> AnyResponse:
        wish, back = request.form.get("lang", ""), request.form.get("back", "/")
        answer = redirect(
            back if back.startswith("/") and back[1:2] not in {"/", "\\"} else "/", 303
        )
        if wish in house.wordings:
            answer.set_cookie("lang", wish, max_age=YEAR_S, samesite="Lax", httponly=True)
        return answer

    @routes.get("/invite")
    def invite() -> str:
        return render_template("invite.html", settings=house.settings)

    @routes.get("/invite.svg")
    def invitation() -> Response:
        may = house.access.role().value != "spectator"
        link = house.settings.link if may else f"{house.settings.address}/"
        picture = io.BytesIO()
        segno.make(link, error="m").save(
            picture, kind="svg", scale=8, border=3, dark="#2a1d14", light="#fffdf8", xmldecl=False
        )
        return Response(picture.getvalue(), mimetype="image/svg+xml")

    @routes.get("/manifest.webmanifest")
    def manifest() -> dict[str, Any]:
        return {
            "name": "Ringrichter",
            "short_name": "Ringrichter",
            "start_url": "/",
            "display": "standalone",
            "background_color": "#f3ece0",
            "theme_color": "#f3ece0",
            "icons": [{"src": url_for("static", filename="icon.svg"), "sizes": "any"}],
        }

    return routes


def _enter(house: House, secret: str, name: str) -> bool:
    address = request.remote_addr or ""
    if not house.access.may_try(address):
        return False
    clean = name.strip()[:40] if name.isprintable() else ""
    return house.access.enter(secret, clean, address) is not None


def _boot(house: House) -> dict[str, Any]:
    """Return what the scripts start from, so that the first look needs no second request."""
    snapshot, language = house.hub.current(), house.language()
    texts = {
        key: text
        for key, text in house.wordings[language].texts.items()
        if key.startswith(SCRIPT_TEXTS)
    }
    return {
        "language": language,
        "role": house.access.role().value,
        "token": house.access.token(),
        "heartbeat": house.settings.heartbeat_s,
        "texts": texts,
        "snapshot": snapshot.to_json(lambda s: house.wordings[language].say(s, snapshot.match)),
    }
