"""What an owner's table has besides a game: a radio and preferences that do what a test says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firmware.preferences import OFFERS, Offer
from referee.snapshot import Sentence
from tests.web.fake_table import said
from web.ports import Kind, Preference, Reached, Station

REACHED = Reached(
    link="own",
    stations=(Station("Café <b>", 80, secured=True), Station("Guests", 30, secured=False)),
    own_name="Ringrichter-1a2b",
    own_password="secret-word",
    own_code="WIFI:T:WPA;S:Ringrichter-1a2b;P:secret-word;;",
)


@dataclass
class Radio:
    """A radio that does what a test says."""

    shown: Reached = REACHED
    asked: list[tuple[str, str]] = field(default_factory=list)

    def view(self) -> Reached:
        return self.shown

    def join(self, name: str, password: str) -> None:
        self.asked.append((name, password))


def _value(offer: Offer) -> str:
    fixed = {Kind.SWITCH: "no", Kind.NUMBER: "0.5", Kind.TEXT: "usb:<b>", Kind.SECRET: ""}
    return fixed[offer.kind] if offer.kind in fixed else offer.options[0]


@dataclass
class Kept:
    """Preferences that remember what was asked."""

    asked: list[tuple[Mapping[str, str], Mapping[str, str | bool]]] = field(default_factory=list)
    usual: Mapping[str, str | bool] = field(default_factory=dict)
    wrong: str = ""

    def view(self) -> Sequence[Preference]:
        return [
            Preference(name=o.name, kind=o.kind, value=_value(o), options=o.options, span=o.span)
            for o in OFFERS
        ]

    def house(self) -> Mapping[str, str | bool]:
        return self.usual

    def change(self, values: Mapping[str, str], house: Mapping[str, str | bool]) -> Sentence | None:
        self.asked.append((values, house))
        return said(self.wrong, self.wrong) if self.wrong else None
