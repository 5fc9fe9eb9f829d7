"""Weighs what tells a leaning die from a lying one: ``python -m tests.vision.dice.leaning [--seeds A-B]``.

On painted tables dice lean on the rim and lie near it. Whatever the reader asks `leans_there` about them is
kept, with the truth; one logistic fit weighs it. Printed are the weights (`LeaningWeights`) and, by weights
of the other tables, how many leaning dice would be taken for lying ones and the other way round. A table
takes five seconds.
"""

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from tests.vision.dice.painted import Throws
from tests.vision.truth import nominal_board
from vision.dice.area import DiceArea
from vision.dice.cube import middle_mm
from vision.dice.evidence import Candidate
from vision.dice.leaning import tipped_rather
from vision.dice.match import Banks
from vision.dice.near_rim import LeaningWeights, NearRim, above, leans_there, within
from vision.dice.reader import DiceReader
from vision.dice.stance import leans_rather
from vision.frame import Frame
from vision.painter.painter import Painter
from vision.painter.scene import Die
from vision.view import View

Floats = NDArray[np.float64]

# What is painted of each table; from every fourth picture the other die is missing.
KINDS = (*("leaning",) * 7, *("rim",) * 5)
NAMES = ("near", "nearer", "hollow", "beside", "above", "evidence", "whole", "whole_near",
         "tipped", "tipped_near", "tipped_fits")  # fmt: skip
# Weights stay small where little speaks for them; so many parts are left out in turn.
_RIDGE, _FOLDS = 1.0, 8


@dataclass(frozen=True, slots=True)
class Asked:
    """One question whether a die leans: what speaks for it (`NAMES`), and whether it does."""

    table: int
    picture: int
    speaks: tuple[float, ...]
    leans: bool


class Asking:
    """Keeps what is asked about the dice of one picture, and answers as ever."""

    def __init__(self, table: int, edge_mm: float) -> None:
        self.asked: list[Asked] = []
        self._table, self._edge_mm = table, edge_mm
        self._picture, self._dice = 0, dict[str, Die]()

    def look_at(self, picture: int, dice: dict[str, Die]) -> None:
        """Begin with the next picture."""
        self._picture, self._dice = picture, dice

    def __call__(
        self, frame: Frame, area: DiceArea, banks: Banks, body: Candidate, seen: NearRim,
        *config: object,
    ) -> bool:  # fmt: skip
        """Stand in for `leans_there`."""
        die = self._dice.get(body.kind)
        there = die and math.dist(middle_mm(area, body), (die.x_mm, die.y_mm)) < self._edge_mm / 2
        if die and there and die.face == body.match.label:
            speaks = speaking(frame, area, banks, body, seen)
            self.asked.append(Asked(self._table, self._picture, speaks, bool(die.lean_deg)))
        return leans_there(frame, area, banks, body, seen)


def speaking(
    frame: Frame, area: DiceArea, banks: Banks, body: Candidate, seen: NearRim
) -> tuple[float, ...]:
    """Return what the weights of `NAMES` count of a die."""
    w = LeaningWeights()
    near = w.nearness(seen)
    whole = within(leans_rather(frame, area, body), w.most_whole)
    tipped = within(tipped_rather(frame, area, body, banks), w.most_tipped)
    fits = body.match.quality - w.usual_fit
    return (
        near, near**2, seen.hollow, min(seen.beside, w.most_beside), above(area, body),
        within(body.evidence, w.clear), whole, whole * near, tipped, tipped * near, tipped * fits,
    )  # fmt: skip


def of_table(seed: int) -> list[Asked]:
    """Return all that is asked about the dice of one painted table."""
    size_px = (1280, 960) if seed % 2 else (1640, 1232)
    table = simulated_table(nominal_board(memory=False), seed, size_px=size_px)
    base = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), seed=seed)).world.scene()
    throws, painter = Throws(table.board, random.Random(seed)), Painter(table)
    asking = Asking(seed, table.board.die_mm)
    reader = DiceReader(View(table.camera, table.board))
    with (
        patch("vision.dice.verdict.leans_there", asking),
        patch("vision.dice.plain.leans_there", asking),
    ):
        for i, kind in enumerate(KINDS):
            scene, _ = throws.thrown(kind, base)
            if i % 4 == 3:
                scene = replace(scene, dice={"number": scene.dice["number"]})
            asking.look_at(i, dict(scene.dice))
            reader.read(painter.paint(scene, np.random.default_rng((seed, i))))
    return asking.asked


def fitted(speaks: Floats, leans: NDArray[np.bool_], counts: Floats) -> Floats:
    """Return the weights of a logistic fit, the bias last; each row counts so much."""
    scale = np.append(speaks.std(axis=0) + 1e-9, 1.0)
    rows = np.column_stack([speaks, np.ones(len(speaks))]) / scale
    ridge = np.diag([*[_RIDGE] * speaks.shape[1], 0.0])
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (leans - p)) - ridge @ weights
        bend = (rows.T * (counts * p * (1.0 - p))) @ rows + ridge
        weights = weights + np.linalg.solve(bend, slope)
    found: Floats = weights / scale
    return found


def left_out(speaks: Floats, leans: NDArray[np.bool_], counts: Floats, tables: Floats) -> Floats:
    """Return the log odds of each row by the weights of other tables."""
    odds = np.zeros(len(leans))
    part = np.unique(tables, return_inverse=True)[1] % _FOLDS
    for fold in range(_FOLDS):
        own = part == fold
        weights = fitted(speaks[~own], leans[~own], counts[~own])
        odds[own] = speaks[own] @ weights[:-1] + weights[-1]
    return odds


def wrong(asked: Sequence[Asked], odds: Floats, least: float) -> Iterator[tuple[bool, int, int]]:
    """Yield whether dice lean, how many of these are once on the wrong side of some odds, and all of them."""
    for leans in (True, False):
        own = [(one, odd) for one, odd in zip(asked, odds, strict=True) if one.leans is leans]
        off = {(one.table, one.picture) for one, odd in own if bool(odd >= least) != leans}
        yield leans, len(off), len({(one.table, one.picture) for one, _ in own})


def main() -> None:
    """Paint, ask, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="50010-50099")
    first, last = map(int, parser.parse_args().seeds.split("-"))
    asked = [one for seed in range(first, last + 1) for one in of_table(seed)]
    asked = [one for one in asked if one.speaks[NAMES.index("evidence")] > -1.0]
    pictures = [(one.table, one.picture, one.leans) for one in asked]
    counts = np.array([1.0 / pictures.count(one) for one in pictures])
    speaks, leans = np.array([one.speaks for one in asked]), np.array([one.leans for one in asked])
    weights = fitted(speaks, leans, counts)
    print(", ".join(f"{name}={w:.2f}" for name, w in zip((*NAMES, "bias"), weights, strict=True)))
    odds = left_out(speaks, leans, counts, np.array([one.table for one in asked]))
    for least in (-2.0, -1.25, -0.75, 0.0):
        for lean, off, of in wrong(asked, odds, least):
            print(f"{least:6.2f} {'leaning' if lean else 'lying':8} wrong {off} of {of}")


if __name__ == "__main__":
    main()
