"""The simulated camera: pictures of a painted table at which simulated people play."""

from collections.abc import Callable

import numpy as np

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.simulation.show import Show, Stage
from vision.painter.painter import Painter


class SimulatedCamera(Entered):
    """Takes pictures of a simulated table, as it looks at the time that ``now`` tells.

    The game begins when the camera is entered. With ``endless`` one game follows another; otherwise
    the last picture is followed by None. Entered again it goes on where the people are by then. A
    ``painter`` of the same table that has painted already saves the seconds that the empty table takes.
    """

    def __init__(
        self,
        stage: Stage,
        now: Callable[[], float],
        *,
        pace: float = 1.0,
        endless: bool = True,
        painter: Painter | None = None,
    ) -> None:
        self._painter = painter or Painter(stage.table)
        self._rng = np.random.default_rng(stage.cast.seed)
        self._now = now
        self._endless = endless
        self.show = Show(stage, pace=pace, endless=endless)
        self._began_s: float | None = None
        self._number = 0

    def open(self) -> None:
        """Let the people begin, unless they play already."""
        if self._began_s is None:
            # The empty table is painted before the clock starts: that takes a few seconds.
            self._painter.paint(self.show.at(0.0).scene, self._rng)
            self._began_s = self._now()

    def read(self) -> Shot | None:
        """Return the picture of this instant, None when the game is over."""
        assert self._began_s is not None, "enter the camera before reading"
        since_s = self._now() - self._began_s
        moment = self.show.at(since_s)
        if self.show.over and not self._endless:
            return None
        self._number += 1
        return Shot(self._painter.paint(moment.scene, self._rng), since_s, str(self._number))
