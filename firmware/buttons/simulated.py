"""A button that is pressed by a program: for tests and trials."""

from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self

from firmware.buttons.port import Press


class SimulatedButton:
    """Is pressed by calling `press`, from any thread."""

    def __init__(self) -> None:
        self._presses: SimpleQueue[Press] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

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
