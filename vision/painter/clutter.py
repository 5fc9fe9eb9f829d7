"""What lies about on a table beside the board: paper, booklet, phone, coaster, pen, mug, candle, bowl."""

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.painter.colour import Floats, Rgb, linear
from vision.painter.noise import smoothstep
from vision.painter.vectors import plane_length, put

# A bowl's inside is cut into so many steps; its shading is that of a smooth slope.
_TERRACES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One thing: its kind, where it lies, half its width and height as seen, how tall it is, its colour.

    ``x_mm`` and ``y_mm`` are in board axes; round things have equal halves.
    """

    kind: str
    x_mm: float
    y_mm: float
    turn_deg: float
    half_mm: tuple[float, float]
    tall_mm: float
    colour: Rgb
    seed: int

    @property
    def round(self) -> bool:
        """Whether it is a disc, not a rectangle."""
        return self.kind in {"coaster", "mug", "candle", "bowl"}

    @property
    def reach_mm(self) -> float:
        """How far from its middle it reaches."""
        return self.half_mm[0] if self.round else math.hypot(*self.half_mm)

    def own(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Turn board places (n,) into the thing's own axes."""
        turn = math.radians(self.turn_deg)
        cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
        dx, dy = x - np.float32(self.x_mm), y - np.float32(self.y_mm)
        return dx * cos + dy * sin, dy * cos - dx * sin

    def gap_mm(self, x: Floats, y: Floats) -> Floats:
        """Signed distance (n,) to its outline, negative inside."""
        u, v = self.own(x, y)
        if self.round:
            gap: Floats = plane_length(u, v) - np.float32(self.half_mm[0])
            return gap
        corner = min(8.0 if self.kind == "phone" else 1.0, *self.half_mm)
        du = np.abs(u) - np.float32(self.half_mm[0] - corner)
        dv = np.abs(v) - np.float32(self.half_mm[1] - corner)
        outside = plane_length(np.maximum(du, 0), np.maximum(dv, 0))
        rounded: Floats = outside + np.minimum(np.maximum(du, dv), 0) - np.float32(corner)
        return rounded

    @property
    def levels_mm(self) -> tuple[float, ...]:
        """All heights over the table at which it has a flat (or stepped) surface."""
        match self.kind:
            case "mug" | "candle":
                return self.tall_mm, self.tall_mm * 0.82
            case "bowl":
                return tuple(
                    self.tall_mm * (1 - 0.72 * i / _TERRACES) for i in range(_TERRACES + 1)
                )
            case _:
                return (self.tall_mm,)

    def height_mm(self, x: Floats, y: Floats) -> Floats:
        """Height over the table (n,), 0 beside it."""
        gap = self.gap_mm(x, y)
        height = np.where(gap <= 0, np.float32(self.tall_mm), np.float32(0))
        levels = np.array(self.levels_mm, dtype=np.float32)
        if self.kind in {"mug", "candle"}:
            height[gap < -4] = levels[1]
        if self.kind == "bowl":
            depth = np.clip((-gap - 4) / (0.62 * self.half_mm[0]), 0, 1)
            step = np.ceil(depth * _TERRACES).astype(int)
            height = np.where(gap <= -4, levels[step], height)
        return height

    def bend(self, normals: Floats, x: Floats, y: Floats) -> None:
        """Give the steps of a bowl's inside the normals (3, n) of a smooth slope, in place."""
        if self.kind != "bowl":
            return
        u, v = x - np.float32(self.x_mm), y - np.float32(self.y_mm)
        r = plane_length(u, v)
        inside = np.flatnonzero(r < self.half_mm[0] - 3.5)
        slope = np.where(r[inside] > 0.36 * self.half_mm[0], np.float32(0.75), np.float32(0.1))
        away = slope / np.maximum(r[inside], 1)
        bent = np.stack([-away * u[inside], -away * v[inside], np.ones_like(slope)])
        put(normals, inside, bent / np.sqrt((bent * bent).sum(axis=0)))

    def reflectance(self, x: Floats, y: Floats) -> Floats:
        """Colour (n, 3), linear, red first, of its upper surfaces."""
        u, v = self.own(x, y)
        colour = np.broadcast_to(linear(self.colour), (len(u), 3)).copy()
        match self.kind:
            case "paper":
                colour *= (1 - 0.8 * _writing(self, u, v))[:, None]
            case "booklet":
                self._title(colour, u, v)
            case "phone":
                inside = (np.abs(u) < self.half_mm[0] - 3) & (np.abs(v) < self.half_mm[1] - 6)
                colour[inside] = linear((16, 17, 20))
            case "coaster":
                colour *= (1 + 0.25 * _speckle(u, v, 2.2))[:, None]
            case "pen":
                colour[np.abs(u) > self.half_mm[0] * 0.9] = linear((190, 188, 184))
            case "mug" | "candle":
                inside = plane_length(u, v) < self.half_mm[0] - 4
                colour[inside] = linear((74, 40, 20) if self.kind == "mug" else (236, 220, 190))
            case "bowl":
                self._nuts(colour, u, v)
        return colour

    def _title(self, colour: Floats, u: Floats, v: Floats) -> None:
        bar = (np.abs(u) < 0.6 * self.half_mm[0]) & (np.abs(v - 0.35 * self.half_mm[1]) < 3.5)
        letters = np.sin(u * 1.9) + np.sin(u * 0.83 + 1) > 0.1
        colour[bar & letters] = linear((30, 28, 26) if sum(self.colour) > 330 else (226, 220, 200))

    def _nuts(self, colour: Floats, u: Floats, v: Floats) -> None:
        rng = np.random.default_rng(self.seed)
        inner = self.half_mm[0] * 0.55
        for _ in range(26):
            r, turn = inner * math.sqrt(float(rng.random())), float(rng.uniform(0, math.tau))
            du, dv = u - np.float32(r * math.cos(turn)), v - np.float32(r * math.sin(turn))
            lie = float(rng.uniform(0, math.pi))
            along = du * math.cos(lie) + dv * math.sin(lie)
            across = dv * math.cos(lie) - du * math.sin(lie)
            inside = (along / 10) ** 2 + (across / 6) ** 2
            share = (1 - smoothstep(0.75, 1.0, inside))[:, None]
            tone = np.float32(rng.uniform(0.6, 1.2)) * (1.1 - 0.5 * np.minimum(inside, 1))[:, None]
            colour += share * (linear((176, 112, 52)) * tone - colour)


def _writing(thing: Thing, u: Floats, v: Floats) -> Floats:
    """Ink (n,) of lines of words on a sheet."""
    line = np.floor((v + thing.half_mm[1]) / 5.2)
    in_line = np.mod(v + thing.half_mm[1], 5.2) < 1.5
    words = np.sin(u * 0.9 + line * 12.9) + np.sin(u * 2.3 + line * 7.1) > -0.75
    inside = (np.abs(u) < 0.82 * thing.half_mm[0]) & (np.abs(v) < 0.85 * thing.half_mm[1])
    paragraph = np.mod(line * 0.6180339, 1) > 0.14
    ink: Floats = (in_line & words & inside & paragraph).astype(np.float32)
    return ink


def _speckle(u: Floats, v: Floats, size_mm: float) -> Floats:
    """Cheap mottling (n,) between -1 and 1."""
    a, b = u / np.float32(size_mm), v / np.float32(size_mm)
    mottled: Floats = (
        np.sin(a * 1.7 + np.sin(b * 2.9)) * np.sin(b * 1.3 + np.sin(a * 2.3))
        + np.sin(a * 5.1 + b * 4.3) * 0.4
    )
    return mottled


# Kinds with half sizes, height and the colours they come in.
_KINDS: dict[str, tuple[tuple[float, float], float, tuple[Rgb, ...]]] = {
    "paper": ((74.0, 105.0), 0.6, ((240, 238, 232), (232, 230, 220))),
    "booklet": ((50.0, 72.0), 3.0, ((58, 78, 104), (206, 164, 96), (120, 40, 44), (150, 146, 132))),
    "phone": ((37.0, 76.0), 8.5, ((40, 41, 45), (70, 76, 86))),
    "coaster": ((48.0, 48.0), 4.0, ((176, 36, 42), (150, 108, 66), (86, 98, 92))),
    "pen": ((70.0, 4.2), 7.5, ((26, 54, 140), (170, 26, 30), (24, 24, 26))),
    "mug": ((41.0, 41.0), 90.0, ((226, 170, 40), (40, 86, 150), (230, 228, 220), (60, 64, 70))),
    "candle": ((37.0, 37.0), 78.0, ((54, 48, 44), (120, 60, 40))),
    "bowl": ((70.0, 70.0), 46.0, ((232, 228, 216), (150, 62, 34), (40, 96, 92))),
}  # fmt: skip


def lay_about(
    rng: np.random.Generator, board_half_mm: float, cover_mm: tuple[float, float], count: int
) -> tuple[Thing, ...]:
    """Draw things that lie beside the board and apart from each other, on the table."""
    things: list[Thing] = []
    for _ in range(count * 12):
        if len(things) == count:
            break
        kind = str(rng.choice(list(_KINDS)))
        (a, b), tall, colours = _KINDS[kind]
        size = float(rng.uniform(0.88, 1.1))
        turn = math.radians(float(rng.uniform(0, 360)))
        thing = Thing(
            kind=kind, turn_deg=float(rng.uniform(0, 360)), half_mm=(a * size, b * size),
            tall_mm=tall * size, colour=colours[int(rng.integers(len(colours)))],
            x_mm=0.0, y_mm=0.0, seed=int(rng.integers(2**31)),
        )  # fmt: skip
        far = board_half_mm / max(abs(math.cos(turn)), abs(math.sin(turn))) + thing.reach_mm
        far += float(rng.uniform(14, 110))
        placed = replace(thing, x_mm=far * math.cos(turn), y_mm=far * math.sin(turn))
        on_table = (
            abs(placed.x_mm) < cover_mm[0] / 2 - 20 and abs(placed.y_mm) < cover_mm[1] / 2 - 20
        )
        if (
            on_table
            and all(_apart(placed, other) for other in things)
            and _off(placed, board_half_mm)
        ):
            things.append(placed)
    return tuple(things)


def _apart(one: Thing, other: Thing) -> bool:
    return (
        math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
        > one.reach_mm + other.reach_mm + 6
    )


def _off(thing: Thing, board_half_mm: float) -> bool:
    reach = thing.reach_mm if thing.round else min(thing.reach_mm, max(thing.half_mm))
    return max(abs(thing.x_mm), abs(thing.y_mm)) > board_half_mm + reach + 4
