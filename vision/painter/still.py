"""What lies still: the table with its pieces, repainted only where something was taken or put."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np

from vision.painter import ball, die
from vision.painter.ball import Ball
from vision.painter.colour import Floats
from vision.painter.die import Cube
from vision.painter.empty import EmptyTable
from vision.painter.film import Film, dim, expose_empty
from vision.painter.light import Light
from vision.painter.limb import CoarseView, coarse_view, wider
from vision.painter.nudge import nudged
from vision.painter.patch import Canvas, Patch
from vision.painter.pieces import Pieces
from vision.painter.relight import add_glow, dimmed
from vision.painter.scene import Nudge, Scene
from vision.painter.sensor import Developer, Picture, vignette

# Empty tables kept: that of the camera's place now.
_KEPT = 1
# The shadows of hands are soft: pixels so many times as wide as the picture's are enough for them.
SHADOW = 4

_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Laid:
    """One piece that lies, and all it touches in the picture."""

    piece: Ball | Cube
    patch: Patch


def lamps_of(light: Light, scene: Scene) -> Light:
    """Return the light with the scene's lamps dimmed or off."""
    lamps = (
        replace(lamp, power=lamp.power * scene.lamps.get(lamp.name, 1.0)) for lamp in light.lamps
    )
    return replace(light, lamps=tuple(lamps))


class Still:
    """The film and the picture of all that does not move in a scene."""

    canvas: Canvas
    picture: Picture

    def __init__(self, empty: EmptyTable, pieces: Pieces, developer: Developer) -> None:
        self._empty, self._pieces, self._developer = empty, pieces, developer
        self._bare: OrderedDict[Nudge, Film] = OrderedDict()
        self._ground: Film
        self._set: _Key | None = None
        self._laid: dict[_Key, _Laid] = {}
        self.repainted: list[Patch] = []
        """What the last call of `show` painted anew."""

    def show(self, scene: Scene, moving: frozenset[str]) -> None:
        """Bring film and picture up to the scene; dice in ``moving`` are left out."""
        key: _Key = (scene.nudge, tuple(scene.lamps.items()), tuple(scene.glow.items()))
        wanted = dict(self._pieces.lying(scene, moving))
        fresh = key != self._set
        self.repainted = []
        if fresh:
            self._relight(scene)
            self._set, self._laid = key, {}
        if fresh or wanted.keys() != self._laid.keys():
            self._repaint(wanted, whole=fresh)
            self.__dict__.pop("coarse_shares", None)

    def _relight(self, scene: Scene) -> None:
        table = self._empty.table
        camera = nudged(table.camera, scene.nudge)
        factors = [scene.lamps.get(lamp.name, 1.0) for lamp in table.light.lamps]
        self._ground = dimmed(self._bare_film(scene.nudge), table.light, factors)
        if scene.glow:
            self._ground = self._ground.copy()
            places = table.board.places
            lit = {name: np.array([p.x_mm, p.y_mm, p.z_mm]) for name, p in places.items()}
            add_glow(self._ground, camera, lit, scene.glow)
        self.canvas = Canvas(
            self._ground.copy(), self._ground, camera, lamps_of(table.light, scene)
        )
        self.__dict__.pop("plane_mm", None)
        self.__dict__.pop("coarse", None)

    def _bare_film(self, nudge: Nudge) -> Film:
        if nudge not in self._bare:
            table = self._empty.table
            camera = nudged(table.camera, nudge)
            film = expose_empty(self._empty, camera, table.light)
            self._empty.forget_textures()
            dim(film.total, vignette(table.sensor, camera.height_px, camera.width_px))
            self._developer.settle(film.total)
            self._bare[nudge] = film
            while len(self._bare) > _KEPT:
                self._bare.popitem(last=False)
        self._bare.move_to_end(nudge)
        return self._bare[nudge]

    def _repaint(self, wanted: dict[_Key, Ball | Cube], *, whole: bool) -> None:
        new = {key: self._measure(piece) for key, piece in wanted.items() if key not in self._laid}
        gone = [laid.patch for key, laid in self._laid.items() if key not in wanted]
        regions = _merged([*gone, *(laid.patch for laid in new.values())])
        self._laid = {key: new[key] if key in new else self._laid[key] for key in wanted}
        if whole:
            # The film is a fresh copy of the ground.
            regions = [Patch(0, 0, *self._ground.total.shape[:2])]
        for region in regions:
            if not whole:
                self.canvas.film.copy_part(self._ground, region.slices)
            self._paint(region)
        self._develop(regions, whole=whole)
        self.repainted = regions

    def _measure(self, piece: Ball | Cube) -> _Laid:
        if isinstance(piece, Ball):
            return _Laid(piece, ball.touched(self.canvas, piece))
        return _Laid(piece, die.touched(self.canvas, piece))

    def _paint(self, region: Patch) -> None:
        """Paint all pieces that touch a region, there only: first the shadows, then far bodies to near."""
        here = [laid.piece for laid in self._laid.values() if not laid.patch.common(region).empty]
        for piece in here:
            if isinstance(piece, Ball):
                ball.shade_ground(self.canvas, piece, region)
            else:
                die.shade_ground(self.canvas, piece, region)
        eye = self.canvas.camera.centre_mm
        for piece in sorted(here, key=lambda p: -float(np.linalg.norm(p.centre_mm - eye))):
            if isinstance(piece, Ball):
                ball.paint_ball(self.canvas, piece, region)
            else:
                die.paint_die(self.canvas, piece, region)

    def _develop(self, regions: list[Patch], *, whole: bool) -> None:
        total = self.canvas.film.total
        if whole:
            self.picture = self._developer.develop(total)
            return
        for region in regions:
            self._developer.develop_part(total, region, self.picture)

    @cached_property
    def coarse(self) -> CoarseView:
        """The camera with wider pixels."""
        return coarse_view(self.canvas.camera)

    @cached_property
    def plane_mm(self) -> tuple[Floats, Floats]:
        """Board places x and y (h, w) float32 that pixels `SHADOW` times as wide see on the board's top."""
        small = wider(self.canvas.camera, SHADOW)
        grid = Patch(0, 0, small.height_px, small.width_px)
        places = small.on_plane(grid.pixels().astype(np.float64)).astype(np.float32)
        x, y = places.reshape(small.height_px, small.width_px, 2).transpose(2, 0, 1)
        return np.ascontiguousarray(x), np.ascontiguousarray(y)

    @cached_property
    def coarse_shares(self) -> tuple[Floats, ...]:
        """What part of these pixels' light each lamp gives, and last the sky: (h, w) each, 0 to 1."""
        size = self.plane_mm[0].shape[::-1]
        shares = [
            cv2.resize(np.ascontiguousarray(share), size, interpolation=cv2.INTER_AREA)
            / np.float32(255)
            for share in self.canvas.film.shares.transpose(2, 0, 1)
        ]
        sky = (
            np.maximum(1 - np.sum(shares, axis=0), 0) if shares else np.ones(size[::-1], np.float32)
        )
        return (*shares, sky.astype(np.float32))


def _merged(patches: list[Patch]) -> list[Patch]:
    """Join patches that overlap, until none do."""
    regions: list[Patch] = []
    for patch in patches:
        region = patch
        while True:
            met = [other for other in regions if not other.common(region).empty]
            if not met:
                break
            regions = [other for other in regions if other not in met]
            for other in met:
                region = region.joined(other)
        if not region.empty:
            regions.append(region)
    return regions
