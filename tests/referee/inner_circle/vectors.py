"""The test vectors: requests with the answers that the rules ask for."""

import hashlib
import json
from pathlib import Path
from typing import Any

from referee.games.inner_circle import Ends, House, Position, Throw
from tests.shared import ROOT, SHARED

SAMPLE = ROOT / "tests" / "data" / "vectors"


def folders() -> list[Path]:
    """Return where vectors lie: the sample in the repository, and the whole set where it is at hand."""
    whole = SHARED / "vectors" / "inner-circle" if SHARED else None
    return [whole if whole and whole.is_dir() else SAMPLE]


def load(name: str) -> list[dict[str, Any]]:
    """Return the vectors of one file."""
    return [
        json.loads(line)
        for folder in folders()
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def turn_of(request: dict[str, Any]) -> tuple[House, Position, tuple[Throw, ...]]:
    """Return the house rules, the position before and the throws of a request."""
    return (
        House.from_json(request["house"]),
        Position.from_json(request["before"]),
        tuple(Throw.from_json(throw) for throw in request["throws"]),
    )


def listed(found: Ends, expected: dict[str, Any]) -> dict[str, Any]:
    """Return what was found in the form of the vector's answer."""
    texts = [position.canonical() for position in found.positions]
    ends: Any = [json.loads(text) for text in texts]
    if isinstance(expected["ends"], dict):
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
        ends = {"count": len(texts), "sha256": digest}
    return {
        "ends": ends,
        "count": len(texts),
        "truncated": found.truncated,
        "next_throws": sorted(found.next_throws),
    }
