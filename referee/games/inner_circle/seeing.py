"""Positions as the eye sees them, spot by spot, and what its readings of memory fields cost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.evidence import Contents
from referee.game import Defect
from referee.games.inner_circle import ring
from referee.games.inner_circle.fitting import contents
from referee.games.inner_circle.position import Four, Position
from referee.games.inner_circle.throw import OPTIONS, bits_of
from referee.sighting import Chosen, Look


def position_seen(shown: Contents, like: Position) -> Position | Defect:
    """Return the position with these contents, the rest as in ``like``; each seat's balls must add up."""
    fields = {spot: content for spot, content in shown.items() if spot in ring.NUMBERS}
    now = {field: str(seat) for field, seat in like.on.items()} | fields
    defects = [spot for spot, content in now.items() if content and not content.isdecimal()]
    where = [0, 0, 0, 0]
    for field, seat in now.items():
        if seat.isdecimal():
            where[int(seat)] |= 1 << ring.NUMBERS[field]
    for seat_number in like.seats:
        waiting = shown.get(f"start.{seat_number}", str(like.start[seat_number]))
        if waiting != str(like.balls - where[seat_number].bit_count()):
            defects.append(f"start.{seat_number}")
    if defects:
        return Defect(tuple(defects))
    return replace(
        like,
        where=_four(where),
        counted=_four(counters_seen(shown, like)),
        remembered=_four(_remembered_seen(shown, like)),
    )


def counters_seen(shown: Contents, like: Position) -> list[int]:
    """Return where each of the four seats' counting balls lies."""
    return [int(shown.get(f"counters.{seat}", at)) for seat, at in enumerate(like.counted)]


def _remembered_seen(shown: Contents, like: Position) -> list[int]:
    now = {**contents(like), **shown}
    return [
        bits_of([option for option in OPTIONS if now.get(f"stored.{seat}.{option}")])
        for seat in range(ring.SEATS)
    ]


def _four(values: Sequence[int]) -> Four:
    first, second, third, fourth = values
    return first, second, third, fourth


def stored_costs(seat: int, chosen: Chosen) -> Iterator[tuple[str, Mapping[str, float] | None]]:
    """Yield the cost of each option of a seat being remembered or not, as far as it was seen."""
    if chosen.look is Look.COVERED:
        return
    for option in OPTIONS:
        if option not in chosen.unsure:
            yield f"stored.{seat}.{option}", {"1" if option in chosen.which else "": 0.0}
