"""The painter: a picture of any scene on one table, as its camera would take it."""

import dataclasses

import cv2
import numpy as np

from vision.camera import Camera
from vision.painter import die
from vision.painter.ball import Ball, paint_ball
from vision.painter.colour import Floats
from vision.painter.empty import EmptyTable
from vision.painter.film import Film, dim
from vision.painter.hand import Flesh, flesh_of
from vision.painter.hand_shadow import HandShadow
from vision.painter.limb import COARSE, Limb, coarse_view, paint_limb
from vision.painter.nudge import nudged
from vision.painter.patch import NOWHERE, Canvas, Patch, lay
from vision.painter.pieces import Pieces
from vision.painter.scene import Die, Hand, LooseBall, Scene
from vision.painter.sensor import Developer, Picture
from vision.painter.still import SHADOW, Still
from vision.painter.table import Table

_BLUR_POSES = 5
# Of a rolling die's shadow so many'th pixels are worked out.
_SMEARED = 3
# A die held or flying this high is painted over what lies still.
_FLYING_MM = 25.0
# From this share of its light on a place is taken as not shaded by a hand.
_UNSHADED = 0.985


class Painter:
    """Paints scenes on one table; what does not change from frame to frame is painted once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.empty = EmptyTable(table)
        self._pieces = Pieces(table, self.empty.relief)
        self._developer = Developer(table.sensor, table.seed)
        self._still = Still(self.empty, self._pieces, self._developer)
        self._scratch: Film | None = None
        self._dirty = NOWHERE

    def paint(self, scene: Scene, rng: np.random.Generator) -> Picture:
        """Return the picture (h, w, 3) uint8 BGR of a scene; only its noise depends on ``rng``."""
        moving = frozenset(name for name, shown in scene.dice.items() if _moves(shown))
        self._still.show(scene, moving)
        scratch = self._clean_scratch()
        canvas = dataclasses.replace(self._still.canvas, film=scratch)
        touched = NOWHERE
        for name in sorted(moving):
            touched = touched.joined(self._paint_die(canvas, scene, name))
        for hand in scene.hands:
            touched = touched.joined(self._paint_hand(canvas, hand))
        self._dirty = touched
        picture = self._still.picture.copy()
        if not touched.empty:
            self._developer.develop_part(scratch.total, touched, picture)
        return self._developer.with_noise(picture, rng)

    def camera(self, scene: Scene) -> Camera:
        """Return the camera as it hangs in a scene."""
        return nudged(self.table.camera, scene.nudge)

    def hidden(self, scene: Scene) -> Floats:
        """Return how much of each pixel (h, w) the scene's hands cover, 0 to 1."""
        camera = self.camera(scene)
        height, width = camera.height_px, camera.width_px
        view = coarse_view(camera)
        hidden = np.zeros((-(-height // COARSE), -(-width // COARSE)), np.float32)
        for hand in scene.hands:
            limb = paint_limb(view, self.table.light, hand, flesh_of(hand))
            if limb is not None:
                part = limb.patch.slices
                hidden[part] = np.maximum(hidden[part], limb.alpha)
        full = cv2.resize(hidden, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(full, dtype=np.float32)

    def _clean_scratch(self) -> Film:
        """Undo on the scratch film what the last frame's moving things left there, and return it."""
        lying = self._still.canvas.film
        if self._scratch is None:
            self._scratch = lying.copy()
        else:
            for part in (*self._still.repainted, self._dirty):
                if not part.empty:
                    self._scratch.copy_part(lying, part.slices)
        return self._scratch

    def _paint_die(self, canvas: Canvas, scene: Scene, name: str) -> Patch:
        """Paint a rolling die as the mean of what it shows within the exposure."""
        shown = scene.dice[name]
        blurred = shown.travel_mm != (0.0, 0.0) or shown.spin_deg != 0.0
        poses = (
            [_pose(shown, i / (_BLUR_POSES - 1)) for i in range(_BLUR_POSES)]
            if blurred
            else [shown]
        )
        cubes = [self._pieces.cube(name, pose) for pose in poses]
        every = _SMEARED if blurred else 1
        touched, patch = die.shade_ground(canvas, cubes[len(cubes) // 2], every=every), NOWHERE
        for cube in cubes:
            patch = patch.joined(die.cube_patch(canvas.camera, cube))
        if patch.empty:
            return touched
        seen = [die.die_light(canvas, cube, patch, 1 if blurred else 2) for cube in cubes]
        share = np.float32(1 / len(seen))
        alpha = np.sum([a for a, _ in seen], axis=0) * share
        layers = zip(*(parts for _, parts in seen), strict=True)
        lay(canvas.film, patch, alpha, [np.sum(layer, axis=0) * share for layer in layers])
        return touched.joined(patch)

    def _paint_hand(self, canvas: Canvas, hand: Hand) -> Patch:
        flesh = flesh_of(hand)
        limb = paint_limb(self._still.coarse, canvas.light, hand, flesh)
        shadow = self._hand_shadow(canvas, flesh)
        held = self._held(canvas, hand, flesh)
        if limb is None:
            return shadow.joined(held)
        return shadow.joined(held).joined(_lay_limb(canvas, limb))

    def _held(self, canvas: Canvas, hand: Hand, flesh: Flesh) -> Patch:
        if hand.held is None:
            return NOWHERE
        x, y, z = (float(v) for v in flesh.tip)
        piece: Ball = self._pieces.loose_ball(LooseBall(hand.held, x, y, z))
        return paint_ball(canvas, piece)

    def _hand_shadow(self, canvas: Canvas, flesh: Flesh) -> Patch:
        """Take the light that the hand blocks from the film; returns what it touched."""
        shadow = HandShadow(flesh, canvas.light, self.table.board.side_mm / 2)
        at = shadow.columns_rows(*self._still.plane_mm)
        shares = self._still.coarse_shares
        left = shares[-1] * shadow.at(at, shadow.openness)
        for share, seen in zip(shares, shadow.seen, strict=False):
            left += share * shadow.at(at, seen)
        shaded = left < _UNSHADED
        rows, columns = (np.flatnonzero(shaded.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return NOWHERE
        patch = Patch(int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1)
        fine = patch.finer(SHADOW, *canvas.film.total.shape[:2])
        factor = cv2.resize(left[patch.slices], (patch.shape[1] * SHADOW, patch.shape[0] * SHADOW))
        dim(canvas.film.total[fine.slices], factor[: fine.shape[0], : fine.shape[1]])
        return fine


def _lay_limb(canvas: Canvas, limb: Limb) -> Patch:
    fine = limb.patch.finer(COARSE, *canvas.film.total.shape[:2])
    size = (limb.patch.shape[1] * COARSE, limb.patch.shape[0] * COARSE)
    inside = (slice(0, fine.shape[0]), slice(0, fine.shape[1]))
    alpha = cv2.resize(limb.alpha, size, interpolation=cv2.INTER_LINEAR)[inside]
    light = cv2.resize(limb.light, size, interpolation=cv2.INTER_LINEAR)[inside]
    total = canvas.film.total[fine.slices]
    dim(total, 1 - alpha)
    total += light
    return fine


def _moves(shown: Die) -> bool:
    return shown.travel_mm != (0.0, 0.0) or shown.spin_deg != 0.0 or shown.z_mm > _FLYING_MM


def _pose(shown: Die, share: float) -> Die:
    """Return a moving die at one instant of the exposure, ``share`` from 0 to 1."""
    x, y = shown.travel_mm
    return dataclasses.replace(
        shown,
        x_mm=shown.x_mm + (share - 0.5) * x,
        y_mm=shown.y_mm + (share - 0.5) * y,
        yaw_deg=shown.yaw_deg + (share - 0.5) * shown.spin_deg,
    )
