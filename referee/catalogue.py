"""Putting sentences into words: texts from message catalogues, looked up by key and filled in."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import RefereeError
from referee.places import place_in_words
from referee.snapshot import Sentence

Say = Callable[[Sentence], str]


class MissingText(RefereeError, LookupError):  # noqa: N818  (it names what is missing)
    """A catalogue lacks a sentence or a sentence lacks one of its values."""


def flat(texts: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Flatten nested tables of texts into dotted keys."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(value)
    return found


def speaker(texts: Mapping[str, Any], names: Mapping[int, str]) -> Say:
    """Return what puts sentences into words.

    ``texts`` is a parsed catalogue, ``names`` how each seat's player is called. A parameter named
    ``seat`` or ending in ``_seat`` is shown as that player's name, one ending in ``_place`` as that place
    in words, ``option``, what ends in ``_option`` and ``number`` as the catalogue words the dice's faces.
    """
    catalogue = flat(texts)

    def say(sentence: Sentence) -> str:
        values = {
            key: _value(key, value, catalogue, names) for key, value in sentence.params.items()
        }
        try:
            return catalogue[sentence.key].format_map(values)
        except KeyError as error:
            raise MissingText(f"no text {error} for {sentence.key!r}") from error

    return say


def _value(
    key: str, value: str | int | None, catalogue: Mapping[str, str], names: Mapping[int, str]
) -> str:
    if isinstance(value, int) and (key == "seat" or key.endswith("_seat")):
        unnamed = catalogue.get("spot.unnamed", "{seat}").format(seat=value)
        return names.get(value, unnamed)
    if isinstance(value, str) and key.endswith("_place"):
        return place_in_words(value, catalogue, names) or value
    kind = "option" if key.endswith("_option") else key
    if kind in {"number", "option"}:
        return catalogue.get(f"{kind}.{value}", str(value))
    return "" if value is None else str(value)
