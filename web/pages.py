"""The pages that people open: all of them read only, and open to everybody on the local network."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.board import Variant
from referee.snapshot import Phase, Snapshot
from web.commands import Role
from web.entrance import enter
from web.example_svg import example_svg
from web.house import House
from web.rulebook import Example

TABS = (
    ("/", "nav.table", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8"),
    ("/match", "nav.match", "M8 4h8v5a4 4 0 0 1-8 0zM8 5H4c0 3 1 5 4 5M16 5h4c0 3-1 5-4 5M12 13v4M8 20h8"),
    ("/history", "nav.history", "M4 5v5h5M4.6 10A8 8 0 1 1 4 13M12 8v4l3 2"),
    ("/help", "nav.help", "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6"),
    ("/more", "nav.more", "M5 7h14M5 12h14M5 17h14"),
)  # fmt: skip
"""The pages that every page leads to: address, text and icon."""

BESIDE = {"/match/house": "/match", "/setup": "/match", "/statistics": "/history"}
"""Pages that belong to another tab than *More*."""

COLOURS = (
    "red", "blue", "green", "yellow", "black", "white", "orange", "violet", "turquoise", "pink",
    "brown", "grey", "wood",
)  # fmt: skip
"""Colours that balls come in; those that the camera found or the last match had are offered too."""


def pages(house: House) -> Blueprint:
    """Make the routes of the pages."""
    routes = Blueprint("pages", __name__)
    _everywhere(routes, house)
    _live(routes, house)
    _match(routes, house)
    _reading(routes, house)
    _invitation(routes, house)
    return routes


def _everywhere(routes: Blueprint, house: House) -> None:
    """Give every template the texts of its language and who is looking."""

    @routes.app_context_processor
    def words() -> dict[str, Any]:
        return {
            "t": house.wording().text,
            "say": house.said,
            "name": lambda seat: house.wording().seat(seat, house.hub.current().match),
            "colour_word": house.wording().colour,
            "face_word": house.wording().face,
            "option_word": house.wording().option,
            "language": house.language(),
            "languages": {code: words.text("language") for code, words in house.wordings.items()},
            "role": house.access.role().value,
            "token": house.access.token(),
            "here": request.path,
            "tab": _tab(request.path),
            "tabs": TABS,
        }


def _live(routes: Blueprint, house: House) -> None:
    @routes.get("/")
    def table() -> str | AnyResponse:
        if "k" in request.args:
            enter(house, request.args["k"], "")
            return redirect(url_for("pages.table"), 303)
        return render_template(
            "table.html",
            board=house.drawing(house.variant()),
            boot=house.boot(),
            address=house.settings.here,
            qr=house.qr_svg is not None,
        )

    @routes.get("/board/<variant>.svg")
    def board(variant: str) -> Response:
        if variant not in set(Variant):
            abort(404)
        return Response(house.drawing(Variant(variant)), mimetype="image/svg+xml")

    @routes.get("/history")
    def history() -> str:
        return render_template(
            "history.html", board=house.drawing(house.variant()), boot=house.boot()
        )


def _match(routes: Blueprint, house: House) -> None:
    @routes.get("/match")
    def match() -> str:
        snapshot, book = house.hub.current(), house.rulebook()
        return render_template(
            "match.html",
            boot=house.boot(),
            match=snapshot.match,
            running=snapshot.match is not None and snapshot.phase is not Phase.GAME_OVER,
            paused=snapshot.phase is Phase.PAUSED,
            seats=range(house.boards[Variant.BASE].seats),
            found={view.seat: view.colour for view in snapshot.found},
            colours=_colours(snapshot),
            switches=book.switches,
            usual=_usual_house(house),
            most_balls=book.most_balls,
        )

    @routes.get("/match/house")
    def agreed() -> str:
        return render_template(
            "agreed.html",
            match=house.hub.current().match,
            book=house.rulebook(),
            rules=_usual_house(house),
        )

    @routes.get("/setup")
    def setup() -> str:
        return render_template("setup.html", boot=house.boot(), camera=house.hub.current().camera)


def _reading(routes: Blueprint, house: House) -> None:
    @routes.get("/help")
    def rules() -> str:
        def drawn(example: Example) -> str:
            variant = Variant.MEMORY if example.memory else Variant.BASE
            return example_svg(house.boards[variant], example)

        return render_template("help.html", book=house.rulebook(), drawn=drawn)

    @routes.get("/statistics")
    def statistics() -> str:
        return render_template(
            "statistics.html", tallies=house.archive.tallies(), in_order=_in_order
        )

    @routes.get("/more")
    def more() -> str:
        return render_template(
            "more.html", wifi=house.wifi is not None, settings=house.preferences is not None
        )

    @routes.get("/privacy")
    def privacy() -> str:
        return render_template("privacy.html", boot=house.boot(), keeps=house.vault is not None)


def _tab(path: str) -> str:
    """Return the tab to which a page belongs."""
    return path if path in {tab for tab, *_ in TABS} else BESIDE.get(path, "/more")


def _usual_house(house: House) -> Mapping[str, str | bool]:
    """Return the house rules that the form begins with: those of the match on the table, or the owner's."""
    match = house.hub.current().match
    if match is not None:
        return match.house
    return house.preferences.house() if house.preferences else {}


def _colours(snapshot: Snapshot) -> list[str]:
    """Return the colours to choose from, those that lie on the table among them."""
    views = (*snapshot.found, *(snapshot.match.seats if snapshot.match else ()))
    return list(dict.fromkeys((*COLOURS, *(view.colour for view in views))))


def _in_order(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the faces of a die by their number, or else by their name."""
    return sorted(
        counts.items(), key=lambda item: (int(item[0]) if item[0].isdecimal() else 0, item)
    )


def _invitation(routes: Blueprint, house: House) -> None:
    @routes.get("/invite")
    def invite() -> str:
        return render_template("invite.html", settings=house.settings, qr=house.qr_svg is not None)

    @routes.get("/invite.svg")
    def invitation() -> Response:
        if house.qr_svg is None:
            abort(404)
        plays = house.access.may(Role.PLAYER)
        link = house.settings.link if plays else f"{house.settings.here}/"
        return Response(house.qr_svg(link), mimetype="image/svg+xml")

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
