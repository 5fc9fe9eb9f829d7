"""A table without a voice."""

from types import TracebackType
from typing import Self


class NoVoice:
    """Says nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def say(self, text: str) -> None:
        """Do nothing."""
