"""What the page's scripts ask for: the live stream, commands, the journal, and the loop's health."""

from typing import Any

from flask import Blueprint, Response, abort, request

from web.commands import Command, Role, command_from_json
from web.errors import CommandError
from web.house import House
from web.ports import Moment
from web.stream import frames

RETRY_S = 2
"""How often a phone asks for which no stream is left."""


def api(house: House) -> Blueprint:
    """Make the routes of the scripts."""
    routes = Blueprint("api", __name__)

    @routes.get("/events")
    def events() -> Response:
        if not house.streams.take():
            busy = Response("all streams are taken; ask /snapshot.json now and then", 503)
            busy.headers["Retry-After"] = str(RETRY_S)
            return busy
        lines = frames(house.hub, house.writer, house.language(), house.settings.heartbeat_s)
        stream = Response(lines, mimetype="text/event-stream")
        stream.call_on_close(house.streams.leave)
        return stream

    @routes.get("/snapshot.json")
    def snapshot() -> Response:
        text = house.writer.write(house.hub.current(), house.language())
        return Response(text, mimetype="application/json")

    @routes.post("/command")
    def command() -> tuple[dict[str, Any], int]:
        try:
            wish = command_from_json(request.get_json(silent=True))
        except CommandError as error:
            return {"accepted": False, "says": str(error)}, 400
        return _submit(house, wish)

    @routes.get("/health")
    def health() -> dict[str, Any]:
        return {"ok": True, "version": house.hub.current().version, "phones": house.streams.taken}

    @routes.get("/history.json")
    def history() -> dict[str, Any]:
        return {"moments": [_moment(house, moment) for moment in house.archive.moments()]}

    @routes.get("/record.json")
    def record() -> Response | dict[str, Any]:
        found = house.archive.record()
        if found is None:
            abort(404)
        # The events are the truth; what they say and look like goes along, so that any page can show it.
        told = {
            "shown": house.hub.current().to_json(house.said)["match"],
            "moments": [_moment(house, moment) for moment in house.archive.moments()],
        }
        return {**found, **told}

    @routes.get("/evidence/<name>.jpg")
    def evidence(name: str) -> Response:
        return _jpeg(house, house.pictures.evidence(name))

    @routes.get("/camera.jpg")
    def camera() -> Response:
        return _jpeg(house, house.pictures.live())

    @routes.get("/outline.json")
    def outline() -> dict[str, Any]:
        return {"corners": [list(corner) for corner in house.pictures.outline()]}

    return routes


def _submit(house: House, wish: Command) -> tuple[dict[str, Any], int]:
    if not house.access.may(wish.needs):
        text = house.wording().text(f"refused.{wish.needs.value}")
        return {"accepted": False, "says": text}, 403
    result = house.commands.submit(wish, house.access.who())
    says = house.said(result.says) if result.says else ""
    return {"accepted": result.accepted, "says": says}, 200 if result.accepted else 409


def _moment(house: House, moment: Moment) -> dict[str, Any]:
    return {
        "n": moment.event.n,
        "kind": moment.event.kind,
        "seat": moment.event.seat,
        "clock": moment.event.clock,
        "by": moment.event.by,
        "undoable": moment.event.undoable,
        "says": house.said(moment.event.says),
        "position": moment.position,
        "throws": list(moment.throws),
        "path": list(moment.path),
    }


def _jpeg(house: House, data: bytes | None) -> Response:
    """Answer with a picture; pictures of people's tables are for the players alone."""
    if not house.access.may(Role.PLAYER):
        abort(403, house.wording().text("refused.player"))
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg")
