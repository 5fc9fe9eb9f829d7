"""The truth about a painted picture, in the words of the photographs' truth files."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from firmware.simulation.world import World, in_dice_area, on_board
from referee.board import Board, Place
from vision.painter.colour import Floats
from vision.painter.scene import Die, Scene
from vision.view import View

# More than this share of a place behind a hand: it counts as covered.
_COVERED = 0.4
# A hand counts as over the board if it hides this share of it.
_HAND = 0.003


@dataclass(frozen=True, slots=True)
class Taken:
    """A picture's scene, the world it was taken of, and how much of each pixel (h, w) hands hide."""

    scene: Scene
    world: World
    hidden: Floats
    view: View


def truth_row(shot: Taken, kind: str) -> dict[str, Any]:
    """Return the row of a truth file, without the picture's name and what belongs to a game."""
    board, scene = shot.view.board, shot.scene
    hand = _hides_board(shot)
    covered = sorted(_covered(shot))
    row: dict[str, Any] = {
        "kind": kind,
        "on": {name: label for name, label in scene.on.items() if name[0] in "OIT"},
        "start": {str(seat): dict(have) for seat, have in _in_start(shot.world, scene).items()},
        "counters": {str(seat): at for seat, at in scene.counters.items()},
        "stored": {str(seat): list(have) for seat, have in scene.stored.items()},
        "dice": _dice(shot, covered),
        "hand": hand,
        "covered": covered,
        "centres": {name: _pixel(shot.view, place) for name, place in board.places.items()},
    }
    held = [each.held for each in scene.hands if each.held is not None]
    if held:
        row["held"] = held[0]
    if scene.loose:
        row["loose"] = [
            {"colour": ball.label, "xy": _project(shot.view, (ball.x_mm, ball.y_mm, board.ball_mm / 2)),
             "where": "between" if _on(board, ball.x_mm, ball.y_mm) else "off-board"}
            for ball in scene.loose
        ]  # fmt: skip
    return row


def _on(board: Board, x_mm: float, y_mm: float) -> bool:
    return max(abs(x_mm), abs(y_mm)) < board.side_mm / 2


def _in_start(world: World, scene: Scene) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {seat: Counter() for seat in world.labels}
    for seat in range(world.board.seats):
        labels = [ball.label for ball in world.start[seat] if ball in scene.start]
        labels += [label for name, label in scene.on.items() if name.startswith(f"P{seat}.")]
        if labels or seat in found:
            found[seat] = Counter(labels)
    return found


def _pixel(view: View, place: Place) -> list[float]:
    return _project(view, (place.x_mm, place.y_mm, place.z_mm))


def _project(view: View, point_mm: tuple[float, float, float]) -> list[float]:
    x, y = view.camera.project(np.array([point_mm]))[0]
    return [round(float(x), 1), round(float(y), 1)]


def _covered(shot: Taken) -> Iterator[str]:
    board = shot.view.board
    places = list(board.places.values())
    loose = [(ball.x_mm, ball.y_mm) for ball in shot.scene.loose]
    for place in places:
        near = any(
            place.kind in {"outer", "inner", "target"}
            and np.hypot(place.x_mm - x, place.y_mm - y) < 0.62 * board.ball_mm
            for x, y in loose
        )
        if (
            near
            or _share_hidden(shot, (place.x_mm, place.y_mm, place.z_mm), place.radius_mm) > _COVERED
        ):
            yield place.name
    for name, die in shot.scene.dice.items():
        if _share_hidden(shot, _die_mm(board, die), board.die_mm / 2) > _COVERED:
            yield f"dice.{name}"


def _share_hidden(shot: Taken, centre_mm: tuple[float, float, float], radius_mm: float) -> float:
    if not shot.scene.hands:
        return 0.0
    turn = np.arange(12) * (2 * np.pi / 12)
    spots = [(0.0, 0.0), *((r * np.cos(t), r * np.sin(t)) for r in (0.5, 0.9) for t in turn)]
    points = np.array(centre_mm) + radius_mm * np.array([(x, y, 0.0) for x, y in spots])
    pixels = np.round(shot.view.camera.project(points)).astype(int)
    height, width = shot.hidden.shape
    inside = (pixels >= 0).all(axis=1) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
    seen = np.ones(len(pixels))
    seen[inside] = shot.hidden[pixels[inside, 1], pixels[inside, 0]]
    return float((seen > 0.5).mean())


def _hides_board(shot: Taken) -> bool:
    if not shot.scene.hands:
        return False
    side = shot.view.board.side_mm / 2
    line = np.linspace(-side, side, 60)
    points = np.array([(x, y, 0.0) for x in line for y in line])
    pixels = np.round(shot.view.camera.project(points)).astype(int)
    height, width = shot.hidden.shape
    inside = (pixels >= 0).all(axis=1) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
    over = shot.hidden[pixels[inside, 1], pixels[inside, 0]] > 0.5
    return float(over.mean()) > _HAND


def _die_mm(board: Board, die: Die) -> tuple[float, float, float]:
    floor = -board.disc("dice").depth_mm if in_dice_area(die, board) else 0.0
    floor = floor if on_board(die, board) else -board.thickness_mm
    return die.x_mm, die.y_mm, floor + board.die_mm / 2 + die.z_mm


def die_state(die: Die | None, board: Board) -> str:
    """Say how a die lies, in the truth's words."""
    if die is None:
        return "absent"
    if die.travel_mm != (0.0, 0.0) or die.spin_deg:
        return "moving"
    if not on_board(die, board):
        return "off-board"
    if die.lean_deg:
        return "leaning"
    return "stacked" if die.z_mm > board.die_mm / 2 else "lying"


def _dice(shot: Taken, covered: list[str]) -> dict[str, Any]:
    board, dice = shot.view.board, shot.scene.dice
    states = {name: die_state(dice.get(name), board) for name in ("number", "option")}
    told: dict[str, Any] = {
        name: _face(name, dice[name])
        if state == "lying" and in_dice_area(dice[name], board) and f"dice.{name}" not in covered
        else None
        for name, state in states.items()
    }
    told["state"] = states
    told["top"] = {name: _face(name, die) for name, die in dice.items()}
    told["xy"] = {name: _project(shot.view, _die_mm(board, die)) for name, die in dice.items()}
    return told


def _face(name: str, die: Die) -> int | str:
    return int(die.face) if name == "number" else die.face
