"""The loop: pictures from the camera to the keeper, snapshots to the page and the lights, round and round.

Everything that it touches is handed in, so that it runs in tests without threads, clocks and devices.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware.buttons.panel import Action
from firmware.cameras.port import FrameSource, Shot
from firmware.errors import CameraError, FirmwareError, JournalError
from firmware.fittings import Fittings, Power
from firmware.hub import Desk, Hub
from firmware.keeper import Keeper
from firmware.pictures import PictureError
from referee.snapshot import Sentence

_log = logging.getLogger(__name__)

# A camera that was pulled out is looked for so often.
_AGAIN_S = 2.0
# What takes some milliseconds and can wait is done after so many pictures, every ten seconds.
_TIDY_PICTURES = 100


@dataclass(frozen=True, slots=True)
class Clock:
    """Time as the loop needs it: seconds that never go back, and waiting."""

    now: Callable[[], float]
    sleep: Callable[[float], None]


class Loop:
    """Runs one table.

    Args:
        open_camera: makes a camera that is not opened yet; called again after the camera was lost.
        keeper: takes pictures and wishes.
        hub: where snapshots are published.
        desk: where wishes come from.
        fittings: lights, button and voice.
        clock: the time.
        per_second: how many pictures are taken a second.
        power: switches the machine off or starts it again.
        alive: called whenever the loop got round once (feeds the watchdog).
        tidy: called now and then (gives memory back).

    """

    def __init__(
        self,
        *,
        open_camera: Callable[[], FrameSource],
        keeper: Keeper,
        hub: Hub,
        desk: Desk,
        fittings: Fittings,
        clock: Clock,
        per_second: float = 10.0,
        power: Power = lambda _: None,
        alive: Callable[[], None] = lambda: None,
        tidy: Callable[[], None] = lambda: None,
    ) -> None:
        self._open_camera = open_camera
        self._keeper = keeper
        self._hub = hub
        self._desk = desk
        self._fittings = fittings
        self._clock = clock
        self._period_s = 1 / per_second
        self._power = power
        self._alive = alive
        self._tidy = tidy
        self._pictures = 0
        self._stopped = False
        self._complained = ""

    def stop(self) -> None:
        """Let `run` return after this round; may be called from anywhere."""
        self._stopped = True

    def run(self) -> None:
        """Go round until `stop` is called or a recording ends; a lost camera is looked for again."""
        while not self._stopped:
            try:
                with self._open_camera() as camera:
                    if self._follow(camera):
                        return
            except CameraError as error:
                self._complain(error)
                self._keeper.lost()
                self._idle(_AGAIN_S)

    def _follow(self, camera: FrameSource) -> bool:
        """Take pictures until the loop is stopped or (True) a recording ends."""
        due_s = self._clock.now()
        while not self._stopped:
            try:
                shot = camera.read()
            except PictureError as error:
                _log.warning("%s", error)
                continue
            if shot is None:
                return True
            self._look(shot)
            self._round()
            self._pictures += 1
            if self._pictures % _TIDY_PICTURES == 0:
                self._tidy()
            due_s = max(due_s + self._period_s, self._clock.now())
            self._clock.sleep(max(0.0, due_s - self._clock.now()))
        return False

    def _look(self, shot: Shot) -> None:
        try:
            self._keeper.look(shot, self._fittings.lit)
        except JournalError as error:
            self._complain(error)
            self._keeper.troubled(error)
        else:
            self._complained = ""

    def _complain(self, error: FirmwareError) -> None:
        """Log what stops the game, once and not ten times a second."""
        if str(error) != self._complained:
            self._complained = str(error)
            _log.error("%s", error)

    def _round(self) -> None:
        """Answer wishes and the button, publish what is to be seen, show and say it."""
        for wish in self._desk.waiting():
            version = self._hub.current().version
            wish.answer.set_result(self._keeper.answer(wish.command, wish.by, version))
        for action in self._fittings.actions(self._clock.now()):
            self._act(action)
        snapshot = self._keeper.snapshot()
        if self._fittings.menu is not None:
            snapshot = replace(snapshot, says=Sentence(f"menu.{self._fittings.menu}"))
        self._hub.publish(snapshot)
        self._fittings.show(self._hub.current(), self._clock.now())
        self._alive()

    def _act(self, action: Action) -> None:
        if action in {Action.POWER_OFF, Action.RESTART}:
            self._power(action)
            self.stop()
        else:
            self._keeper.press(action)

    def _idle(self, seconds: float) -> None:
        """Wait without a camera; wishes are answered and the page told all the same."""
        until_s = self._clock.now() + seconds
        while not self._stopped and self._clock.now() < until_s:
            self._round()
            self._clock.sleep(self._period_s)
