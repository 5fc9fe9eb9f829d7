"""The voice port: what every driver of a voice offers."""

from types import TracebackType
from typing import Protocol, Self


class Voice(Protocol):
    """Speaks sentences; a context manager. Entering raises `VoiceError` where it cannot be used."""

    def __enter__(self) -> Self:
        """Get ready."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Fall silent; harmless when called twice."""

    def say(self, text: str) -> None:
        """Speak a sentence without waiting for its end; a newer one takes the place of the one before."""
