"""What is laid out for speed says the same as its plain formulation."""

import cv2
import numpy as np

from tests.vision.dice.test_parts import view_from
from vision.dice.alignment import _best
from vision.dice.area import DiceArea, Window
from vision.dice.edges import outline, outlines_at
from vision.dice.first_poses import _strongest
from vision.dice.match import drawn_banks
from vision.dice.slopes import slopes_of
from vision.dice.stance import _across, _of_all


def test_templates_of_some_labels_are_those_of_the_bank() -> None:
    """The few rows of a bank are its own, in its order, with their columns beside each other."""
    bank = drawn_banks()[False]
    labels = np.array([7, 2, 5])

    few = bank.only(labels)

    assert np.array_equal(few.rows, bank.rows[np.isin(bank.faces, labels)])
    assert np.isin(few.faces, labels).all()
    assert few.rows.flags.f_contiguous
    assert slopes_of(bank).bank.rows.flags.f_contiguous


def test_the_best_of_many_marks_is_the_best_of_each() -> None:
    """Products of all marks at once are those of each pose's own, and only allowed templates count."""
    bank = drawn_banks()[False].only(np.array([1, 3]))
    rng = np.random.default_rng(2)
    seen = rng.standard_normal((3, 9, bank.rows.shape[1]), np.float32)
    allowed = rng.random((3, len(bank.rows))) < 0.5

    fits, score = _best(seen, bank, allowed)

    for marks, may, fit, best in zip(seen, allowed, fits, score, strict=True):
        each = marks @ bank.rows[may].T
        assert np.allclose(each.max(axis=1), best, atol=1e-5)
        assert np.array_equal(bank.rows[may][each[0].argmax()], fit)


def test_the_strongest_channel_is_the_first_of_the_largest() -> None:
    """Of all ways in which three channels may differ."""
    channels = np.indices((3, 3, 3), np.int16).reshape(3, -1).T

    assert np.array_equal(_strongest(channels), channels.argmax(axis=1))


def test_vectors_are_turned_as_numpy_and_matrices_do() -> None:
    """Vectors at right angles, and points in many axes, are what `np.cross` and each product give."""
    rng = np.random.default_rng(4)
    one, other = rng.standard_normal((2, 5, 4, 3))
    points, axes = rng.standard_normal((8, 3)), rng.standard_normal((6, 3, 3))

    assert np.allclose(_across(one, other), np.cross(one, other))
    assert np.allclose(_of_all(points, axes), points @ axes.transpose(0, 2, 1))


def test_near_some_places_a_look_shows_what_all_of_it_shows() -> None:
    """Within reach of places, also at the window's edge, pixels are the whole look's; none are far away."""
    view = view_from(20.0, -30.0, 600.0)
    area = DiceArea(view, 17.0)
    camera = view.camera
    rng = np.random.default_rng(6)
    frame = rng.integers(0, 255, (camera.height_px, camera.width_px, 3), np.uint8)
    whole = area.look(frame)
    x_mm, y_mm = area.window.points()

    for places in ([(-20.0, 31.0)], [(75.0, -70.0), (70.0, -60.0)]):
        some = area.near(frame, places, 12.0)
        far_mm = np.min([np.hypot(x_mm - x, y_mm - y) for x, y in places], axis=0)
        assert np.array_equal(some[far_mm <= 12.0], whole[far_mm <= 12.0])
        assert not some[far_mm > 40.0].any()


def test_outlines_of_many_marks_are_those_of_each() -> None:
    """Fitted together, also at the window's edge, they are what each has by itself."""
    rng = np.random.default_rng(7)
    spots = rng.integers(0, 255, (44, 44, 3), np.uint8)
    bare = cv2.resize(spots, (132, 132)).astype(np.uint8, copy=False)
    window = Window(3.0, -8.0, 22.0, 13.0, 3.0)
    marks = [(3.0, -8.0, 20.0, 16.0), (-16.0, 11.0, 71.0, 18.5), (9.5, -3.0, 0.0, 14.0)]

    together = outlines_at(bare, window, marks)

    assert together == [outline(bare, window, *mark) for mark in marks]
