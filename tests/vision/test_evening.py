"""An evening at one table: the window grows dark, and the eye goes on reading with what it learned by day."""

import numpy as np

from tests.vision.truth import nominal_board
from vision.calibration import Calibration
from vision.eye import Eye
from vision.fields import learn
from vision.painter.chance import table_from_seed
from vision.painter.painter import Painter
from vision.painter.scene import Scene
from vision.view import View

PICTURES, LEFT = 6, 0.15


def test_no_ball_is_misread_as_the_light_fades():
    """Every lamp fades to a seventh: no field is read wrong, hardly one is unsure, and the board is seen."""
    table = table_from_seed(2, nominal_board(memory=True), size_px=(1280, 960))
    labels = list(table.balls.colours)[:4]
    fields = [place.name for place in table.board.fields][::7]
    on = {name: labels[i % len(labels)] for i, name in enumerate(fields)}
    painter, view = Painter(table), View(table.camera, table.board)

    def picture(factor: float, seed: int) -> np.ndarray:
        lamps = {lamp.name: factor for lamp in table.light.lamps}
        scene = Scene(on=on, lamps=lamps, stored=dict.fromkeys(range(4), ()))
        return painter.paint(scene, np.random.default_rng(seed))

    position = {"on": {name: labels.index(label) for name, label in on.items()}}
    learned = learn([picture(1.0, 0)], view, dict(enumerate(labels)), position)
    eye = Eye(Calibration(view, learned, 1.0))
    seen = [eye.read(picture(f, i)) for i, f in enumerate(np.linspace(1, LEFT, PICTURES), start=1)]

    assert all(sighting.board.seen and not sighting.board.moved for sighting in seen)
    readings = [(n, r) for sighting in seen for n, r in sighting.fields.items()]
    assert [n for n, r in readings if r.sure and r.label != on.get(n)] == []
    assert sum(not r.sure for _, r in readings) <= 0.02 * len(readings)
