"""Wrong beginnings of a round, with no ball in play yet: a wrong set-up (B5, S2), the wrong player (S3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.games.inner_circle import ring
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.house import House, RoundStarter
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw
from referee.snapshot import Sentence


def wrong_beginning(
    house: House, before: Position, throws: Sequence[Throw], after: Position
) -> tuple[Sentence, ...]:
    """Return what is wrong with the beginning of a round, or nothing; the turn is known to be not legal.

    ``before`` need not be the first turn of the round: until a ball enters, each player after the first
    finds the board as it was set up.
    """
    if any(before.where):
        return ()
    if not throws:
        left_over = (*_counting_early(before, after), *_left_over(after))
        if left_over:
            return left_over
    if house.round_starter is RoundStarter.ANY:
        return ()
    return tuple(_begun_by_another(house, before, throws, after))


def _counting_early(before: Position, after: Position) -> Iterator[Sentence]:
    """Yield the counting balls that do not lie on 0 where a game begins (B5)."""
    for seat in after.seats:
        if after.counted[seat] and not any(before.counted):
            yield Sentence("foul.B5.start", {"other_seat": seat})


def _left_over(after: Position) -> Iterator[Sentence]:
    """Yield the balls that lie where nobody can have put them to begin, on another than the start field."""
    for seat in after.seats:
        for field in ring.fields_of(after.where[seat] & ~(1 << ring.START_FIELDS[seat])):
            yield Sentence("foul.S2.ball", {"other_seat": seat, "to_place": ring.NAMES[field]})


def _begun_by_another(
    house: House, before: Position, throws: Sequence[Throw], after: Position
) -> Iterator[Sentence]:
    """Yield who played this turn instead of the player on turn, if it is right but for that."""
    for other in before.seats:
        did_something = (
            before.where[other] != after.where[other]
            or before.remembered[other] != after.remembered[other]
        )
        if other == before.turn or not did_something:
            continue
        theirs = replace(before, turn=other)
        for seat in (other, theirs.next_seat):
            if find(house, theirs, throws, replace(after, turn=seat)):
                params: dict[str, str | int | None] = {"seat": before.turn, "other_seat": other}
                yield Sentence(f"foul.S3.{house.round_starter}", params)
                return
