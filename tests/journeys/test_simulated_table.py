"""Phones before a whole table: simulated people, the real loop, referee, journal and page."""

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.archive import TableArchive
from firmware.fittings import Fittings
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.lights.language import lamps
from firmware.loop import Loop
from firmware.page import table_words
from firmware.resources import nominal_board
from firmware.trial import Script, TrialCamera
from referee.games.inner_circle.blunders import CLUMSY
from referee.snapshot import Phase, Snapshot
from tests.browser import Phones, Served, Table
from tests.firmware.evening import fast_clock
from tests.firmware.staged import StagedCamera, StagedEye
from tests.journeys.serving import serve

pytestmark = pytest.mark.browser


WAIT_S = 120.0


class Evening:
    """A table at which simulated people play so many pictures at a time, as fast as they can."""

    def __init__(self, journal: Journal, script: Script) -> None:
        clock = fast_clock()
        self.hub, self.desk = Hub(Snapshot(version=0, phase=Phase.IDLE)), Desk()
        self.keeper = Keeper(
            journal, lambda *_: StagedEye(), StagedEye(), camera="simulated", lights=lamps
        )
        self.archive = TableArchive(journal, self.keeper)
        camera = TrialCamera(
            script, nominal_board(), self.keeper, self.desk,
            now=clock.now, make_camera=StagedCamera, rng=random.Random(4),
        )  # fmt: skip
        self.loop = Loop(
            open_camera=lambda: camera, keeper=self.keeper, hub=self.hub, desk=self.desk,
            fittings=Fittings(), clock=clock, per_second=5.0, alive=self._count,
        )  # fmt: skip
        self._rounds = 0
        self._wanted: Callable[[Snapshot], bool] | None = None
        self._reached, self._held = threading.Event(), threading.Event()
        self._playing: threading.Thread | None = None

    def play(self, pictures: int) -> threading.Thread:
        """Let the people play on; returns the thread in which they do."""
        self._until = self._rounds + pictures
        self.loop._stopped = False
        playing = threading.Thread(target=self.loop.run, daemon=True)
        playing.start()
        return playing

    def play_until(self, what: Callable[[Snapshot], bool]) -> Snapshot:
        """Let the people play on until a snapshot shows something, and hold them there."""
        self._wanted = what
        self._reached.clear()
        self._held.set()
        if self._playing is None:
            self._playing = self.play(-1)
        assert self._reached.wait(WAIT_S), "it did not happen in all that time"
        return self.hub.current()

    def end(self) -> None:
        """Send the people home."""
        self.loop.stop()
        self._held.set()
        if self._playing is not None:
            self._playing.join()

    def _count(self) -> None:
        self._rounds += 1
        if self._rounds == self._until:
            self.loop.stop()
        if self._wanted is not None and self._wanted(self.hub.current()):
            self._wanted = None
            self._held.clear()
            self._reached.set()
            self._held.wait()


SCRIPT = Script(seed=3, seats=(0, 1, 2), balls=2, size_px=(320, 240))
# Slowly, or most mistakes are put right before five pictures a second have shown them for long enough.
CLUMSILY = replace(SCRIPT, clumsiness=CLUMSY, pace=0.5)
QUICKLY = replace(SCRIPT, seats=(0, 2), balls=1)


@pytest.fixture
def script() -> Script:
    """Who plays, and how well: on most evenings three people who know the rules."""
    return SCRIPT


@pytest.fixture
def evening(tmp_path: Path, script: Script) -> Iterator[Evening]:
    """People before a camera that sees all."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        evening = Evening(journal, script)
        yield evening
        evening.end()


@pytest.fixture
def table(served: Served, evening: Evening) -> Table:
    """The page of that table."""
    return serve(served, evening)


def test_phones_follow_a_game_and_end_with_the_truth(
    phone: Phones, evening: Evening, screens: Path
) -> None:
    """Three phones watch a quick game; in the end each shows what the referee knows."""
    pages = [phone(size).open() for size in ("phone", "tablet", "tv")]
    evening.play(400).join()
    now = evening.hub.current()
    assert now.match
    assert now.position
    assert now.says

    said = table_words("inner-circle")["en"].say(now.says, now.match)
    assert said != now.says.key
    for page in pages:
        expect(page.locator("#turn")).to_have_attribute("data-phase", now.phase)
        expect(page.locator(".layer-pieces .ball")).to_have_count(6)
        expect(page.locator("#score li")).to_have_count(3)
        expect(page.locator("#recent li")).to_have_count(len(now.events))
    pages[1].screenshot(path=screens / "simulated-tablet.png")


def test_the_history_of_a_game_is_the_journal_s(phone: Phones, evening: Evening) -> None:
    """Every event of the journal is told, and the scrubber ends where the game stands."""
    evening.play(300).join()
    moments = evening.archive.moments()
    page = phone().open("/history")
    expect(page.locator("#moments li")).to_have_count(len(moments))
    expect(page.locator("#moment")).to_contain_text(f"{len(moments)} / {len(moments)}")
    told = page.locator("#moments .moment span").all_text_contents()

    assert [words for words in told if "event." in words or "(" in words] == []


def test_a_pause_from_the_phone_stops_the_referee(phone: Phones, evening: Evening) -> None:
    """A command reaches the real keeper and every phone sees what came of it."""
    evening.play(120).join()
    one, other = phone(), phone("tablet")
    one.enter()
    playing = evening.play(100_000)
    page = one.open("/match")
    with page.expect_navigation():
        page.click('[data-command="pause"]')
    expect(other.open().locator("#who")).to_have_text("Paused")
    evening.loop.stop()
    playing.join()

    assert evening.keeper.live
    assert evening.keeper.live.table.state.paused


def test_the_invitation_can_be_scanned(phone: Phones, evening: Evening) -> None:
    """The QR code is a picture that a browser shows, on its own page and where no match is yet."""
    size = "node => node.decode().then(() => node.naturalWidth)"
    for path in ("/invite", "/"):
        code = phone("tablet").open(path).locator("img[src='/invite.svg']")
        assert code.evaluate(size) > 100


def test_of_two_phones_that_conflict_the_second_is_told(phone: Phones, evening: Evening) -> None:
    """Both decide about what both see: the first counts, the second hears so, and all show the same."""
    evening.play(120).join()
    one, other = phone(), phone("tablet")
    for each in (one, other):
        each.enter()
    pages = [each.open("/match") for each in (one, other)]
    playing = evening.play(100_000)
    with pages[0].expect_navigation():
        pages[0].click('[data-command="pause"]')
    pages[1].click('[data-command="abandon"]')
    pages[1].click("dialog .button >> nth=0")
    expect(pages[1].locator("#toast")).to_contain_text("Somebody else was quicker")
    other.forgive("409")
    for each in (one, other, phone("tv")):
        expect(each.open().locator("#who")).to_have_text("Paused")
    evening.loop.stop()
    playing.join()

    assert evening.keeper.live
    assert not evening.keeper.live.over


@pytest.mark.parametrize("script", [CLUMSILY])
def test_a_foul_is_called_shown_and_put_right(
    phone: Phones, evening: Evening, script: Script, screens: Path
) -> None:
    """Clumsy people make a mistake: rule, counted way and steps are shown until the camera sees it right."""
    page = phone("tablet").open()
    shown = evening.play_until(lambda s: bool(s.foul and s.foul.counted and s.foul.repairs))
    assert shown.foul
    expect(page.locator("#foul a")).to_have_attribute("href", f"/help#{shown.foul.rule}")
    expect(page.locator(".note-count")).to_have_count(len(shown.foul.counted) - 1)
    expect(page.locator(".way-back li")).to_have_count(len(shown.foul.repairs))
    expect(page.locator(".legal-under li")).to_have_count(len(shown.foul.legal_under))
    expect(page.locator("#foul")).not_to_contain_text("house.")
    page.screenshot(path=screens / "simulated-foul-tablet.png")
    evening.play_until(lambda s: s.foul is None)
    expect(page.locator("#foul")).to_be_hidden()


@pytest.mark.parametrize("script", [QUICKLY])
def test_a_match_ends_with_its_result(
    phone: Phones, evening: Evening, script: Script, screens: Path
) -> None:
    """Rounds are played until somebody's counting ball reaches III; everybody reads who won and how often."""
    page = phone("tablet").open()
    shown = evening.play_until(lambda s: s.phase is Phase.GAME_OVER)
    assert shown.match
    assert shown.position
    expect(page.locator("#result .winner")).to_contain_text("3 rounds won")
    expect(page.locator("#standing li")).to_have_count(2)
    expect(page.locator("#who")).to_contain_text("wins the game")
    page.screenshot(path=screens / "result-tablet.png")
    page = phone().open("/statistics")
    expect(page.locator("tbody tr >> nth=0")).to_be_visible()
    page.screenshot(path=screens / "statistics-phone.png")
