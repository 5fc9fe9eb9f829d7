"""Sightings made from the truth beside recordings: a perfect eye, or one that errs as it is told."""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from referee.match import Match, match_from_data
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
from tests.vision.truth import true_board, true_camera
from vision.camera import Camera

MEMORY_OPTIONS = ("half", "double", "swap-ball", "swap-ring", "direction", "hole-in", "exit")


@dataclass(frozen=True)
class Errors:
    """How an imperfect eye errs: probabilities for each field of each picture."""

    unsure: float = 0.0
    covered: float = 0.0
    misread: float = 0.0
    die_mm: float = 0.0
    start_unsure: float = 0.0
    option_hidden: bool = False
    """The option die is never found."""


PERFECT = Errors()


@dataclass(frozen=True)
class Eye:
    """Reads rows of truth; ``cameras`` turn the pixels of dice into places (None: rows give places)."""

    match: Match
    fields: Sequence[str]
    cameras: Sequence[Camera] | None = None
    errors: Errors = PERFECT

    def sightings(
        self, rows: Iterable[Mapping[str, Any]], seed: int = 0
    ) -> Iterator[tuple[str, float, Sighting]]:
        """Yield name, time and sighting of every picture."""
        rng = random.Random(seed)
        light, camera = None, None
        for i, row in enumerate(rows):
            changed = light is not None and row["light"] != light
            light, camera = row["light"], row["camera"] if camera is None else camera
            moved = row["camera"] - camera
            board = BoardView(
                seen=True, moved=moved != 0, shift_mm=8.0 * moved, light_changed=changed
            )
            yield row["image"], float(i), self.sighting(row, board, rng)

    def sighting(self, row: Mapping[str, Any], board: BoardView, rng: random.Random) -> Sighting:
        """Return what the eye sees in one picture."""
        labels = list(self.match.seats.values())
        covered, errors = set(row["covered"]), self.errors
        return Sighting(
            board=board,
            hand=bool(row["hand"]),
            fields={
                name: _field(row["on"].get(name), name in covered, labels, errors, rng)
                for name in self.fields
            },
            start={int(s): _start(s, of, covered, errors, rng) for s, of in row["start"].items()},
            counters={int(s): _counter(s, at, covered) for s, at in row["counters"].items()},
            stored={int(s): _stored(s, have, covered) for s, have in row["stored"].items()},
            dice={name: self._die(row, name, rng) for name in row["dice"]["state"]},
            loose=tuple(_loose(item, row) for item in row.get("loose") or ()),
        )

    def _die(self, row: Mapping[str, Any], name: str, rng: random.Random) -> DieReading:
        dice = row["dice"]
        if name == "option" and self.errors.option_hidden:
            return DieReading(DieState.ABSENT)
        if "D" in row["covered"] or f"dice.{name}" in row["covered"]:
            return DieReading(DieState.COVERED)
        place = self._place(row, name)
        if place is None:
            moving = dice["state"][name] == DieState.MOVING
            return DieReading(DieState.MOVING if moving else DieState.ABSENT)
        x_mm, y_mm = (value + rng.gauss(0, self.errors.die_mm) for value in place)
        face = None if dice[name] is None else str(dice[name])
        turn_deg = dice.get("deg", {}).get(name)
        state = DieState(dice["state"][name])
        return DieReading(state, face, x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg)

    def _place(self, row: Mapping[str, Any], name: str) -> tuple[float, float] | None:
        if self.cameras is None:
            place: tuple[float, float] | None = row["dice"]["mm"].get(name)
            return place
        pixel = row["dice"]["xy"].get(name)
        if pixel is None:
            return None
        x_mm, y_mm = self.cameras[row["camera"]].on_plane(np.array([pixel]), 10.0)[0]
        return float(x_mm), float(y_mm)


@dataclass(frozen=True)
class Recording:
    """A folder of pictures with truth."""

    folder: Path

    @cached_property
    def match(self) -> Match:
        """Who plays what."""
        return match_from_data(json.loads((self.folder / "match.json").read_text()))

    @cached_property
    def table(self) -> dict[str, Any]:
        """The truth about the table."""
        data: dict[str, Any] = json.loads((self.folder / "table.json").read_text())
        return data

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The truth of every picture of the game, in order."""
        lines = (self.folder / "truth.jsonl").read_text().splitlines()
        return [row for row in map(json.loads, lines) if row["kind"] != "empty"]

    def eye(self, errors: Errors = PERFECT) -> Eye:
        """Return an eye for this table."""
        fields = [place.name for place in true_board(self.table).fields]
        cameras = [true_camera(row) for row in self.table["cameras"]]
        return Eye(self.match, fields, cameras, errors)


def _loose(item: Mapping[str, Any], row: Mapping[str, Any]) -> Loose:
    """Return a loose ball, lying near the field that its picture's note or cover names."""
    words = (row.get("note") or "").split()
    near = tuple(
        word for word in (*words, *row["covered"]) if word[:1] in "OIT" and word[1:].isdigit()
    )
    return Loose(item["colour"], 0.0, 0.0, near)


def _field(
    label: str | None, covered: bool, labels: list[str], errors: Errors, rng: random.Random
) -> Reading:
    if covered or rng.random() < errors.covered:
        return Reading(Look.COVERED)
    if rng.random() < errors.misread:
        wrong = [other for other in (*labels, None) if other != label]
        return Reading(Look.CLEAR, rng.choice(wrong))
    if rng.random() < errors.unsure:
        names = ["", *labels]
        likelihoods = {name: rng.uniform(0.02, 0.5) for name in names}
        likelihoods[label or ""] = rng.uniform(0.3, 1.0)
        return Reading(Look.UNSURE, None, likelihoods)
    return Reading(Look.CLEAR, label)


def _start(
    seat: str, of: Mapping[str, int], covered: set[str], errors: Errors, rng: random.Random
) -> Count:
    if f"S{seat}" in covered:
        return Count(Look.COVERED)
    return Count(Look.UNSURE if rng.random() < errors.start_unsure else Look.CLEAR, dict(of))


def _counter(seat: str, at: int, covered: set[str]) -> Choice:
    holes = {f"C{seat}.{hole}" for hole in range(4)}
    return Choice(Look.COVERED) if holes & covered else Choice(Look.CLEAR, at)


def _stored(seat: str, have: list[str], covered: set[str]) -> Chosen:
    unsure = tuple(
        option
        for option in MEMORY_OPTIONS
        if {f"M{seat}.{option}.lower", f"M{seat}.{option}.upper"} & covered
    )
    return Chosen(Look.CLEAR, tuple(o for o in have if o not in unsure), unsure)
