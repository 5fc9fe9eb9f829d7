"""The pieces on a simulated table and where each lies; hands take and put them, the painter paints them."""

import math
import random
from collections.abc import Mapping
from dataclasses import replace

from firmware.errors import SimulationError
from referee.acting import BESIDE
from referee.board import Board, Variant
from vision.painter.scene import Die, LooseBall, Nudge, Scene

# A ball laid beside a field lies this far from its centre, in ball diameters.
_BESIDE_BALLS = 0.95
_TRIES = 200


class World:
    """Everything on one table; changes as hands carry pieces.

    Args:
        board: where the places are.
        labels: the colour of each seat's balls.
        balls: how many balls each seat has; they begin in the start areas.
        counters: the seats whose counting ball lies on the board.
        rng: decides where exactly pieces come to lie.

    """

    def __init__(
        self,
        board: Board,
        labels: Mapping[int, str],
        balls: int,
        counters: tuple[int, ...],
        rng: random.Random,
    ) -> None:
        self.board, self.labels = board, dict(labels)
        self._rng = rng
        self.memory = board.variant is Variant.MEMORY
        self.on: dict[str, str] = {}
        self.start: dict[int, list[LooseBall]] = {seat: [] for seat in range(board.seats)}
        self.counters = dict.fromkeys(counters, 0)
        self.stored: dict[int, set[str]] = (
            {seat: set() for seat in range(board.seats)} if self.memory else {}
        )
        self.loose: dict[str, LooseBall] = {}
        self.dice: dict[str, Die] = {}
        self.lamps: dict[str, float] = {}
        self.glow: dict[str, tuple[float, float, float]] = {}
        self.nudge = Nudge()
        for seat, label in self.labels.items():
            for _ in range(balls):
                self.put(f"S{seat}", label)

    def scene(self) -> Scene:
        """Return what lies there now, without hands."""
        return Scene(
            on=dict(self.on),
            start=tuple(ball for balls in self.start.values() for ball in balls),
            loose=tuple(self.loose.values()),
            counters=dict(self.counters),
            stored={seat: tuple(sorted(have)) for seat, have in self.stored.items()},
            dice=dict(self.dice),
            lamps=dict(self.lamps),
            glow=dict(self.glow),
            nudge=self.nudge,
        )

    # ------------------------------------------------------------ pieces

    def take(self, spot: str) -> str | None:
        """Take the piece away that lies on a spot; returns its label (None for counting and option balls).

        Raises:
            SimulationError: nothing lies there.

        """
        try:
            if spot.startswith(BESIDE):
                return self.loose.pop(spot).label
            match spot[0]:
                case "S":
                    return self._take_from_start(int(spot[1:]))
                case "C":
                    seat, _, at = spot[1:].partition(".")
                    if self.counters.get(int(seat)) == int(at):
                        return None
                case "M":
                    return None
                case _:
                    return self.on.pop(spot)
        except (KeyError, IndexError):
            pass
        raise SimulationError(f"nothing lies on {spot} that a hand could take")

    def put(self, spot: str, label: str | None) -> None:
        """Put a piece on a spot; ``label`` is what `take` returned."""
        if spot.startswith(BESIDE):
            x_mm, y_mm, _ = self.place_mm(spot)
            self.loose[spot] = LooseBall(label or "", x_mm, y_mm)
            return
        match spot[0]:
            case "S":
                self._put_into_start(int(spot[1:]), label or "")
            case "C":
                seat, _, at = spot[1:].partition(".")
                self.counters[int(seat)] = int(at)
            case "M":
                seat, option, row = spot[1:].split(".")
                stored = self.stored[int(seat)]
                (stored.add if row == "upper" else stored.discard)(option)
            case _:
                if spot in self.on:
                    raise SimulationError(f"{spot} is taken by {self.on[spot]}; put nothing there")
                self.on[spot] = label or ""

    def place_mm(self, spot: str) -> tuple[float, float, float]:
        """Return where a spot is: x, y and the height of the surface, in millimetres."""
        if spot.startswith(BESIDE):
            return self._beside_mm(spot.removeprefix(BESIDE))
        if spot in self.board.places:
            place = self.board.places[spot]
            return place.x_mm, place.y_mm, place.z_mm
        seat = int(spot[1:])
        places = [p for p in self.board.of_kind("ball-place") if p.name.startswith(f"P{seat}.")]
        x = sum(p.x_mm for p in places) / len(places)
        y = sum(p.y_mm for p in places) / len(places)
        return x, y, places[0].z_mm

    def _beside_mm(self, name: str) -> tuple[float, float, float]:
        """A place between this field and the next one of its ring, or inwards if a ball is in the way."""
        place = self.board.places[name]
        index, count = int(name[1:]), self.board.ring(place.kind).count
        half_step, inwards = -math.pi / count, 1.0
        if f"{name[0]}{(index + 1) % count}" in self.on:
            half_step *= 0.8
            inwards -= _BESIDE_BALLS * self.board.ball_mm / math.hypot(place.x_mm, place.y_mm)
        cos, sin = inwards * math.cos(half_step), inwards * math.sin(half_step)
        return place.x_mm * cos - place.y_mm * sin, place.x_mm * sin + place.y_mm * cos, place.z_mm

    # ------------------------------------------------------------ start areas

    def _places_of(self, seat: int) -> list[str]:
        names = (place.name for place in self.board.of_kind("ball-place"))
        return [name for name in names if name.startswith(f"P{seat}.")]

    def _take_from_start(self, seat: int) -> str:
        """Take a ball out; a stranger's ball goes first, as somebody puts it right."""
        if not self.memory:
            balls = self.start[seat]
            ball = self._rng.choice([b for b in balls if b.label != self.labels.get(seat)] or balls)
            balls.remove(ball)
            return ball.label
        taken = [name for name in self._places_of(seat) if name in self.on]
        strangers = [name for name in taken if self.on[name] != self.labels.get(seat)]
        return self.on.pop(self._rng.choice(strangers or taken))

    def _put_into_start(self, seat: int, label: str) -> None:
        if self.memory:
            free = [name for name in self._places_of(seat) if name not in self.on]
            if free:
                self.on[self._rng.choice(free)] = label
                return
            raise SimulationError(f"all ball places of seat {seat} are taken")
        self.start[seat].append(self._free_in_start(seat, label))

    def _free_in_start(self, seat: int, label: str) -> LooseBall:
        area = self.board.places[f"S{seat}"]
        room = area.radius_mm - self.board.ball_mm * 0.62
        for attempt in range(_TRIES):
            r, turn = room * math.sqrt(self._rng.random()), self._rng.uniform(0, math.tau)
            ball = LooseBall(label, area.x_mm + r * math.cos(turn), area.y_mm + r * math.sin(turn))
            gap = self.board.ball_mm * (1.35 - 0.3 * attempt / _TRIES)
            if all(math.dist(_xy(ball), _xy(other)) > gap for other in self.start[seat]):
                return ball
        raise SimulationError(f"no room for another ball in the start area of seat {seat}")

    # ------------------------------------------------------------ dice

    def land(
        self, names: tuple[str, ...], faces: Mapping[str, str], landing: str
    ) -> dict[str, Die]:
        """Return where thrown dice come to lie; the first one leans or falls off if ``landing`` says so."""
        found = {name: die for name, die in self.dice.items() if name not in names}
        for i, name in enumerate(names):
            bad = landing if i == 0 else "lying"
            found[name] = self._landed(
                faces[name], bad, [d for d in found.values() if on_board(d, self.board)]
            )
        return {name: found[name] for name in names}

    def _landed(self, face: str, landing: str, others: list[Die]) -> Die:
        area, edge = self.board.disc("dice").radius_mm, self.board.die_mm
        yaw = self._rng.uniform(0, 360)
        if landing == "off-board":
            far = self.board.side_mm / 2 + self._rng.uniform(25, 60)
            along = self._rng.uniform(-0.35, 0.35) * self.board.side_mm
            x, y = self._rng.choice([(far, along), (-far, along), (along, far), (along, -far)])
            return Die(face=face, x_mm=x, y_mm=y, yaw_deg=yaw)
        for attempt in range(_TRIES):
            turn = self._rng.uniform(0, math.tau)
            r = (area - 0.85 * edge) * math.sqrt(self._rng.random()) * 0.97
            if landing == "leaning":
                r = area - 0.62 * edge
            x, y = r * math.cos(turn), r * math.sin(turn)
            gap = edge * (1.7 - 0.25 * attempt / _TRIES)
            if all(math.dist((x, y), (d.x_mm, d.y_mm)) > gap for d in others):
                break
        die = Die(face=face, x_mm=x, y_mm=y, yaw_deg=yaw)
        if landing == "leaning":
            return replace(
                die, lean_deg=self._rng.uniform(18, 38), lean_to_deg=math.degrees(turn) + 180
            )
        return die


def on_board(die: Die, board: Board) -> bool:
    """Tell whether a die lies on the board."""
    return max(abs(die.x_mm), abs(die.y_mm)) < board.side_mm / 2


def in_dice_area(die: Die, board: Board) -> bool:
    """Tell whether a die lies in the dice area in the middle of the board."""
    return math.hypot(die.x_mm, die.y_mm) < board.disc("dice").radius_mm


def _xy(ball: LooseBall) -> tuple[float, float]:
    return ball.x_mm, ball.y_mm
