"""Recordings of simulated tables, in the form of the photographs': pictures, papers and the truth."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.recording import MATCH_FILE, MEASURES_FILE
from firmware.simulation.gestures import Beat
from firmware.simulation.show import Stage
from firmware.simulation.truth import Taken, truth_row
from referee.board import Board, Corner, Variant
from referee.games.inner_circle.people import Deed
from vision.frame import Frame
from vision.painter.painter import Painter
from vision.painter.scene import Scene
from vision.painter.table import Table
from vision.view import View

TRUTH_FILE, TABLE_FILE = "truth.jsonl", "table.json"

# How often a recording has a picture of a hand at work, or of dice that roll, beside the settled views.
_HANDS, _MOVING = 0.35, 0.2
_JPEG_QUALITY = 92


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a recording with its row of truth."""

    name: str
    frame: Frame
    row: Mapping[str, Any]


class Recorder:
    """Takes pictures of a simulated stage as a slow camera would: one or a few for each deed.

    Args:
        stage: the table and its people, fresh.
        pictures: how many pictures to take, setup and empty ones not counted; None: the whole game.

    """

    def __init__(self, stage: Stage, pictures: int | None = None) -> None:
        self._stage, self._limit = stage, pictures
        self._painter = Painter(stage.table)
        self._noise = np.random.default_rng(stage.cast.seed + 2)
        self._rng = random.Random(stage.cast.seed + 3)
        self.told: list[Mapping[str, Any]] = []
        """The events that a referee should have told by the last picture."""

    def pictures(self) -> Iterator[Picture]:
        """Yield the empty board, the set-up, and then picture after picture."""
        world = self._stage.world
        empty = replace(world.scene(), on={}, start=(), counters={}, stored={}, dice={})
        yield self._take("empty.jpg", empty, "empty", None)
        yield self._take("setup.jpg", world.scene(), "setup", None)
        number = 0
        for deed, beats in self._stage.deeds():
            self.told += deed.events
            for beat, share in self._chosen(beats):
                number += 1
                yield self._take(f"{number:04d}.jpg", beat.scene(share), beat.kind, deed)
                if number == self._limit:
                    return

    def _chosen(self, beats: Iterator[Beat]) -> Iterator[tuple[Beat, float]]:
        """Yield some of a deed's beats, the last one always."""
        last: Beat | None = None
        for beat in beats:
            chance = {"hand": _HANDS, "moving": _MOVING, "still": 0.0}[beat.kind]
            if self._rng.random() < chance:
                yield beat, self._rng.uniform(0.15, 0.85)
            last = beat
        assert last is not None
        yield last, 1.0

    def _take(self, name: str, scene: Scene, kind: str, deed: Deed | None) -> Picture:
        frame = self._painter.paint(scene, self._noise)
        view = View(self._painter.camera(scene), self._stage.table.board)
        shot = Taken(scene, self._stage.world, self._painter.hidden(scene), view)
        row = {"image": name, **truth_row(shot, kind)}
        if scene.hands and row["kind"] == "moving" and scene.hands[0].travel_mm == (0.0, 0.0):
            row["kind"] = "hand"
        row |= {"table": f"painted-{self._stage.table.seed}", "camera": 0, "light": "painted"}
        row["cameras"] = camera_row(view)
        return Picture(name, frame, row | _game(deed, self._stage))


def _game(deed: Deed | None, stage: Stage) -> dict[str, Any]:
    if deed is None:
        return {"game": {"turn": stage.game.opening().turn, "throws": [], "last": None}}
    game: dict[str, Any] = {
        "turn": deed.position.turn,
        "throws": [throw.to_json() for throw in deed.throws],
        "last": deed.last,
    }
    if deed.round_over is not None:
        game["round_over"] = deed.round_over
    row: dict[str, Any] = {"game": game}
    if deed.note:
        row["note"] = deed.note
    if deed.illegal:
        row["illegal"] = deed.illegal
    return row


def camera_row(view: View) -> dict[str, Any]:
    """Return a camera in the form of the photographs' table files."""
    camera = view.camera
    return {
        "width": camera.width_px, "height": camera.height_px, "R": camera.rotation.tolist(),
        "f": camera.focal_px / max(1.0, 1.0 + camera.k1 + camera.k2), "C": camera.centre_mm.tolist(),
        "k1": camera.k1, "k2": camera.k2,
    }  # fmt: skip


def measures_of(board: Board) -> dict[str, Any]:
    """Return what an owner measures with a ruler, each to a millimetre."""
    start, count = _corner(board, "start"), _corner(board, "counter")
    measures: dict[str, Any] = {
        "side_mm": round(board.side_mm),
        "ball_mm": round(board.ball_mm, 1),
        "count_mm": _rounded(count),
    }
    measures["start_mm"] = {"v": round(start.points_mm[0][1]), "r": round(start.radius_mm)}
    if board.variant is Variant.MEMORY:
        measures["overlay_mm"] = round(board.overlay.height_mm, 1)
        measures["memory"] = {
            "order": list(board.overlay.order),
            "lower_mm": _rounded(_corner(board, "memory-lower")),
            "upper_mm": _rounded(_corner(board, "memory-upper")),
            "places_mm": _rounded(_corner(board, "ball-place")),
        }
    return measures


def _corner(board: Board, kind: str) -> Corner:
    return next(corner for corner in board.corners if corner.kind == kind)


def _rounded(corner: Corner) -> list[list[int]]:
    return [[round(u), round(v)] for u, v in corner.points_mm]


def table_row(table: Table, cameras: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a table's geometry in the form of the photographs' table files."""
    board = table.board
    start, count = _corner(board, "start"), _corner(board, "counter")
    lower, upper = _corner(board, "memory-lower"), _corner(board, "memory-upper")
    places = _corner(board, "ball-place")
    params = {
        "seed": table.seed, "memory": board.variant is Variant.MEMORY, "side": board.side_mm,
        "Ro": board.ring("outer").radius_mm, "Ri": board.ring("inner").radius_mm,
        "Rt": board.ring("target").radius_mm, "target_step": -board.ring("target").step_deg,
        "d_ball": board.ball_mm, "Rd": board.disc("dice").radius_mm,
        "dice_depth": board.disc("dice").depth_mm, "start_v": start.points_mm[0][1],
        "start_r": start.radius_mm, "count_uv": [list(p) for p in count.points_mm],
        "overlay_t": board.overlay.height_mm, "mem_order": list(board.overlay.order),
        "mem_u": [u for u, _ in lower.points_mm],
        "mem_v": [lower.points_mm[0][1], upper.points_mm[0][1]],
        "place_uv": [list(p) for p in places.points_mm], "material": table.balls.material,
        "wood": table.look.wood.species, "table": table.cover.kind,
    }  # fmt: skip
    colours = {str(i): label for i, label in enumerate(table.balls.colours)}
    return {
        "table": f"painted-{table.seed}", "params": params, "colours": colours,
        "colour_rgb": {label: list(rgb) for label, rgb in table.balls.colours.items()},
        "cameras": cameras,
    }  # fmt: skip


def write_recording(
    folder: Path, stage: Stage, pictures: int | None = None
) -> list[Mapping[str, Any]]:
    """Write a session as a folder; returns the events that a referee should tell on it."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_json(folder / MATCH_FILE, stage.cast.match.data())
    recorder = Recorder(stage, pictures)
    write_pictures(folder, stage.table, recorder.pictures())
    return recorder.told


def write_pictures(folder: Path, table: Table, pictures: Iterator[Picture]) -> None:
    """Write pictures with their truth, the table's measures and its geometry into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_json(folder / MEASURES_FILE, measures_of(table.board))
    cameras: list[dict[str, Any]] = []
    with (folder / TRUTH_FILE).open("w", encoding="utf-8") as truth:
        for picture in pictures:
            row = dict(picture.row)
            camera = row.pop("cameras")
            if camera not in cameras:
                cameras.append(camera)
            row["camera"] = cameras.index(camera)
            truth.write(json.dumps(row) + "\n")
            quality = [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
            cv2.imwrite(str(folder / picture.name), picture.frame, quality)
    _write_json(folder / TABLE_FILE, table_row(table, cameras))


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(data) + "\n", encoding="utf-8")
