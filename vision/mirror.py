"""Whether a picture is mirrored, by signs that read as themselves only one way round: dice and symbols.

Most signs of the game look alike in a mirror once they may lie in any turn (II, X, IV and VI). VIII, the
options half, double and swap-ball and the row of Memory's symbols in a corner do not.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.board import Variant, corner_to_board
from vision.dice import DiceFaces, DiceSeen, read_dice
from vision.dice.bank import REACH, Patches
from vision.dice.evidence import Candidate
from vision.dice.glyphs import OPTION_FACES
from vision.dice.match import Banks, drawn_banks, fine_banks
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.registration.log_picture import log_grey
from vision.registration.top_view import resample
from vision.view import View

# A die is asked if its face is as likely as this (log odds), and taken for the same die in the mirrored
# picture within this distance.
_LIKELY, _SAME_MM = 5.0, 8.0
# Log odds for each unit of correlation by which a die fits better one way round. On a quarter of the
# photographs the right way fitted up to 0.39 better (VIII, half), the wrong one 0.04 at most.
_DIE_WEIGHT, _DIE_MOST = 50.0, 6.0
# The symbols are printed outside the row of lower holes, by how much differs (mm); and how large they are.
_SYMBOL_OUT_MM, _SYMBOL_MM = (7.0, 8.3, 9.6), (8.0, 10.0)
# The row as a whole must fit this well one way round, and log odds for each unit that it does so better; on
# photographs the right way fits better by 0.09 to 0.2.
_SYMBOLS_FIT, _SYMBOLS_WEIGHT, _SYMBOLS_MOST = 0.7, 50.0, 8.0
# A picture is refused as mirrored from these log odds on; no straight one was below -0.1.
_REFUSED = -4.0
_MIRROR = np.diag([-1.0, 1.0, 1.0])


def mirrored_frame(frame: Frame) -> Frame:
    """Return the mirror image of a picture."""
    return np.ascontiguousarray(frame[:, ::-1])


def mirrored_view(view: View) -> View:
    """Return the view in which the mirrored picture shows the mirrored board (x and -x changed)."""
    camera = view.camera
    return View(
        replace(
            camera,
            rotation=_MIRROR @ camera.rotation @ _MIRROR,
            centre_mm=_MIRROR @ camera.centre_mm,
        ),
        view.board,
    )


def refuse_mirrored(
    frame: Frame, view: View, seen: DiceSeen, faces: DiceFaces | None = None
) -> None:
    """Refuse a picture that dice and Memory's symbols show to be mirrored.

    Raises:
        NoBoardError: it is.

    """
    if straight_signs(frame, view, seen, faces) <= _REFUSED:
        raise NoBoardError(
            "the picture is mirrored, as the board's symbols or the dice show; "
            "switch mirroring off in the camera's settings"
        )


def straight_signs(
    frame: Frame, view: View, seen: DiceSeen, faces: DiceFaces | None = None
) -> float:
    """Return the log odds that a picture is a straight one, by dice and symbols together."""
    return straight_symbols(frame, view) + straight_dice(frame, view, seen, faces)


def straight_dice(
    frame: Frame, view: View, seen: DiceSeen, faces: DiceFaces | None = None
) -> float:
    """Return the log odds that a picture whose dice were ``seen`` is a straight one: below 0 it is mirrored.

    The mirror image is read, too, which takes as long again.
    """
    banks = faces.banks if faces else fine_banks()
    other = read_dice(mirrored_frame(frame), mirrored_view(view), faces)
    told = _fits_better(seen, other, banks) - _fits_better(other, seen, banks, alone=True)
    return float(np.clip(told * _DIE_WEIGHT, -_DIE_MOST, _DIE_MOST))


def _fits_better(seen: DiceSeen, mirrored: DiceSeen, banks: Banks, *, alone: bool = False) -> float:
    """Return by how much better all dice fit than in the mirror image; ``alone``: those likely here only."""
    told = 0.0
    for mine in (candidate for candidate in seen.candidates if candidate.evidence > _LIKELY):
        same = [
            c for c in mirrored.candidates
            if math.hypot(c.match.x_mm + mine.match.x_mm, c.match.y_mm - mine.match.y_mm) < _SAME_MM
        ]  # fmt: skip
        if alone and any(c.evidence > _LIKELY for c in same):
            continue
        # Either pose may be a little off: each is asked both ways.
        ours = max([mine.match.quality, *(_turned_over(c, banks) for c in same)])
        theirs = max([_turned_over(mine, banks), *(c.match.quality for c in same)])
        told += ours - theirs
    return told


def _turned_over(candidate: Candidate, banks: Banks) -> float:
    """Return how well some face fits the mirror image of a die's marks where it lies, up to 1."""
    bank = banks[candidate.match.light]
    marks = np.ascontiguousarray(candidate.match.marks[:, ::-1])[None]
    return float(bank.scores(marks).max())


def straight_symbols(frame: Frame, view: View) -> float:
    """Return the log odds that Memory's symbols are seen straight: below 0 they are mirrored, 0 is unknown.

    All four corners have the same row in the same order, so that a symbol is the middle one of its four
    pictures, balls and lamps' reflections left out.
    """
    lower = [place for place in view.board.of_kind("memory-lower") if place.name.startswith("M0.")]
    if view.board.variant is not Variant.MEMORY or not lower:
        return 0.0
    corner = next(c for c in view.board.corners if c.kind == "memory-lower")
    log = log_grey(frame)
    order = [place.name.split(".")[1] for place in lower]
    columns = sorted(zip((u for u, _ in corner.points_mm), order, strict=True))
    out_mm = float(np.mean([v for _, v in corner.points_mm]))
    fits = np.array([
        _rows_fit(_symbols(log, view, [u for u, _ in columns], out_mm + out, size),
                  [option for _, option in columns])
        for out in _SYMBOL_OUT_MM for size in _SYMBOL_MM
    ])  # fmt: skip
    straight, mirrored = fits.max(axis=0)
    if max(straight, mirrored) < _SYMBOLS_FIT:
        return 0.0
    told = _SYMBOLS_WEIGHT * (straight - mirrored)
    return float(np.clip(told, -_SYMBOLS_MOST, _SYMBOLS_MOST))


def _symbols(
    log: NDArray[np.float32], view: View, along: Sequence[float], out_mm: float, size_mm: float
) -> Patches:
    """Return how much darker than its ground each symbol is, (n, size, size), upright for its player."""
    size = drawn_banks()[0].size
    step = ((np.arange(size) + 0.5) / size * 2 - 1) * REACH * size_mm
    u, v = np.meshgrid(step, out_mm + step)
    height = view.board.overlay.height_mm
    shown = []
    for seat in range(view.board.seats):
        x, y = _on_board(seat, np.stack([u + at for at in along]), v)
        points = np.stack([x, y, np.full_like(x, height)], axis=-1).reshape(-1, 3)
        index = (view.camera.project(points) - 0.5).astype(np.float32).reshape(-1, size, 2)
        shown.append(resample(log, index).reshape(len(along), size, size))
    middle = -np.median(shown, axis=0)
    ground = np.median(middle, axis=(1, 2), keepdims=True)
    return np.asarray(np.maximum(middle - ground, 0), dtype=np.float32)


def _on_board(
    seat: int, u: NDArray[np.float64], v: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Turn points (n, k, k) in a corner's own axes into board axes (millimetres)."""
    right, out = corner_to_board(seat, 1.0, 0.0), corner_to_board(seat, 0.0, 1.0)
    return u * right[0] + v * out[0], u * right[1] + v * out[1]


def _rows_fit(symbols: Patches, options: Sequence[str]) -> tuple[float, float]:
    """Return how well a row of symbols fits these options as it is seen, and how well in a mirror."""
    flipped = np.ascontiguousarray(symbols[::-1, :, ::-1])
    return _row_fits(symbols, options), _row_fits(flipped, options)


def _row_fits(symbols: Patches, options: Sequence[str]) -> float:
    bank = drawn_banks()[0]
    scores = bank.by_label(bank.scores(symbols))
    known = [(i, bank.labels.index(o)) for i, o in enumerate(options) if o in OPTION_FACES]
    return float(np.mean([scores[i, label] for i, label in known]))
