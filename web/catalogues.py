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


def wordings(more: Mapping[str, Mapping[str, str]]) -> dict[str, Wording]:
    """Join the page's texts with ``more`` (dotted keys by language) into one wording a language."""
    return {
        language: Wording(language, {**texts, **more.get(language, {})})
        for language, texts in page_texts().items()
    }
