"""Score the reading of dice on painted tables: ``python -m tests.vision.dice.painted [--seeds 4001-4040]``.

On every table dice lie anywhere up to the rim, two or one of them, lean on the rim, lie upon each other,
have fallen off the board, roll, and have a hand over them. The seeds of `DEVELOPING` helped to find faults,
and so did some from 4101 to 4125; those of `HELD_OUT` are for measuring alone.
"""

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.board import Board
from referee.sighting import DieReading
from tests.vision.dice.train import DICE
from tests.vision.truth import nominal_board
from vision.dice.reader import DiceReader
from vision.frame import Frame
from vision.painter.glyphs import NUMBER_FACES, OPTION_FACES
from vision.painter.painter import Painter
from vision.painter.scene import Die, Hand, Scene
from vision.view import View

DEVELOPING, HELD_OUT = range(4001, 4041), range(4126, 4141)
# What is painted of each table.
KINDS = (
    *("pair",) * 4, "lone", "rim", *("leaning",) * 3, "stacked", "off-board", "moving", "hand",
)  # fmt: skip
# Lying dice may be so near the rim, in edges from their middles, leaning ones are.
_NEAREST, _AT_RIM, _LEANING = 0.87, 1.0, 0.62
# The least distance of two dice that lie side by side, in edges.
_APART = 1.45


@dataclass(frozen=True, eq=False)
class Thrown:
    """One painted picture, (h, w, 3) BGR, and how each of its dice lies."""

    seed: int
    kind: str
    view: View
    frame: Frame
    dice: dict[str, Die]
    states: dict[str, str]


class Throws:
    """Throws the dice of one table."""

    def __init__(self, board: Board, rng: random.Random) -> None:
        self._board, self._rng = board, rng
        self._radius_mm, self._edge_mm = board.disc("dice").radius_mm, board.die_mm

    def thrown(self, kind: str, base: Scene) -> tuple[Scene, dict[str, str]]:
        """Return a scene in which dice lie in one of `KINDS`, and how each of them does."""
        number, option = self._two(kind)
        dice, states = {"number": number, "option": option}, dict.fromkeys(DICE, "lying")
        hands: tuple[Hand, ...] = ()
        match kind:
            case "lone":
                missing = self._rng.choice(DICE)
                del dice[missing]
                states[missing] = "absent"
            case "leaning":
                states["number"] = "leaning"
            case "stacked":
                off = self._rng.uniform(0, 0.2) * self._edge_mm
                turn = self._rng.uniform(0, math.tau)
                dice["option"] = replace(
                    option, x_mm=number.x_mm + off * math.cos(turn), y_mm=number.y_mm + off * math.sin(turn),
                    z_mm=self._edge_mm,
                )  # fmt: skip
                states = dict.fromkeys(DICE, "stacked")
            case "off-board":
                fallen = self._rng.choice(DICE)
                dice[fallen], states[fallen] = self._fallen(dice[fallen]), "off-board"
            case "moving":
                way, far = self._rng.uniform(0, math.tau), self._rng.uniform(6, 25)
                dice["number"] = replace(
                    number, travel_mm=(far * math.cos(way), far * math.sin(way)),
                    spin_deg=self._rng.uniform(-60, 60),
                )  # fmt: skip
                states["number"] = "moving"
            case "hand":
                hands = (self._hand(number),)
                states["number"] = "hidden"
        return replace(base, dice=dice, hands=hands), states

    def _two(self, kind: str) -> tuple[Die, Die]:
        """Lay one die of each kind apart from the other; the number die as ``kind`` wants it."""
        rng, edge = self._rng, self._edge_mm
        while True:
            angles = [rng.uniform(0, math.tau) for _ in DICE]
            far = [(self._radius_mm - _NEAREST * edge) * math.sqrt(rng.random()) for _ in DICE]
            if kind == "rim":
                far[0] = self._radius_mm - rng.uniform(_NEAREST, _AT_RIM) * edge
            elif kind == "leaning":
                far[0] = self._radius_mm - _LEANING * edge
            places = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(far, angles, strict=True)]
            if math.dist(*places) > _APART * edge:
                break
        number, option = (
            Die(face=rng.choice(faces), x_mm=x, y_mm=y, yaw_deg=rng.uniform(0, 360))
            for (x, y), faces in zip(places, (NUMBER_FACES, OPTION_FACES), strict=True)
        )
        if kind == "leaning":
            towards = math.degrees(angles[0]) + 180
            number = replace(number, lean_deg=rng.uniform(18, 38), lean_to_deg=towards)
        return number, option

    def _hand(self, over: Die) -> Hand:
        rng = self._rng
        return Hand(
            x_mm=over.x_mm, y_mm=over.y_mm, z_mm=rng.uniform(20, 50), arm_deg=rng.uniform(0, 360),
            pose=rng.choice(["flat", "fist"]),
        )  # fmt: skip

    def _fallen(self, die: Die) -> Die:
        far = self._board.side_mm / 2 + self._rng.uniform(25, 60)
        along = self._rng.uniform(-0.35, 0.35) * self._board.side_mm
        x, y = self._rng.choice([(far, along), (-far, along), (along, far), (along, -far)])
        return replace(die, x_mm=x, y_mm=y)


def painted(
    seed: int, folder: Path | None = None, size_px: tuple[int, int] = (1280, 960)
) -> Iterator[Thrown]:
    """Yield the pictures of one table; those already in ``folder`` are not painted anew."""
    table = simulated_table(nominal_board(memory=seed % 3 == 0), seed, size_px=size_px)
    base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=seed)).world.scene()
    throws, view = Throws(table.board, random.Random(seed)), View(table.camera, table.board)
    painter: Painter | None = None
    for i, kind in enumerate(KINDS):
        scene, states = throws.thrown(kind, base)
        file = folder / f"{seed}_{i}.png" if folder else None
        if file is None or not file.exists():
            painter = painter or Painter(table)
            frame = painter.paint(scene, np.random.default_rng((seed, i)))
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(file), frame, (cv2.IMWRITE_PNG_COMPRESSION, 1))
        else:
            frame = np.asarray(cv2.imread(str(file)), np.uint8)
        yield Thrown(seed, kind, view, frame, dict(scene.dice), states)


def of_one_kind(seed: int, kind: str, count: int, number: str | None = None) -> Iterator[Thrown]:
    """Paint so many pictures of one of `KINDS` on one table; ``number`` is what all number dice show."""
    table = simulated_table(nominal_board(memory=False), seed, size_px=(1280, 960))
    base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=seed)).world.scene()
    throws, view = Throws(table.board, random.Random(seed)), View(table.camera, table.board)
    painter = Painter(table)
    for i in range(count):
        scene, states = throws.thrown(kind, base)
        if number:
            shown = replace(scene.dice["number"], face=number)
            scene = replace(scene, dice={**scene.dice, "number": shown})
        frame = painter.paint(scene, np.random.default_rng((seed, i)))
        yield Thrown(seed, kind, view, frame, dict(scene.dice), states)


class Rates:
    """How the dice of each kind of picture were read."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}

    def count(self, thrown: Thrown, name: str, said: DieReading) -> str:
        """Count one die's reading and return the result: in capitals where a face is wrong."""
        state, die = thrown.states[name], thrown.dice.get(name)
        true = die is not None and said.face == die.face
        if state == "lying":
            result = f"{said.state}?" if said.face is None else "right" if true else "WRONG"
            groups = [f"{thrown.kind}: {state}"]
            # A hand over one die may hide the other one, too.
            if thrown.kind != "hand":
                groups.append("all lying")
        else:
            right = true and state == "hidden"
            result = "right" if right else str(said.state) if said.face is None else "FACE"
            groups = [state]
        for group in groups:
            self.counts.setdefault(group, Counter())[result] += 1
        return result

    def report(self) -> None:
        """Print a line for each kind of picture."""
        for group, counts in sorted(self.counts.items()):
            total = sum(counts.values())
            told = ", ".join(f"{result} {n}" for result, n in counts.most_common())
            print(f"{group:20} {total:4}  {counts['right'] / total:6.1%}  {told}")


def told(thrown: Thrown, name: str) -> str:
    """Say in a few words what lies there."""
    state, die = thrown.states[name], thrown.dice.get(name)
    if die is None:
        return state
    lean = f" by {die.lean_deg:.0f}" if die.lean_deg else ""
    return f"{state}{lean} {die.face} at ({die.x_mm:.0f}, {die.y_mm:.0f})"


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", help="FIRST-LAST; the developing ones by default")
    parser.add_argument("--held-out", action="store_true", help="the tables for measuring alone")
    parser.add_argument("--keep", type=Path, help="keep the pictures in this folder")
    parser.add_argument("--show", action="store_true", help="list what is not right")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = HELD_OUT if options.held_out else DEVELOPING
    if options.seeds:
        first, _, last = options.seeds.partition("-")
        seeds = range(int(first), int(last or first) + 1)
    rates, spent = Rates(), []
    for seed in seeds:
        reader: DiceReader | None = None
        for i, thrown in enumerate(painted(seed, options.keep)):
            reader = reader or DiceReader(thrown.view)
            before = time.process_time()
            dice = reader.read(thrown.frame).dice
            spent.append(time.process_time() - before)
            for name in DICE:
                result = rates.count(thrown, name, dice[name])
                if options.show and result not in {"right", thrown.states[name]}:
                    print(f"{seed}/{i}/{name} {told(thrown, name)}: {dice[name].face} "
                          f"{dice[name].state}", flush=True)  # fmt: skip
    rates.report()
    print(f"median {np.median(spent) * 1000:.0f} ms, mean {np.mean(spent) * 1000:.0f} ms a picture")


if __name__ == "__main__":
    main()
