"""Both dice on photographs with truth, and on the same photographs disturbed."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.sighting import DieState
from tests.shared import SHARED, needs_shared
from tests.vision.dice.score import verdict
from tests.vision.dice.train import DICE
from tests.vision.truth import Photo, all_photos, nominal_board
from vision.camera import Camera
from vision.dice import read_dice
from vision.dice.area import DiceArea
from vision.dice.rim import rim_radius_mm
from vision.painter.chance import table_from_seed
from vision.painter.painter import Painter
from vision.painter.scene import Die, Scene
from vision.view import View

pytestmark = needs_shared

Picture = NDArray[np.uint8]


def sample(every: int, first: int = 0) -> Iterator[Photo]:
    """Every Nth photograph of all tables and sessions."""
    assert SHARED is not None
    for i, photo in enumerate(all_photos(SHARED / "photos/dev")):
        if i % every == first:
            yield photo


def rates(
    photos: Iterator[Photo], change: Callable[[Picture, View], tuple[Picture, View]]
) -> Counter[str]:
    """Read changed photographs and count how the readings compare with the truth."""
    counts: Counter[str] = Counter()
    for photo in photos:
        frame, view = change(photo.frame, photo.view)
        seen = read_dice(frame, view)
        counts.update(verdict(photo, seen, name) for name in DICE)
    return counts


def unchanged(frame: Picture, view: View) -> tuple[Picture, View]:
    return frame, view


def turned(frame: Picture, view: View) -> tuple[Picture, View]:
    """Turn the picture and the camera by a quarter."""
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    camera = view.camera
    other = Camera(
        width_px=camera.height_px,
        height_px=camera.width_px,
        focal_px=camera.focal_px,
        rotation=quarter @ camera.rotation,
        centre_mm=camera.centre_mm,
        k1=camera.k1,
        k2=camera.k2,
    )
    return cv2.rotate(frame, cv2.ROTATE_90_CLOCKWISE), View(other, view.board)


def shifted(frame: Picture, view: View) -> tuple[Picture, View]:
    """Misplace the board by a tenth of the distance of two fields, in place, height and size."""
    camera = replace(view.camera, centre_mm=view.camera.centre_mm + np.array([1.5, -1.0, 3.0]))
    disc = view.board.disc("dice")
    board = view.board.with_disc(
        "dice", radius_mm=disc.radius_mm + 1.0, depth_mm=disc.depth_mm + 1.0
    )
    return frame, View(camera, board)


def noisy(frame: Picture, view: View) -> tuple[Picture, View]:
    """Add the noise of a dim evening."""
    noise = np.random.default_rng(5).normal(0, 8, frame.shape)
    return np.clip(frame + noise, 0, 255).astype(np.uint8), view


def blurred(frame: Picture, view: View) -> tuple[Picture, View]:
    """Put the lens a little out of focus."""
    return cv2.GaussianBlur(frame, (0, 0), 1.5).astype(np.uint8), view


@pytest.mark.parametrize(
    ("change", "least"),
    [(unchanged, 0.9), (turned, 0.85), (shifted, 0.85), (noisy, 0.7), (blurred, 0.7)],
)
def test_faces_are_read_or_left_open(
    change: Callable[[Picture, View], tuple[Picture, View]], least: float
) -> None:
    """No face is read wrong, and most lying dice are read, whatever is done to the picture."""
    counts = rates(sample(23, 4), change)

    assert not counts["wrong"]
    assert counts["right"] / (counts["right"] + counts["unsure"]) >= least


@pytest.mark.parametrize("wrong_mm", [-1.5, 1.5])
def test_the_rim_is_measured_where_it_is_seen(wrong_mm: float) -> None:
    """A view whose dice area is too small or too large does not move the rim by a third of that."""
    for photo in sample(37, 3):
        radius_mm = photo.view.board.disc("dice").radius_mm
        board = photo.view.board.with_disc("dice", radius_mm=radius_mm + wrong_mm)
        area = DiceArea(View(photo.view.camera, board), 17.0)

        assert abs(rim_radius_mm(photo.frame, area) - radius_mm) < abs(wrong_mm) / 3


def test_a_board_without_dice_shows_none() -> None:
    """On pictures of empty boards no face is read."""
    empty = [p for p in sample(1) if set(p.row["dice"]["state"].values()) == {"absent"}]
    readings = [read_dice(p.frame, p.view).dice for p in empty]

    assert empty
    assert all(reading[name].face is None for reading in readings for name in DICE)


def test_unusual_dice_are_not_guessed() -> None:
    """Leaning, stacked and moving dice have no face."""
    odd = [
        (p, name)
        for p in sample(1)
        for name in DICE
        if p.row["dice"]["state"][name] in {"leaning", "stacked", "moving"}
    ][::3]
    faces = [read_dice(p.frame, p.view).dice[name].face for p, name in odd]

    assert [None] * len(odd) == faces


@cache
def painter_of(seed: int) -> Painter:
    """A painter of one table, who prepares it once for all tests."""
    return Painter(table_from_seed(seed, nominal_board(memory=False), size_px=(1640, 1232)))


def test_a_side_seen_aslant_is_not_taken_for_the_top() -> None:
    """From a slanted camera a die's side is as clear as its top; on painted tables none is read for it."""
    counts: Counter[str] = Counter()
    for seed in (9134, 9104, 9110):
        painter, rng = painter_of(seed), np.random.default_rng(seed)
        scene = Scene(dice={
            "number": Die(face="2", x_mm=-40.0, y_mm=12.0, yaw_deg=20.0),
            "option": Die(face="swap-ring", x_mm=15.0, y_mm=-35.0, yaw_deg=65.0),
        })  # fmt: skip
        dice = read_dice(
            painter.paint(scene, rng), View(painter.camera(scene), painter.table.board)
        ).dice
        for name, die in scene.dice.items():
            read = dice[name].face
            counts["silent" if read is None else "right" if read == die.face else "wrong"] += 1

    assert not counts["wrong"]
    assert counts["right"] >= 4


def test_a_die_that_leans_on_the_rim_has_no_face() -> None:
    """Of 18 painted dice tipped at the rim none is given a face, most of those that lie there are read."""
    counts: Counter[str] = Counter()
    for seed in (9134, 9104, 9110):
        painter, rng = painter_of(seed), np.random.default_rng(seed)
        board = painter.table.board
        radius_mm, edge_mm = board.disc("dice").radius_mm, board.die_mm
        for way in range(0, 360, 60):
            ahead = np.array([np.cos(np.radians(way)), np.sin(np.radians(way))])
            x_mm, y_mm = ahead * (radius_mm - 0.62 * edge_mm)
            leaning = Die(face="4", x_mm=x_mm, y_mm=y_mm, yaw_deg=25.0 + way, lean_deg=30.0,
                          lean_to_deg=way + 180.0)  # fmt: skip
            x_mm, y_mm = -ahead * (radius_mm - edge_mm)
            lying = Die(face="swap-ring", x_mm=x_mm, y_mm=y_mm, yaw_deg=25.0)
            scene = Scene(dice={"number": leaning, "option": lying})
            view = View(painter.camera(scene), board)
            dice = read_dice(painter.paint(scene, rng), view).dice
            counts["leaning"] += dice["number"].face is not None
            counts["lying"] += dice["option"].face == "swap-ring"

    assert not counts["leaning"]
    assert counts["lying"] >= 14


def test_a_die_alone_is_read_and_a_pile_is_not() -> None:
    """A lone die is read on two of three tables; one upon another is stacked, and neither has a face."""
    alone = 0
    for seed in (9134, 9104, 9110):
        painter, rng = painter_of(seed), np.random.default_rng(seed)
        board = painter.table.board
        number = Die(face="8", x_mm=-12.0, y_mm=20.0, yaw_deg=20.0)
        option = Die(face="half", x_mm=-10.0, y_mm=21.0, yaw_deg=50.0, z_mm=board.die_mm)
        for dice in ({"number": number}, {"number": number, "option": option}):
            scene = Scene(dice=dice)
            view = View(painter.camera(scene), board)
            read = read_dice(painter.paint(scene, rng), view).dice
            assert read["option"].face is None
            if len(dice) == 1:
                alone += read["number"].face == "8"
            else:
                assert read["number"].face is None
                assert DieState.STACKED in {die.state for die in read.values()}

    assert alone >= 2


def test_a_die_beside_the_board_is_said_to_be_there() -> None:
    """A die that fell off the board is found on two of three tables, and none where there is none."""
    found = 0
    for seed in (9134, 9104, 9110):
        painter, rng = painter_of(seed), np.random.default_rng(seed)
        board = painter.table.board
        lying = Die(face="4", x_mm=15.0, y_mm=-20.0, yaw_deg=70.0)
        fallen = Die(
            face="swap-ring", x_mm=0.1 * board.side_mm, y_mm=-board.side_mm / 2 - 30.0, yaw_deg=25.0
        )
        for dice in ({"number": lying, "option": fallen}, {"number": lying}):
            scene = Scene(dice=dice)
            view = View(painter.camera(scene), board)
            reading = read_dice(painter.paint(scene, rng), view).dice["option"]
            there = "option" in dice
            found += there and reading.state is DieState.OFF_BOARD

            assert reading.face is None
            assert there or reading.state is DieState.ABSENT

    assert found >= 2
