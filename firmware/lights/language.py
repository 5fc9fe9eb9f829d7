"""The one language of the lights: which light says what, and with which pulse.

Steady: stands as it should, or this seat plays. Breathing: something is awaited here. Blinking: something
is wrong here. One field after the other: so the throw is counted. So the colour is never the only sign.
The lights of a seat have its balls' colour; white shows where a ball belongs, red where one does not, amber
that the referee itself needs help.
"""

import colorsys
from collections.abc import Iterator, Mapping

from referee.snapshot import FoulView, Lamp, MatchView, Phase, Snapshot

STEADY, BREATHE, BLINK = "steady", "breathe", "blink"
COUNT = "count-"
"""Begins the pulse of a field that is counted: ``count-2-6`` is the third of six."""

_WHITE = "#ffffff"
_RED = "#ff0000"
_AMBER = "#ff9000"
_GREEN = "#30ff30"

# What a lamp shows for the names that people give to colours, where the eye has not said how they look.
_NAMED = {
    "red": "#ff1010",
    "orange": "#ff6000",
    "yellow": "#ffc800",
    "green": "#10d030",
    "blue": "#1040ff",
    "purple": "#a010ff",
    "pink": "#ff40a0",
    "brown": "#a04810",
    "black": "#6060a0",
    "white": _WHITE,
}

# A lamp shows hue, not brightness: a colour is made as bright and about half as much purer again.
_PURER = 1.5
_DIMMED = 0.35


def lamps(snapshot: Snapshot, *, show_choices: bool = False) -> dict[str, Lamp]:
    """Return the lights for what a table shows; ``show_choices`` adds where balls may go."""
    match snapshot.phase:
        case Phase.NO_CAMERA | Phase.NO_BOARD:
            return {f"corner.{seat}": Lamp(_AMBER, BLINK) for seat in range(4)}
        case Phase.SETTING_UP:
            return _each_seat(snapshot, BREATHE)
        case Phase.WRONG:
            return _turn(snapshot) | (_wrong(snapshot, snapshot.foul) if snapshot.foul else {})
        case Phase.ROUND_OVER | Phase.GAME_OVER:
            return _won(snapshot)
        case Phase.THROW | Phase.PLAY | Phase.MAY_END | Phase.MOVING:
            choices = _choices(snapshot) if show_choices else {}
            return choices | _last_move(snapshot) | _turn(snapshot)
        case _:
            return {}


def seat_rgb(snapshot: Snapshot, seat: int) -> str:
    """Return the colour (``#rrggbb``) in which the lights speak of a seat."""
    return _seat_rgb(snapshot.match, seat)


def _seat_rgb(played: MatchView | None, seat: int) -> str:
    for view in played.seats if played else ():
        if view.seat == seat:
            return _vivid(view.rgb) if view.rgb else _NAMED.get(view.colour.lower(), _WHITE)
    return _WHITE


def _each_seat(snapshot: Snapshot, pulse: str) -> dict[str, Lamp]:
    seats = snapshot.match.seats if snapshot.match else ()
    return {f"corner.{v.seat}": Lamp(seat_rgb(snapshot, v.seat), pulse) for v in seats}


def _turn(snapshot: Snapshot) -> dict[str, Lamp]:
    """A breathing corner is to throw, a steady one plays; both: the turn may end."""
    now = snapshot.expectation
    shown = {}
    if now.seat is not None:
        pulse = BREATHE if snapshot.phase is Phase.THROW else STEADY
        shown[f"corner.{now.seat}"] = Lamp(seat_rgb(snapshot, now.seat), pulse)
    if snapshot.phase is Phase.MAY_END and now.next_seat is not None:
        shown[f"corner.{now.next_seat}"] = Lamp(seat_rgb(snapshot, now.next_seat), BREATHE)
    return shown


def _last_move(snapshot: Snapshot) -> dict[str, Lamp]:
    """The field that a ball left, dimly, and the one where it stands now."""
    if snapshot.move is None or not snapshot.move.path:
        return {}
    rgb = seat_rgb(snapshot, snapshot.move.seat)
    return {snapshot.move.path[0]: Lamp(_dim(rgb)), snapshot.move.path[-1]: Lamp(rgb)}


def _choices(snapshot: Snapshot) -> dict[str, Lamp]:
    return {c.path[-1]: Lamp(_GREEN, BREATHE) for c in snapshot.expectation.choices if c.path}


def _wrong(snapshot: Snapshot, foul: FoulView) -> dict[str, Lamp]:
    """The way counted out, where balls belong breathing, where they must not stand blinking."""
    count = len(foul.counted)
    due = {place: Lamp(_dim(_WHITE), f"{COUNT}{i}-{count}") for i, place in enumerate(foul.counted)}
    belongs = {
        repair.belongs or f"corner.{repair.seat}": Lamp(
            _WHITE if repair.belongs else seat_rgb(snapshot, repair.seat), BREATHE
        )
        for repair in foul.repairs
    }
    stands = {repair.stands: Lamp(_RED, BLINK) for repair in foul.repairs if repair.stands}
    return due | belongs | stands


def _won(snapshot: Snapshot) -> dict[str, Lamp]:
    """The winner's corner and balls breathe; after a whole game those of the others are dark."""
    if snapshot.winner is None:
        return {}
    lamp = Lamp(seat_rgb(snapshot, snapshot.winner), BREATHE)
    shown = {f"corner.{snapshot.winner}": lamp}
    return shown | dict.fromkeys(_balls(snapshot.position or {}, snapshot.winner), lamp)


def _balls(position: Mapping[str, object], seat: int) -> Iterator[str]:
    on = position.get("on", {})
    if isinstance(on, Mapping):
        yield from (str(place) for place, owner in on.items() if owner == seat)


def _vivid(rgb: str) -> str:
    red, green, blue = (int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    return _text(*colorsys.hsv_to_rgb(hue, min(1.0, saturation * _PURER), 1.0))


def _dim(rgb: str) -> str:
    red, green, blue = (int(rgb[i : i + 2], 16) / 255 * _DIMMED for i in (1, 3, 5))
    return _text(red, green, blue)


def _text(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue))
