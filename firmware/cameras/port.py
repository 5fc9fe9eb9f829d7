"""The camera port: what every driver of a camera or recording offers."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from vision.frame import Frame


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture: (h, w, 3) uint8 BGR of its own memory, when it was taken, and its name.

    ``at_s`` counts seconds from an arbitrary moment and never goes back; in a folder it is the picture's
    index. ``name`` is the file's name or, for video and cameras, a running number.
    """

    picture: Frame
    at_s: float
    name: str


class FrameSource(Protocol):
    """A camera or recording; a context manager that owns the device while it is entered.

    Closing twice is harmless. A source is entered once; a new one is made to open the device again.
    """

    def __enter__(self) -> Self:
        """Open the device; raises `CameraError` where that cannot be done."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the device."""

    def read(self) -> Shot | None:
        """Return the next picture; a camera's is taken after the call, None is a recording's end.

        Raises:
            CameraError: the camera is gone or silent; open a new source to try again.
            PictureError: a file of a recording is damaged.

        """
