"""Positions as the eye sees them, spot by spot, and what its readings cost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.evidence import Contents, choice_costs, count_costs, reading_costs
from referee.game import Defect, Foul
from referee.games.inner_circle import ring
from referee.games.inner_circle.fitting import contents
from referee.games.inner_circle.position import LAST_COUNTER, Four, Position
from referee.games.inner_circle.throw import OPTIONS, bits_of
from referee.sighting import Chosen, Look, Sighting
from referee.snapshot import Sentence


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
        return Defect(tuple(defects), _crowded(shown, like, where))
    return replace(
        like,
        where=_four(where),
        counted=_four(counters_seen(shown, like)),
        remembered=_four(_remembered_seen(shown, like)),
    )


def _crowded(shown: Contents, like: Position, where: Sequence[int]) -> Foul[Position] | None:
    """Return the foul that somebody has more balls than agreed (S1), if every field and start area is seen.

    If anybody seems to have fewer, or a ball is of no player's colour, a ball is misread instead.
    """
    fields = ring.NAMES[: ring.targets(like.memory).stop]
    starts = {seat: shown.get(f"start.{seat}", "") for seat in like.seats}
    seen = all(field in shown and (shown[field] or "0").isdecimal() for field in fields)
    if not seen or not all(waiting.isdecimal() for waiting in starts.values()):
        return None
    have = {seat: int(starts[seat]) + where[seat].bit_count() for seat in like.seats}
    crowded = [seat for seat, count in have.items() if count > like.balls]
    if not crowded or min(have.values()) < like.balls:
        return None
    params = {"seat": crowded[0], "count": have[crowded[0]], "balls": like.balls}
    return Foul("S1", Sentence("foul.S1.balls", params))


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


def weighed(
    sighting: Sighting,
    labels: Mapping[int, str],
    fields: Sequence[str],
    balls: int,
    *,
    memory: bool,
) -> Iterator[tuple[str, Mapping[str, float] | None]]:
    """Yield the costs of what lies in each spot, None where nothing is seen; ``labels`` by seat."""
    content_of = {label: str(seat) for seat, label in labels.items()}
    contents_there = ("", *content_of.values())
    for name in fields:
        if name in sighting.fields:
            yield name, reading_costs(sighting.fields[name], content_of.get, contents_there)
    for seat, label in labels.items():
        if seat in sighting.start:
            yield f"start.{seat}", count_costs(sighting.start[seat], label, balls)
        if seat in sighting.counters:
            yield f"counters.{seat}", choice_costs(sighting.counters[seat], LAST_COUNTER + 1)
        if memory and seat in sighting.stored:
            yield from _stored_costs(seat, sighting.stored[seat])


def _stored_costs(seat: int, chosen: Chosen) -> Iterator[tuple[str, Mapping[str, float] | None]]:
    """Yield the cost of each option of a seat being remembered or not, as far as it was seen."""
    if chosen.look is Look.COVERED:
        return
    for option in OPTIONS:
        if option not in chosen.unsure:
            yield f"stored.{seat}.{option}", {"1" if option in chosen.which else "": 0.0}
