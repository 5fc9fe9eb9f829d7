"""A pushed camera or board on painted tables: noticed in the next picture, and never read through."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from firmware.calibrations import save_calibration
from firmware.cli import main
from firmware.pictures import write_picture
from firmware.resources import nominal_board
from firmware.simulation.recording import measures_of
from firmware.simulation.show import simulated_table
from vision.calibration import calibrate
from vision.eye import Eye
from vision.painter.painter import Painter
from vision.painter.scene import Nudge, Scene
from vision.registration import following, reregister
from vision.view import View

SEED = 77
# Balls in mid-game, none of them where a quarter turn would bring another of its colour.
FIELDS = ("O3", "O20", "O41", "I2", "I13", "I22", "T1")


@cache
def table():
    """A painted table, its painter, and a scene of a game."""
    look = simulated_table(nominal_board(), SEED, size_px=(960, 720))
    labels = list(look.balls.colours)
    on = {name: labels[i % len(labels)] for i, name in enumerate(FIELDS)}
    return Painter(look), Scene(on=on, counters=dict.fromkeys(range(4), 0))


@cache
def calibration():
    """The table calibrated on one picture in mid-game."""
    painter, scene = table()
    picture = painter.paint(scene, np.random.default_rng(1))
    return calibrate([picture], nominal_board(), measures=measures_of(painter.table.board))


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "turn_deg"),
    [(5, 0, 0), (-30, 25, 20)],
)
def test_a_push_is_noticed_at_once_and_followed(x_mm, y_mm, turn_deg):
    """The first picture after a push says so and is read where the board lies now; then it lies still."""
    painter, scene = table()
    pushed = replace(scene, nudge=Nudge(x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg))
    noise = np.random.default_rng(2)
    eye = Eye(calibration(), live=True)
    before = eye.look(painter.paint(scene, noise)).sighting
    assert not before.board.moved

    first, second = (eye.look(painter.paint(pushed, noise)) for _ in range(2))

    assert first.sighting.board.moved
    assert second.sighting.board.seen
    assert not second.sighting.board.moved
    true = View(painter.camera(pushed), painter.table.board)
    names = [place.name for place in true.board.fields]
    for seen in (first, second):
        away_px = seen.view.pixels([seen.view.board.places[n] for n in names]) - true.pixels(
            [true.board.places[n] for n in names]
        )
        away_mm = np.linalg.norm(away_px, axis=1) / true.px_per_mm(true.board.fields)
        assert away_mm.max() < 3.0
        sure = [n for n, r in seen.sighting.fields.items() if r.sure and before.fields[n].sure]
        assert len(sure) > 0.95 * len(names)
        assert all(seen.sighting.fields[n].label == before.fields[n].label for n in sure)
        assert all((seen.sighting.fields[n].label is not None) == (n in scene.on) for n in sure)


def test_look_reads_no_picture_by_another(tmp_path, capsys):
    """`look --session` answers the same of pictures with and without a push, in whatever order they come."""
    painter, scene = table()
    pushes = (Nudge(), Nudge(x_mm=12, y_mm=-7, turn_deg=4), Nudge(x_mm=13, y_mm=-6, turn_deg=4))
    paths = [tmp_path / f"{n}.png" for n in range(len(pushes))]
    for seed, (push, path) in enumerate(zip(pushes, paths, strict=True)):
        picture = painter.paint(replace(scene, nudge=push), np.random.default_rng(seed))
        write_picture(path, picture)
    save_calibration(tmp_path / "table", calibration())

    def lines(*pictures):
        assert main(["look", "--session", str(tmp_path / "table"), *map(str, pictures)]) == 0
        read = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        return {line["image"]: line | {"ms": None} for line in read}

    alone = {name: line for path in paths for name, line in lines(path).items()}
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        assert lines(*(paths[n] for n in order)) == alone


@pytest.mark.parametrize("push", [Nudge(x_mm=9), Nudge(x_mm=-6, y_mm=11, turn_deg=3)])
def test_a_push_moves_the_camera_and_leaves_the_board_as_it_was_fitted(push):
    """What is prepared for the board alone is used again, and places are right to half a millimetre more."""
    painter, scene = table()
    before = calibration().view
    pushed = replace(scene, nudge=push)

    now = reregister(painter.paint(pushed, np.random.default_rng(3)), before).view

    assert now.board is before.board
    places = before.board.fields
    was = before.pixels(places) - View(painter.camera(scene), painter.table.board).pixels(
        painter.table.board.fields
    )
    true = View(painter.camera(pushed), painter.table.board).pixels(painter.table.board.fields)
    away_mm = np.linalg.norm(now.pixels(places) - true, axis=1) / now.px_per_mm(places)
    known_mm = np.linalg.norm(was, axis=1) / before.px_per_mm(places)
    assert away_mm.max() < known_mm.max() + 0.5


def test_a_push_in_plain_sight_is_fitted_exactly_at_once(monkeypatch):
    """Where nearly all shows no rough fit goes before; while a board is being pushed it is the only one."""
    painter, scene = table()
    before, fits = calibration().view, []
    picture = painter.paint(replace(scene, nudge=Nudge(x_mm=9)), np.random.default_rng(3))
    for name in ("find_plain", "find_pushed", "find_near", "find_exactly"):
        fit = getattr(following, name)
        monkeypatch.setattr(
            following, name, lambda *of, name=name, fit=fit: fits.append(name) or fit(*of)
        )

    for roughly in (False, True):
        assert reregister(picture, before, roughly=roughly).good
    assert fits == ["find_plain", "find_pushed"]


def test_a_push_that_the_known_board_does_not_explain_is_fitted_anew():
    """Rings that were fitted wrongly, or a lens that was zoomed, are no reason to read beside the fields."""
    painter, scene = table()
    before = calibration().view
    radius_mm = before.board.ring("outer").radius_mm
    wrong = View(before.camera, before.board.with_ring("outer", radius_mm=radius_mm + 4))
    picture = painter.paint(replace(scene, nudge=Nudge(x_mm=9)), np.random.default_rng(3))

    assert reregister(picture, wrong).view.board is not wrong.board
