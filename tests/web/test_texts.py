"""The catalogues: complete in every language, and nothing in them that nobody shows."""

import re

import pytest

from firmware.preferences import OFFERS
from referee.snapshot import Due, Phase
from tests.shared import ROOT
from web.catalogues import FALLBACK, page_texts
from web.house import SCRIPT_TEXTS

TEXTS = page_texts()
WEB = ROOT / "web"
OFFERED = tuple({f"settings.{offer.name.split('.')[0]}." for offer in OFFERS})


def setting_key(name: str) -> str:
    """Return where the words of a setting stand."""
    return f"settings.{name.replace('_', '-')}"


def gaps(text: str) -> set[str]:
    """Return the names of a text's gaps."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_there_are_german_and_english() -> None:
    """Both languages are there from the first day."""
    assert set(TEXTS) >= {"de", "en"}


@pytest.mark.parametrize("language", TEXTS)
def test_every_language_has_every_text(language: str) -> None:
    """A language that lacks a text or has one too many is found."""
    assert set(TEXTS[FALLBACK]) == set(TEXTS[language])


@pytest.mark.parametrize("language", TEXTS)
def test_texts_have_the_same_gaps_in_every_language(language: str) -> None:
    """Nothing is left out or invented in a translation."""
    differing = [
        key for key, text in TEXTS[language].items() if gaps(text) != gaps(TEXTS["en"][key])
    ]

    assert differing == []


def keys_in_templates() -> set[str]:
    """Return the keys that templates and modules name whole."""
    texts = [file.read_text("utf-8") for file in (WEB / "templates").iterdir()]
    texts += [file.read_text("utf-8") for file in WEB.glob("*.py")]
    return {
        key for text in texts for key in re.findall(r"""\bt(?:ext)?\(["']([\w.-]+)["']""", text)
    }


def keys_in_scripts() -> set[str]:
    """Return the keys that scripts name whole."""
    texts = [file.read_text("utf-8") for file in (WEB / "static").glob("*.js")]
    return {key for text in texts for key in re.findall(r"""\btext\("([\w.-]+)"[,)]""", text)}


def test_every_text_that_is_asked_for_is_there() -> None:
    """No template or script names a key that is not in the catalogue."""
    asked = {key for key in keys_in_templates() | keys_in_scripts() if not key.endswith(".")}

    assert asked - set(TEXTS["en"]) == set()


def test_every_phase_and_duty_has_its_words() -> None:
    """Whatever a snapshot says is due has a text."""
    wanted = {f"phase.{phase}" for phase in Phase} | {f"due.{due}" for due in Due}

    assert wanted - set(TEXTS["en"]) == set()


def test_no_text_is_forgotten() -> None:
    """Every text is shown somewhere: by its whole key or by the beginning that a script completes."""
    sources = [*(WEB / "templates").iterdir(), *(WEB / "static").glob("*.js"), *WEB.glob("*.py")]
    code = "\n".join(file.read_text("utf-8") for file in sources)
    unused = [
        key
        for key in TEXTS["en"]
        if not key.startswith(OFFERED)
        and key.removesuffix(".one") not in code
        and not any(f"{start}." in code for start in starts(key))
    ]

    assert unused == []


def test_every_setting_that_is_offered_has_its_words() -> None:
    """A name and a hint for each, a word for each answer, and none for what is not offered."""
    wanted = {f"{setting_key(o.name)}.{part}" for o in OFFERS for part in ("name", "hint")}
    worded = {
        f"{setting_key(o.name)}.{option}"
        for o in OFFERS
        for option in o.options
        if not option.isdecimal() and o.name != "table.language"
    }
    languages = {f"settings.table.language.{code}" for code in TEXTS}
    found = {key for key in TEXTS["en"] if key.startswith(OFFERED)}

    assert found == wanted | worded | languages


def starts(key: str) -> list[str]:
    """Return the beginnings of a dotted key."""
    dots = [match.start() for match in re.finditer(r"\.", key)]
    return [key[:dot] for dot in dots][-2:]


def test_scripts_get_the_texts_they_need() -> None:
    """Keys that scripts name begin with what is handed to them."""

    assert [key for key in keys_in_scripts() if not key.startswith(SCRIPT_TEXTS)] == []
