"""Coming in by PIN or key, going out, and choosing a language."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.commands import MOST_LETTERS, Role, printable
from web.house import House

YEAR_S = 365 * 24 * 3600


def entrance(house: House) -> Blueprint:
    """Make the routes of the entrance."""
    routes = Blueprint("entrance", __name__)

    @routes.get("/enter")
    def look() -> str:
        return render_template("enter.html", tried="", who=house.access.who())

    @routes.post("/enter")
    def come_in() -> tuple[str, int] | AnyResponse:
        if not house.access.may_try(request.remote_addr or ""):
            return render_template("enter.html", tried="wait"), 429
        if enter(house, request.form.get("pin", ""), request.form.get("name", "")):
            return redirect(url_for("pages.table"), 303)
        return render_template("enter.html", tried="wrong"), 403

    @routes.post("/name")
    def take_name() -> AnyResponse:
        if house.access.may(Role.PLAYER):
            house.access.call(_clean(request.form.get("name", "")))
        return redirect(url_for("pages.table"), 303)

    @routes.post("/leave")
    def leave() -> AnyResponse:
        house.access.leave()
        return redirect(url_for("pages.table"), 303)

    @routes.post("/language")
    def choose_language() -> AnyResponse:
        wish = request.form.get("lang", "")
        answer = redirect(_own_page(request.form.get("back", "/")), 303)
        if wish in house.wordings:
            answer.set_cookie("lang", wish, max_age=YEAR_S, samesite="Lax", httponly=True)
        return answer

    return routes


def enter(house: House, secret: str, name: str) -> bool:
    """Let the phone that asks in by PIN or key; False (and counted) if it fits neither."""
    address = request.remote_addr or ""
    if not house.access.may_try(address):
        return False
    return house.access.enter(secret, _clean(name), address) is not None


def _clean(name: str) -> str:
    return name.strip()[:MOST_LETTERS] if printable(name) else ""


def _own_page(address: str) -> str:
    """Return an address of ours; a stranger's (``//elsewhere``) becomes the first page."""
    own = address.startswith("/") and address[1:2] not in {"/", "\\"} and address.isprintable()
    return address if own else "/"
