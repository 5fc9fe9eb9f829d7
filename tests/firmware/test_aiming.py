import cv2
import numpy as np
import pytest

from firmware.aiming import Aimer
from firmware.cameras.port import Shot
from vision.aiming import Corners, Hint

GOOD: Corners = ((0.2, 0.1), (0.2, 0.9), (0.8, 0.9), (0.8, 0.1))
CUT: Corners = ((-0.1, 0.1), (-0.1, 0.9), (0.5, 0.9), (0.5, 0.1))
SCENE = cv2.GaussianBlur(
    np.random.default_rng(5).integers(0, 256, (300, 400, 3), np.uint8), (0, 0), 5
)
SCENE = cv2.normalize(SCENE, None, 20, 200, cv2.NORM_MINMAX).astype(np.uint8)


class Finder:
    """Finds what a test says, and counts how often it was asked."""

    def __init__(self, corners: Corners = GOOD) -> None:
        self.corners = corners
        self.asked = 0

    def __call__(self, picture: np.ndarray) -> Corners:
        self.asked += 1
        return self.corners


def seen(aimer: Aimer, *pictures: np.ndarray, known: Corners = (), every_s: float = 0.1) -> None:
    """Let the aimer look at pictures, one after another."""
    for i, picture in enumerate(pictures):
        aimer.look(Shot(picture, i * every_s, str(i)), known)


def test_a_well_aimed_camera_gets_no_advice() -> None:
    """Still, lit and the whole board in the picture: there is an outline and nothing to say."""
    aimer = Aimer(Finder())
    seen(aimer, SCENE, SCENE)

    assert aimer.advice is None
    assert aimer.corners == GOOD


def test_a_moving_camera_is_asked_to_hold_still() -> None:
    """While the picture shifts nothing else is said, and the board is not searched for."""
    finder = Finder()
    aimer = Aimer(finder)
    seen(aimer, *(np.roll(SCENE, 9 * i, axis=1) for i in range(4)))

    assert aimer.hint is Hint.HOLD_STILL
    assert finder.asked == 0


@pytest.mark.parametrize(("light", "hint"), [(0.2, Hint.TOO_DARK), (9.0, Hint.TOO_BRIGHT)])
def test_bad_light_is_told_first(light: float, hint: Hint) -> None:
    """In the dark, and where all is white, the lamp comes before the camera."""
    picture = np.clip(SCENE * light, 0, 255).astype(np.uint8)
    aimer = Aimer(Finder(CUT))
    seen(aimer, picture, picture)

    assert aimer.hint is hint


def test_a_learned_eye_tells_where_the_board_is() -> None:
    """Where an eye sees the board it is not searched for, and judged all the same."""
    finder = Finder()
    aimer = Aimer(finder)
    seen(aimer, SCENE, SCENE, known=CUT)

    assert aimer.hint is Hint.CUT_OFF
    assert finder.asked == 0


def test_the_board_is_searched_for_now_and_then() -> None:
    """Twenty pictures in two seconds cost two searches, not twenty."""
    finder = Finder()
    seen(Aimer(finder), *[SCENE] * 20)

    assert finder.asked == 2


def test_a_slow_search_leaves_time_for_wishes() -> None:
    """Where a search takes ten seconds, the loop has ten seconds for everything else before the next."""
    finder = Finder(())
    aimer = Aimer(finder)
    for at_s in (0.0, 0.1, 10.1, 10.2, 15.0, 20.0, 20.2, 30.2, 30.3):
        aimer.look(Shot(SCENE, at_s, str(at_s)))

    assert finder.asked == 2


def test_advice_ends_with_the_game_s_begin() -> None:
    """A table that is being played at says nothing about its camera."""
    aimer = Aimer(Finder(CUT))
    seen(aimer, SCENE, SCENE)
    aimer.stop()

    assert aimer.advice is None
    assert aimer.corners == ()
