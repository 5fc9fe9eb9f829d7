"""Sorting more keys than should lie in memory: an external merge sort that keeps each key once.

Keys gather in memory; a full batch is sorted and put away as a *run*, a sorted list that lies wherever the
caller wants it (in a file, say). Many runs are merged into one. Memory is bounded by one batch and by one
key a run while merging, and of the runs there are at most `FAN` of each size, each size `FAN` times the last.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

BATCH = 100_000
"""Keys that lie in memory at a time; of forty bytes they take about 12 MB."""

FAN = 16
"""So many runs of a size are merged into one: a file each is open, and a million keys are merged twice."""

_SURPLUS = 8
"""Keys are counted again when an eighth more may have come, so that counting takes a steady share."""


class Run(Protocol):
    """Sorted keys, each once; they can be gone through as often as is wanted."""

    def __len__(self) -> int:
        """How many keys there are."""

    def __iter__(self) -> Iterator[bytes]:
        """Go through the keys."""

    def drop(self) -> None:
        """Give back the room that the keys take; they are not wanted any more."""


PutAway = Callable[[Iterable[bytes]], Run]
"""Puts sorted keys away where they take no memory."""


class Held(tuple[bytes, ...]):
    """A run that stays in memory."""

    __slots__ = ()

    def drop(self) -> None:
        """Do nothing: memory is given back by itself."""


class Sorting:
    """Takes keys in any order, the same ones more than once, and sorts them."""

    def __init__(self, put_away: PutAway = Held, batch: int | None = None) -> None:
        self._put_away, self._size = put_away, batch or BATCH
        self._batch: set[bytes] = set()
        self._runs: list[list[Run]] = [[]]
        self._counted = 0

    def add(self, key: bytes) -> bool:
        """Take one more key; return whether it is new, as far as the batch in memory tells."""
        if key in self._batch:
            return False
        self._batch.add(key)
        if len(self._batch) >= self._size:
            self._put_batch_away()
        return True

    def more_than(self, limit: int) -> bool:
        """Tell whether there are more different keys than the limit.

        While keys lie in one batch, and after `whole`, this is exact; else it may become true up to an
        eighth late, since it takes merging to know which keys came more than once.
        """
        if not any(self._runs):
            return len(self._batch) > limit
        most = len(self._batch) + sum(len(run) for runs in self._runs for run in runs)
        if most <= max(limit, self._counted + self._counted // _SURPLUS):
            return False
        return len(self.whole()) > limit

    def whole(self) -> Run:
        """Return all keys so far, sorted and each once; it holds until more is done with this object."""
        if not any(self._runs):
            return Held(sorted(self._batch))
        if self._batch:
            self._put_batch_away()
        runs = [run for runs in self._runs for run in runs]
        whole = self._merged(runs) if len(runs) > 1 else runs[0]
        # It counts as a run of the largest size, so that it is not merged with each small one.
        self._runs = [*([] for _ in self._runs[1:]), [whole]]
        self._counted = len(whole)
        return whole

    def _put_batch_away(self) -> None:
        self._runs[0].append(self._put_away(sorted(self._batch)))
        self._batch.clear()
        for size, runs in enumerate(self._runs):
            if len(runs) < FAN:
                break
            if size + 1 == len(self._runs):
                self._runs.append([])
            self._runs[size + 1].append(self._merged(runs))
            self._runs[size] = []

    def _merged(self, runs: list[Run]) -> Run:
        merged = self._put_away(_once(heapq.merge(*runs)))
        for run in runs:
            run.drop()
        return merged


def _once(keys: Iterable[bytes]) -> Iterator[bytes]:
    """Yield each of the sorted keys once."""
    last = None
    for key in keys:
        if key != last:
            yield key
            last = key
