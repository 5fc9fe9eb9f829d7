"""Where a board roughly lies that was pushed, or its camera: its rings of holes, laid over what is seen.

The calibrated camera shows the table from above. A push moves the board in this view, and turns it, and does
nothing else. The rings' common middle is found first, whatever the turn, and then the turn about it.
"""

from dataclasses import replace

import cv2
import numpy as np

from vision.camera import Points
from vision.frame import Frame
from vision.registration.log_picture import Grey, grey_of, log_picture
from vision.registration.measure import spots_from_above
from vision.registration.seats import turn_camera
from vision.registration.top_view import TopView, view_from_above
from vision.view import View

# How far a board may have been pushed; the picture's width, and millimetres a pixel of the view from above.
_FAR_MM, _WIDTH, _MM = 60.0, 820, 2.0
# The middle is looked for in a view of half that size.
_HALVES = 2
# Turns tried, degrees: about a pixel at the outer ring; up to half a quarter, as quarters look alike.
_TURNS_DEG = np.arange(-44.5, 45.0, 0.5)
# Spots count up to so many times the usual clear one: a white die shouts.
_LOUDEST = 3.0
# Turns that fit as well as the best one but for this part are as likely: the least of them is taken.
_AS_LIKELY = 0.97


def about(frame: Frame, view: View) -> View:
    """Return where the board of a view would lie if its holes were pushed to the likeliest place."""
    spots = _spots(frame, view)
    fields = [place for place in view.board.fields if place.z_mm == 0.0]
    holes = np.array([(place.x_mm, place.y_mm) for place in fields])
    middle = _middle(spots, np.hypot(*holes.T))
    turn_deg = _turn(spots, middle, holes)
    camera = turn_camera(view.camera, -turn_deg)
    turned = replace(
        camera, centre_mm=camera.centre_mm - _turned(np.append(middle, 0.0), -turn_deg)
    )
    return View(turned, view.board)


def _spots(frame: Frame, view: View) -> TopView:
    small = log_picture(grey_of(frame), _WIDTH)
    top = view_from_above(small, view.camera, view.board.side_mm / 2 + _FAR_MM, _MM)
    spots = spots_from_above(top, view.board.ring("outer").hole_mm / 2)
    image = np.maximum(spots.image, 0)
    loudest = _LOUDEST * float(np.std(image))
    return TopView(np.minimum(image, loudest).astype(np.float32), spots.mm)


def _middle(spots: TopView, radii_mm: Points) -> Points:
    """Return the plane point (2,) round which most spots lie at the holes' distances (n,)."""
    size = spots.image.shape[0] // _HALVES
    small = cv2.resize(spots.image, (size, size), interpolation=cv2.INTER_AREA)
    seen = np.asarray(small, dtype=np.float32)
    mm = 2 * spots.half_mm / size
    at = np.fft.fftfreq(size, 1 / size) * mm
    away = np.hypot(at[:, None], at)
    rings: Grey = np.zeros((size, size), dtype=np.float32)
    for radius, count in zip(*np.unique(np.round(radii_mm, 1), return_counts=True), strict=True):
        ring = np.exp(-0.5 * ((away - radius) / mm) ** 2)
        rings += (count / ring.sum() * ring).astype(np.float32)
    likely = np.fft.irfft2(np.fft.rfft2(seen) * np.fft.rfft2(rings), s=(size, size))
    reach = round(_FAR_MM / mm)
    low = size // 2 - reach
    near = likely[low : low + 2 * reach, low : low + 2 * reach]
    row, column = np.unravel_index(int(near.argmax()), near.shape)
    index = np.array([column + low, row + low], dtype=np.float64)
    return TopView(seen, mm).points_mm(index)


def _turn(spots: TopView, middle_mm: Points, holes_mm: Points) -> float:
    """Return the turn about the middle (degrees, counter-clockwise) at which most holes lie on spots."""
    turns = np.radians(_TURNS_DEG)
    x, y = holes_mm.T
    cos, sin = np.cos(turns)[:, None], np.sin(turns)[:, None]
    places = np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1) + middle_mm
    dilated = cv2.dilate(spots.image, np.ones((3, 3), np.uint8))
    wide = TopView(np.asarray(dilated, dtype=np.float32), spots.mm)
    likely = wide.sample(places).mean(axis=1)
    best = np.flatnonzero(likely >= _AS_LIKELY * likely.max())
    return float(_TURNS_DEG[best[np.abs(_TURNS_DEG[best]).argmin()]])


def _turned(vector: Points, deg: float) -> Points:
    """Return a vector (3,) turned about the vertical."""
    cos, sin = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.array(
        [cos * vector[0] - sin * vector[1], sin * vector[0] + cos * vector[1], vector[2]]
    )
