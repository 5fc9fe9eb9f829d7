"""What is opened when it is entered and released when it is left: devices, files, threads."""

from types import TracebackType
from typing import Self


class Entered:
    """A context manager made of `open` and `close`, which by themselves do nothing."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def open(self) -> None:
        """Get hold of it; raises what its protocol says where that cannot be done."""

    def close(self) -> None:
        """Release it; harmless when called twice."""
