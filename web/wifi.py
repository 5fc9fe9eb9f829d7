"""The page on which the owner chooses the table's Wi-Fi, and everybody finds the table's own."""

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web.commands import Role
from web.house import House

LONGEST_NAME = 32
"""Bytes of a network's name (IEEE 802.11)."""
LEAST_PASSWORD, LONGEST_PASSWORD = 8, 63
"""Letters of a WPA password."""


def wifi_pages(house: House) -> Blueprint:
    """Make the routes; without a radio that the table looks after, there is no such page."""
    routes = Blueprint("wifi", __name__)

    @routes.before_request
    def there() -> None:
        if house.wifi is None:
            abort(404)

    @routes.get("/wifi")
    def look() -> str:
        return _page(house)

    @routes.post("/wifi")
    def choose() -> tuple[str, int] | AnyResponse:
        assert house.wifi is not None
        if not house.access.may(Role.OWNER):
            abort(403, house.wording().text("refused.owner"))
        name, password = request.form.get("name", ""), request.form.get("password", "")
        if not fits(name, password):
            return _page(house, wrong=True), 400
        house.wifi.join(name, password)
        return redirect("/wifi", 303)

    @routes.get("/wifi.svg")
    def code() -> Response:
        assert house.wifi is not None
        if house.qr_svg is None:
            abort(404)
        # With it a stranger in reach of the radio would be in the table's network.
        if not house.access.may(Role.PLAYER):
            abort(403, house.wording().text("refused.player"))
        return Response(house.qr_svg(house.wifi.view().own_code), mimetype="image/svg+xml")

    return routes


def fits(name: str, password: str) -> bool:
    """Return whether these can be the name and password ("" for none) of a network."""
    named = name.isprintable() and 0 < len(name.encode()) <= LONGEST_NAME
    locked = LEAST_PASSWORD <= len(password) <= LONGEST_PASSWORD and password.isprintable()
    return named and (locked or not password)


def _page(house: House, *, wrong: bool = False) -> str:
    assert house.wifi is not None
    return render_template(
        "wifi.html", wifi=house.wifi.view(), wrong=wrong, qr=house.qr_svg is not None
    )
