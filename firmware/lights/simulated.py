"""Lights that only exist in memory; the page draws them, and tests look at what was shown."""

from collections import deque
from collections.abc import Mapping

from firmware.entered import Entered
from firmware.lights.port import Colour

# Enough for a test to look back; a long evening must not fill the memory.
_KEPT = 1000


class SimulatedLights(Entered):
    """Records every picture of lights that differs from the one before; the newest last."""

    def __init__(self) -> None:
        self.shown: deque[dict[str, Colour]] = deque(maxlen=_KEPT)
        self.is_open = False

    @property
    def lit(self) -> Mapping[str, Colour]:
        """What is lit now."""
        return self.shown[-1] if self.shown else {}

    def open(self) -> None:
        """Begin to record."""
        self.is_open = True

    def close(self) -> None:
        """Make all lights dark."""
        if self.is_open:
            self.show({})
        self.is_open = False

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Record the colours."""
        lit = {name: colour for name, colour in colours.items() if any(colour)}
        if lit != self.lit:
            self.shown.append(lit)
