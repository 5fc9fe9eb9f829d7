"""A scene as an eye would read it, without painting it: quick, and as wrong as it is told to be.

What hands hide is reckoned on the board's plane. Besides the errors of single pictures there are those that
last: a piece that is taken for another one, or a die that cannot be read, for seconds.
"""

import math
import random
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from firmware.simulation.truth import die_state
from firmware.simulation.world import in_dice_area
from referee.board import Board
from referee.sighting import (
    BoardView,
    Choice,
    Chosen,
    Count,
    DieReading,
    DieState,
    Look,
    Loose,
    Reading,
    Sighting,
)
from vision.painter.scene import Die, Hand, LooseBall, Scene

# A hand with its arm hides what is this near to the line from its finger tips to its shoulder.
_HAND_MM, _ARM_MM = 34.0, 700.0
_QUARTER, _JUMP = "quarter", "jump"
# Balls within this distance of a place are near it, in ball diameters.
_NEAR_BALLS = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Weakness:
    """How an eye errs: chances for each field of each picture, and for errors that last.

    ``lapse`` is the chance, at each picture, that some piece is misread for ``lapse_s`` seconds at most,
    ``blink`` that a die cannot be read for ``blink_s`` at most. For ``lapse_s``, too, a field is ``dim``
    (never sure), a start area's ball is ``confused`` with one of another colour, a hand hides a ``quarter``
    of the board; for ``blink_s`` a ``jump`` lets the board lie ``jump_mm`` beside itself. ``blind`` is the
    chance, at each throw of a die, that it cannot be read at all, ``flattened`` that one which leans is
    read as if it lay, and ``faint``, for each colour, that its balls are never surely seen on fields.
    """

    unsure: float = 0.0
    covered: float = 0.0
    misread: float = 0.0
    die_mm: float = 0.0
    lapse: float = 0.0
    blink: float = 0.0
    lapse_s: float = 3.0
    blink_s: float = 1.0
    dim: float = 0.0
    confused: float = 0.0
    quarter: float = 0.0
    jump: float = 0.0
    blind: float = 0.0
    flattened: float = 0.0
    faint: float = 0.0
    jump_mm: float = 3.0


SHARP = Weakness(die_mm=0.3)
WEAK = Weakness(unsure=0.01, covered=0.005, misread=0.0005, die_mm=0.6, lapse=0.01, blink=0.01)
BAD = replace(WEAK, dim=0.01, confused=0.002, quarter=0.002, jump=0.002, blind=0.02)
"""An eye as bad as the real one at its worst table."""
PAINTED = replace(WEAK, blind=0.02, flattened=0.5, faint=0.05)
"""An eye that errs as the real one does before painted tables."""


@dataclass(frozen=True, slots=True)
class _Lapse:
    """What a place or a die is taken for until a moment."""

    label: str | None
    until_s: float


class Glimpses:
    """Reads scenes of one board; ``labels`` are the colours that are played with."""

    def __init__(
        self, board: Board, labels: tuple[str, ...], weakness: Weakness, rng: random.Random
    ) -> None:
        self._board, self._labels, self._weak, self._rng = board, labels, weakness, rng
        self._fields = [place for place in board.places.values() if place.name[0] in "OIT"]
        self._names = {place.name for place in self._fields}
        self._home = (0.0, 0.0, 0.0)
        self._lapses: dict[str, _Lapse] = {}
        self._thrown: dict[str, tuple[Die, bool]] = {}
        self._faint = {label for label in labels if self._happens(weakness.faint)}

    def read(self, scene: Scene, t_s: float) -> Sighting:
        """Return what is seen of a scene at a moment."""
        self._begin_lapses(t_s)
        self._begin_others(t_s)
        nudge = scene.nudge
        jumped = _JUMP in self._lapses
        moved = jumped or (nudge.x_mm, nudge.y_mm, nudge.turn_deg) != self._home
        seats = range(self._board.seats)
        return Sighting(
            board=BoardView(seen=True, moved=moved, shift_mm=math.hypot(nudge.x_mm, nudge.y_mm)),
            hand=_QUARTER in self._lapses
            or any(over_board(hand, self._board) for hand in scene.hands),
            fields={place.name: self._field(scene, place.name) for place in self._fields},
            start={seat: self._start(scene, seat) for seat in seats},
            counters={seat: self._counter(scene, seat, at) for seat, at in scene.counters.items()},
            stored={seat: self._stored(scene, seat, have) for seat, have in scene.stored.items()},
            dice={name: self._die(scene, name) for name in ("number", "option")},
            loose=tuple(self._loose(ball) for ball in scene.loose),
        )

    # ------------------------------------------------------------ errors that last

    def _begin_lapses(self, t_s: float) -> None:
        self._lapses = {name: lapse for name, lapse in self._lapses.items() if lapse.until_s > t_s}
        lasts = self._rng.random()
        if self._rng.random() < self._weak.lapse and not self._lapses.keys() & self._names:
            name = self._rng.choice(self._fields).name
            label = self._rng.choice([*self._labels, None])
            self._lapses[name] = _Lapse(label, t_s + lasts * self._weak.lapse_s)
        if self._rng.random() < self._weak.blink:
            die = self._rng.choice(["number", "option"])
            self._lapses[die] = _Lapse(None, t_s + lasts * self._weak.blink_s)

    def _begin_others(self, t_s: float) -> None:
        weak, until_s = self._weak, t_s + self._rng.random() * self._weak.lapse_s
        if self._happens(weak.dim):
            self._lapses[f"dim {self._rng.choice(self._fields).name}"] = _Lapse(None, until_s)
        if self._happens(weak.confused):
            seat = self._rng.randrange(self._board.seats)
            self._lapses[f"S{seat}"] = _Lapse(self._rng.choice(self._labels), until_s)
        if self._happens(weak.quarter):
            self._lapses[_QUARTER] = _Lapse(self._rng.choice(("++", "+-", "-+", "--")), until_s)
        if self._happens(weak.jump):
            self._lapses[_JUMP] = _Lapse(None, t_s + self._rng.random() * weak.blink_s)

    # ------------------------------------------------------------ pieces

    def _field(self, scene: Scene, name: str) -> Reading:
        label = scene.on.get(name)
        if self._hidden(scene, name) or self._happens(self._weak.covered):
            return Reading(Look.COVERED)
        if name in self._lapses:
            return Reading(Look.CLEAR, self._lapses[name].label)
        if self._happens(self._weak.misread):
            wrong = [other for other in (*self._labels, None) if other != label]
            return Reading(Look.CLEAR, self._rng.choice(wrong))
        dim = f"dim {name}" in self._lapses or label in self._faint
        if dim or self._happens(self._weak.unsure):
            likely = {each: self._rng.uniform(0.02, 0.5) for each in ("", *self._labels)}
            return Reading(Look.UNSURE, None, {**likely, label or "": self._rng.uniform(0.3, 1)})
        return Reading(Look.CLEAR, label)

    def _start(self, scene: Scene, seat: int) -> Count:
        if self._hidden(scene, f"S{seat}"):
            return Count(Look.COVERED)
        area = self._board.places.get(f"S{seat}")
        balls = [label for name, label in scene.on.items() if name.startswith(f"P{seat}.")]
        if area is not None:
            balls += [
                ball.label
                for ball in scene.start
                if math.hypot(ball.x_mm - area.x_mm, ball.y_mm - area.y_mm) <= area.radius_mm
            ]
        if balls and f"S{seat}" in self._lapses:
            balls[0] = self._lapses[f"S{seat}"].label or balls[0]
        return Count(Look.CLEAR, Counter(balls))

    def _counter(self, scene: Scene, seat: int, at: int) -> Choice:
        if any(self._hidden(scene, f"C{seat}.{hole}") for hole in range(4)):
            return Choice(Look.COVERED)
        return Choice(Look.CLEAR, at)

    def _stored(self, scene: Scene, seat: int, have: tuple[str, ...]) -> Chosen:
        names = {place.name for place in self._board.places.values()}
        options = {name.split(".")[1] for name in names if name.startswith(f"M{seat}.")}
        hidden = tuple(
            option
            for option in sorted(options)
            if any(self._hidden(scene, f"M{seat}.{option}.{row}") for row in ("lower", "upper"))
        )
        return Chosen(Look.CLEAR, tuple(o for o in have if o not in hidden), hidden)

    def _loose(self, ball: LooseBall) -> Loose:
        reach = _NEAR_BALLS * self._board.ball_mm
        near = [
            place.name
            for place in self._fields
            if math.hypot(place.x_mm - ball.x_mm, place.y_mm - ball.y_mm) < reach
        ]
        return Loose(ball.label, ball.x_mm, ball.y_mm, tuple(near))

    # ------------------------------------------------------------ dice

    def _die(self, scene: Scene, name: str) -> DieReading:
        die = scene.dice.get(name)
        if die is None:
            return DieReading(DieState.ABSENT)
        if self._behind(scene, die.x_mm, die.y_mm):
            return DieReading(DieState.COVERED)
        state = DieState(die_state(die, self._board))
        if state is DieState.LEANING and self._errs(name, die, self._weak.flattened):
            state = DieState.LYING
        aside_mm = self._weak.jump_mm if _JUMP in self._lapses else 0.0
        x_mm, y_mm = (
            v + aside_mm + self._rng.gauss(0, self._weak.die_mm) for v in (die.x_mm, die.y_mm)
        )
        return DieReading(state, self._face(name, die, state), x_mm=x_mm, y_mm=y_mm)

    def _face(self, name: str, die: Die, state: DieState) -> str | None:
        if state is not DieState.LYING or not in_dice_area(die, self._board):
            return None
        if name in self._lapses or (not die.lean_deg and self._errs(name, die, self._weak.blind)):
            return None
        return die.face

    def _errs(self, name: str, die: Die, chance: float) -> bool:
        """Tell whether the die is misread for as long as it lies there."""
        lay, errs = self._thrown.get(name, (None, False))
        if lay != die:
            errs = self._happens(chance)
            self._thrown[name] = die, errs
        return errs

    # ------------------------------------------------------------ hands

    def _hidden(self, scene: Scene, name: str) -> bool:
        place = self._board.places.get(name)
        if place is None:
            return False
        near = 0.62 * self._board.ball_mm
        lies_on_it = place.name[0] in "OIT" and any(
            math.hypot(place.x_mm - ball.x_mm, place.y_mm - ball.y_mm) < near
            for ball in scene.loose
        )
        return lies_on_it or self._behind(scene, place.x_mm, place.y_mm)

    def _behind(self, scene: Scene, x_mm: float, y_mm: float) -> bool:
        if _QUARTER in self._lapses:
            quarter = ("+" if x_mm > 0 else "-") + ("+" if y_mm > 0 else "-")
            if quarter == self._lapses[_QUARTER].label:
                return True
        return any(_covers(hand, x_mm, y_mm) for hand in scene.hands)

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._rng.random() < chance


def _covers(hand: Hand, x_mm: float, y_mm: float) -> bool:
    """Tell whether a point lies under a hand or its arm."""
    angle = math.radians(hand.arm_deg)
    along = (x_mm - hand.x_mm) * math.cos(angle) + (y_mm - hand.y_mm) * math.sin(angle)
    along = min(max(along, 0.0), _ARM_MM)
    return (
        math.hypot(
            x_mm - hand.x_mm - along * math.cos(angle), y_mm - hand.y_mm - along * math.sin(angle)
        )
        < _HAND_MM
    )


def over_board(hand: Hand, board: Board) -> bool:
    """Tell whether a hand or its arm is over the board."""
    line = np.linspace(-board.side_mm / 2, board.side_mm / 2, 9)
    return any(_covers(hand, float(x), float(y)) for x in line for y in line)
