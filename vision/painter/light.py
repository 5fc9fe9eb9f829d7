"""Light over the table: lamps, windows and the sun as discs at some place, and a sky of ambient light."""

import math
from dataclasses import dataclass

import numpy as np

from vision.painter.colour import Floats, kelvin
from vision.painter.noise import smoothstep


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """A window's frame in the way of the sun: its bars' shadows on the board's plane (millimetres)."""

    pane_mm: tuple[float, float]
    bar_mm: float
    soft_mm: float
    offset_mm: tuple[float, float]
    panes: tuple[int, int] = (2, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """One source: a glowing disc of ``radius_mm`` at ``place_mm``.

    ``power`` is the irradiance at the board's centre on a surface that faces the lamp; ``far`` keeps it
    the same everywhere (the sun); ``cone_deg`` is a desk lamp's opening, straight down.
    """

    name: str
    place_mm: tuple[float, float, float]
    radius_mm: float
    power: float
    kelvin: float
    far: bool = False
    cone_deg: float | None = None
    bars: Bars | None = None

    @property
    def colour(self) -> Floats:
        """The light's colour (3,) float32, linear, red first."""
        return kelvin(self.kelvin)


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """All light over a table; ``ambient`` is the irradiance of the room's walls from all sides."""

    lamps: tuple[Lamp, ...]
    ambient: float
    ambient_kelvin: float

    @property
    def ambient_colour(self) -> Floats:
        """The ambient irradiance (3,) float32, linear, red first."""
        return kelvin(self.ambient_kelvin) * np.float32(self.ambient)


@dataclass(frozen=True, slots=True)
class Beam:
    """What one lamp sends to n points: unit vectors ``towards`` it (3, n), irradiance (n,) on a
    surface that faces it, and ``spread`` (n,), the tangent of the angle its radius is seen under.
    """

    towards: Floats
    irradiance: Floats
    spread: Floats


def beam(lamp: Lamp, points_mm: Floats) -> Beam:
    """Return what arrives at the points (3, n) float32 if nothing is in the way."""
    away = np.asarray(lamp.place_mm, dtype=np.float32)[:, None] - points_mm
    x, y, z = away
    distance = np.sqrt(x * x + y * y + z * z)
    towards = away / distance
    home = math.dist(lamp.place_mm, (0, 0, 0))
    strength = (
        np.full_like(distance, lamp.power) if lamp.far else lamp.power * (home / distance) ** 2
    )
    if lamp.cone_deg is not None:
        half = math.radians(lamp.cone_deg / 2)
        strength = strength * smoothstep(math.cos(half) - 0.10, math.cos(half) + 0.10, towards[2])
    if lamp.bars is not None:
        strength = strength * _through_window(lamp, lamp.bars, points_mm, towards)
    return Beam(
        towards, strength.astype(np.float32), (lamp.radius_mm / distance).astype(np.float32)
    )


def _through_window(lamp: Lamp, bars: Bars, points_mm: Floats, towards: Floats) -> Floats:
    """Share (n,) of the sun that comes through the panes, by where its ray meets the board's plane."""
    x_mm, y_mm = points_mm[:2] - towards[:2] * (points_mm[2] / towards[2])
    azimuth = math.atan2(lamp.place_mm[1], lamp.place_mm[0])
    cos, sin = np.float32(math.cos(azimuth)), np.float32(math.sin(azimuth))
    along = (x_mm * cos + y_mm * sin, -x_mm * sin + y_mm * cos)
    share = np.ones(len(x_mm), dtype=np.float32)
    for x, pane, offset, count in zip(along, bars.pane_mm, bars.offset_mm, bars.panes, strict=True):
        period = pane + bars.bar_mm
        half = count * period / 2
        from_middle = x - np.float32(offset)
        # Distance to the next pane's middle, and how far inside that pane that is.
        shifted = from_middle + np.float32(half)
        inside = np.abs(np.mod(shifted, np.float32(period)) - np.float32(period / 2))
        edge = np.float32(pane / 2) - inside
        window = np.float32(half - bars.bar_mm / 2) - np.abs(from_middle)
        share *= smoothstep(-bars.soft_mm, bars.soft_mm, np.minimum(edge, window))
    return share
