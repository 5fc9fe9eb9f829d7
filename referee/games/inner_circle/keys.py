"""The ends of a turn as short keys: strings of bytes that sort as the ends' canonical texts do.

In a canonical text (sorted keys, no spaces) two ends of one turn differ in ``on``, in ``start``, which ``on``
decides, in what the mover remembers, and in ``turn``. A key holds just these: two bytes for each ball on the
board, in the order of the field names, filled up to the number of balls in the match; then what is
remembered and whose turn it is. So a key takes at most 36 bytes where a position takes thousands.
"""

import json

from referee.games.inner_circle import ring
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import OPTIONS, options_in
from referee.games.inner_circle.turn import Stage, Turn

_CODE = "utf-16-be"
"""Two bytes a character, which sort as the characters do."""

_NOTHING = "\uffff"
"""Fills a key up. In a text a bracket ends the balls, and it sorts behind the comma before a further one."""

_BY_NAME = sorted(range(ring.FIELDS), key=ring.NAMES.__getitem__)
_BALLS = {
    chr(rank * ring.SEATS + seat): (field, seat)
    for rank, field in enumerate(_BY_NAME)
    for seat in range(ring.SEATS)
}
_CHARACTERS = {ball: character for character, ball in _BALLS.items()}
_SHOWN = {char: f'"{ring.NAMES[field]}": {seat}' for char, (field, seat) in _BALLS.items()}


_LISTED = [json.dumps(options_in(bits)) for bits in range(1 << len(OPTIONS))]
_BY_TEXT = sorted(range(1 << len(OPTIONS)), key=lambda bits: _LISTED[bits].replace(" ", ""))
_OPTIONS = {chr(rank): bits for rank, bits in enumerate(_BY_TEXT)}
_REMEMBERED = {bits: character for character, bits in _OPTIONS.items()}

_START = '}, "start": {'

_KEPT = 1 << 16
"""So many sets of balls are kept as characters; the others' are few, and the mover's come again and again."""


class Keys:
    """Makes the keys of the ends of one turn, and reads them."""

    def __init__(self, before: Position) -> None:
        self._before = before
        self._seats = (before.turn, *(seat for seat in before.seats if seat != before.turn))
        self._width = before.balls * len(before.seats)
        self._known: dict[tuple[int, int], str] = {}
        self._head, self._middle, self._before_stored, self._behind_stored = _frame(before)

    @property
    def size(self) -> int:
        """How many bytes each key has."""
        return 2 * (self._width + 2)

    def key(self, turn: Turn) -> bytes:
        """Return the key of the turn's end."""
        balls = "".join(map(self._balls, self._seats, (turn.own, *turn.others)))
        won = turn.means.stage is Stage.WON
        over = chr(self._before.turn if won else self._before.next_seat)
        filled = "".join(sorted(balls)).ljust(self._width, _NOTHING)
        return (filled + _REMEMBERED[turn.means.stored] + over).encode(_CODE)

    def position(self, key: bytes) -> Position:
        """Return the end with this key."""
        balls, stored, turn = self._read(key)
        where, remembered = [0] * ring.SEATS, list(self._before.remembered)
        for field, seat in map(_BALLS.__getitem__, balls):
            where[seat] |= 1 << field
        remembered[self._before.turn] = stored
        return self._before.with_balls(where, remembered, turn)

    def json(self, key: bytes) -> str:
        """Return the JSON text of the end with this key, without making the position first."""
        balls, stored, turn = self._read(key)
        on = ", ".join(map(_SHOWN.__getitem__, balls))
        start = ", ".join(
            [
                f'"{seat}": {self._before.balls - on.count(f": {seat}")}'
                for seat in self._before.seats
            ]
        )
        text = f"{self._head}{on}{_START}{start}{self._middle}{turn}"
        if self._before.memory:
            text = f"{text}{self._before_stored}{_LISTED[stored]}{self._behind_stored}"
        return text + "}"

    def _read(self, key: bytes) -> tuple[str, int, int]:
        """Return a key's balls as characters, what the mover remembers, and whose turn it is."""
        text = key.decode(_CODE)
        return text[:-2].rstrip(_NOTHING), _OPTIONS[text[-2]], ord(text[-1])

    def _balls(self, seat: int, mask: int) -> str:
        """Return a seat's balls as characters."""
        known = self._known.get((seat, mask))
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = "".join(_CHARACTERS[field, seat] for field in ring.fields_of(mask))
            self._known[seat, mask] = known
        return known


def _frame(before: Position) -> tuple[str, str, str, str]:
    """Return what all ends have in common in JSON: before ``on``, behind ``start``, around what is stored."""
    head, middle = json.dumps(before.to_json() | {"on": {}, "start": {}}).split(_START)
    middle, _, stored = middle.partition(f'"turn": {before.turn}')
    mark = f'"{before.turn}": '
    ahead, _, behind = stored.removesuffix("}").partition(
        mark + _LISTED[before.remembered[before.turn]]
    )
    return head, middle + '"turn": ', ahead + mark, behind
