"""A copy of all matches for the owner's phone, and back to the table."""

from typing import Any

from flask import Blueprint, Response, abort, request

from web.commands import Role
from web.house import House

LARGEST_COPY = 200_000_000
"""Bytes: the matches of a hundred long evenings."""


def keeping(house: House) -> Blueprint:
    """Make the routes; without a vault there are none."""
    routes = Blueprint("keeping", __name__)

    @routes.before_request
    def allowed() -> None:
        if house.vault is None:
            abort(404)
        if not house.access.may(Role.OWNER):
            abort(403, house.wording().text("refused.owner"))

    @routes.get("/matches.sqlite")
    def take() -> Response:
        assert house.vault is not None
        name, data = house.vault.copy()
        copy = Response(data, mimetype="application/vnd.sqlite3")
        copy.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return copy

    @routes.post("/matches.sqlite")
    def bring() -> tuple[dict[str, Any], int]:
        assert house.vault is not None
        request.max_content_length = LARGEST_COPY
        refused = house.vault.bring(request.get_data(cache=False))
        if refused:
            return {"accepted": False, "says": refused}, 400
        return {"accepted": True, "says": house.wording().text("backup.brought")}, 200

    return routes
