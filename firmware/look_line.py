"""A sighting as the line that `ringrichter look` prints (interface.md)."""

from collections.abc import Iterator
from typing import Any

from referee.sighting import DieState, Look, Sighting

_DICE = ("number", "option")
# A die in one of these states has no face to be unsure about.
_FACELESS = frozenset(
    {DieState.LEANING, DieState.STACKED, DieState.MOVING, DieState.ABSENT, DieState.OFF_BOARD}
)


def look_line(image: str, sighting: Sighting) -> dict[str, Any]:
    """Turn one sighting into the JSON object of `look`, without the time it took."""
    line: dict[str, Any] = {
        "image": image,
        "ok": True,
        "board": sighting.board.seen,
        "hand": sighting.hand,
        "on": {name: r.label for name, r in sighting.fields.items() if r.sure and r.label},
        "start": {
            str(seat): sum(count.of.values())
            for seat, count in sighting.start.items()
            if count.look is Look.CLEAR
        },
        "counters": {
            str(seat): choice.at
            for seat, choice in sighting.counters.items()
            if choice.look is Look.CLEAR and choice.at is not None
        },
    }
    if sighting.stored:
        line["stored"] = {str(seat): list(chosen.which) for seat, chosen in sighting.stored.items()}
    line["dice"] = _dice(sighting)
    line["unsure"] = list(_unsure(sighting))
    return line


def _dice(sighting: Sighting) -> dict[str, Any]:
    faces: dict[str, Any] = {}
    for die in _DICE:
        reading = sighting.dice.get(die)
        face = reading.face if reading and reading.state is DieState.LYING else None
        faces[die] = int(face) if face is not None and die == "number" else face
    faces["state"] = {
        die: str(reading.state)
        for die, reading in sighting.dice.items()
        if reading.state is not DieState.COVERED
    }
    return faces


def _unsure(sighting: Sighting) -> Iterator[str]:
    yield from (name for name, reading in sighting.fields.items() if not reading.sure)
    for what, areas in (
        ("start", sighting.start),
        ("counters", sighting.counters),
        ("stored", sighting.stored),
    ):
        yield from (f"{what}.{seat}" for seat, area in areas.items() if area.look is not Look.CLEAR)
    for die in _DICE:
        reading = sighting.dice.get(die)
        if reading is None or (reading.face is None and reading.state not in _FACELESS):
            yield f"dice.{die}"
