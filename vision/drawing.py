"""What the eye understood, drawn over the picture it saw: for the owner, not for the players."""

from collections.abc import Mapping

import cv2
import numpy as np

from referee.board import Place
from referee.sighting import DieReading, Look, Reading
from vision.dice import ShownFace
from vision.frame import Frame
from vision.seeing import Seen

# Blue, green, red.
_SURE = (60, 200, 60)
_UNSURE = (0, 160, 255)
_COVERED = (160, 160, 160)
_INK = (20, 20, 20)
_PAPER = (250, 250, 250)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
# Letters and lines are drawn for a picture of this width and scaled with it.
_WIDTH_PX = 1640.0
# The sheet of learned faces.
_FACE_PX, _FACES_A_ROW = 160, 6


def draw_seen(frame: Frame, seen: Seen) -> Frame:
    """Return a copy of the picture with fields, readings and reasons drawn in.

    Green rings are certain, orange ones unsure, grey ones covered; a name stands beside a ball, and
    beside an unsure field the probability that a ball lies there.
    """
    picture = frame.copy()
    scale = frame.shape[1] / _WIDTH_PX
    if seen.view is None:
        _write(picture, "no board found", (20, 50), scale)
        return picture
    places = seen.view.board.places
    shown = [places[name] for name in seen.sighting.fields if name in places]
    centres = seen.view.pixels(shown)
    radii = seen.view.px_per_mm(shown) * [place.radius_mm for place in shown]
    for place, centre, radius in zip(shown, centres, radii, strict=True):
        _draw_field(picture, seen, place, centre, radius, scale)
    for name, die in seen.sighting.dice.items():
        _draw_die(picture, seen, name, die, scale)
    _write(picture, _summary(seen), (20, int(40 * scale)), scale * 1.4)
    return picture


def _draw_field(
    picture: Frame, seen: Seen, place: Place, centre: np.ndarray, radius: float, scale: float
) -> None:
    reading = seen.sighting.fields[place.name]
    at = (round(centre[0]), round(centre[1]))
    cv2.circle(
        picture, at, round(radius * 1.2), _colour(reading), max(1, round(2 * scale)), cv2.LINE_AA
    )
    if words := _words(seen, place.name, reading):
        _write(picture, words, (at[0] + round(radius * 1.3), at[1]), scale)


def _colour(reading: Reading) -> tuple[int, int, int]:
    match reading.look:
        case Look.CLEAR:
            return _SURE
        case Look.UNSURE:
            return _UNSURE
        case Look.COVERED:
            return _COVERED


def _words(seen: Seen, name: str, reading: Reading) -> str:
    if reading.sure:
        return reading.label or ""
    reasons = seen.fields.reasons if seen.fields else {}
    if reading.look is Look.UNSURE and name in reasons:
        return f"{name} ball {reasons[name].ball:.0%}"
    return ""


def _draw_die(picture: Frame, seen: Seen, name: str, die: DieReading, scale: float) -> None:
    if die.x_mm is None or die.y_mm is None or seen.view is None:
        return
    board = seen.view.board
    top_mm = board.die_mm - board.disc("dice").depth_mm
    centre = seen.view.camera.project(np.array([[die.x_mm, die.y_mm, top_mm]]))[0]
    words = f"{name}: {die.face or '?'} ({die.state})"
    _write(picture, words, (round(centre[0]), round(centre[1] - 24 * scale)), scale * 1.2)


def _summary(seen: Seen) -> str:
    sighting = seen.sighting
    start = " ".join(
        f"S{seat}:{sum(count.of.values())}{'' if count.look is Look.CLEAR else '?'}"
        for seat, count in sighting.start.items()
    )
    hand = "  hand" if sighting.hand else ""
    moved = f"  moved {sighting.board.shift_mm:.0f} mm" if sighting.board.shift_mm else ""
    return f"{start}{hand}{moved}"


def _write(picture: Frame, words: str, at: tuple[int, int], scale: float) -> None:
    """Write dark letters with a light edge, readable on any wood."""
    size = 0.45 * scale
    cv2.putText(picture, words, at, _FONT, size, _PAPER, max(2, round(3 * scale)), cv2.LINE_AA)
    cv2.putText(picture, words, at, _FONT, size, _INK, max(1, round(scale)), cv2.LINE_AA)


def draw_faces(shown: Mapping[str, ShownFace]) -> Frame:
    """Return a sheet of learned faces: each as it was seen and, below, the marks that were understood."""
    empty = np.full((2 * _FACE_PX, _FACE_PX, 3), 235, np.uint8)
    tiles = [_face_tile(name, face) for name, face in shown.items()]
    tiles += [empty] * (-len(tiles) % _FACES_A_ROW)
    rows = range(0, len(tiles), _FACES_A_ROW)
    return np.vstack([np.hstack(tiles[i : i + _FACES_A_ROW]) for i in rows]).astype(np.uint8)


def _face_tile(name: str, face: ShownFace) -> Frame:
    size = (_FACE_PX, _FACE_PX)
    seen = cv2.resize(face.close_up, size, interpolation=cv2.INTER_CUBIC)
    marks = cv2.resize((255 - 255 * face.marks).astype(np.uint8), size)
    tile = np.vstack([seen, cv2.cvtColor(marks, cv2.COLOR_GRAY2BGR)]).astype(np.uint8, copy=False)
    _write(tile, f"{name} ({face.die_mm:.1f} mm)", (6, 16), 1.0)
    return tile
