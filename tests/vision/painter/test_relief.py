"""Rays end where they would if every plane were asked for every ray."""

import math
from collections.abc import Iterator
from dataclasses import astuple

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.painter.scenes import a_table
from vision.painter.film import pixel_rays
from vision.painter.relief import Relief
from vision.painter.vectors import longer, plane_length

Levels = list[tuple[float, float]]


def all_planes(
    relief: Relief, eye_mm: NDArray[np.float32], rays: NDArray[np.float32]
) -> Iterator[tuple[NDArray[np.bool_], Levels]]:
    levels = relief.levels
    yield np.ones(rays.shape[1], bool), list(zip((math.inf, *levels), levels, strict=False))


@pytest.mark.parametrize(("seed", "memory"), [(1, False), (5, False), (6, True), (9, True)])
def test_planes_are_only_left_out_where_nothing_is_met(
    seed: int, memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mugs and bowls rise over the board, sheets lie below it; rays pass close by all of them."""
    table = a_table(seed, memory=memory)
    relief = Relief(table.board, table.cover, table.things, table.look.felt_mm)
    camera = table.camera
    pixels = np.random.default_rng(seed).uniform(0, 1, (40_000, 2))
    rays = pixel_rays(camera, pixels * [camera.width_px, camera.height_px])
    eye = camera.centre_mm.astype(np.float32)
    hits = relief.trace(eye, rays)
    monkeypatch.setattr(Relief, "_within_reach", all_planes)
    expected = relief.trace(eye, rays)

    assert table.things
    for part, wanted in zip(astuple(hits), astuple(expected), strict=True):
        np.testing.assert_array_equal(part, wanted)


def test_lengths_are_those_of_numpy() -> None:
    """To the last bit, from fractions of a millimetre to a room's size."""
    rng = np.random.default_rng(1)
    x, y = (rng.standard_normal((2, 50_000)) * 10.0 ** rng.uniform(-3, 4, 50_000)).astype(
        np.float32
    )

    np.testing.assert_array_equal(plane_length(x, y), np.hypot(x, y))
    assert (longer(x, y) <= plane_length(x, y)).all()
