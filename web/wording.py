"""Turning sentence keys into sentences, from message catalogues of any number of languages."""

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.places import place_in_words
from referee.snapshot import MatchView, Sentence
from web.errors import TextError

LITERAL = "literal"
"""A sentence that comes already worded: its parameters are the texts by language."""


class _Gaps(string.Formatter):
    """Formatting that leaves a hole's name standing rather than fail in front of the players."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, f"({key})") if isinstance(key, str) else super().get_value(
            key, args, kwargs
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of one language: the page's own and those of the games."""

    language: str
    texts: Mapping[str, str]

    def text(self, key: str, **params: Any) -> str:
        """Return the text ``key`` with its gaps filled; the variant ``key.one`` if ``count`` is 1.

        Raises:
            TextError: there is no such text.

        """
        return _filled(self._found(key, params), params)

    def say(self, sentence: Sentence, match: MatchView | None = None) -> str:
        """Word a sentence; seats become names, options and colours their words.

        A key that no catalogue has is shown as it is, since a game goes on without one sentence.
        """
        if sentence.key == LITERAL:
            said = sentence.params.get(self.language) or sentence.params.get("en")
            return str(said or "")
        params = {name: self._param(name, value, match) for name, value in sentence.params.items()}
        try:
            return self.text(sentence.key, **params)
        except TextError:
            return sentence.key

    def aloud(self, sentence: Sentence, match: MatchView | None = None) -> str:
        """Word a sentence for the ear: its numerals are figures.

        Voices read some Roman numerals as numbers, and spell others or take them for words ("I", "V", "X").
        """
        if sentence.key == LITERAL:
            return self.say(sentence, match)
        params = {
            name: _heard(name, value, self._param(name, value, match))
            for name, value in sentence.params.items()
        }
        try:
            return _filled(_in_figures(self._found(sentence.key, params)), params)
        except TextError:
            return ""

    def _found(self, key: str, params: Mapping[str, Any]) -> str:
        """Return the text with its gaps, in the variant for one of something where that is told of."""
        found = self.texts.get(f"{key}.one") if params.get("count") == 1 else None
        found = found or self.texts.get(key)
        if found is None:
            raise TextError(f"no text {key} in {self.language}; add it to the catalogue")
        return found

    def seat(self, seat: int, match: MatchView | None) -> str:
        """Return the name of who sits at ``seat``: the player's, else the colour's."""
        for view in match.seats if match else ():
            if view.seat == seat:
                return view.player or self.colour(view.colour)
        return self.text("seat.unknown", seat=seat + 1)

    def colour(self, label: str) -> str:
        """Return a colour's word, or the label itself for a colour without one."""
        return self.texts.get(f"colour.{label}", label)

    def option(self, setting: str, value: str) -> str:
        """Return a setting's value in words, or itself where it needs none ("50")."""
        return self.texts.get(f"settings.{setting.replace('_', '-')}.{value}", value)

    def place(self, name: str, match: MatchView | None = None) -> str:
        """Return a place or area of the board in words ("field 5 after Red's start"), or its name."""
        names = {view.seat: self.seat(view.seat, match) for view in match.seats} if match else {}
        spoken = place_in_words(name, self.texts, names)
        if spoken is not None:
            return spoken
        area, _, of = name.partition(".")
        if area in {"start", "counters", "stored"} and of.isdecimal():
            return self.text(f"area.{area}", name=self.seat(int(of), match))
        if area == "dice":
            return self.texts.get(f"area.dice.{of}", name)
        kind, number = name[:1], name[1:].partition(".")[0]
        found = self.texts.get(f"place.{kind}") if number.isdecimal() else None
        return found.format(i=number) if found and "{option}" not in found else name

    def face(self, die: str, face: str) -> str:
        """Return the word for a face of a die."""
        return roman(face) if die == "number" else self.texts.get(f"option.{face}", face)

    def _param(self, name: str, value: Any, match: MatchView | None) -> Any:
        if isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
            return self.seat(value, match)
        if isinstance(value, str) and (name == "option" or name.endswith("_option")):
            return self.texts.get(f"option.{value}", value)
        if isinstance(value, str) and (name == "colour" or name.endswith("_colour")):
            return self.colour(value)
        if isinstance(value, str) and (name == "place" or name.endswith("_place")):
            return self.place(value, match)
        if isinstance(value, str) and name == "house":
            return self.texts.get(f"house.{value}", value)
        if isinstance(value, str) and name == "places":
            return ", ".join(self.place(place, match) for place in value.split(", "))
        return roman(str(value)) if name == "number" else value


_ROMAN = {
    "1": "I", "2": "II", "3": "III", "4": "IV", "5": "V", "6": "VI", "8": "VIII", "10": "X", "12": "XII",
}  # fmt: skip


def roman(number: str) -> str:
    """Return a number of the die, or half of one, as the game writes it."""
    return _ROMAN.get(number, number)


# "I" alone is an English word, too; the die's own I comes as a number.
_NUMERAL = re.compile(r"\b(?:II|III|IV|V|VI|VIII|X|XII)\b")
_FIGURE = {numeral: figure for figure, numeral in _ROMAN.items()}


def _in_figures(text: str) -> str:
    return _NUMERAL.sub(lambda numeral: _FIGURE[numeral[0]], text)


def _heard(name: str, value: Any, worded: Any) -> Any:
    """Return a parameter as it is spoken; players' names are left as they are."""
    if name == "number":
        return value
    return _in_figures(worded) if name == "house" else worded


def _filled(text: str, params: Mapping[str, Any]) -> str:
    return _Gaps().vformat(text, (), params) if params else text
