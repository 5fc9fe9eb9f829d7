"""Showing a live table: from its state and what is seen to the snapshot that pages and lights draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from referee.game import Game, P, T
from referee.sighting import Look, Sighting
from referee.snapshot import (
    CameraView,
    Choice,
    DieView,
    Due,
    Expectation,
    FoulView,
    MatchView,
    Phase,
    PlaceView,
    SeatView,
    Sentence,
    Snapshot,
)
from referee.table.state import Line, Stage, State
from referee.telling import Told

# How finely a lying die is drawn: what the eye's noise moves it by is no news for twenty phones.
_DIE_STEP_MM = 4.0
_DIE_STEP_DEG = 15.0

# The sentences of an event that tells of the camera or the board.
_MOVED = "event.moved-camera"


@dataclass(frozen=True, slots=True)
class Players:
    """How the players are called, by seat, and how their colours look (``#rrggbb``), by label."""

    names: Mapping[int, str] = field(default_factory=dict)
    rgb: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Live(Generic[P, T]):
    """A match as it is being followed: its game, state, what its events tell, and who plays."""

    game: Game[P, T]
    state: State[P, T]
    told: Told
    players: Players
    foul: FoulView | None = None
    may_end: bool = False
    refereeing: bool = True


def show(
    live: Live[Any, Any] | None, sighting: Sighting | None, camera: CameraView, version: int
) -> Snapshot:
    """Return the snapshot of a table; ``sighting`` is the last one, None while there is none."""
    hand = sighting is not None and sighting.hand
    if live is None:
        return Snapshot(
            version=version,
            phase=_blind(camera) or Phase.IDLE,
            hand=hand,
            camera=camera,
            found=_found(sighting) if sighting else (),
        )
    phase = _phase(live, camera, hand=hand)
    return Snapshot(
        version=version,
        phase=phase,
        game=live.game.match.game,
        match=_match(live),
        position=_position(live),
        places=dict(_places(live, sighting)) if sighting and live.refereeing else {},
        dice=_dice(live, sighting) if sighting else {},
        throws=_throws(live),
        hand=hand,
        expectation=_expectation(live, phase),
        says=_says(live, sighting),
        move=live.told.move,
        foul=live.foul,
        winner=live.told.winner if phase in {Phase.ROUND_OVER, Phase.GAME_OVER} else None,
        events=live.told.events,
        camera=camera,
    )


def _found(sighting: Sighting) -> tuple[SeatView, ...]:
    """Return whose pieces lie in the start areas; an area with several colours is nobody's."""
    return tuple(
        SeatView(seat=seat, colour=next(iter(count.of)))
        for seat, count in sorted(sighting.start.items())
        if count.look is Look.CLEAR and len(count.of) == 1
    )


def _blind(camera: CameraView) -> Phase | None:
    if not camera.seeing:
        return Phase.NO_CAMERA
    return None if camera.board else Phase.NO_BOARD


def _phase(live: Live[Any, Any], camera: CameraView, *, hand: bool) -> Phase:
    state = live.state
    if state.paused:
        return Phase.PAUSED
    if state.stage is Stage.OVER:
        return Phase.GAME_OVER
    blind = _blind(camera)
    if blind is not None:
        return blind
    if state.stage is Stage.IDLE or state.line is None:
        return Phase.SETTING_UP
    if not live.refereeing:
        return Phase.SCORE
    if live.foul is not None:
        return Phase.WRONG
    if hand:
        return Phase.MOVING
    if state.stage is Stage.CLEARING:
        return Phase.ROUND_OVER
    if live.may_end:
        return Phase.MAY_END
    return Phase.PLAY if _is_playing(live.game, state.line) else Phase.THROW


def _is_playing(game: Game[Any, Any], line: Line[Any, Any]) -> bool:
    """Tell whether the last throw is still to be played, or another one is due first."""
    if not line.throws:
        return False
    due = game.next_throws(line.before, line.throws)
    if not due:
        return True
    return line.stands == line.before and not _took_one_die(game, line, due)


def _took_one_die(game: Game[Any, Any], line: Line[Any, Any], due: frozenset[str]) -> bool:
    """Tell whether the last throw was a try of the same kind as the next: nothing to play lies there."""
    dice = frozenset(game.throw_data(line.throws[-1]))
    return any(frozenset(game.kinds.get(kind, ())) == dice for kind in due) and len(dice) == 1


def _match(live: Live[Any, Any]) -> MatchView:
    match, players = live.game.match, live.players
    return MatchView(
        game=match.game,
        seats=tuple(
            SeatView(
                seat=seat,
                colour=label,
                player=players.names.get(seat, ""),
                rgb=players.rgb.get(label, ""),
            )
            for seat, label in match.seats.items()
        ),
        variant="memory" if match.terms.get("memory") else "base",
        balls=int(match.terms.get("balls", 0)),
        house=match.house,
        first=match.first,
        round=live.told.rounds + 1,
    )


def _position(live: Live[Any, Any]) -> dict[str, Any] | None:
    """Return what stands on the board: the wrong position, the won one, or the last legal one."""
    state = live.state
    stands = state.line.stands if state.line else None
    shown = state.wrong or state.won or stands
    if shown is not None and state.stage is Stage.OVER and live.told.score is not None:
        # The last round's score counts, also where the ball that shows it was not moved any more.
        shown = live.game.with_score(shown, live.told.score)
    return live.game.position_data(shown) if shown is not None else None


def _throws(live: Live[Any, Any]) -> tuple[Mapping[str, Any], ...]:
    line = live.state.line
    return tuple(live.game.throw_data(throw) for throw in line.throws) if line else ()


def _expectation(live: Live[Any, Any], phase: Phase) -> Expectation:
    line = live.state.line
    if line is None:
        return Expectation(due=Due.SET_UP)
    seat = line.before.turn
    following = live.game.passed(line.stands).turn
    match phase:
        case Phase.THROW:
            due = live.game.next_throws(line.before, line.throws)
            both = "both" in due or not due
            return Expectation(due=Due.THROW_BOTH if both else Due.THROW_NUMBER, seat=seat)
        case Phase.PLAY:
            return Expectation(due=Due.MOVE, seat=seat, choices=_choices(live, line))
        case Phase.MAY_END:
            return Expectation(
                due=Due.THROW_BOTH, seat=seat, next_seat=following, choices=_choices(live, line)
            )
        case Phase.WRONG:
            return Expectation(due=Due.PUT_BACK, seat=seat)
        case Phase.ROUND_OVER:
            return Expectation(due=Due.CLEAR, seat=live.told.winner)
        case Phase.MOVING:
            return Expectation(due=Due.HAND_AWAY, seat=seat)
        case Phase.SCORE:
            return Expectation(due=Due.NOTHING)
        case _:
            return Expectation(due=Due.NOTHING, seat=seat)


def _choices(live: Live[Any, Any], line: Line[Any, Any]) -> tuple[Choice, ...]:
    return tuple(live.game.choices(line.before, line.throws, line.stands))


def _places(live: Live[Any, Any], sighting: Sighting) -> Iterator[tuple[str, PlaceView]]:
    """Yield what is not seen clearly, and fields that look otherwise than the position says."""
    seats = {label: seat for seat, label in live.game.match.seats.items()}
    line = live.state.line
    expected = live.game.contents(live.state.wrong or line.stands) if line else {}
    for name, reading in sighting.fields.items():
        seat = seats.get(reading.label or "")
        looks = "" if seat is None else str(seat)
        if not reading.sure or looks != expected.get(name, ""):
            yield name, PlaceView(reading.look, seat)
    areas = (
        ("start", sighting.start),
        ("counters", sighting.counters),
        ("stored", sighting.stored),
    )
    for area, readings in areas:
        for number, seen in readings.items():
            if number in live.game.match.seats and seen.look is not Look.CLEAR:
                yield f"{area}.{number}", PlaceView(seen.look)


def _dice(live: Live[Any, Any], sighting: Sighting) -> dict[str, DieView]:
    line = live.state.line
    thrown = live.game.throw_data(line.throws[-1]) if line and line.throws else {}
    return {
        name: DieView(
            state=die.state,
            face=die.face,
            x_mm=_stepped(die.x_mm, _DIE_STEP_MM),
            y_mm=_stepped(die.y_mm, _DIE_STEP_MM),
            turn_deg=_stepped(die.turn_deg, _DIE_STEP_DEG),
            counts=name in thrown,
        )
        for name, die in sighting.dice.items()
    }


def _stepped(value: float | None, step: float) -> float | None:
    return None if value is None else round(value / step) * step


def _says(live: Live[Any, Any], sighting: Sighting | None) -> Sentence | None:
    """Return what is to be said first: how the board lies, if that is news, a foul, or what happened."""
    board = sighting.board if sighting else None
    if board is not None and board.mirrored:
        return Sentence("board.mirrored")
    if live.foul:
        return live.foul.says
    words = _last_words(live.told)
    if board is not None and board.quarters and words and words.key.startswith(_MOVED):
        return Sentence("board.turned", {"degrees": 90 * board.quarters})
    return words


def _last_words(told: Told) -> Sentence | None:
    """Return what was told last; what was told anew stands in its old place, before what it corrects."""
    newest = max(told.events, key=lambda event: event.n, default=None)
    return newest.says if newest else None
