"""Keeping the program small: what large arrays needed goes back to the system when they are freed."""

import ctypes
import sys
from collections.abc import Callable

# mallopt's M_MMAP_THRESHOLD (malloc.h).
_MMAP_THRESHOLD = -3
# A picture has several megabytes; what is smaller is quicker to keep.
_LARGE = 1 << 20


def return_large_arrays() -> None:
    """Let the C library return the memory of large arrays at once (glibc; elsewhere nothing is done).

    By itself it learns from the first freed picture to keep such memory, and after learning a table and
    painting pictures it would hold 60 MB more than it needs for as long as the program runs.
    """
    tune = _of_c_library("mallopt")
    if tune is not None:
        tune(_MMAP_THRESHOLD, _LARGE)


def return_freed() -> None:
    """Give back to the system what was freed between smaller arrays that are still kept (glibc; 1 to 5 ms).

    Each long search for dice leaves such gaps: after some minutes of play five megabytes.
    """
    trim = _of_c_library("malloc_trim")
    if trim is not None:
        trim(0)


def _of_c_library(name: str) -> Callable[..., int] | None:
    if sys.platform != "linux":
        return None
    found: Callable[..., int] | None = getattr(ctypes.CDLL(None), name, None)
    return found
