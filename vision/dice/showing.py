"""One die shown alone: found by its outline, so that its marks may be any lettering at all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Window
from vision.dice.close_up import CloseUp, Rows
from vision.dice.edges import Outline, outline
from vision.dice.locate import Pose, SearchConfig, Spot, find_spots, fine_marks
from vision.dice.match import SIZE
from vision.dice.poses import FaceSearch, PosesConfig
from vision.dice.surroundings import Surroundings, usual_step
from vision.errors import DieNotShownError
from vision.frame import Frame
from vision.view import View

# Edge of a die about which nothing is known; dice seen have 14 to 20 mm.
_USUAL_MM = 17.0
# A stranger's lettering fits no drawing well: its correlation counts a quarter of what it does else.
_SEARCH = PosesConfig(mark=10.0, most=4)
# Spots looked into; besides the face itself they are its die's sides and the board's rim.
_SPOTS = 3
# Sum of the four sides' logarithmic steps from which a square is a die's face: painted and photographed
# dice have 2.2 and more on wood like their own, 6 to 10 on felt; a floor's grain has below 1.5.
_CLEAR = 2.0
# A second square as clear as this, farther than its diagonal, is a second die; rims reach 1.8.
_SECOND = 3.0
# Dark (or light) marks of less than this share of the others' energy are not those of the face.
_WEAK = 0.5
# Marks less different from their die than this (grey values) cannot be told from its grain.
_LEAST_MARK = 10.0


@dataclass(frozen=True, eq=False)
class ShownFace:
    """The upper face of a die that lies alone in the dice area.

    ``marks`` (SIZE, SIZE) float32 in [0, 1] as `DiceFaces` keeps them; ``close_up`` (n, n, 3) BGR is the
    face seen square from above.
    """

    die_mm: float
    light: bool
    clear: float
    marks: NDArray[np.float32]
    close_up: Frame


@dataclass(frozen=True, eq=False)
class _Found:
    row: Rows
    light: bool
    seen: Outline
    view: CloseUp


def shown_face(frame: Frame, view: View, *, light: bool | None = None) -> ShownFace:
    """Find the one die in a picture (h, w, 3) BGR and how its upper face looks.

    ``light`` says whether its marks are lighter than it, if that is known.

    Raises:
        DieNotShownError: no die is seen, or more than one, or no marks on it.

    """
    ways = (False, True) if light is None else (light,)
    faces = _faces(frame, DiceArea(view, _USUAL_MM), ways)
    found = sorted(faces, key=lambda f: -f.seen.support)
    if not found or found[0].seen.support < _CLEAR:
        raise DieNotShownError(
            "no die was recognised in the dice area; lay one die alone near its middle, in even light"
        )
    best = found[0]
    if any(_is_second(other, best) for other in found[1:]):
        raise DieNotShownError("more than one die was seen; lay one die alone into the dice area")
    marks = best.view.marks(best.row[None], best.light, SIZE)[0]
    if float(marks.max()) < _LEAST_MARK:
        raise DieNotShownError("no marks were seen on the die's upper face; use more light")
    return ShownFace(
        die_mm=float(best.row[3]), light=best.light, clear=best.seen.support,
        marks=(marks / marks.max()).astype(np.float32), close_up=_upright(best),
    )  # fmt: skip


def _faces(frame: Frame, area: DiceArea, ways: Sequence[bool]) -> Iterator[_Found]:
    """Yield the clearest square round each spot."""
    picture = area.look(frame)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    config = SearchConfig()
    spots = find_spots(fine_marks(grey, area.px_per_mm, config), area, config)
    noise = usual_step(picture)
    search = FaceSearch(_SEARCH)
    for spot in spots[:_SPOTS]:
        close_up = _close_up(frame, area, spot)
        squares = [
            _fitted(close_up, pose)
            for light in ways
            if (spot.light if light else spot.dark) >= _WEAK * max(spot.light, spot.dark)
            or len(ways) == 1
            for pose in search.poses(Surroundings(picture, area, spot, light=light), noise)
        ]
        if squares:
            yield max(squares, key=lambda f: f.seen.support)


def _close_up(frame: Frame, area: DiceArea, spot: Spot) -> CloseUp:
    window = Window(spot.x_mm, spot.y_mm, 22.0, area.top_mm, 3.0)
    return CloseUp(window, area.close_up(frame, window))


def _fitted(close_up: CloseUp, pose: Pose) -> _Found:
    """Lay a square onto the outline of the face round a pose."""
    x_mm, y_mm, die_mm = pose.x_mm, pose.y_mm, pose.die_mm
    turn = np.radians(pose.turn_deg)
    bare = close_up.bare(pose.light)
    for _ in range(2):
        seen = outline(bare, close_up.window, x_mm, y_mm, pose.turn_deg, die_mm)
        x_mm += float(np.cos(turn) * seen.right_mm - np.sin(turn) * seen.up_mm)
        y_mm += float(np.sin(turn) * seen.right_mm + np.cos(turn) * seen.up_mm)
        die_mm = seen.die_mm
    return _Found(np.array([x_mm, y_mm, pose.turn_deg, die_mm]), pose.light, seen, close_up)


def _is_second(other: _Found, best: _Found) -> bool:
    away = float(np.hypot(*(other.row[:2] - best.row[:2])))
    return away > 1.5 * best.row[3] and other.seen.support > _SECOND


def _upright(found: _Found) -> Frame:
    """Return the face and a little round it, turned upright."""
    x_mm, y_mm, turn_deg, die_mm = found.row
    size, window = 160, found.view.window
    turn, k = np.radians(turn_deg), window.px_per_mm * die_mm * 1.3 / size
    c, s = np.cos(turn) * k, np.sin(turn) * k
    matrix = np.array([[c, s, 0], [-s, c, 0]])
    matrix[:, 2] = np.array(window.to_px(x_mm, y_mm)) - matrix[:, :2].sum(axis=1) * (size - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = cv2.warpAffine(found.view.colour, matrix, (size, size), flags=flags)
    return upright.astype(np.uint8, copy=False)
