"""Dice show the faces that the scene says, from whatever side, and only one arrangement of them."""

import math
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.painter.scenes import a_table, in_soft_light, painted
from vision.painter.colour import Floats
from vision.painter.die import attitude, side_axes
from vision.painter.glyphs import FONTS, NUMBER_FACES, OPTION_FACES, face_tile
from vision.painter.painter import Painter
from vision.painter.scene import Die, Scene


@cache
def a_painter() -> Painter:
    return Painter(in_soft_light(a_table(2)))


def top_of(painter: Painter, name: str, die: Die) -> Floats:
    """The die's upper face as seen, straightened: ink where it is unlike its body."""
    picture = painted(painter, Scene(dice={name: die})).astype(np.float32)
    board = painter.table.board
    edge = board.die_mm
    z = edge - board.disc("dice").depth_mm
    yaw = math.radians(die.yaw_deg)
    right = np.array([math.cos(yaw), math.sin(yaw)])
    up = np.array([-right[1], right[0]])
    steps = (np.arange(64) + 0.5) / 64 - 0.5
    xy = [(die.x_mm, die.y_mm) + edge * (u * right - v * up) for v in steps for u in steps]
    pixels = painter.table.camera.project(np.array([(x, y, z) for x, y in xy])).astype(np.float32)
    grid = pixels.reshape(64, 64, 2)
    seen = cv2.remap(picture, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR)
    body = np.median(seen.reshape(-1, 3), axis=0)
    return np.abs(seen - body).sum(axis=2)[8:56, 8:56]


@pytest.mark.parametrize("name", ["number", "option"])
@pytest.mark.parametrize("yaw_deg", [0.0, 73.0, 200.0])
def test_the_face_on_top_is_the_one_asked_for(name: str, yaw_deg: float) -> None:
    """Straightened by its yaw, the upper face resembles its own sign more than any other."""
    painter = a_painter()
    look = painter.table.dice[name]
    for face in look.faces:
        seen = top_of(painter, name, Die(face=face, x_mm=12, y_mm=-20, yaw_deg=yaw_deg))
        likeness = {
            other: np.corrcoef(
                seen.ravel(),
                cv2.resize(face_tile(other, look.font, look.drawing), (64, 64))[8:56, 8:56].ravel(),
            )[0, 1]
            for other in look.faces
        }

        assert max(likeness, key=lambda each: likeness[each]) == face


def test_a_die_is_one_cube() -> None:
    """Whatever face is on top, each face stays opposite the same one, and no sign is mirrored."""
    look = a_painter().table.dice["number"]
    for face in look.faces:
        axes = attitude(look, Die(face=face, x_mm=0, y_mm=0, yaw_deg=31))
        top = axes @ side_axes(look, look.faces.index(face))

        assert np.linalg.det(axes) == pytest.approx(1, abs=1e-5)
        assert np.allclose(top[:, 2], [0, 0, 1], atol=1e-5)
        assert np.linalg.det(top) == pytest.approx(1, abs=1e-5)
        opposite = look.faces[look.faces.index(face) ^ 1]
        assert np.allclose(
            (axes @ side_axes(look, look.faces.index(opposite)))[:, 2], [0, 0, -1], atol=1e-5
        )


def test_a_leaning_die_leans() -> None:
    """Its top turns towards the side it was tipped to."""
    look = a_painter().table.dice["option"]
    die = Die(face="half", x_mm=0, y_mm=0, yaw_deg=10, lean_deg=30, lean_to_deg=90)
    top = attitude(look, die) @ side_axes(look, look.faces.index("half"))[:, 2]

    assert top == pytest.approx(
        [0, math.sin(math.radians(30)), math.cos(math.radians(30))], abs=1e-5
    )


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("faces", [NUMBER_FACES, OPTION_FACES])
def test_signs_differ(font: str, faces: tuple[str, ...]) -> None:
    """No two faces of a die are drawn alike in any turn."""
    for drawing in range(3):
        tiles = [face_tile(face, font, drawing) for face in faces]
        for i, one in enumerate(tiles):
            for other in tiles[i + 1 :]:
                for turn in range(4):
                    turned = np.rot90(other, turn)
                    assert np.abs(one - turned).sum() > 0.15 * max(one.sum(), other.sum())
