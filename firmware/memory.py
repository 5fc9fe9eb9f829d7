"""Keeping the program small: what large arrays needed goes back to the system when they are freed."""

import ctypes
import sys

# mallopt's M_MMAP_THRESHOLD (malloc.h).
_MMAP_THRESHOLD = -3
# A picture has several megabytes; what is smaller is quicker to keep.
_LARGE = 1 << 20


def return_large_arrays() -> None:
    """Let the C library return the memory of large arrays at once (glibc; elsewhere nothing is done).

    By itself it learns from the first freed picture to keep such memory, and after learning a table and
    painting pictures it would hold 60 MB more than it needs for as long as the program runs.
    """
    if sys.platform != "linux":
        return
    tune = getattr(ctypes.CDLL(None), "mallopt", None)
    if tune is not None:
        tune(_MMAP_THRESHOLD, _LARGE)
