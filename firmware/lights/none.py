"""A table without lights."""

from collections.abc import Mapping
from types import TracebackType
from typing import Self

from firmware.lights.port import Colour


class NoLights:
    """Shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Do nothing."""
