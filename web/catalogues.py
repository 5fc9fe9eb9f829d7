"""The page's own message catalogues, ``texts.LANGUAGE.toml`` beside this file, found by being there."""

import tomllib
from collections.abc import Mapping
from importlib import resources

from referee.catalogue import flat
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
    more: Mapping[str, Mapping[str, str]], added: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Wording]:
    """Join the page's texts with ``more`` of the table (dotted keys by language), one wording a language.

    ``added`` are whole languages from elsewhere; what a language lacks is said in English.
    """
    own, added = page_texts(), added or {}
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
