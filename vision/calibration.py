"""What the eye has learned of one table: where the board lies, its sizes, its colours and its dice.

A calibration is a value with a JSON form of its own; the files belong to the room that has a disk.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.board import Board, Variant
from referee.board_file import board_from_data, board_to_data, board_with_measures
from referee.errors import BoardError
from vision.camera import Camera
from vision.dice import DiceFaces, read_dice
from vision.errors import CalibrationError
from vision.fields import Appearance, learn, picture_of, with_measured_row
from vision.frame import Frame
from vision.grain import Grain, see_grain
from vision.mirror import refuse_mirrored
from vision.registration import register_all
from vision.view import View

FORMAT = 2
# Calibrations of this format know no grain; an `Eye` learns it where the board lies as calibrated.
_WITHOUT_GRAIN = 1


@dataclass(frozen=True)
class Calibration:
    """How one camera sees one board; ``quality`` is registration's, 0 to 1.

    ``grain`` is the board's own face, by which it is seen which way round it lies; None in a calibration of
    the former format.
    """

    view: View
    appearance: Appearance
    quality: float
    faces: DiceFaces | None = None
    grain: Grain | None = None

    def to_json(self) -> str:
        """Return the calibration as text that `from_json` reads back."""
        data = {
            "format": FORMAT,
            "quality": self.quality,
            "camera": camera_to_data(self.view.camera),
            "variant": str(self.view.board.variant),
            "board": board_to_data(self.view.board),
            "appearance": self.appearance.to_json(),
            "dice": self.faces.to_json() if self.faces else None,
            "grain": self.grain.to_rows() if self.grain else None,
        }
        return json.dumps(data, indent=1)

    @classmethod
    def from_json(cls, text: str) -> "Calibration":
        """Read a calibration back.

        Raises:
            CalibrationError: the text is damaged or of another format.

        """
        try:
            data = json.loads(text)
            if data["format"] not in (_WITHOUT_GRAIN, FORMAT):
                raise CalibrationError(
                    f"the calibration has format {data['format']}, expected {FORMAT}: calibrate anew"
                )
            board = board_from_data(data["board"], Variant(data["variant"]))
            grain = None if data["format"] == _WITHOUT_GRAIN else data["grain"]
            return cls(
                view=View(camera_from_data(data["camera"]), board),
                appearance=Appearance.from_json(data["appearance"]),
                quality=float(data["quality"]),
                faces=DiceFaces.from_json(data["dice"]) if data["dice"] else None,
                grain=Grain.from_rows(grain) if grain else None,
            )
        except (KeyError, TypeError, ValueError, BoardError) as error:
            if isinstance(error, CalibrationError):
                raise
            raise CalibrationError(
                f"the calibration is damaged ({error!r}): calibrate anew"
            ) from error


def camera_to_data(camera: Camera) -> dict[str, Any]:
    """Return the camera as plain numbers."""
    return {
        "width_px": camera.width_px,
        "height_px": camera.height_px,
        "focal_px": camera.focal_px,
        "k1": camera.k1,
        "k2": camera.k2,
        "rotation": camera.rotation.tolist(),
        "centre_mm": camera.centre_mm.tolist(),
    }


def camera_from_data(data: Mapping[str, Any]) -> Camera:
    """Read a camera back from plain numbers."""
    return Camera(
        width_px=int(data["width_px"]),
        height_px=int(data["height_px"]),
        focal_px=float(data["focal_px"]),
        rotation=np.array(data["rotation"], dtype=np.float64),
        centre_mm=np.array(data["centre_mm"], dtype=np.float64),
        k1=float(data["k1"]),
        k2=float(data["k2"]),
    )


def calibrate(
    frames: Sequence[Frame],
    board: Board,
    *,
    measures: Mapping[str, Any] | None = None,
    match: Mapping[str, Any] | None = None,
    seat0: str | None = None,
    faces: DiceFaces | None = None,
) -> Calibration:
    """Learn a table from one or more pictures of one camera.

    ``board`` is the board file's, ``measures`` an owner's (`measures.json`), ``match`` says who plays with
    which colour and, in mid-game, what stands where (`match.json`).

    Raises:
        NoBoardError: no board was found well enough, or the pictures are mirrored.

    """
    measured = board_with_measures(board, measures or {})
    registration = register_all(frames, measured, seat0=seat0, variant=match_variant(match))
    view = with_measured_row(frames[-1], registration.view, measured, measures or {})
    refuse_mirrored(frames[-1], view, read_dice(frames[-1], view, faces), faces)
    appearance = learn(frames, view, *bindings(match))
    grain = see_grain(picture_of(frames[-1], view), view)
    return Calibration(view, appearance, registration.quality, faces, grain)


def match_variant(match: Mapping[str, Any] | None) -> Variant | None:
    """Return the variant a match is played in, or None where that is to be found out."""
    if match is None or "memory" not in match:
        return None
    return Variant.MEMORY if match["memory"] else Variant.BASE


def bindings(
    match: Mapping[str, Any] | None,
) -> tuple[dict[int, str] | None, Mapping[str, Any] | None]:
    """Return the colour label of each seat and the position that a match starts from, if given."""
    if match is None:
        return None, None
    seats = {int(seat): str(label) for seat, label in match["seats"].items()}
    return seats, match.get("position")
