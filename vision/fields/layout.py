"""Everything about reading a board in one view that does not depend on the picture, made once a view."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.board import Board, Place
from vision.fields.cells import Cells, Ground, cells_of, lay_ground
from vision.fields.loose import Aslant, Between, lay_aslant, lay_between
from vision.fields.options import partners_of, rows_of
from vision.fields.patches import Floats, Grid, ball_centres, lay_grid
from vision.fields.rim import Rim, lay_rim
from vision.fields.sight import sight_of
from vision.fields.slants import Slants
from vision.fields.spots import Areas, lay_areas
from vision.fields.surroundings import nearness
from vision.fields.top_view import TopGrid, axes_of, lay_top
from vision.prepared import once_a_board, once_a_view
from vision.scales import Window
from vision.view import View


@dataclass(frozen=True)
class Holes:
    """Places of one sort: their patches' grid, how near they are to each other, and each one's partner.

    ``rows``: which lie in one row (`rows_of`); ``paired``: whether one of each two partners is empty.
    """

    places: tuple[Place, ...]
    grid: Grid
    near: Floats
    partners: np.ndarray
    rows: Floats
    cells: Cells
    paired: bool = False

    @cached_property
    def at(self) -> Floats:
        """Where the places lie on the board, -1 to 1: (n, 2)."""
        points = np.array([(p.x_mm, p.y_mm) for p in self.places], dtype=np.float32).reshape(-1, 2)
        return np.asarray(points / np.abs(points).max(initial=1.0))


@dataclass(frozen=True)
class Layout:
    """All grids of one view; ``options`` is None without Memory corners, ``starts`` with them.

    ``counters_seen``: whether it is known where the counting fields lie.
    ``judged``: the places of all holes, one sort after another; ``witnesses``: their cells.
    """

    view: View
    balls: Holes
    counters: Holes
    counters_seen: bool
    options: Holes | None
    starts: Areas | None
    seats: tuple[int, ...]
    top: TopGrid
    window: Window
    ground: Ground
    loose: Aslant
    rim: Rim
    places: tuple[Place, ...]
    cells: Cells
    judged: tuple[Place, ...]
    witnesses: Cells

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields: all places for single balls but those in Memory corners."""
        return tuple(place.name for place in self.balls.places if place.kind != "ball-place")


def lay_holes(view: View, places: Sequence[Place], radius_mm: float, top: TopGrid) -> Holes:
    """Lay the patches of places that hold pieces of ``radius_mm``."""
    grid = lay_grid(view, ball_centres(places, radius_mm), radius_mm)
    at = np.array([(p.x_mm, p.y_mm) for p in places]).reshape(-1, 2)
    others = partners_of(places)
    paired = bool((others != np.arange(len(places))).all())
    rows = rows_of(places) if paired else np.zeros((0, 0), dtype=np.float32)
    return Holes(tuple(places), grid, nearness(at), others, rows, cells_of(places, top), paired)


@once_a_board(1)
def _lay_board(board: Board) -> tuple[Ground, Between]:
    """Prepare what is the same wherever the camera stands: a board that is pushed is read again at once."""
    axes = axes_of(board)
    return lay_ground(board, axes), lay_between(board)


@once_a_view(1)
def lay_out(view: View) -> Layout:
    """Prepare a view for reading."""
    board = view.board
    held = {
        holds: [p for p in board.places.values() if p.holds == holds]
        for holds in ("ball", "option")
    }
    starts = board.of_kind("start")
    top = lay_top(view)
    ground, between = _lay_board(board)
    balls = lay_holes(view, held["ball"], board.ball_mm / 2, top)
    counters = lay_holes(view, board.of_kind("counter"), board.counter_mm / 2, top)
    options = lay_holes(view, held["option"], board.option_mm / 2, top) if held["option"] else None
    places = tuple(board.places.values())
    judged = [*balls.places, *counters.places, *(options.places if options else ())]
    return Layout(
        view=view,
        balls=balls,
        counters=counters,
        counters_seen=not any(c.unseen for c in board.corners if c.kind == "counter"),
        options=options,
        starts=lay_areas(view, starts, board.ball_mm / 2) if starts else None,
        seats=tuple(int(place.name[1:]) for place in starts),
        top=top,
        window=top.window(view.camera.width_px, view.camera.height_px),
        ground=ground,
        loose=lay_aslant(Slants(view), sight_of(view, top), between),
        rim=lay_rim(view, top),
        places=places,
        cells=cells_of(places, top),
        judged=tuple(judged),
        witnesses=cells_of(judged, top),
    )
