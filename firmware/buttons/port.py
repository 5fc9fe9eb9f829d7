"""The button port: what every driver of a button offers."""

from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self


class Press(StrEnum):
    """How the button was pressed."""

    SHORT = "short"
    LONG = "long"


class Button(Protocol):
    """A button; a context manager. Entering raises `ButtonError` where it cannot be used."""

    def __enter__(self) -> Self:
        """Open the device."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the device; harmless when called twice."""

    def presses(self) -> list[Press]:
        """Return the presses since the last call, the oldest first; never waits."""
