"""Simulated people without a painter: what lies on the table goes straight to the referee.

The pictures are empty; the eye reads the scene itself. So whole evenings pass in seconds, while the people,
the loop, the keeper, the table and the journal are the real ones.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.resources import nominal_board
from firmware.simulation.show import Show, Stage
from firmware.simulation.truth import die_state
from referee.board import Board
from referee.sighting import (
    BoardView,
    Choice,
    Count,
    DieReading,
    DieState,
    Look,
    Reading,
    Sighting,
)
from vision.frame import Frame
from vision.painter.scene import Scene

_NOMINAL_MM = nominal_board().side_mm
_PICTURE: Frame = np.zeros((1, 1, 3), dtype=np.uint8)


class StagedCamera(Entered):
    """Takes the place of the simulated camera; keeps the scene that the eye then reads."""

    scene: Scene
    board: Board

    def __init__(
        self, stage: Stage, now: Callable[[], float], *, pace: float = 1.0, endless: bool = True
    ) -> None:
        self.show = Show(stage, pace=pace, endless=endless)
        StagedCamera.board = stage.table.board
        self._now = now
        self._began_s = now()

    def read(self) -> Shot:
        since_s = self._now() - self._began_s
        StagedCamera.scene = self.show.at(since_s).scene
        return Shot(_PICTURE, since_s, "")


class StagedEye:
    """Reads the scene that the camera took last, without a mistake."""

    def read(self, picture: Frame, *, lamps: object = None) -> Sighting:
        return sighting_of(StagedCamera.scene, StagedCamera.board)

    def around(self, picture: Frame, places: Sequence[str]) -> Frame:
        return picture

    def understood(self) -> None:
        return None

    def outline(self) -> Sequence[tuple[float, float]]:
        return ()


def sighting_of(scene: Scene, board: Board) -> Sighting:
    """Return all that there is to be seen, clearly."""
    names = [place.name for place in board.fields]
    start: dict[int, Counter[str]] = {seat: Counter() for seat in range(board.seats)}
    for ball in scene.start:
        areas = board.of_kind("start")
        near = min(areas, key=lambda a: (a.x_mm - ball.x_mm) ** 2 + (a.y_mm - ball.y_mm) ** 2)
        start[int(near.name[1:])][ball.label] += 1
    return Sighting(
        board=BoardView(seen=True),
        hand=bool(scene.hands),
        fields={name: Reading(Look.CLEAR, scene.on.get(name)) for name in names},
        start={seat: Count(Look.CLEAR, dict(of)) for seat, of in start.items()},
        counters={seat: Choice(Look.CLEAR, at) for seat, at in scene.counters.items()},
        dice={name: _die(scene, name, board) for name in ("number", "option")},
    )


def _die(scene: Scene, name: str, board: Board) -> DieReading:
    die = scene.dice.get(name)
    state = DieState(die_state(die, board))
    if die is None or state is not DieState.LYING:
        return DieReading(state)
    # As an eye that was told of no measures: it takes every board for one of the nominal size.
    scale = _NOMINAL_MM / board.side_mm
    return DieReading(
        state, die.face, x_mm=scale * die.x_mm, y_mm=scale * die.y_mm, turn_deg=die.yaw_deg
    )
