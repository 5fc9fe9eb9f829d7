"""The truth that lies beside the photographs, as the house's own values. For tests and scoring only."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Variant
from referee.board_file import board_from_data, board_with_measures
from tests.shared import ROOT
from vision.camera import Camera
from vision.view import View


@dataclass(frozen=True)
class Photo:
    """One photograph with its truth; ``row`` is its line of truth.jsonl."""

    path: Path
    row: dict[str, Any]
    table: dict[str, Any]

    @property
    def frame(self) -> NDArray[np.uint8]:
        """The picture, (h, w, 3) BGR."""
        picture = cv2.imread(str(self.path))
        assert picture is not None
        return picture

    @property
    def view(self) -> View:
        """The true camera over the true board."""
        return View(true_camera(self.table["cameras"][self.row["camera"]]), true_board(self.table))

    @property
    def measures(self) -> dict[str, Any]:
        """What the owner measured."""
        data: dict[str, Any] = json.loads((self.path.parent / "measures.json").read_text())
        return data


def nominal_board(*, memory: bool) -> Board:
    """The board file's own board."""
    data = tomllib.loads((ROOT / "hardware/boards/inner-circle.toml").read_text())
    return board_from_data(data, Variant.MEMORY if memory else Variant.BASE)


def true_camera(row: dict[str, Any]) -> Camera:
    """The camera of table.json: its focal length excludes the scale that keeps the corners in view."""
    scale = max(1.0, 1.0 + row["k1"] + row["k2"])
    return Camera(
        width_px=row["width"],
        height_px=row["height"],
        focal_px=row["f"] * scale,
        rotation=np.array(row["R"]),
        centre_mm=np.array(row["C"]),
        k1=row["k1"],
        k2=row["k2"],
    )


def true_board(table: dict[str, Any]) -> Board:
    """The board of table.json, exact where measures.json is rounded."""
    p = table["params"]
    board = nominal_board(memory=p["memory"])
    measures: dict[str, Any] = {
        "side_mm": p["side"],
        "ball_mm": p["d_ball"],
        "start_mm": {"v": p["start_v"], "r": p["start_r"]},
        "count_mm": p["count_uv"],
        "overlay_mm": p["overlay_t"],
    }
    if p["memory"]:
        lower_v, upper_v = p["mem_v"]
        measures["memory"] = {
            "order": p["mem_order"],
            "lower_mm": [(u, lower_v) for u in p["mem_u"]],
            "upper_mm": [(u, upper_v) for u in p["mem_u"]],
            "places_mm": p["place_uv"],
        }
    board = board_with_measures(board, measures)
    board = board.with_ring("outer", radius_mm=p["Ro"]).with_ring("inner", radius_mm=p["Ri"])
    board = board.with_ring("target", radius_mm=p["Rt"], step_deg=-p["target_step"])
    return board.with_disc("dice", radius_mm=p["Rd"], depth_mm=p["dice_depth"])


def photos(folder: Path) -> Iterator[Photo]:
    """All photographs of one table or session, in order."""
    table = json.loads((folder / "table.json").read_text())
    for line in (folder / "truth.jsonl").read_text().splitlines():
        row = json.loads(line)
        yield Photo(folder / row["image"], row, table)


def all_photos(dev: Path) -> Iterator[Photo]:
    """All photographs of all tables and sessions below a folder."""
    for folder in sorted(dev.iterdir()):
        if (folder / "truth.jsonl").is_file():
            yield from photos(folder)
