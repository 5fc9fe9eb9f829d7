"""Hands reach in over the board's edge: where they do, board and table change alike.

Without a calibration nobody knows what lies beside the board. But whoever reaches over it hides the table
first: where an arm crosses the edge both the wood and the table differ from the rest of their side, and
hardly from each other. A learned judge tells it of pieces of the edge, each a cell long; few cells need be
hidden for it. And what hides many cells up to an edge that is plainly seen is no hand: a patch of light.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.fields.cells import CELLS, Above
from vision.fields.covers import Covers
from vision.fields.occupancy import Model
from vision.fields.patches import Floats
from vision.fields.profile import magnitude
from vision.fields.top_view import SAMPLES

# Pieces at the corners belong to two sides: they are not judged.
CORNER = 2
PIECES = CELLS - 2 * CORNER
# Samples from outside inwards, 5 mm apart on a board of 450 mm: the table, the wood beside the edge, the wood
# farther in, and the edge between table and wood.
_BANDS = np.array(
    [[0.5, 0.5, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0.5, 0.5], [0, 0, 1, 0, 0, 0]],
    dtype=np.float32,
)
_DEPTH, _LONG = _BANDS.shape[1], SAMPLES // CELLS
# A piece is also held against those so far to both sides.
_FAR = 4
# The judge's word counts from this probability on, where the table differs from its side by so many times
# the usual difference there (with as much more), and where table or wood differ in colour: lamps' reflections
# and shadows change the light alone. Of 1,421 painted pictures 46 are wrong without the judge, with it 18,
# and 17 to 23 with 0.9 to 0.99. None of 221 photographs is wrong, 160 of them without a hand.
SURE, UNUSUAL, USUAL = np.log(0.97), 2.0, 0.03
TABLE_COLOUR, WOOD_COLOUR = 0.16, 0.08
# A side with more such pieces lies before another table or in another light than the judge thinks. None of
# these pictures has one: from 10 to all 28 nothing changes, with 8 one hand more is missed, with 4 nine are.
MOST = 12
# An edge is plainly seen below this probability. Where heaps of cells reached it in 1,624 pictures,
# photographs and painted ones, the likeliest piece had 0.18 and more under 330 hands, and 0.0004 at most
# where lamps made 89 heaps on three painted tables that nobody had looked at; under 125 hands of 24 painted
# recordings that came later it had 0.027 and more.
PLAIN = np.log(0.01)
# Log p of what cannot be: an edge that is reached has more, one that is not has none.
_NEVER = np.float32(-100)


@dataclass(frozen=True)
class Across:
    """The tones of the edge's pieces against the board's wood, ``tones``: (4, 3, 4, CELLS) float32.

    First those of the table, of the wood, of the wood farther in and of the edge itself; then their channels;
    then the sides, which are the upper, lower, left and right one of the view from above.
    """

    tones: Floats

    @cached_property
    def usual(self) -> Floats:
        """The medians along each side of the first three, (3, 3, 4, 1)."""
        return _usual(self.tones[:3])

    @cached_property
    def apart(self) -> Floats:
        """By how much these differ from their side's usual, (3, 3, 4, CELLS)."""
        return self.tones[:3] - self.usual

    @cached_property
    def varies(self) -> Floats:
        """By how much table and wood usually do along each side, (2, 3, 4, 1)."""
        return _usual(np.abs(self.apart[:2]))


def look_across(above: Above) -> Across:
    """Look at the edge of a board in its view from above."""
    tones = above.tones
    upper, lower = tones[:_DEPTH], tones[: -_DEPTH - 1 : -1]
    left, right = tones[:, :_DEPTH], tones[:, : -_DEPTH - 1 : -1]
    sides = np.stack([upper, lower, left.transpose(1, 0, 2), right.transpose(1, 0, 2)])
    channels = np.ascontiguousarray(sides.transpose(3, 0, 1, 2))
    first, second, third = np.moveaxis(channels.reshape(3, 4, _DEPTH, CELLS, _LONG), -1, 0)
    pieces = (first + second + third) / np.float32(_LONG)
    return Across(np.ascontiguousarray((_BANDS @ pieces).transpose(2, 0, 1, 3)))


def crossing_features(across: Across) -> Floats:
    """Describe every piece for the judge: (4 * PIECES, f) float32."""
    table, wood, inner, edge = across.tones
    off = np.empty((5, *table.shape), dtype=np.float32)
    off[:3], off[3], off[4] = across.apart, table - wood, across.usual[0] - across.usual[1]
    sizes, colours = _size(off), _colour(off)
    beside = np.concatenate([sizes[:4], colours[:2], colours[3:4]])
    steep = np.maximum(_size(edge - wood), _size(edge - table))
    three = across.tones[:3]
    before, after = _along(three, -_FAR), _along(three, _FAR)
    bent = three - (before + after) / 2
    changed = np.minimum(_size(three - before), _size(three - after))
    varies = np.broadcast_to(across.varies, (2, *table.shape))
    layers = [
        *(table, wood, inner), *off[:4], inner - wood, edge - wood, off[4], sizes, colours, *varies,
        sizes[3:4] - sizes[4:], steep[None],
        *(layer for k in range(3) for layer in (bent[k], changed[k : k + 1])),
        (_along(beside, 1) + _along(beside, -1)) / 2,
    ]  # fmt: skip
    described = np.concatenate(layers, dtype=np.float32)[..., CORNER:-CORNER]
    return described.reshape(-1, 4 * PIECES).T


def over_edge(
    covers: Covers, above: Above, judge: Model, where: np.ndarray | None = None
) -> Covers:
    """Return the covers with a hand that reaches in over the edge, if no other one was found.

    ``where``: (CELLS, CELLS) bool, at which cells of the edge one may do so, if that is known.
    """
    if covers.hand or (where is not None and not where.any()):
        return covers
    across = look_across(above)
    unlike = _unlike_its_side(across)[:, CORNER:-CORNER]
    here = unlike if where is None else unlike & _at_edge(where).any(axis=2)
    # Mostly the judge need not be asked.
    if not here.any():
        return covers
    log_p = judge(crossing_features(across))[:, 1].reshape(4, PIECES)
    alike = unlike & (log_p > SURE)
    crossed = here & alike & (alike.sum(axis=1, keepdims=True) <= MOST)
    if not crossed.any():
        return covers
    return replace(covers, hand=True, under=_cells_at(crossed))


def only_crossing(covers: Covers, above: Above, judge: Model) -> Covers:
    """Return the covers without the heaps that reach the board's edge where it is plainly seen."""
    if not covers.hand:
        return covers
    count, heaps = cv2.connectedComponents(covers.under)
    log_p = judge(crossing_features(look_across(above)))[:, 1].reshape(4, PIECES)
    likeliest = np.full(count, -np.inf)
    np.maximum.at(likeliest, _at_edge(heaps), np.maximum(log_p, _NEVER)[..., None])
    ends_there = np.isfinite(likeliest) & (likeliest < PLAIN)
    ends_there[0] = False
    under = np.where(ends_there[heaps], np.uint8(0), covers.under)
    return replace(covers, hand=bool(under.any()), under=under)


def _at_edge(cells: np.ndarray) -> np.ndarray:
    """Return the two outmost cells (CELLS, CELLS) at each piece of the edge, (4, PIECES, 2)."""
    upper, lower, left, right = cells[:2].T, cells[-2:].T, cells[:, :2], cells[:, -2:]
    return np.stack([upper, lower, left, right])[:, CORNER:-CORNER]


def _unlike_its_side(across: Across) -> np.ndarray:
    """Tell which pieces differ from their side as no reflection and no shadow does: (4, CELLS) bool."""
    table, wood = across.apart[:2]
    usual = _size(across.varies[0]) + np.float32(USUAL)
    coloured = (_colour(table) > TABLE_COLOUR) | (_colour(wood) > WOOD_COLOUR)
    return np.asarray(coloured & (_size(table) > UNUSUAL * usual))


def _cells_at(crossed: np.ndarray) -> np.ndarray:
    """Return the cells at these pieces (4, PIECES) and beside them, (CELLS, CELLS) uint8, 0 or 255."""
    under = np.zeros((CELLS, CELLS), dtype=np.uint8)
    pieces = slice(CORNER, -CORNER)
    for edge, at in zip((under[0], under[-1], under[:, 0], under[:, -1]), crossed, strict=True):
        edge[pieces][at] = 255
    return np.asarray(cv2.dilate(under, np.ones((3, 3), dtype=np.uint8)))


def _usual(tones: Floats) -> Floats:
    """Return the medians along each side, (..., 4, 1)."""
    ordered = np.sort(tones[..., CORNER:-CORNER], axis=-1)
    middle = ordered[..., PIECES // 2 - 1 : PIECES // 2 + 1]
    return np.asarray((middle[..., :1] + middle[..., 1:]) / 2)


def _along(layers: Floats, by: int) -> Floats:
    """Return layers (..., CELLS) of the pieces so many farther along, at a side's end of its last one."""
    piece = np.arange(CELLS) + by
    return np.asarray(layers.take(np.minimum(np.maximum(piece, 1), CELLS - 2), axis=-1))


def _size(tones: Floats) -> Floats:
    """Return how large differences (..., 3, 4, n) are, (..., 4, n)."""
    squares = tones * tones
    light, red, blue = (squares[..., k, :, :] for k in range(3))
    return np.asarray(np.sqrt(light + red + blue))


def _colour(tones: Floats) -> Floats:
    """Return how large they are in colour alone."""
    return magnitude(tones[..., 1, :, :], tones[..., 2, :, :])
