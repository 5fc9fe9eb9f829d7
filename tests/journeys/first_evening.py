"""A table on its first evening, with painted pictures: the whole machine behind the page, no part staged.

A test holds the camera (``aim``); once a match has begun simulated people play it under that camera.
"""

import threading
import time
from pathlib import Path

import cv2
import numpy as np

from firmware.aiming import board_aimer
from firmware.archive import TableArchive
from firmware.cameras.port import Shot
from firmware.cameras.simulated import SimulatedCamera
from firmware.entered import Entered
from firmware.evidence import Evidence
from firmware.eyes import learner
from firmware.fittings import Fittings
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.loop import Clock, Loop
from firmware.page_pictures import TablePictures
from firmware.resources import nominal_board
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.match import Match
from vision.frame import Frame
from vision.painter.painter import Painter

SIZE_PX = (800, 600)
SEATS, BALLS = (0, 2), 2
PICTURE_S = 0.25
"""How far the people get on from one picture to the next, however long a picture takes to be read."""


class HeldCamera(Entered):
    """A camera in somebody's hand at first, then above people who play."""

    def __init__(self, seed: int) -> None:
        self.table = simulated_table(nominal_board(), seed, size_px=SIZE_PX)
        self.painter = Painter(self.table)
        self._match = match_at(self.table, SEATS, BALLS, SEATS[0])
        scene = Stage(self.table, Cast(match=self._match)).world.scene()
        self._calm = self.painter.paint(scene, np.random.default_rng(1))
        self._people: SimulatedCamera | None = None
        self._count = 0
        self.aim = "dark"

    def begin(self, match: Match) -> None:
        """Let people begin to play a match with the balls that lie there."""
        labels = self._match.seats
        stage = Stage(
            self.table,
            Cast(
                match=Match(game=match.game, seats=labels, first=match.first, terms=match.terms),
                seed=7,
            ),
        )
        people = SimulatedCamera(stage, lambda: PICTURE_S * self._count, painter=self.painter)
        people.__enter__()
        self._people = people

    def read(self) -> Shot:
        """Return the next picture."""
        self._count += 1
        people = self._people.read() if self._people else None
        picture = people.picture if people else self._held()
        return Shot(picture, PICTURE_S * self._count, str(self._count))

    def _held(self) -> Frame:
        height, width = self._calm.shape[:2]
        match self.aim:
            case "dark":
                return (self._calm * 0.2).astype(np.uint8)
            case "moving":
                return np.roll(self._calm, 12 * self._count, axis=1)
            case "cut-off":
                return _moved(self._calm, 1.0, 0.0, 0.2 * height)
            case "high":
                return _moved(self._calm, 0.4, 0.3 * width, 0.3 * height)
            case _:
                return self._calm


def _moved(picture: Frame, scale: float, right_px: float, down_px: float) -> Frame:
    """Return the picture smaller or elsewhere, as a camera sees it that hangs otherwise."""
    height, width = picture.shape[:2]
    shift = np.array([[scale, 0.0, right_px], [0.0, scale, down_px]])
    moved = cv2.warpAffine(
        picture, shift, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return moved.astype(np.uint8)


class FirstEvening:
    """A table that nobody has set up yet: journal, keeper, eye, loop, and a camera in a hand."""

    def __init__(self, folder: Path, seed: int = 4) -> None:
        self.journal = Journal(folder / "journal.sqlite")
        self.journal.__enter__()
        evidence = Evidence(folder / "evidence")
        self.camera = HeldCamera(seed)
        self.keeper = Keeper(
            self.journal,
            learner(folder / "calibration", nominal_board()),
            camera="simulated",
            aimer=board_aimer(nominal_board()),
            evidence=evidence,
        )
        self.hub, self.desk = Hub(self.keeper.snapshot()), Desk()
        self.archive = TableArchive(self.journal, self.keeper)
        self.pictures = TablePictures(self.keeper, evidence)
        self._loop = Loop(
            open_camera=lambda: self.camera, keeper=self.keeper, hub=self.hub, desk=self.desk,
            fittings=Fittings(), clock=Clock(time.monotonic, time.sleep), per_second=20.0,
        )  # fmt: skip
        self._running = threading.Thread(target=self._loop.run, daemon=True)
        self._running.start()

    def close(self) -> None:
        """End the evening."""
        self._loop.stop()
        self._running.join()
        self.journal.__exit__(None, None, None)
