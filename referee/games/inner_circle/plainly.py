"""What no turn can change, seen without asking how the turn was played: whose turn, counts, others' homes."""

from dataclasses import dataclass, replace

from referee.games.inner_circle import ring
from referee.games.inner_circle.position import LAST_COUNTER, Position
from referee.snapshot import Sentence


@dataclass(frozen=True, slots=True)
class Plain:
    """One such thing: the key of its sentence, what is put into it, and the position with it put right."""

    key: str
    params: dict[str, str | int | None]
    right: Position

    @property
    def sentence(self) -> Sentence:
        """The sentence that names it."""
        return Sentence(f"foul.{self.key}", self.params)


def plainly_wrong(before: Position, after: Position) -> Plain | None:
    """Return the first thing that no turn can change (T1, T8, G1, G2, G3, M7, X1), or None."""
    mover, seat = before.turn, after.turn
    for other in before.seats:
        if before.counted[other] != after.counted[other]:
            right = replace(after, counted=before.counted)
            return Plain("G3.moved", {"seat": mover, "other_seat": other}, right)
    if seat not in {mover, before.next_seat}:
        right = replace(after, turn=before.next_seat)
        seats: dict[str, str | int | None] = {"seat": seat, "other_seat": mover}
        return Plain("T8.turn", seats | {"next_seat": before.next_seat}, right)
    if after.winner == mover and seat != mover:
        last = before.counted[mover] == LAST_COUNTER - 1
        return Plain("G2.over" if last else "G1.over", {"seat": mover}, replace(after, turn=mover))
    for other in before.seats:
        wrong = _others(before, after, other) if other != mover else None
        if wrong:
            return wrong
    return None


def _others(before: Position, after: Position, other: int) -> Plain | None:
    """Return what is wrong with another seat's option balls or balls at home."""
    mover = before.turn
    if before.remembered[other] != after.remembered[other]:
        right = replace(after, remembered=before.remembered)
        return Plain("X1.other", {"seat": mover, "other_seat": other}, right)
    for hole in ring.fields_of(before.where[other] & ring.HOME & ~after.where[other]):
        name = ring.NAMES[hole]
        right = _put_back(before, after, other, hole)
        if after.where[mover] >> hole & 1:
            params: dict[str, str | int | None] = {"seat": mover, "other_seat": other}
            return Plain("M7.taken", params | {"to_place": name}, right)
        return Plain("T1.moved", {"seat": other, "from_place": name}, right)
    for hole in ring.fields_of(after.where[other] & ring.HOME & ~before.where[other]):
        params = {"other_seat": other, "to_place": ring.NAMES[hole]}
        return Plain("T4.home", params, _taken_out(before, after, other, hole))
    return None


def _put_back(before: Position, after: Position, other: int, hole: int) -> Position:
    """Return the position with the other's ball back in its hole, and whoever lies there out of it."""
    where, bit = list(after.where), 1 << hole
    for seat in before.seats:
        if where[seat] & bit:
            where[seat] ^= bit
            came_from = before.where[seat] & ring.IN_PLAY & ~sum(where)
            where[seat] |= came_from & -came_from
    astray = where[other] & ~before.where[other]
    if where[other].bit_count() == before.balls:
        astray = astray or where[other] & ring.IN_PLAY
        where[other] ^= astray & -astray
    where[other] |= bit
    return after.with_balls(where, after.remembered, after.turn)


def _taken_out(before: Position, after: Position, other: int, hole: int) -> Position:
    """Return the position with the other's ball out of the hole, where it stood before if that is free."""
    where = list(after.where)
    where[other] ^= 1 << hole
    came_from = before.where[other] & ring.IN_PLAY & ~sum(where)
    where[other] |= came_from & -came_from
    return after.with_balls(where, after.remembered, after.turn)
