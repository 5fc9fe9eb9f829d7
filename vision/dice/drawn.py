"""Drawings of the faces as patches: their ink, and the marks that are measured where such ink lies on a die.

Marks are measured against the die's own grey and against what is left without narrow things, see
`CloseUp.marks`. Where ink stands as close as in VIII and XII little is left of it: close strokes count for
less than the V beside them, whose arms stand apart, and where ink takes half of the face, it is taken for the
die. Templates must have lost as much: without it the painter's VIII agreed with them by 0.80 to 0.90 and
stayed unread for as long as it lay, with it by 0.85 to 0.96 (the other numbers by 0.90 to 0.99 either way).
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import REACH, Patches
from vision.dice.close_up import MARK_MM, from_own, limited
from vision.dice.glyphs import Coverage, draw, glyphs

# Blurs of the templates in die edges: a sharp picture, a usual one, one out of focus.
_BLURS = (0.02, 0.04, 0.07)
_DRAWN = 112
# Marks are measured as in a close look at a die of this edge, three pixels a millimetre.
_EDGE_MM, _PX_PER_MM = 17.0, 3.0
# Full ink in grey values, over an own grey of 0.
_INK = 255.0


def templates(size: int, blurs: Sequence[float] = _BLURS) -> tuple[list[str], Patches]:
    """Return the marks of every glyph upright at every blur: faces' names and patches (n, size, size)."""
    names, inks = zip(*_drawn(blurs), strict=True)
    return list(names), np.array([measured(ink, size) for ink in inks], np.float32)


def inked(size: int, blurs: Sequence[float] = _BLURS) -> tuple[list[str], Patches]:
    """Return the ink of every glyph upright at every blur: faces' names and patches (n, size, size)."""
    names, inks = zip(*_drawn(blurs), strict=True)
    return list(names), np.array([inner(ink, size) for ink in inks], np.float32)


def measured(ink: Coverage, size: int) -> NDArray[np.float32]:
    """Return the marks (size, size) in [0, 1] measured where such ink (n, n) in [0, 1] covers a face."""
    face_px = round(_EDGE_MM * _PX_PER_MM)
    face = cv2.resize(ink * _INK, (face_px, face_px), interpolation=cv2.INTER_AREA)
    side = round(MARK_MM * _PX_PER_MM) | 1
    ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    hat = np.asarray(cv2.morphologyEx(face, cv2.MORPH_TOPHAT, ellipse), np.float32)
    seen, narrow = (inner(part, size)[None] for part in (np.asarray(face, np.float32), hat))
    marks = (from_own(seen, True) + limited(narrow))[0]
    return np.asarray(marks / max(float(marks.max()), 1.0), np.float32)


def inner(face: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Cut the part of a whole face (n, n) out that is compared, (size, size)."""
    scale = 2 * REACH * len(face) / size
    at = (len(face) - 1) / 2 - scale * (size - 1) / 2
    soft = cv2.blur(face, (round(scale) | 1,) * 2) if scale > 2 else face
    into = np.array([[scale, 0.0, at], [0.0, scale, at]])
    cut = cv2.warpAffine(
        soft, into, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(cut, np.float32)


def _drawn(blurs: Sequence[float]) -> Iterator[tuple[str, Coverage]]:
    for glyph in glyphs():
        ink = draw(glyph.strokes, _DRAWN)
        for blur in blurs:
            soft = cv2.GaussianBlur(ink, (0, 0), blur * _DRAWN)
            yield glyph.face, soft.astype(np.float32, copy=False)
