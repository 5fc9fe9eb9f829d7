"""What the owner sets on the page: kept beside the matches, laid over the settings file."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from firmware.errors import SettingsError
from firmware.files import StoreError, read_json_file, write_whole
from firmware.resources import LANGUAGES
from firmware.settings import Settings, settings_from_data
from referee.snapshot import Sentence
from web.ports import Kind, Preference

FILE = "owner.json"


@dataclass(frozen=True, slots=True)
class Offer:
    """One setting that is offered on the page; the settings' scheme checks what comes of it."""

    name: str
    kind: Kind
    options: tuple[str, ...] = ()
    span: tuple[float, float, float] | None = None


OFFERS = (
    Offer("table.language", Kind.CHOICE, LANGUAGES),
    Offer("voice.driver", Kind.CHOICE, ("none", "espeak")),
    Offer("voice.everything", Kind.SWITCH),
    Offer("lights.driver", Kind.CHOICE, ("none", "simulated", "corners", "strip")),
    Offer("lights.help", Kind.SWITCH),
    Offer("lights.brightness", Kind.NUMBER, span=(0.05, 1.0, 0.05)),
    Offer("camera.source", Kind.TEXT),
    Offer("camera.mains_hz", Kind.CHOICE, ("50", "60")),
    Offer("page.pin", Kind.SECRET),
    Offer("page.owner_pin", Kind.SECRET),
)
"""In the order of the page. What needs a screwdriver (pins, ports) stands in the settings file alone."""


class OwnersPreferences:
    """The preferences of one table.

    Args:
        folder: where the table's data are kept.
        base: the settings without what the owner set.
        changed: called after a change, when the table is to start anew.
        offers: what can be set.

    """

    def __init__(
        self,
        folder: Path,
        base: Settings,
        changed: Callable[[], None] = lambda: None,
        offers: Sequence[Offer] = OFFERS,
    ) -> None:
        self._path = folder / FILE
        self._base = base
        self._changed = changed
        self._offers = {offer.name: offer for offer in offers}
        self._settings, self._house = self._load()

    @property
    def settings(self) -> Settings:
        """The settings with what the owner set."""
        return self._settings

    def view(self) -> Sequence[Preference]:
        """Return what can be set, in order."""
        data = asdict(self._settings)
        return [
            Preference(
                name=offer.name,
                kind=offer.kind,
                value=_shown(offer.kind, _at(data, offer.name)),
                options=offer.options,
                span=offer.span,
            )
            for offer in self._offers.values()
        ]

    def house(self) -> Mapping[str, str | bool]:
        """Return the house rules that a new match begins with."""
        return self._house

    def change(self, values: Mapping[str, str], house: Mapping[str, str | bool]) -> Sentence | None:
        """Set these values by name, and the house rules; return why that cannot be, or None."""
        data = asdict(self._settings)
        try:
            for name, text in values.items():
                offer = self._offers[name]
                if offer.kind is not Kind.SECRET or text:
                    section, key = name.split(".")
                    data[section][key] = _read(offer, text, _at(data, name))
            settings = settings_from_data(data)
            self._keep(settings, house)
        except (SettingsError, StoreError) as error:
            return Sentence("command.failed", {"reason": str(error)})
        self._settings, self._house = settings, dict(house)
        self._changed()
        return None

    def _keep(self, settings: Settings, house: Mapping[str, str | bool]) -> None:
        base, data = asdict(self._base), asdict(settings)
        # Only what the owner set: the rest follows the settings file when that changes.
        values = {
            name: _at(data, name) for name in self._offers if _at(data, name) != _at(base, name)
        }
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(
                self._path, json.dumps({"settings": values, "house": dict(house)}, indent=1)
            )
            self._path.chmod(0o600)
        except OSError as error:
            raise StoreError(f"cannot write {self._path}: {error.strerror}") from error

    def _load(self) -> tuple[Settings, Mapping[str, str | bool]]:
        if not self._path.exists():
            return self._base, {}
        try:
            kept = read_json_file(self._path, "the owner's settings")
            data = asdict(self._base)
            for name, value in kept["settings"].items():
                section, key = name.split(".")
                data[section][key] = value
            house = {str(name): value for name, value in kept["house"].items()}
            return settings_from_data(data), house
        except (StoreError, SettingsError, KeyError, ValueError, AttributeError) as error:
            logging.getLogger(__name__).warning("%s is left aside: %s", self._path, error)
            return self._base, {}


def _at(data: Mapping[str, Any], name: str) -> Any:
    section, key = name.split(".")
    return data[section][key]


def _shown(kind: Kind, value: Any) -> str:
    match kind:
        case Kind.SECRET:
            return ""
        case Kind.SWITCH:
            return "yes" if value else "no"
        case _:
            return str(value)


def _read(offer: Offer, text: str, now: Any) -> Any:
    """Read a form's text as the kind of value that stands there now.

    Raises:
        SettingsError: it is none.

    """
    if offer.kind is Kind.SWITCH:
        if text not in {"yes", "no"}:
            raise SettingsError(f"{offer.name} is {text!r}; expected yes or no")
        return text == "yes"
    try:
        return text if isinstance(now, str) else type(now)(text)
    except ValueError as error:
        raise SettingsError(f"{offer.name} is {text!r}; expected a number") from error
