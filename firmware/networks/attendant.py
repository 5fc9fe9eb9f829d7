"""The thread that keeps the table within reach."""

import threading
import time

from firmware.entered import Entered
from firmware.networks.reach import Reach
from web.ports import Reached

# How often is looked how the machine is reached.
_ROUND_S = 5.0
_IN_A_HURRY_S = 1.0
_LEAVE_S = 2.0


class Attendant(Entered):
    """Lets a `Reach` take its steps in a thread of its own while it is entered; the page asks it."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._ended = threading.Event()
        self._hurry = threading.Event()
        self._thread = threading.Thread(target=self._run, name="networks", daemon=True)

    def open(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """End the thread; the own network stays open for the phones that are in it."""
        self._ended.set()
        self._hurry.set()
        self._thread.join(_LEAVE_S)

    def view(self) -> Reached:
        """Return how the table is reached, and look again soon."""
        self._hurry.set()
        return self._reach.view()

    def join(self, name: str, password: str) -> None:
        """Join a network soon."""
        self._reach.join(name, password)
        self._hurry.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._reach.step(time.monotonic())
            self._hurry.wait(_IN_A_HURRY_S if self._reach.joining else _ROUND_S)
            self._hurry.clear()
