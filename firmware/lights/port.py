"""The lights port: what every driver of lights offers."""

from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


class Lights(Protocol):
    """Lights by name: a place of the board ("O21") or a corner ("corner.2"); a context manager.

    Entering raises `LightsError` where the device cannot be used. Leaving makes all lights dark.
    """

    def __enter__(self) -> Self:
        """Open the device."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Make all lights dark and release the device; harmless when called twice."""

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Light exactly these; names that the driver has no light for are left out.

        Raises:
            LightsError: the device is gone.

        """
