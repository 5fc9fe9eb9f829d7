"""The light of one evening or day, drawn by chance."""

import math

import numpy as np

from vision.painter.light import Bars, Lamp, Light

LIGHTS = ("ceiling", "desk", "overcast", "mixed", "sun", "dim")


def light_from(rng: np.random.Generator) -> tuple[Light, str]:
    """Draw the light of one evening or day; returns it and its kind, one of `LIGHTS`."""
    kind = str(rng.choice(LIGHTS))
    lamps: list[Lamp] = []
    if kind in {"ceiling", "dim", "mixed"}:
        spread = 1000 if kind == "dim" else 480
        x_mm, y_mm = (float(v) for v in rng.uniform(-spread, spread, 2))
        lamps.append(Lamp(
            name="lamp", place_mm=(x_mm, y_mm, float(rng.uniform(1250, 1700))),
            radius_mm=float(rng.uniform(95, 210)), power=0.6 if kind == "mixed" else 1.0,
            kelvin=float(rng.uniform(2700, 3200)),
        ))  # fmt: skip
    if kind == "desk":
        angle = float(rng.uniform(0, math.tau))
        lamps.append(Lamp(
            name="lamp",
            place_mm=(330 * math.cos(angle), 330 * math.sin(angle), float(rng.uniform(340, 460))),
            radius_mm=float(rng.uniform(20, 42)), power=1.0, kelvin=float(rng.uniform(2900, 4000)),
            cone_deg=float(rng.uniform(112, 148)),
        ))  # fmt: skip
    if kind in {"overcast", "mixed", "sun"}:
        lamps.append(_window(rng, "window", 0.5 if kind == "sun" else 0.8))
    if kind == "overcast" and rng.random() < 0.5:
        lamps.append(_window(rng, "window-2", 0.4))
    if kind == "sun":
        lamps.append(_sun(rng))
    day = kind in {"overcast", "mixed", "sun"}
    ambient = float(rng.uniform(0.28, 0.44) if day else rng.uniform(0.05, 0.15))
    warmth = float(rng.uniform(4000, 6000) if day else rng.uniform(2700, 3500))
    return Light(lamps=tuple(lamps), ambient=ambient, ambient_kelvin=warmth), kind


def _window(rng: np.random.Generator, name: str, power: float) -> Lamp:
    azimuth = math.radians(float(rng.uniform(0, 360)))
    elevation = math.radians(float(rng.uniform(14, 26)))
    distance = 2400.0
    flat = distance * math.cos(elevation)
    return Lamp(
        name=name,
        place_mm=(flat * math.cos(azimuth), flat * math.sin(azimuth), distance * math.sin(elevation)),
        radius_mm=float(rng.uniform(600, 1100)), power=power * 1.8, kelvin=float(rng.uniform(5600, 7600)),
    )  # fmt: skip


def _sun(rng: np.random.Generator) -> Lamp:
    azimuth = math.radians(float(rng.uniform(0, 360)))
    elevation = math.radians(float(rng.uniform(34, 46)))
    far = 100_000.0
    return Lamp(
        name="sun", far=True,
        place_mm=(far * math.cos(elevation) * math.cos(azimuth),
                  far * math.cos(elevation) * math.sin(azimuth), far * math.sin(elevation)),
        radius_mm=far * 0.008, power=float(rng.uniform(0.9, 1.6)), kelvin=float(rng.uniform(4800, 5600)),
        bars=Bars(pane_mm=(float(rng.uniform(270, 380)), float(rng.uniform(350, 540))),
                  bar_mm=float(rng.uniform(38, 70)), soft_mm=float(rng.uniform(14, 34)),
                  offset_mm=(float(rng.uniform(-180, 180)), float(rng.uniform(-180, 180)))),
    )  # fmt: skip
