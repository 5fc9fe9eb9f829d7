"""Hands at work: each act as a row of beats, and each beat as a scene for every instant of it."""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from firmware.simulation.world import World
from referee.acting import Act, Bump, Carry, Dim, Handle, Pause, Rest, Roll
from vision.painter.scene import Die, Hand, Nudge, Scene

# Seconds that people take for each part of what they do.
REACH_S, LEAVE_S, GRASP_S, TRAVEL_S, SLIDE_S, ROLL_S, SHAKE_S = 0.6, 0.55, 0.22, 0.5, 1.3, 0.7, 0.6
# Time before an act: people look and think.
THINK_S = (0.5, 1.3)
# A shoulder is this far from the board's centre; a hand comes from here and goes there.
_SHOULDER_MM, _AWAY_MM = 620.0, 430.0
_HIGH_MM, _LIFT_MM = 70.0, 42.0
# How long the camera's shutter is open: what moves is smeared by its way within it.
_SHUTTER_S = 1 / 50

SKINS = ((236, 190, 160), (224, 172, 140), (198, 140, 104), (150, 98, 66), (96, 62, 46))
SLEEVES = (
    (60, 78, 110),
    (120, 40, 44),
    (44, 84, 62),
    (196, 190, 178),
    (40, 40, 44),
    (150, 120, 80),
)


@dataclass(frozen=True, slots=True)
class Beat:
    """A stretch of time: ``scene(share)`` is what there is to be seen at ``share`` (0 to 1) of it.

    ``kind`` is "hand", "moving" or "still", as in the truth beside photographs.
    """

    seconds: float
    scene: Callable[[float], Scene]
    kind: str


Point = tuple[float, float, float]


class _Grip(NamedTuple):
    """A hand's pose, what it holds, and how high it lifts it on the way."""

    pose: str
    held: str | None = None
    lift_mm: float = 0.0


def people_from(seats: tuple[int, ...], rng: random.Random) -> dict[int, Hand]:
    """Draw how each seat's hand looks."""
    return {
        seat: Hand(
            x_mm=0, y_mm=0, z_mm=0, arm_deg=0, skin=rng.choice(SKINS), sleeve=rng.choice(SLEEVES),
            sleeve_mm=rng.uniform(40, 190), right=rng.random() < 0.85,
        )
        for seat in seats
    }  # fmt: skip


class Gestures:
    """Turns acts into beats and changes the world as they go by.

    Beats must be shown one after the other: the world changes in between.
    """

    def __init__(self, world: World, people: Mapping[int, Hand], rng: random.Random) -> None:
        self._world, self._people, self._rng = world, people, rng

    def beats(self, act: Act) -> Iterator[Beat]:
        """Yield the beats of one act, the last one a still view of what stands there then."""
        match act:
            case Handle():
                yield from self._handle(act)
            case Roll():
                yield from self._roll(act)
            case Rest():
                yield from self._rest(act)
            case Bump():
                shift = self._world.nudge
                self._world.nudge = Nudge(
                    shift.x_mm + act.x_mm, shift.y_mm + act.y_mm, shift.turn_deg + act.turn_deg
                )
            case Dim():
                self._world.lamps = {act.lamp: act.factor}
            case Pause():
                yield self._still(act.seconds)
        yield self._still(self._rng.uniform(*THINK_S))

    def _still(self, seconds: float) -> Beat:
        scene = self._world.scene()
        return Beat(seconds, lambda _: scene, "still")

    # ------------------------------------------------------------ hands

    def _hand(self, seat: int, at: Point, pose: str, held: str | None = None) -> Hand:
        """The hand of a seat with its finger tips at a place, its arm towards the seat's shoulder."""
        angle = math.radians(-135 - 90 * seat)
        shoulder = (_SHOULDER_MM * math.cos(angle), _SHOULDER_MM * math.sin(angle))
        arm = math.degrees(math.atan2(shoulder[1] - at[1], shoulder[0] - at[0]))
        return replace(
            self._people[seat],
            x_mm=at[0],
            y_mm=at[1],
            z_mm=at[2],
            arm_deg=arm,
            pose=pose,
            held=held,
        )

    def _away(self, seat: int, near: Point) -> Point:
        """Where a hand comes from, out of the picture behind the board's edge."""
        angle = math.radians(-135 - 90 * seat)
        x, y = _AWAY_MM * math.cos(angle), _AWAY_MM * math.sin(angle)
        return 1.25 * x + 0.15 * near[0], 1.25 * y + 0.15 * near[1], _HIGH_MM + 30

    def _motion(
        self, seat: int, ways: tuple[Point, Point], seconds: float, grip: str | _Grip = "pinch"
    ) -> Beat:
        """A hand that moves from one place to another, slowly at both ends, over an arc."""
        scene = self._world.scene()
        pose, held, lift_mm = grip if isinstance(grip, _Grip) else _Grip(grip)

        def at(share: float) -> Scene:
            before, here, after = (
                _between(ways, min(max(share + d, 0.0), 1.0), lift_mm) for d in (-0.02, 0.0, 0.02)
            )
            smear = _SHUTTER_S / (0.04 * seconds)
            travel = ((after[0] - before[0]) * smear, (after[1] - before[1]) * smear)
            hand = replace(self._hand(seat, here, pose, held), travel_mm=travel)
            return replace(scene, hands=(hand,))

        return Beat(seconds, at, "moving")

    def _hold(
        self, seat: int, at: Point, seconds: float, pose: str, held: str | None = None
    ) -> Beat:
        scene = replace(self._world.scene(), hands=(self._hand(seat, at, pose, held),))
        return Beat(seconds, lambda _: scene, "hand")

    # ------------------------------------------------------------ acts

    def _handle(self, act: Handle) -> Iterator[Beat]:
        here = self._grip(act.carries[0].source)
        yield self._motion(act.seat, (self._away(act.seat, here), _over(here)), REACH_S, "pinch")
        for i, carry in enumerate(act.carries):
            source = self._grip(carry.source)
            if i:
                yield self._motion(act.seat, (_over(here), _over(source)), TRAVEL_S, "pinch")
            yield from self._carry(act.seat, carry, source)
            here = self._grip(carry.target)
        yield self._motion(act.seat, (_over(here), self._away(act.seat, here)), LEAVE_S, "pinch")

    def _carry(self, seat: int, carry: Carry, source: Point) -> Iterator[Beat]:
        yield self._motion(seat, (_over(source), source), GRASP_S, "pinch")
        label = self._world.take(carry.source)
        target = self._grip(carry.target)
        if carry.slid:
            yield self._motion(seat, (source, target), SLIDE_S, _Grip("pinch", label))
        else:
            yield self._motion(seat, (source, target), TRAVEL_S, _Grip("pinch", label, _LIFT_MM))
        self._world.put(carry.target, label)
        yield self._motion(seat, (target, _over(target)), GRASP_S, "pinch")

    def _grip(self, spot: str) -> Point:
        x, y, z = self._world.place_mm(spot)
        return x, y, z + 0.55 * self._world.board.ball_mm

    def _rest(self, act: Rest) -> Iterator[Beat]:
        x, y, z = self._world.place_mm(act.spot)
        at = (x * 0.92, y * 0.92, z + 1.5)
        away, pose = self._away(act.seat, at), self._rng.choice(["flat", "flat", "cup", "fist"])
        yield self._motion(act.seat, (away, at), REACH_S, pose)
        yield self._hold(act.seat, at, act.seconds, pose)
        yield self._motion(act.seat, (at, away), LEAVE_S, pose)

    def _roll(self, act: Roll) -> Iterator[Beat]:
        names = tuple(name for name, _ in act.faces)
        landed = self._world.land(names, dict(act.faces), act.landing)
        here = self._dice_mm(names)
        edge = self._world.board.disc("dice").radius_mm * 0.95
        out = math.radians(-135 - 90 * act.seat)
        throw_from = (edge * math.cos(out), edge * math.sin(out), 45.0)
        yield self._motion(act.seat, (self._away(act.seat, here), here), REACH_S, "cup")
        for name in names:
            self._world.dice.pop(name, None)
        yield self._motion(act.seat, (here, throw_from), SHAKE_S, "fist")
        yield self._rolling(act.seat, landed, throw_from)
        self._world.dice |= landed

    def _dice_mm(self, names: tuple[str, ...]) -> Point:
        dice = [self._world.dice[name] for name in names if name in self._world.dice]
        if not dice:
            return 0.0, 0.0, 18.0
        x = sum(die.x_mm for die in dice) / len(dice)
        y = sum(die.y_mm for die in dice) / len(dice)
        return x, y, 6.0

    def _rolling(self, seat: int, landed: Mapping[str, Die], start: Point) -> Beat:
        """Dice that roll from the hand to where they come to lie, while the hand draws back."""
        scene, away = self._world.scene(), self._away(seat, start)
        spins = {name: self._rng.uniform(250, 700) * self._rng.choice([-1, 1]) for name in landed}
        faces = {name: self._rng.sample(_faces_like(die.face), 3) for name, die in landed.items()}

        def at(share: float) -> Scene:
            dice = dict(scene.dice)
            for name, die in landed.items():
                dice[name] = _rolling_die(die, start, share, spins[name], faces[name])
            hand = self._hand(
                seat, _between((start, away), min(1.0, share * ROLL_S / LEAVE_S), 0), "cup"
            )
            return replace(scene, dice=dice, hands=(hand,) if share < 0.97 else ())

        return Beat(ROLL_S, at, "moving")


def _rolling_die(die: Die, start: Point, share: float, spin_deg: float, faces: list[str]) -> Die:
    """A rolling die at an instant; it slows down evenly and shows other faces before its last one."""
    left = (1 - share) ** 2
    x, y = (to + left * (frm - to) for to, frm in ((die.x_mm, start[0]), (die.y_mm, start[1])))
    speed = 2 * (1 - share) / ROLL_S * _SHUTTER_S
    bounce = abs(math.sin(share * 9)) * 14 * (1 - share) ** 2
    return replace(
        die,
        face=faces[min(int(share * 4), 2)] if share < 0.7 else die.face,
        x_mm=x, y_mm=y, z_mm=bounce, yaw_deg=die.yaw_deg + spin_deg * left,
        lean_deg=45 * math.sin(share * 14) * (1 - share) if share < 0.9 else die.lean_deg,
        travel_mm=((die.x_mm - start[0]) * speed, (die.y_mm - start[1]) * speed),
        spin_deg=spin_deg * speed * 0.5,
    )  # fmt: skip


def _faces_like(face: str) -> list[str]:
    numbers = ["2", "4", "6", "8", "10", "12"]
    options = ["half", "double", "swap-ball", "swap-ring", "direction", "hole-in"]
    return numbers if face in numbers else options


def _over(at: Point) -> Point:
    return at[0], at[1], at[2] + _LIFT_MM


def _between(ways: tuple[Point, Point], share: float, lift_mm: float) -> Point:
    eased = share * share * (3 - 2 * share)
    x, y, z = (a + eased * (b - a) for a, b in zip(*ways, strict=True))
    return x, y, z + lift_mm * math.sin(math.pi * eased)
