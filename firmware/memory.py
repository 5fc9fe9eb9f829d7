"""Giving memory back to the system after work that needed much of it for a moment."""

import ctypes
import sys


def give_back() -> None:
    """Return freed memory to the system where the C library can (glibc); elsewhere do nothing.

    Painting and learning a table need arrays for a second that the allocator would keep for good: on a Pi
    with half a gigabyte that is a tenth of all there is.
    """
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
