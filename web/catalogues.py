"""The page's own message catalogues, ``texts.LANGUAGE.toml`` beside this file, found by being there."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from referee.catalogue import flat
from web.rulebook import RuleBook
from web.wording import Wording

FALLBACK = "en"
"""Shown to a phone that asks for languages we do not have."""


def page_texts() -> dict[str, dict[str, str]]:
    """Return the page's texts, dotted keys by language."""
    files = sorted(resources.files("web").iterdir(), key=lambda file: file.name)
    return {
        file.name.split(".")[1]: flat(tomllib.loads(file.read_text("utf-8")))
        for file in files
        if file.name.startswith("texts.") and file.name.endswith(".toml")
    }


def wordings(
    texts: Mapping[str, Mapping[str, Any]],
    books: Mapping[str, RuleBook],
    added: Mapping[str, Mapping[str, str]] | None = None,
) -> dict[str, Wording]:
    """Join the page's texts with those of the table, one wording a language.

    ``texts`` are the table's catalogues (dotted keys or parsed TOML) and ``books`` its rule books, whose
    house rules have words, by language; ``added`` are whole languages from elsewhere. What a language lacks
    is said in English.
    """
    own, added, more = page_texts(), added or {}, _joined(texts, books)
    return {
        language: Wording(
            language,
            {
                key: text
                for texts in (own[FALLBACK], more.get(FALLBACK, {}), {"language": language},
                              own.get(language, {}), more.get(language, {}), added.get(language, {}))
                for key, text in texts.items()
            },
        )
        for language in (*own, *(code for code in added if code not in own))
    }  # fmt: skip


def _joined(
    texts: Mapping[str, Mapping[str, Any]], books: Mapping[str, RuleBook]
) -> dict[str, dict[str, str]]:
    """Return catalogues by language, flat, with the house rules of the rule books in words."""
    codes = texts.keys() | books.keys()
    none = RuleBook()
    return {code: flat(texts.get(code, {})) | books.get(code, none).texts() for code in codes}
