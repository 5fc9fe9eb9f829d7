"""Comparing what a table told of a simulated round with its script."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

# What is compared; steps are told whenever the view is clear, which a script does not foresee.
COMPARED = ("throw", "turn", "illegal", "restored", "round", "game")

# A hand that comes to put a foul right takes so long to reach and lift the piece: until then it stands there.
_STILL_STANDS_S = 0.8


@dataclass(frozen=True, slots=True)
class Stood:
    """A foul of the script: when the hand left the board, and until when it stood there for all to see."""

    since_s: float
    until_s: float


def announced(stood: Sequence[Stood], fouls_s: Iterable[float]) -> tuple[list[float], list[float]]:
    """Return how long after the hand left each foul was announced, and when fouls were called for nothing.

    Each foul that stood there accounts for one that was called meanwhile; so a foul that was missed does not
    excuse one that was made up.
    """
    late_s, false_s = list[float](), list[float]()
    left = list(stood)
    for t_s in sorted(fouls_s):
        one = next((s for s in left if s.since_s <= t_s <= s.until_s + _STILL_STANDS_S), None)
        if one is None:
            false_s.append(t_s)
        else:
            left.remove(one)
            late_s.append(round(t_s - one.since_s, 2))
    return late_s, false_s


def named_otherwise(
    told: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]]
) -> list[str]:
    """Return the rules of fouls that are not those of the script, if all fouls were called."""
    pairs = [
        [event["rule"] for event in events if event["event"] == "illegal"]
        for events in (told, found)
    ]
    if len(pairs[0]) != len(pairs[1]):
        return []
    return [f"{a} {b}" for a, b in zip(*pairs, strict=True) if a != b]


def differences(
    told: Iterable[Mapping[str, Any]], found: Iterable[Mapping[str, Any]]
) -> tuple[list[str], list[str]]:
    """Return what is missing in what was found, and what is too much, an event a line."""
    expected, got = [*map(_line, told)], [*map(_line, found)]
    missing, extra = list[str](), list[str]()
    for what, a, b, c, d in SequenceMatcher(None, expected, got, autojunk=False).get_opcodes():
        if what != "equal":
            missing += expected[a:b]
            extra += got[c:d]
    return missing, extra


def in_order(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the events to be compared, a turn before fouls that were put right when it was told.

    A turn is told when the next player throws, but it was over before; and whether the one or the other
    moved a ball of the next player's too early cannot be seen.
    """
    ordered: list[Mapping[str, Any]] = []
    for line in lines:
        if line["event"] not in COMPARED:
            continue
        at = len(ordered)
        while (
            line["event"] == "turn" and at and ordered[at - 1]["event"] in {"illegal", "restored"}
        ):
            at -= 1
        ordered.insert(at, line)
    return ordered


def _line(event: Mapping[str, Any]) -> str:
    """The part of an event that is compared, as one line."""
    keys = {
        "throw": ("seat", "number", "option"), "turn": ("seat", "throws", "position"),
        "illegal": (), "restored": (), "round": ("winner", "counters"), "game": ("winner",),
    }[event["event"]]  # fmt: skip
    values = {key: event[key] for key in keys}
    return f"{event['event']} {json.dumps(values, sort_keys=True)}"
