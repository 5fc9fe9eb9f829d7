"""The page's own message catalogues: one TOML file a language, found by being there."""

import tomllib
from collections.abc import Mapping
from importlib import resources

from web.wording import Wording, flattened

FALLBACK = "en"
"""Shown to a phone that asks for languages we do not have."""


def page_texts() -> dict[str, dict[str, str]]:
    """Read the texts of every language in ``web/texts``."""
    folder = resources.files("web") / "texts"
    return {
        file.name.removesuffix(".toml"): flattened(tomllib.loads(file.read_text("utf-8")))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    }


def wordings(more: Mapping[str, Mapping[str, str]]) -> dict[str, Wording]:
    """Join the page's texts with ``more`` (dotted keys by language) into one wording a language."""
    return {
        language: Wording(language, {**texts, **more.get(language, {})})
        for language, texts in page_texts().items()
    }
