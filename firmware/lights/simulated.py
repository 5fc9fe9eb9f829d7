"""Lights that only exist in memory; the page draws them, and tests look at what was shown."""

from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from firmware.lights.port import Colour

# Enough for a test to look back; a long evening must not fill the memory.
_KEPT = 1000


class SimulatedLights:
    """Records every picture of lights that differs from the one before; the newest last."""

    def __init__(self) -> None:
        self.shown: deque[dict[str, Colour]] = deque(maxlen=_KEPT)
        self.open = False

    @property
    def lit(self) -> Mapping[str, Colour]:
        """What is lit now."""
        return self.shown[-1] if self.shown else {}

    def __enter__(self) -> Self:
        self.open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.open:
            self.show({})
        self.open = False

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Record the colours."""
        lit = {name: colour for name, colour in colours.items() if any(colour)}
        if lit != self.lit:
            self.shown.append(lit)
