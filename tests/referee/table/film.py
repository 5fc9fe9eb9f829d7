"""Rows of truth as a film at ten pictures a second: hands come before each change and go after it."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

Row = dict[str, Any]

PICTURES_A_SECOND = 10


def filmed(rows: Iterable[Row], rng: random.Random) -> Iterator[Row]:
    """Yield each row for a second or so; what changes from one to the next does so under a hand."""
    before: Row | None = None
    for row in rows:
        if before is not None and not row["hand"]:
            hidden = _changed(before, row)
            for _ in range(rng.randint(4, 8)):
                yield _under_hand(before, hidden)
            for _ in range(rng.randint(1, 4)):
                yield _under_hand(row, hidden)
        for _ in range(rng.randint(12, 15)):
            yield row
        before = row


def _under_hand(row: Row, hidden: list[str]) -> Row:
    return {**row, "hand": True, "covered": [*row["covered"], *hidden]}


def _changed(was: Row, now: Row) -> list[str]:
    fields = [f for f in {**was["on"], **now["on"]} if was["on"].get(f) != now["on"].get(f)]
    starts = [f"S{seat}" for seat in now["start"] if was["start"][seat] != now["start"][seat]]
    counters = [
        f"C{seat}.{hole}"
        for seat in now["counters"]
        for hole in range(4)
        if was["counters"][seat] != now["counters"][seat]
    ]
    dice = ["D"] if was["dice"]["mm"] != now["dice"]["mm"] else []
    return sorted(fields) + starts + counters + dice
