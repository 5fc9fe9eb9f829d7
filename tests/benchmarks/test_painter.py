"""How quick the painter is: pictures a second of a game that goes on, on one core."""

import time

import cv2
import numpy as np
import pytest

from firmware.cameras.simulated import SimulatedCamera
from firmware.resources import nominal_board
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.games.inner_circle.blunders import NEAT

PICTURES_A_SECOND = 10
"""What the painter must reach on one core."""
SIZE_PX = (1640, 1232)
"""Larger than any picture of the simulation."""


class Steady:
    """A clock that goes on by a picture's time whenever it is read."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 1 / PICTURES_A_SECOND
        return self.now_s


@pytest.mark.slow
def test_the_painter_keeps_up_with_a_camera(capsys: pytest.CaptureFixture[str]) -> None:
    """Fifteen seconds of a game are painted in less processor time than they last."""
    table = simulated_table(nominal_board(), 1, size_px=SIZE_PX)
    stage = Stage(table, Cast(match=match_at(table, (0, 2), 4, 0), clumsiness=NEAT, seed=1))
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    began = time.process_time()
    with SimulatedCamera(stage, Steady()) as camera:
        empty_s = time.process_time() - began
        times = []
        for _ in range(15 * PICTURES_A_SECOND):
            began = time.process_time()
            camera.read()
            times.append(time.process_time() - began)
    cv2.setNumThreads(threads)
    mean, median, worst = float(np.mean(times)), float(np.median(times)), max(times)
    with capsys.disabled():
        print(
            f"\npainter, {SIZE_PX[0]}x{SIZE_PX[1]}: {1 / mean:.1f} pictures a second; a picture takes "
            f"{1000 * median:.0f} ms (median), {1000 * worst:.0f} ms at most; "
            f"the empty table {empty_s:.1f} s"
        )

    assert 1 / mean > PICTURES_A_SECOND
