from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.buttons.panel import Action
from firmware.buttons.port import Press
from firmware.buttons.simulated import SimulatedButton
from firmware.cameras.port import Shot
from firmware.errors import LightsError
from firmware.fittings import Fittings
from firmware.hub import Desk, Hub, Wish
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.lights.language import lamps
from firmware.lights.simulated import SimulatedLights
from firmware.loop import Clock, Loop
from firmware.pictures import PictureError
from referee.events import RoundWon
from referee.snapshot import Phase, Snapshot
from referee.table.patience import FOLDER
from tests.firmware.evening import (
    MATCH,
    EveningCamera,
    EveningEye,
    fast_clock,
    picture_of,
    sightings,
)
from web.commands import Pause

SEEN = sightings(seed=5)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """A table at which a match has just begun."""
    eye = EveningEye(SEEN)
    with Journal(tmp_path / "journal.sqlite") as journal:
        kept = Keeper(journal, lambda *_: eye, wall=lambda: 0.0, patience=FOLDER, lights=lamps)
        kept.look(Shot(picture_of(0), 0.0, "1"))
        assert kept.begin(MATCH) is None
        yield kept


def loop(keeper: Keeper, camera: Any, **more: Any) -> tuple[Loop, Hub]:
    hub = more.pop("hub", None) or Hub(Snapshot(version=0, phase=Phase.IDLE))
    parts = {
        "open_camera": lambda: camera,
        "keeper": keeper,
        "hub": hub,
        "desk": Desk(),
        "fittings": Fittings(),
        "clock": fast_clock(),
    }
    return Loop(**(parts | more)), hub


def moments() -> list[int]:
    return list(range(len(SEEN)))


class Recorder(Hub):
    """A hub that remembers all that it published."""

    def __init__(self) -> None:
        super().__init__(Snapshot(version=0, phase=Phase.IDLE))
        self.published: list[Snapshot] = []

    def publish(self, snapshot: Snapshot) -> bool:
        new = super().publish(snapshot)
        if new:
            self.published.append(self.current())
        return new


def test_a_recording_is_followed_to_its_end(keeper: Keeper) -> None:
    """The loop ends with the pictures; the camera is closed, the round was won."""
    camera = EveningCamera(moments())
    running, hub = loop(keeper, camera)

    running.run()

    assert camera.opened == 0
    assert any(isinstance(event.what, RoundWon) for event in keeper.live.events)
    assert hub.current().phase is Phase.ROUND_OVER


def test_memory_is_given_back_now_and_then(keeper: Keeper) -> None:
    """What frees memory takes milliseconds: it is called every ten seconds, not with every picture."""
    tidied: list[int] = []
    camera = EveningCamera([0] * 650)
    running, _ = loop(keeper, camera, tidy=lambda: tidied.append(1))

    running.run()

    assert len(tidied) == 6


def test_a_camera_that_is_pulled_out_and_put_back_goes_on(keeper: Keeper) -> None:
    """Meanwhile the page says that the camera is silent; afterwards the same game goes on."""
    camera = EveningCamera(moments(), pulled_at=40)
    hub = Recorder()
    running, _ = loop(keeper, camera, hub=hub)

    running.run()

    assert Phase.NO_CAMERA in [snapshot.phase for snapshot in hub.published]
    assert any(isinstance(event.what, RoundWon) for event in keeper.live.events)


def test_wishes_are_answered_between_pictures_and_without_a_camera(keeper: Keeper) -> None:
    """What people ask for is done also while there are no pictures."""
    desk = Desk()
    wish = Wish(Pause(), "Anna")
    desk._wishes.put(wish)
    camera = EveningCamera(moments(), pulled_at=0)
    running, hub = loop(keeper, camera, desk=desk)

    running.run()

    assert wish.answer.result(0).accepted
    assert hub.current().phase is Phase.PAUSED


def test_pictures_are_taken_at_the_pace_that_was_set(keeper: Keeper) -> None:
    """Ten pictures a second: a picture waits for its tenth of a second, and lost time is not made up."""
    slept = []
    now_s = [0.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now_s[0] += seconds

    class SlowCamera(EveningCamera):
        def read(self) -> Shot | None:
            now_s[0] += 0.5 if len(self.moments) == 3 else 0.02
            return super().read()

    camera = SlowCamera(list(range(6)))
    running, _ = loop(keeper, camera, clock=Clock(lambda: now_s[0], sleep))
    running.run()

    assert slept == pytest.approx([0.08, 0.08, 0.08, 0.0, 0.08, 0.08])


def test_a_late_round_does_not_wait(keeper: Keeper) -> None:
    """Time goes on between two looks at the clock; nobody is asked to sleep for less than nothing."""
    slept = []
    ticks = iter(range(10_000))
    clock = Clock(lambda: 0.3 * next(ticks), slept.append)
    running, _ = loop(keeper, EveningCamera(list(range(6))), clock=clock)
    running.run()

    assert len(slept) == 6
    assert min(slept) >= 0.0


def test_the_loop_feeds_the_watchdog_and_stops_when_told(keeper: Keeper) -> None:
    """Each round is reported; after `stop` no further picture is taken."""
    camera = EveningCamera(moments())
    rounds = []

    def alive() -> None:
        rounds.append(1)
        if len(rounds) == 5:
            running.stop()

    running, _ = loop(keeper, camera, alive=alive)
    running.run()

    assert len(rounds) == 5
    assert len(camera.moments) == len(SEEN) - 5
    assert camera.opened == 0


def test_lights_show_what_the_snapshot_wants(keeper: Keeper) -> None:
    """Whose turn it is reaches the lamps, dimmed as set."""
    lights = SimulatedLights()
    running, _ = loop(keeper, EveningCamera(moments()), fittings=Fittings(lights, brightness=0.5))

    running.run()

    lit = {name for shown in lights.shown for name in shown}
    assert {"corner.0", "corner.2"} <= lit
    assert max(max(colour) for shown in lights.shown for colour in shown.values()) <= 128


def test_lights_that_fail_do_not_end_the_game(keeper: Keeper) -> None:
    """The loop goes on without them, and does not ask them again and again."""

    class Broken(SimulatedLights):
        asked = 0

        def show(self, colours: Any) -> None:
            self.asked += 1
            raise LightsError("gone")

    lights = Broken()
    running, _ = loop(keeper, EveningCamera(moments()), fittings=Fittings(lights))

    running.run()

    assert lights.asked == 1
    assert any(isinstance(event.what, RoundWon) for event in keeper.live.events)


def test_a_damaged_picture_is_left_out(keeper: Keeper) -> None:
    """One broken file in a recording does not end the evening."""

    class Scratched(EveningCamera):
        broken = True

        def read(self) -> Shot | None:
            if self.broken and len(self.moments) == 50:
                self.broken = False
                raise PictureError("half")
            return super().read()

    running, _ = loop(keeper, Scratched(moments()))
    running.run()

    assert any(isinstance(event.what, RoundWon) for event in keeper.live.events)


def test_a_full_disk_is_shown_and_survived(keeper: Keeper) -> None:
    """While events cannot be committed the page says so, and the loop goes round."""
    journal = keeper._journal
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    hub = Recorder()
    running, _ = loop(keeper, EveningCamera(moments()), hub=hub)

    running.run()

    said = [snapshot.says.key for snapshot in hub.published if snapshot.says]
    assert "trouble.journal" in said
    committed = len(journal.events(keeper.live.id))
    assert max(e.n for s in hub.published for e in s.events) <= committed


class TestButton:
    def run(self, keeper: Keeper, *presses: Press, pictures: int) -> tuple[Recorder, list[Action]]:
        """Follow so many pictures, press, and go on for a second."""
        button, hub, powered = SimulatedButton(), Recorder(), []
        count = []

        def alive() -> None:
            count.append(1)
            if len(count) == pictures:
                for press in presses:
                    button.press(press)
            if len(count) == pictures + 10:
                running.stop()

        running, _ = loop(
            keeper, EveningCamera(moments()), hub=hub, alive=alive, power=powered.append,
            fittings=Fittings(button=button),
        )  # fmt: skip
        running.run()
        return hub, powered

    def test_twice_takes_back_the_last_step(self, keeper: Keeper) -> None:
        """What the button asked for is in the journal, with the button's name."""
        self.run(keeper, Press.SHORT, Press.SHORT, pictures=30)

        by = [event.memo.get("by") for event in keeper.live.events]
        assert "button" in by

    def test_what_makes_no_sense_is_explained(self, keeper: Keeper) -> None:
        """A turn that may not end is not ended by a knock against the button, and the page says so."""
        hub, _ = self.run(keeper, Press.SHORT, pictures=3)

        said = [snapshot.says.key for snapshot in hub.published if snapshot.says]
        assert any(key.startswith("decision.") for key in said)

    def test_the_menu_is_shown_and_switches_off(self, keeper: Keeper) -> None:
        """Held, stepped on twice and held again, the machine goes off and the loop ends."""
        presses = (Press.LONG, Press.SHORT, Press.SHORT, Press.LONG)
        _, powered = self.run(keeper, *presses, pictures=5)

        assert powered == [Action.POWER_OFF]

    def test_an_open_menu_is_what_the_page_says(self, keeper: Keeper) -> None:
        """While the menu is open its item stands where the referee speaks."""
        hub, powered = self.run(keeper, Press.LONG, Press.SHORT, pictures=5)

        assert "menu.restart" in [snapshot.says.key for snapshot in hub.published if snapshot.says]
        assert powered == []
