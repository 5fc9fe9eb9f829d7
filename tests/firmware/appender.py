"""A program that goes on with a match in a journal until it is ended; run by the SIGKILL test.

Every event carries a hash of all events before it, so that a lost, doubled or changed event shows. The
number of an event is written to standard output only after it was committed, as a page would show it.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from firmware.journal import Journal


def next_event(before: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the event that follows these, which depends on each of them."""
    chain = hashlib.sha256()
    n = 1
    for n, event in enumerate(before, start=2):  # noqa: B007
        chain.update(json.dumps(event, sort_keys=True).encode())
    seat, number = n % 4, 1 + int(chain.hexdigest(), 16) % 12
    return {"event": "throw", "seat": seat, "number": number, "chain": chain.hexdigest()}


def main(path: Path) -> None:
    with Journal(path) as journal:
        latest = journal.latest()
        match = latest.id if latest else journal.open_match({"game": "inner-circle"}, at=0.0)
        events = [entry.data for entry in journal.events(match)]
        while True:
            event = next_event(events)
            journal.append(match, len(events) + 1, event, at=0.0)
            events.append(event)
            sys.stdout.write(f"{len(events)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
