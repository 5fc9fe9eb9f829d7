"""The page on which the owner sees what the eye sees, and what it is not sure of."""

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, abort, render_template

from web.commands import Role
from web.house import House


def diagnostics(house: House) -> Blueprint:
    """Make the routes; the picture and the doubts are for the owner alone."""
    routes = Blueprint("diagnostics", __name__)

    def only_for_the_owner() -> None:
        if not house.access.may(Role.OWNER):
            abort(403, house.wording().text("refused.owner"))

    @routes.get("/diagnostics")
    def page() -> str:
        return render_template("diagnostics.html")

    @routes.get("/understood.jpg")
    def understood() -> Response:
        only_for_the_owner()
        data = house.pictures.understood()
        if data is None:
            abort(404)
        return Response(data, mimetype="image/jpeg")

    @routes.get("/doubts.json")
    def doubts() -> dict[str, Any]:
        only_for_the_owner()
        return {"doubts": [asdict(doubt) for doubt in house.pictures.doubts()]}

    return routes
