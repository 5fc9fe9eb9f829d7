"""Templates are marks as they are measured: where ink stands close less of it is seen, as on real dice."""

from collections import Counter

import cv2
import numpy as np
import pytest

from tests.vision.dice.painted import of_one_kind
from vision.dice.area import Window
from vision.dice.bank import FADE, normalised
from vision.dice.close_up import CloseUp
from vision.dice.drawn import inked, measured, templates
from vision.dice.match import SIZE, fine_banks
from vision.dice.reader import read_dice
from vision.frame import Frame
from vision.painter.glyphs import FONTS, NUMBER_FACES, face_tile

EDGE_MM = 17.0
WINDOW = Window(0.0, 0.0, 22.0, 13.0, 3.0)


def seen(face: str, font: str, *, light: bool) -> Frame:
    """A die's face with a sign of the painter's in the middle of a grey picture, a little out of focus."""
    side = round(EDGE_MM * WINDOW.px_per_mm)
    ink = cv2.resize(face_tile(face, font, 0), (side, side), interpolation=cv2.INTER_AREA)
    own, mark = (40.0, 220.0) if light else (220.0, 40.0)
    picture = np.full((WINDOW.size, WINDOW.size), own, np.float32)
    at = (WINDOW.size - side) // 2
    picture[at : at + side, at : at + side] += ink * (mark - own)
    soft = cv2.GaussianBlur(picture, (0, 0), 1.6)
    return np.repeat(soft.astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("face", NUMBER_FACES)
def test_numbers_agree_with_their_templates(face: str, font: str, light: bool) -> None:
    """Every number in every font fits its own templates well and any other's clearly less."""
    close_up, bank = CloseUp(WINDOW, seen(face, font, light=light)), fine_banks()[light]
    pose = np.array([[0.0, 0.0, 0.0, EDGE_MM]])
    scores = bank.by_label(bank.scores(close_up.marks(pose, light, SIZE)))[0]
    own = bank.labels.index(face)

    assert scores[own] > 0.9
    assert scores[own] - np.delete(scores, own).max() > 0.08


def test_marks_that_stand_apart_are_their_ink() -> None:
    """What is measured of X and of the symbols is their ink; of VIII and XII less is left."""
    names, ink = inked(SIZE, (0.04,))
    again, marks = templates(SIZE, (0.04,))
    alike = np.sum(normalised(ink, FADE) * normalised(marks, FADE), axis=1)
    least = {name: min(alike[[n == name for n in names]]) for name in names}

    assert names == again
    assert all(least[name] > 0.95 for name in ("2", "10", "direction", "hole-in", "swap-ring"))
    assert least["8"] < 0.9


def test_the_strokes_of_eight_count_for_less_than_its_arms() -> None:
    """Ink is as black in the strokes as in the V, but what is measured of the strokes is weaker."""
    tile = cv2.GaussianBlur(face_tile("8", "sans", 0), (0, 0), 5.0).astype(np.float32)
    marks = measured(tile, SIZE)
    left, right = marks[:, : SIZE // 2], marks[:, SIZE // 2 :]

    assert marks.shape == (SIZE, SIZE)
    assert 0 <= marks.min() <= marks.max() <= 1
    assert left.max() > 1.2 * right.max()


@pytest.mark.parametrize("seed", [6, 23, 41, 108])
def test_eights_are_read(seed: int) -> None:
    """VIII in heavy and thin letters, on black, white and wooden dice: most are read, none wrong."""
    counts = Counter[str]()
    for thrown in of_one_kind(seed, "pair", 8, number="8"):
        face = read_dice(thrown.frame, thrown.view).dice["number"].face
        counts["open" if face is None else "right" if face == "8" else "wrong"] += 1

    assert not counts["wrong"]
    assert counts["right"] >= 5
