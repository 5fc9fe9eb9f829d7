"""A table without a button."""

from types import TracebackType
from typing import Self

from firmware.buttons.port import Press


class NoButton:
    """Is never pressed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def presses(self) -> list[Press]:
        """Return nothing."""
        return []
