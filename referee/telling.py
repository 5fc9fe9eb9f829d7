"""Telling what happened: events as sentences, the last move and the foul that stands."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from referee.events import (
    Abandoned,
    Agreed,
    Clear,
    Corrected,
    Covered,
    Event,
    GameWon,
    Illegal,
    MovedCamera,
    RoundWon,
    Start,
    Step,
    Throw,
    Turn,
    Unsure,
    standing,
)
from referee.evidence import Contents, differing
from referee.game import Game
from referee.snapshot import EventView, FoulView, MoveView, Repair, Sentence, Thrown
from referee.table.state import State

# What people read back: a page of events. Hands come and go too often to be news.
_LAST = 30
_NO_NEWS = (Covered, Clear)
# Events among which the last moves are looked for; a long evening must not make each one slower.
_LOOKED_AT = 4 * _LAST


@dataclass(frozen=True, slots=True)
class Told:
    """What a match's events tell: the newest ones in words, the last move, who won last."""

    events: tuple[EventView, ...] = ()
    move: MoveView | None = None
    winner: int | None = None
    rounds: int = 0
    score: Mapping[int, int] | None = None
    """The score with which the game was won, once it is."""


def tell(game: Game[Any, Any], events: Sequence[Event], clocks: Mapping[int, str]) -> Told:
    """Tell a match's events; ``clocks`` has the time of day of an event by its number."""
    valid = standing(events)
    moves = moves_of(game, valid[-_LOOKED_AT:])
    winners = [e.what.winner for e in valid if isinstance(e.what, RoundWon | GameWon)]
    games = [event.what for event in valid if isinstance(event.what, GameWon)]
    abandoned = any(isinstance(event.what, Abandoned) for event in valid)
    return Told(
        events=tuple(view(event, moves.get(event.n), clocks) for event in news(valid)[-_LAST:]),
        move=list(moves.values())[-1] if moves else None,
        winner=winners[-1] if winners and not abandoned else None,
        rounds=sum(isinstance(event.what, RoundWon) for event in valid),
        score={int(s): at for s, at in games[-1].counters.items()} if games else None,
    )


def news(events: Sequence[Event]) -> list[Event]:
    """Return the events that people want to read about."""
    return [event for event in events if not isinstance(event.what, _NO_NEWS)]


def view(event: Event, move: MoveView | None, clocks: Mapping[int, str]) -> EventView:
    """Return an event as a line to read."""
    return EventView(
        n=event.n,
        kind=event.what.kind,
        says=sentence(event, move),
        seat=getattr(event.what, "seat", None),
        clock=clocks.get(event.n, ""),
        by=str(event.memo.get("by", "")),
        undoable=isinstance(event.what, Start | Throw | Step | Turn),
    )


def sentence(event: Event, move: MoveView | None = None) -> Sentence:
    """Return the sentence that tells an event; ``move`` is what a step moved."""
    what = event.what
    match what:
        case Throw(seat=seat, faces=faces):
            thrown = {die: face for die, face in faces.items() if face is not None}
            return Sentence("event.throw." + "-".join(thrown), {"seat": seat, **thrown})
        case Step() if move is None and event.memo.get("agreed"):
            return Sentence("event.agreed")
        case Step(seat=seat):
            return _step(seat, move)
        case Corrected() if "by" in event.memo:
            return Sentence("event.corrected.back")
        case Agreed(rule=rule):
            return Sentence("event.house", {"house": rule})
        case Turn(seat=seat):
            return Sentence("event.turn", {"seat": seat})
        case Illegal(reason=reason):
            return reason
        case RoundWon(winner=winner) | GameWon(winner=winner):
            return Sentence(f"event.{what.kind}", {"seat": winner})
        case Unsure(fields=places) if all(place.startswith("dice.") for place in places):
            return Sentence("event.unsure.dice")
        case Unsure(fields=places):
            return Sentence("event.unsure", {"places": ", ".join(places)})
        case MovedCamera(shift_mm=float(shift)):
            return Sentence("event.moved-camera.by", {"shift_mm": round(shift)})
        case _:
            return Sentence(f"event.{what.kind}")


def _step(seat: int, move: MoveView | None) -> Sentence:
    if move is None or not move.path:
        return Sentence("event.step", {"seat": seat})
    params: dict[str, Any] = {"seat": seat, "to_place": move.path[-1]}
    entered = len(move.path) == 1 or move.path[0] == area_of(seat)
    key = "event.step.enters" if entered else "event.step.moves"
    if not entered:
        params["from_place"] = move.path[0]
    if move.swapped is not None:
        return Sentence(f"{key}-and-swaps", params | {"other_seat": move.swapped})
    if move.back and not entered:
        key += "-back"
    if move.thrown:
        return Sentence(f"{key}-and-throws", params | {"other_seat": move.thrown[0].seat})
    return Sentence(key, params)


def moves_of(game: Game[Any, Any], events: Sequence[Event]) -> dict[int, MoveView]:
    """Return the move of each step that moved a piece, by the event's number."""
    found: dict[int, MoveView] = {}
    was: Any = None
    before: Any = None
    throws: tuple[Any, ...] = ()
    for event in events:
        match event.what:
            case Throw(faces=faces):
                throws = (*throws, game.throw({d: f for d, f in faces.items() if f is not None}))
            case RoundWon() as won if was is not None:
                was = before = next_round(game, was, won)
                throws = ()
            case Start(position=position) | Turn(position=position):
                was = before = game.position(position)
                throws = ()
            case Step(seat=seat, position=position):
                now = game.position(position)
                contents = game.contents
                move = None if was is None else moved(contents(was), contents(now), seat, event.n)
                if move is not None:
                    turn = [game.turned(each, seat) for each in (before or was, now)]
                    back = game.back(turn[0], throws, turn[1], move.path[-1])
                    found[event.n] = replace(move, back=back)
                was = now
            case _:
                pass
    return found


def next_round(game: Game[Any, Any], was: Any, won: RoundWon) -> Any:
    """Return the position that the round after this win begins from (``was`` if nobody saw the win)."""
    return was if game.winner(was) is None else game.next_round(was, won.winner)


def moved(was: Contents, now: Contents, seat: int, number: int) -> MoveView | None:
    """Return which piece of a seat moved between two positions, and what it threw (None: none).

    Somebody else's piece that lies elsewhere now has been exchanged with it.
    """
    spots = [spot for spot in differing(was, now) if _is_place(spot)]
    mine = str(seat)
    left = [spot for spot in spots if was.get(spot) == mine]
    reached = [spot for spot in spots if now.get(spot) == mine]
    if not reached:
        return None
    on_board = Counter(content for spot, content in now.items() if _is_place(spot))
    on_board.subtract(content for spot, content in was.items() if _is_place(spot))
    gone = {was[s]: s for s in spots if was.get(s, "") not in {"", mine} and on_board[was[s]] < 0}
    return MoveView(
        number=number,
        seat=seat,
        path=(left[0] if left else area_of(seat), reached[0]),
        thrown=tuple(Thrown(int(other), place) for other, place in sorted(gone.items())),
        swapped=next((int(now[s]) for s in spots if now.get(s, "") not in {"", mine}), None),
    )


def foul(game: Game[Any, Any], state: State[Any, Any], events: Sequence[Event]) -> FoulView | None:
    """Return the foul that stands on the board, with the way to put it right."""
    line = state.line
    if line is None or (state.wrong is None and not state.early):
        return None
    event = next((e for e in events if e.n == state.called), None)
    if event is None or not isinstance(event.what, Illegal):
        return None
    named = event.what
    wrong = line.stands if state.wrong is None else state.wrong
    return FoulView(
        rule=named.rule,
        says=named.reason,
        seat=named.seat,
        repairs=put_right(game.contents(wrong), game.contents(line.stands), named.reason),
        counted=tuple(event.memo.get("counted", ())),
        legal_under=tuple(event.memo.get("legal_under", ())),
    )


def put_right(wrong: Contents, stands: Contents, says: Sentence) -> tuple[Repair, ...]:
    """Return the way back to what stood there last; one moved piece goes where ``says`` asks for it."""
    way = repairs(wrong, stands)
    right = says.params.get("right_place")
    if len(way) != 1 or way[0].stands is None or not isinstance(right, str) or wrong.get(right):
        return way
    return (replace(way[0], belongs=right),)


def repairs(wrong: Contents, right: Contents) -> tuple[Repair, ...]:
    """Return which pieces to move where, to get from one position to another."""
    extra: dict[int, list[str]] = {}
    missing: dict[int, list[str]] = {}
    for spot in differing(wrong, right):
        if _is_place(spot):
            for content, lists in ((wrong.get(spot, ""), extra), (right.get(spot, ""), missing)):
                if content.isdecimal():
                    lists.setdefault(int(content), []).append(spot)
    return tuple(
        Repair(seat, stands, belongs)
        for seat in sorted(extra.keys() | missing.keys())
        for stands, belongs in zip_longest(extra.get(seat, []), missing.get(seat, []))
    )


def area_of(seat: int) -> str:
    """Return the name of the area from which a seat's pieces enter."""
    return f"S{seat}"


def _is_place(spot: str) -> bool:
    """Tell a place for one piece ("O4") from a count or score ("start.0")."""
    return "." not in spot
