"""What the page's routes share: the table's ports and what is made from them once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from referee.board import Board, Variant
from referee.snapshot import Sentence
from web.access import Access
from web.board_svg import board_svg
from web.catalogues import FALLBACK
from web.ports import Archive, Commands, Pictures, Preferences, Snapshots, Vault, Wifi
from web.rulebook import RuleBook
from web.settings import PageSettings
from web.stream import Seats, Writer
from web.wording import Wording

SCRIPT_TEXTS = ("js.", "colour.", "option.", "seat.", "phase.", "due.", "place.", "spot.", "house.")
"""Texts that the page's scripts need; the rest stays on the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The ports of one table, with its texts and limits."""

    hub: Snapshots
    commands: Commands
    boards: Mapping[Variant, Board]
    settings: PageSettings
    wordings: Mapping[str, Wording]
    rules: Mapping[str, RuleBook]
    access: Access
    archive: Archive
    pictures: Pictures
    writer: Writer
    streams: Seats
    qr_svg: Callable[[str], bytes] | None
    wifi: Wifi | None = None
    vault: Vault | None = None
    preferences: Preferences | None = None

    def language(self) -> str:
        """Return the language of this request: asked for, chosen before, or the phone's."""
        for wish in (request.args.get("lang"), request.cookies.get("lang")):
            if wish in self.wordings:
                return str(wish)
        return request.accept_languages.best_match(list(self.wordings)) or FALLBACK

    def wording(self) -> Wording:
        """Return the texts of this request's language."""
        return self.wordings[self.language()]

    def rulebook(self) -> RuleBook:
        """Return the rules in this request's language."""
        return self.rules.get(self.language()) or self.rules.get(FALLBACK) or RuleBook()

    def said(self, sentence: Sentence) -> str:
        """Word a sentence with the names of the match on the table."""
        return self.wording().say(sentence, self.hub.current().match)

    def variant(self) -> Variant:
        """Return which variant lies on the table, the base game while no match is set."""
        match = self.hub.current().match
        return Variant(match.variant) if match else Variant.BASE

    def drawing(self, variant: Variant) -> str:
        """Return the board's picture."""
        return board_svg(self.boards[variant], self.wording().text("board.title"))

    def boot(self) -> dict[str, Any]:
        """Return what the scripts start from, so that the first look needs no second request."""
        texts = {
            key: text for key, text in self.wording().texts.items() if key.startswith(SCRIPT_TEXTS)
        }
        return {
            "language": self.language(),
            "role": self.access.role().value,
            "token": self.access.token(),
            "heartbeat": self.settings.heartbeat_s,
            "texts": texts,
            "snapshot": self.hub.current().to_json(self.said),
        }
