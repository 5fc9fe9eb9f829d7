"""A button that is pressed by a program: for tests and trials."""

from queue import Empty, SimpleQueue

from firmware.buttons.port import Press
from firmware.entered import Entered


class SimulatedButton(Entered):
    """Is pressed by calling `press`, from any thread."""

    def __init__(self) -> None:
        self._presses: SimpleQueue[Press] = SimpleQueue()

    def press(self, press: Press) -> None:
        """Press it."""
        self._presses.put(press)

    def presses(self) -> list[Press]:
        """Return the presses since the last call, the oldest first."""
        found: list[Press] = []
        while True:
            try:
                found.append(self._presses.get_nowait())
            except Empty:
                return found
