"""The referee's sentences, spoken by a phone that was asked to."""

import pytest
from playwright.sync_api import expect

from tests.browser import Phones, Table
from tests.web.fake_table import snapshots

pytestmark = pytest.mark.browser

# A voice that writes down what it is to say: browsers in tests have none.
VOICE = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (sentence) => window.spoken.push([sentence.lang, sentence.text]), cancel: () => {} } });
"""


def test_a_phone_reads_aloud_only_when_asked(phone: Phones, table: Table) -> None:
    """Silent at first; then each new sentence once, in the page's language; asked again, silent."""
    reader = phone()
    reader.context.add_init_script(VOICE)
    page = reader.open()
    table.hub.push(snapshots()["thrown"])
    expect(page.locator("#says")).to_contain_text("swap rings")
    assert page.evaluate("spoken") == []

    page.click("#voice")
    table.hub.push(snapshots()["moved"])
    expect(page.locator("#says")).to_contain_text("ball home")
    spoken = page.evaluate("spoken")
    assert spoken[1:] == [["en", "Anna throws Clara's ball home."]]

    page.click("#voice")
    table.hub.push(snapshots()["wrong"])
    expect(page.locator("#says")).to_contain_text("inner 13")
    assert page.evaluate("spoken") == spoken


def test_a_phone_without_a_voice_offers_none(phone: Phones) -> None:
    """The button stays away."""
    mute = phone()
    mute.context.add_init_script(
        'Object.defineProperty(window, "speechSynthesis", { value: undefined })'
    )

    expect(mute.open().locator("#voice")).to_be_hidden()
