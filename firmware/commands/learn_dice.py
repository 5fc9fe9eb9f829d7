"""`ringrichter learn-dice DIR`: learn the faces of one's own dice, each shown once."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from firmware.calibrations import load_calibration, load_faces, save_faces
from firmware.cameras.choice import open_source
from firmware.cameras.port import FrameSource, Shot
from firmware.errors import CameraError
from firmware.json_lines import write_line
from firmware.options import add_language
from firmware.pictures import write_picture
from firmware.resources import texts
from vision.dice import FACES, DiceFaces, ShownFace, shown_face
from vision.drawing import draw_faces
from vision.errors import DieNotShownError
from vision.seeing import follow
from vision.view import View

NAME = "learn-dice"
HELP = "Learn the faces of your own dice: each face shown once, one die alone in the dice area."

PICTURE = "dice.png"
_PREFIX = "folder:"
_NUMBER_FACES = 6
# Both dice of a set are of one size; it is measured to one part in twelve.
_UNLIKE = 0.12
_SKIP, _END = "s", "e"


@dataclass(frozen=True, eq=False)
class Showing:
    """A picture in which the die that shows ``face`` lies alone."""

    face: str
    shot: Shot


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="where the calibration is kept")
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        default="camera",
        help="folder:PATH (pictures called 6.jpg, double.jpg … after their faces, or twelve in the order "
        f"{', '.join(FACES)}), camera or usb:ID (default: %(default)s)",
    )
    parser.add_argument(
        "--draw",
        metavar="FILE",
        type=Path,
        help=f"where the picture of what was understood is written (default: DIR/{PICTURE})",
    )
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Learn, keep and draw the faces; one JSON line a face and one at the end; 1 if a face failed."""
    calibration = load_calibration(options.folder)
    with open_source(options.camera.removeprefix(_PREFIX)) as source:
        prompted = source if options.camera.startswith(("camera", "usb:")) else None
        words = texts("firmware", options.language)["learn"]
        showings = by_prompt(prompted, _ask, words) if prompted else by_name(source)
        shown, failed = learn(showings, calibration.view)
    picture = options.draw or options.folder / PICTURE
    faces = joined(load_faces(options.folder), shown)
    if faces is None:
        write_line({"ok": False, "error": "no face was learned; nothing was changed"})
        return 1
    save_faces(options.folder, faces)
    write_picture(picture, draw_faces(shown))
    write_line(
        {
            "ok": not failed,
            "learned": list(shown),
            "missing": list(faces.missing()),
            "die_mm": round(faces.die_mm, 1),
            "marks": {die: "light" if light else "dark" for die, light in faces.light.items()},
            "picture": str(picture),
        }
    )
    return 1 if failed else 0


def learn(showings: Iterator[Showing], view: View) -> tuple[dict[str, ShownFace], bool]:
    """Return what each face looks like, with a line about each, and whether one was not understood."""
    seen = {showing.face: showing for showing in showings}
    shown: dict[str, ShownFace] = {}
    wrong: dict[str, str] = {}
    for face, showing in seen.items():
        try:
            shown[face] = _shown(showing, view)
        except DieNotShownError as error:
            wrong[face] = f"{showing.shot.name}: {error}"
    for die in (FACES[:_NUMBER_FACES], FACES[_NUMBER_FACES:]):
        _agree_on_marks(die, seen, shown, view)
    wrong |= odd_sizes(shown)
    for face in seen:
        if face in wrong:
            shown.pop(face, None)
            sys.stderr.write(f"ringrichter: face {face}: {wrong[face]}\n")
            write_line({"face": face, "ok": False, "error": wrong[face]})
        else:
            write_line({"face": face, "ok": True, "clear": round(shown[face].clear, 1)})
    return shown, bool(wrong)


def _shown(showing: Showing, view: View, *, light: bool | None = None) -> ShownFace:
    picture = showing.shot.picture
    return shown_face(picture, follow(picture, view).view, light=light)


def _agree_on_marks(
    die: Sequence[str], seen: Mapping[str, Showing], shown: dict[str, ShownFace], view: View
) -> None:
    """Look again at faces that seemed to have dark marks where the die's others have light ones, or so."""
    ways = [shown[face].light for face in die if face in shown]
    light = 2 * sum(ways) > len(ways)
    for face in die:
        if face in shown and shown[face].light != light:
            with suppress(DieNotShownError):
                shown[face] = _shown(seen[face], view, light=light)


def odd_sizes(shown: Mapping[str, ShownFace]) -> dict[str, str]:
    """Return by name what is odd about faces of dice that are smaller or larger than the others."""
    if not shown:
        return {}
    edge_mm = float(np.median([face.die_mm for face in shown.values()]))
    return {
        name: f"a die of {face.die_mm:.1f} mm was seen, the others have {edge_mm:.1f} mm; show it again"
        for name, face in shown.items()
        if abs(face.die_mm - edge_mm) > _UNLIKE * edge_mm
    }


def joined(known: DiceFaces | None, shown: Mapping[str, ShownFace]) -> DiceFaces | None:
    """Return the known faces with those that were shown; None if there are none."""
    if not shown:
        return known
    edge_mm = float(np.median([face.die_mm for face in shown.values()]))
    faces = known or DiceFaces(edge_mm)
    for name, face in shown.items():
        faces = faces.with_shown(name, face)
    return faces.resized(edge_mm)


def by_name(source: FrameSource) -> Iterator[Showing]:
    """Yield a folder's pictures with their faces, by their names or else in the faces' order.

    Raises:
        CameraError: some pictures bear a face's name and others none, or there are not twelve.

    """
    shots = list(_shots(source))
    named = {Path(shot.name).stem.lower(): shot for shot in shots}
    if named.keys() & set(FACES):
        strangers = sorted(named.keys() - set(FACES))
        if strangers:
            raise CameraError(
                f"{strangers[0]!r} is no face; expected pictures called {', '.join(FACES)}"
            )
        yield from (Showing(face, named[face]) for face in FACES if face in named)
        return
    if len(shots) != len(FACES):
        raise CameraError(
            f"{len(shots)} pictures, expected {len(FACES)} in the order {', '.join(FACES)}, or pictures "
            "called after their faces"
        )
    yield from (Showing(face, shot) for face, shot in zip(FACES, shots, strict=True))


def by_prompt(
    source: FrameSource, ask: Callable[[str], str], words: Mapping[str, str]
) -> Iterator[Showing]:
    """Yield a camera's pictures, each taken when its face was laid; s skips a face, e ends.

    ``words`` is the table ``learn`` of a catalogue of texts.

    Raises:
        CameraError: the camera gives no picture.

    """
    for face in FACES:
        match ask(_question(face, words)).strip().lower():
            case answer if answer == _SKIP:
                continue
            case answer if answer == _END:
                return
        shot = source.read()
        if shot is None:
            raise CameraError("the camera gave no picture; check it with: ringrichter doctor")
        yield Showing(face, shot)


def _question(face: str, words: Mapping[str, str]) -> str:
    die = "number" if face in FACES[:_NUMBER_FACES] else "option"
    return f"{words[die].format(face=face)} "


def _ask(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline() or _END


def _shots(source: FrameSource) -> Iterator[Shot]:
    while (shot := source.read()) is not None:
        yield shot
