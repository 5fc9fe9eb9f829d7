"""What the page's routes share: the table's ports and what is made from them once."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from referee.board import Board, Variant
from web.access import Access
from web.board_svg import board_svg
from web.catalogues import FALLBACK
from web.ports import Archive, Commands, Pictures, Snapshots
from web.settings import PageSettings
from web.stream import Seats, Writer
from web.wording import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The ports of one table, with its texts and limits."""

    hub: Snapshots
    commands: Commands
    boards: Mapping[Variant, Board]
    settings: PageSettings
    wordings: Mapping[str, Wording]
    access: Access
    archive: Archive
    pictures: Pictures
    writer: Writer
    streams: Seats

    def language(self) -> str:
        """Return the language of this request: asked for, chosen before, or the phone's."""
        for wish in (request.args.get("lang"), request.cookies.get("lang")):
            if wish in self.wordings:
                return str(wish)
        return request.accept_languages.best_match(list(self.wordings)) or FALLBACK

    def wording(self) -> Wording:
        """Return the texts of this request's language."""
        return self.wordings[self.language()]

    def variant(self) -> Variant:
        """Return which variant lies on the table, the base game while no match is set."""
        match = self.hub.current().match
        return Variant(match.variant) if match else Variant.BASE

    def drawing(self, variant: Variant) -> str:
        """Return the board's picture."""
        return board_svg(self.boards[variant], self.wording().text("board.title"))
