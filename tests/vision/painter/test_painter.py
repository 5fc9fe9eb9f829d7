"""Pictures show what the scene says, where the camera sees it, and the same each time."""

import dataclasses
from functools import cache

import numpy as np
import pytest

from tests.vision.painter.scenes import a_table, in_soft_light, painted
from vision.painter.chance import table_from_seed
from vision.painter.painter import Painter
from vision.painter.pieces import rest_mm
from vision.painter.scene import Die, Hand, LooseBall, Nudge, Scene
from vision.view import View


@cache
def painter_of(seed: int, memory: bool) -> Painter:
    return Painter(in_soft_light(a_table(seed, memory=memory)))


@pytest.mark.parametrize("memory", [False, True])
def test_a_ball_is_painted_where_the_view_projects_it(memory: bool) -> None:
    """What a ball changes in the picture has its middle where the ball's centre is projected."""
    painter = painter_of(2, memory)
    board, label = painter.table.board, next(iter(painter.table.balls.colours))
    view, bare = View(painter.table.camera, board), painted(painter, Scene())
    names = ("O0", "O21", "O50", "I5", "I30", "T1", "T6", *(("P2.1", "P0.3") if memory else ()))
    for name in names:
        place = board.places[name]
        shown = painted(painter, Scene(on={name: label}))
        changed = np.abs(shown.astype(int) - bare).sum(axis=2) > 40
        rows, columns = np.nonzero(changed)
        (expected,) = view.pixels([place], rest_mm(place, board.ball_mm / 2))
        radius_px = board.ball_mm / 2 * view.px_per_mm([place])[0]

        assert np.hypot(columns.mean() - expected[0], rows.mean() - expected[1]) < 0.3 * radius_px
        assert 0.7 < np.sqrt(changed.sum() / np.pi) / radius_px < 1.4


def test_holes_are_where_the_view_projects_them() -> None:
    """In even light a hole is darker than the wood round it, at nearly every field (grain is dark, too)."""
    painter = painter_of(2, False)
    board = painter.table.board
    view, grey = (
        View(painter.table.camera, board),
        painted(painter, Scene()).astype(float).mean(axis=2),
    )
    darker = []
    for place in board.fields:
        (x, y), scale = view.pixels([place])[0], view.px_per_mm([place])[0]
        yy, xx = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
        r = np.hypot(xx - x, yy - y) / (place.radius_mm * scale)
        darker.append(np.median(grey[(r > 1.15) & (r < 1.5)]) - np.median(grey[r < 0.8]))

    assert np.mean(darker) > 10
    assert np.mean(np.array(darker) > 0) > 0.9


def test_the_same_scene_is_the_same_picture_whatever_was_before() -> None:
    """Painting in between, in any order, leaves no trace."""
    table = a_table(5)
    label = next(iter(table.balls.colours))
    die = Die(face="6", x_mm=10, y_mm=-12, yaw_deg=33)
    one = Scene(on={"O3": label, "I9": label}, dice={"number": die}, counters={0: 1})
    hand = Hand(x_mm=20, y_mm=-40, z_mm=8, arm_deg=-100)
    rolling = dataclasses.replace(die, face="4", travel_mm=(9.0, 3.0), spin_deg=30)
    others = [
        dataclasses.replace(one, on={"O3": label, "O4": label}),
        dataclasses.replace(one, hands=(hand,)),
        dataclasses.replace(one, dice={"number": rolling}),
        dataclasses.replace(one, lamps={lamp.name: 0.3 for lamp in table.light.lamps}),
        dataclasses.replace(one, nudge=Nudge(12.0, -8.0, 2.0)),
        dataclasses.replace(one, glow={"O3": (2.0, 0.0, 0.0)}),
    ]
    painter, fresh = Painter(table), painted(Painter(table), one)
    for other in others:
        painted(painter, other)
        again = painted(painter, one)

        assert np.abs(fresh.astype(int) - again).max() <= 1


def test_a_seed_gives_one_table() -> None:
    """The table, and so its pictures, depend on the seed alone."""
    scene = Scene(counters={1: 0})
    first, second = (painted(Painter(a_table(6)), scene) for _ in range(2))

    assert (first == second).all()
    assert a_table(6).look == a_table(6).look
    assert a_table(6).look != a_table(7).look


def test_noise_comes_from_the_given_generator() -> None:
    """Another generator changes the noise, and nothing but that."""
    painter = Painter(a_table(1))
    first, again, other = (painted(painter, Scene(), seed) for seed in (1, 1, 2))
    difference = first.astype(int) - other

    assert (first == again).all()
    assert 0.5 < difference.std() < 12
    assert abs(difference.mean()) < 0.2


@pytest.mark.parametrize("seed", range(40))
def test_tables_are_sound(seed: int) -> None:
    """Holes lie on the board apart from each other, pieces fit, and the whole board is in view."""
    table = a_table(seed, memory=seed % 2 == 1)
    board, camera = table.board, table.camera
    places = [p for p in board.places.values() if p.holds in {"ball", "counter", "option"}]
    xy = np.array([(p.x_mm, p.y_mm) for p in places])
    radii = np.array([p.radius_mm for p in places])
    gaps = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
    gaps[np.diag_indices(len(places))] = np.inf
    half = board.side_mm / 2
    corners = camera.project(np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)]))

    assert gaps.min() > 0.3
    assert (np.abs(xy) + radii[:, None]).max() < half - 2
    assert (corners > 0).all()
    assert (corners < (camera.width_px, camera.height_px)).all()
    targets = [p for p in places if p.kind == "target"]
    assert (
        min(np.hypot(p.x_mm, p.y_mm) - p.radius_mm for p in targets) > board.disc("dice").radius_mm
    )


def test_a_nudged_camera_sees_everything_shifted() -> None:
    """After a push the balls appear where the pushed camera projects them."""
    painter = painter_of(2, False)
    board, label = painter.table.board, next(iter(painter.table.balls.colours))
    nudge = Nudge(15.0, -9.0, 3.0)
    scene = Scene(on={"O12": label}, nudge=nudge)
    changed = np.abs(
        painted(painter, scene).astype(int) - painted(painter, Scene(nudge=nudge))
    ).sum(axis=2)
    rows, columns = np.nonzero(changed > 40)
    place = board.places["O12"]
    (expected,) = View(painter.camera(scene), board).pixels(
        [place], rest_mm(place, board.ball_mm / 2)
    )
    (before,) = View(painter.table.camera, board).pixels([place])

    assert np.hypot(columns.mean() - expected[0], rows.mean() - expected[1]) < 3
    assert np.hypot(*(expected - before)) > 8


def test_a_hand_hides_what_lies_under_it() -> None:
    """Where a hand is said to hide the board, a ball there does not show; elsewhere it does."""
    painter = painter_of(2, False)
    board, label = painter.table.board, next(iter(painter.table.balls.colours))
    hand = Hand(x_mm=0, y_mm=40, z_mm=2, arm_deg=-90, pose="flat")
    hidden = painter.hidden(Scene(hands=(hand,)))
    view, bare = View(painter.table.camera, board), painted(painter, Scene(hands=(hand,)))
    shares = {}
    for place in board.fields:
        x, y = np.round(view.pixels([place])[0]).astype(int)
        shares[place.name] = float(hidden[y - 6 : y + 7, x - 6 : x + 7].mean())
    covered = [name for name, share in shares.items() if share == 1.0]
    free = [name for name, share in shares.items() if share == 0.0]

    assert covered
    assert len(free) > 60
    for name, differs in ((covered[0], False), (free[0], True)):
        shown = painted(painter, Scene(on={name: label}, hands=(hand,)))
        assert bool(np.abs(shown.astype(int) - bare).max() > 40) is differs


def test_a_lamp_switched_off_darkens_the_picture() -> None:
    """The camera keeps its exposure, so that less light is a darker picture."""
    table = table_from_seed(1, a_table(1).board, size_px=(320, 240))
    painter = Painter(table)
    on = painted(painter, Scene()).mean()
    off = painted(painter, Scene(lamps={lamp.name: 0.0 for lamp in table.light.lamps})).mean()

    assert off < 0.75 * on


def test_a_ball_off_the_board_lies_on_the_table() -> None:
    """A loose ball is seen at its own place, at the table's height."""
    painter = painter_of(2, False)
    board, label = painter.table.board, next(iter(painter.table.balls.colours))
    x_mm = board.side_mm / 2 + 12
    shown = painted(painter, Scene(loose=(LooseBall(label, x_mm, 0.0),)))
    rows, columns = np.nonzero(
        np.abs(shown.astype(int) - painted(painter, Scene())).sum(axis=2) > 60
    )
    centre = np.array([[x_mm, 0.0, board.ball_mm / 2 - board.thickness_mm]])
    (expected,) = painter.table.camera.project(centre)

    assert np.hypot(columns.mean() - expected[0], rows.mean() - expected[1]) < 4
