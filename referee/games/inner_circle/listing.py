"""Listing: every way a turn can end, and which throws it asks for next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.games.inner_circle import ring
from referee.games.inner_circle.house import House
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.search import turns
from referee.games.inner_circle.throw import OPTIONS, Throw, options_in
from referee.games.inner_circle.turn import Stage, Turn

Key = int
"""An end, packed: the masks of all seats' balls, the mover's option balls, and whether he has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """Every way a turn can end, each once, sorted by canonical text.

    ``truncated`` says that a limit cut the list short; then ``next_throws`` need not be whole.
    """

    before: Position
    keys: Sequence[Key]
    truncated: bool
    next_throws: frozenset[str]

    @property
    def count(self) -> int:
        """How many ends are listed."""
        return len(self.keys)

    @property
    def positions(self) -> Iterator[Position]:
        """The ends, each made when it is asked for: a long list stays small in memory."""
        return (_position(self.before, key) for key in self.keys)


def ends(house: House, before: Position, throws: Sequence[Throw], limit: int | None = None) -> Ends:
    """List every way the turn of the seat on turn in ``before`` can end with exactly these throws.

    With a limit at most so many are found and kept, whatever the turn.
    """
    play = Play.of(house, before, tuple(throws))
    found: set[Key] = set()
    due: set[str] = set()
    truncated = False
    for turn in turns(play):
        if not play.used_up(turn):
            continue
        due.update(play.next_throws(turn))
        if play.may_end(turn):
            key = _key(turn)
            if limit is not None and len(found) >= limit and key not in found:
                truncated = True
                break
            found.add(key)
    listed = sorted(found, key=lambda key: _order(_position(before, key)))
    return Ends(before=before, keys=listed, truncated=truncated, next_throws=frozenset(due))


def next_throws(house: House, before: Position, throws: Sequence[Throw]) -> frozenset[str]:
    """Return which throws the rules could ask for next ("number": that die alone, "both") after these."""
    play = Play.of(house, before, tuple(throws))
    found: set[str] = set()
    for turn in turns(play):
        if play.used_up(turn):
            found.update(play.next_throws(turn))
        if len(found) == 2:
            break
    return frozenset(found)


def _key(turn: Turn) -> Key:
    key = int(turn.means.stage is Stage.WON)
    key = key << len(OPTIONS) | turn.means.stored
    for mask in (*turn.others, turn.own):
        key = key << ring.FIELDS | mask
    return key


def _position(before: Position, key: Key) -> Position:
    where, remembered = list(before.where), list(before.remembered)
    rest = [seat for seat in before.seats if seat != before.turn]
    for seat in (before.turn, *reversed(rest)):
        where[seat] = key & (1 << ring.FIELDS) - 1
        key >>= ring.FIELDS
    remembered[before.turn] = key & (1 << len(OPTIONS)) - 1
    won = key >> len(OPTIONS)
    return before.with_balls(where, remembered, before.turn if won else before.next_seat)


def _order(position: Position) -> str:
    """Return what sorts positions of one turn like their canonical texts, but is shorter."""
    on = sorted((name, seat) for name, seat in position.on.items())
    fields = ",".join(f'"{name}":{seat}' for name, seat in on)
    options = "".join(
        ",".join(f'"{option}"' for option in options_in(bits)) + "]" for bits in position.remembered
    )
    return f"{fields}}}{options}{position.turn}"
