"""The page on which the owner changes the table's settings."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web.commands import Role
from web.house import House

OWNERS_PAGES = (
    ("/setup", "setup.title", "more.setup"),
    ("/privacy", "privacy.title", "more.privacy"),
    ("/diagnostics", "diagnostics.title", "more.diagnostics"),
    ("/wifi", "wifi.title", "more.wifi"),
)
"""Other pages of the owner: address, title and what is there. A page that the table lacks is left out."""

LONGEST = 200
"""Letters of a value: a camera's path may be long, everything else is short."""


def owner_pages(house: House) -> Blueprint:
    """Make the routes; a table that keeps no preferences has no such page."""
    routes = Blueprint("owner", __name__)

    @routes.before_request
    def there() -> None:
        if house.preferences is None:
            abort(404)

    @routes.get("/settings")
    def look() -> str:
        return _page(house, saved="saved" in request.args)

    @routes.post("/settings")
    def change() -> tuple[str, int] | AnyResponse:
        assert house.preferences is not None
        if not house.access.may(Role.OWNER):
            abort(403, house.wording().text("refused.owner"))
        known = [preference.name for preference in house.preferences.view()]
        values = {name: request.form[name].strip() for name in known if name in request.form}
        if any(len(value) > LONGEST for value in values.values()):
            return _page(house, wrong=""), 400
        wrong = house.preferences.change(values, dict(_house(house, request.form)))
        if wrong is not None:
            return _page(house, wrong=house.said(wrong)), 400
        return redirect("/settings?saved=1", 303)

    return routes


def _house(house: House, form: Mapping[str, str]) -> Iterator[tuple[str, str | bool]]:
    """Yield the house rules that a form sets otherwise than the rulebook; what is none of them is dropped."""
    for switch in house.rulebook().switches:
        answers = list(switch.answers)
        chosen = next(
            (a for a in answers if json.dumps(a) == form.get(f"house-{switch.name}")), None
        )
        if chosen is not None and chosen != answers[0]:
            yield switch.name, chosen


def _page(house: House, **told: Any) -> str:
    assert house.preferences is not None
    return render_template(
        "settings.html",
        preferences=house.preferences.view(),
        switches=house.rulebook().switches,
        chosen=house.preferences.house(),
        menu=[page for page in OWNERS_PAGES if page[0] != "/wifi" or house.wifi is not None],
        **told,
    )
