"""Lengths of a board of which only some were measured, brought into proportion.

An owner may have measured the start areas and not the side, or the side alone; what the board file says
instead then belongs to a board of another size. A picture shows proportions only, so they have to fit each
other first.
"""

from dataclasses import replace

from referee.board import Board, Corner

# From the centre to the start areas and to the counting fields, and the start areas' radius, over the side:
# usual values of sixteen boards, which differ from them by 0.012, 0.02 and 0.006 at most; and by how much
# (a part) the first two are out of proportion.
_START, _COUNT, _RADIUS = 0.564, 0.452, 0.083
_START_ODD, _COUNT_ODD = 0.035, 0.06


def in_proportion(board: Board) -> Board:
    """Return the board with side, start areas and counting fields in proportion: the odd one of them is
    changed.
    """
    start, counter = _corner(board, "start"), _corner(board, "counter")
    if start is None or counter is None:
        return board
    by_start = _distance(start) / _START
    by_count = _distance(counter) / _COUNT
    side = board.side_mm
    start_fits, count_fits = _alike(by_start, side, _START_ODD), _alike(by_count, side, _COUNT_ODD)
    if start_fits and count_fits:
        return board
    if not start_fits and not count_fits and _alike(by_start, by_count, _COUNT_ODD):
        return replace(board, side_mm=by_start)
    if not start_fits:
        board = board.with_corner(
            "start", points_mm=((0.0, _START * side),), radius_mm=_RADIUS * side
        )
    if not count_fits:
        grow = side / by_count
        points = tuple((u * grow, v * grow) for u, v in counter.points_mm)
        board = board.with_corner("counter", points_mm=points)
    return board


def _corner(board: Board, kind: str) -> Corner | None:
    return next((corner for corner in board.corners if corner.kind == kind), None)


def _distance(corner: Corner) -> float:
    return sum(v for _, v in corner.points_mm) / len(corner.points_mm)


def _alike(one: float, other: float, odd: float) -> bool:
    return abs(one / other - 1) < odd
