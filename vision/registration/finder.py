"""Finding a board in pictures, from nothing or from what is known of camera and board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.board import Board, Variant
from vision.camera import Camera, Points
from vision.errors import NoBoardError
from vision.frame import Frame
from vision.registration.alike import typical_hole
from vision.registration.inner_rings import with_inner_rings
from vision.registration.log_picture import LogPicture, grey_of, log_picture
from vision.registration.marks import Marks, merged
from vision.registration.measure import measure, measure_fields, spots_from_above
from vision.registration.outer_ring import SEARCHES, find_outer_rings, ring_camera
from vision.registration.pose import known_lens, usual_lens
from vision.registration.proportions import in_proportion
from vision.registration.quality import Support, support
from vision.registration.refine import Belief, refine
from vision.registration.rims import find_rims
from vision.registration.ring import FIELDS, OuterRing
from vision.registration.seats import turn_camera
from vision.registration.squares import QUARTER, Square, find_squares
from vision.registration.top_view import TopView, view_from_above
from vision.view import View

# The width at which a board is measured, but for `find_exactly`: a hole has 9 pixels and more.
_FINE_WIDTH = 1640
# Views from above: millimetres a pixel when looking for the square and when measuring, and how far the former
# reaches (in radii of the outer ring).
_COARSE_MM, _FINE_MM, _SQUARE_REACH = 2.0, 1.0, 1.6
# Squares less clear than the clearest by this much are not tried, nor others of the same turn this near.
_SQUARE_MARGIN, _SQUARES_TRIED, _SIDES_APART_MM = 0.3, 4, 3.0
# A ring with fewer of its 64 fields is chance; and how many rings are tried before giving up.
_RING_LEAST, _RINGS_TRIED = 12.0, 2
# Layouts in which this part of the fields and target fields show may be turned by a field of Memory's target
# ring, four of the outer one, or have their size from an edge beside the board, such as a shadow's (0.66
# showed of one behind an arm); so many squares of each such turn are tried.
_HOLES_RIGHT, _ALIKE, _SQUARES_OF_A_TURN = 0.6, 4, 2
# Sixteen target fields tell that Memory's plates lie on a board, but under an arm there may seem to be eight.
# Then start areas hardly show: where less of them does than this Memory is tried, too. In 324 pictures, most
# of them painted, eleven layouts without plates lay on boards that have them: 0.38 of their corners showed at
# most. Of 226 on boards without, six had below 0.6, which costs one fit more. All are right so; without the
# limit one board with plates is read as one without.
_CORNERS_CLEAR = 0.6
# How far sides and round edges are looked for in the first and the second round of fitting, in mm.
_FIRST_REACH_MM, _SECOND_REACH_MM = 10.0, 5.0
# Where fewer of the fields show than this, spots on an arm or drawn aside by grooves may outweigh them.
# In 47 pictures with large arms no limit from 0 to 0.9 makes a worst place wrong (0.08 pitches at most); one
# more, behind an arm over a third of the board, is 0.23 off with none, and 0.04 from 0.6 on.
# By what looks like holes alone a layout is fitted if so much of it shows then: a wrong one had 0.46, right
# ones behind arms 0.62 to 0.85.
_FIELDS_CLEAR, _ALIKE_LEAST = 0.7, 0.6
# Spots are looked for again if holes turn out to be wider or narrower than thought by this much.
_ROUNDS_ON_RIMS, _HOLE_SURE_MM = 2, 0.8
# Memory's ball places are left out if fewer of them than this part were where an owner (or the board file)
# has them.
_PLACES_LEAST = 0.25
# A nudged board is measured in a picture and a view from above of half the size.
_HALF_WIDTH, _HALF_MM = _FINE_WIDTH // 2, 2.0
# A fit of the camera's place alone in which less than this of fields and outside shows is not believed.
_PLAIN = 0.75
# Fitted to each picture by itself, corners of a board that has not moved differ by less than this.
_SAME_MM = 3.0


@dataclass(frozen=True, slots=True)
class Found:
    """A fitted view, what supports it, and the measurements it was fitted to."""

    view: View
    support: Support


@dataclass(frozen=True, slots=True)
class _Laid:
    """A board laid out by a square, and the first fit of it."""

    square: Square
    found: Found


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for: a board, which variant (None: find out), and what is believed of lens and board."""

    board: Board
    variant: Variant | None
    belief: Belief


def anything(board: Board, variant: Variant | None, width_px: int) -> Sought:
    """Look for a board before any camera."""
    return Sought(in_proportion(board), variant, Belief(usual_lens(width_px)))


def again(view: View) -> Sought:
    """Look for the board of a view before its camera, wherever both may have moved."""
    return Sought(view.board, view.board.variant, Belief(known_lens(view.camera), board_known=True))


def find_board(frame: Frame, sought: Sought, *, thorough: bool = True) -> Found:
    """Find the board in a BGR (h, w, 3) or grey (h, w) uint8 picture, up to quarter turns.

    Not ``thorough`` means a first look alone and only the likeliest ring: it takes a third of the time where
    there is no board.

    Raises:
        NoBoardError: there is none, or nothing good enough to be used.

    """
    fine = log_picture(frame, _FINE_WIDTH)
    best: Found | None = None
    most = 0.0
    for search in SEARCHES if thorough else SEARCHES[:1]:
        picture = log_picture(frame, search.width_px)
        rings = find_outer_rings(picture, search)
        most = max([most, *(ring.support for ring in rings)])
        for ring in rings[: _RINGS_TRIED if thorough else 1]:
            if ring.support < _RING_LEAST:
                break
            found = _around(ring, picture, fine, sought)
            if best is None or found.support.total > best.support.total:
                best = found
            if not best.support.shortcomings(board_known=sought.belief.board_known):
                return best
    raise NoBoardError(_why_not(most, best, sought))


def find_near(frame: Frame, view: View) -> Found | None:
    """Fit a board to a picture in which it lies within a few mm of the view; None if it does not."""
    fine, belief = log_picture(frame, _FINE_WIDTH), again(view).belief
    found = fit_round(view, [fine], belief, _SECOND_REACH_MM, on_rims=True)
    return None if found.support.shortcomings(board_known=True) else found


def find_pushed(frame: Frame, view: View) -> Found | None:
    """Fit the camera's place alone, as `find_near` in a third of its time; None if not nearly all shows so.

    The view that is found has the same board. Holes are lit from one side: it may be off by a millimetre,
    which `find_exactly` mends.
    """
    small = log_picture(grey_of(frame), _HALF_WIDTH)
    top, spots = _from_above(view, small, _SECOND_REACH_MM, _HALF_MM)
    found = _fit_place(view, measure(view, top, spots, None, _SECOND_REACH_MM), rims_known=False)
    return found if _shows_plainly(found) else None


def find_plain(frame: Frame, view: View) -> Found | None:
    """Fit as `find_exactly`; None if not nearly all shows."""
    found = find_exactly(frame, view)
    return found if found is not None and _shows_plainly(found) else None


def _shows_plainly(found: Found) -> bool:
    shows = found.support
    return min(shows.fields, shows.sides, shows.corners) >= _PLAIN


def find_exactly(frame: Frame, view: View) -> Found | None:
    """Fit the camera's place alone by the rims of the holes, from a few mm away; None if too little shows.

    The view that is found has the same board.
    """
    grey = grey_of(frame)
    # To make a large picture a little smaller takes longer than all the rest of the work on its pixels. Nor
    # need it be: two nudged pictures at 2.3 times their size, up to 5391 pixels wide, say the same to 0.1 mm.
    whole = log_picture(grey, grey.shape[1])
    top, spots = _from_above(view, whole, _SECOND_REACH_MM)
    rims = find_rims(top, _flat_holes(view, spots), view.board.ball_mm)
    found = _fit_place(view, measure(view, top, spots, rims, _SECOND_REACH_MM), rims_known=True)
    return None if found.support.shortcomings(board_known=True) else found


def _fit_place(view: View, marks: Marks, *, rims_known: bool) -> Found:
    """Fit where the camera of a view is to what was measured, and nothing else."""
    belief = replace(again(view).belief, only_moved=True)
    refined = refine(view, marks, belief, rims_known=rims_known)
    return Found(refined.view, support(refined, marks))


def combine(found: Found, frames: Sequence[Frame], sought: Sought) -> Found:
    """Fit a view to all pictures of the same camera in which the board lies where it was found in one."""
    pictures = [log_picture(frame, _FINE_WIDTH) for frame in frames]
    same = [picture for picture in pictures if _lies_there(found.view, picture, sought.belief)]
    if len(same) < 2:
        return found
    return fit_round(found.view, same, sought.belief, _SECOND_REACH_MM, on_rims=True)


def _lies_there(view: View, picture: LogPicture, belief: Belief) -> bool:
    alone = fit_round(view, [picture], belief, _SECOND_REACH_MM)
    corner = view.board.side_mm / 2
    corners = np.array([[x, y, 0.0] for x in (-corner, corner) for y in (-corner, corner)])
    moved = np.linalg.norm(
        alone.view.camera.project(corners) - view.camera.project(corners), axis=1
    )
    limit = _SAME_MM * view.px_per_mm(view.board.of_kind("dice"))[0]
    return not alone.support.shortcomings() and bool(moved.max() < limit)


def _why_not(most: float, best: Found | None, sought: Sought) -> str:
    advice = "show the whole board in even light, without hands over it"
    if best is None:
        return f"no board found: at best {most:.0f} of {FIELDS} holes lie on one ring; {advice}"
    missing = best.support.shortcomings(board_known=sought.belief.board_known)
    return f"no board found for sure: {', '.join(missing)}; {advice}"


def _around(ring: OuterRing, search: LogPicture, fine: LogPicture, sought: Sought) -> Found:
    """Lay the board out round a ring in every likely way and fit the best one."""
    camera = ring_camera(ring, search, sought.board, sought.belief.lens)
    squares = _squares(camera, fine, sought)
    tried = [_first_fit(camera, square, fine, sought) for square in _likely(squares)]
    best = max(tried, key=lambda laid: laid.found.support.total)
    if _may_be_memory(best.found, sought):
        with_plates = replace(sought, variant=Variant.MEMORY)
        memory = _first_fit(camera, best.square, fine, with_plates)
        best = max(best, memory, key=lambda laid: laid.found.support.total)
    fitted = _on_rims(best.found, fine, sought)
    if not fitted.support.shortcomings(board_known=sought.belief.board_known):
        return fitted
    holes = max(tried, key=lambda laid: laid.found.support.holes)
    if holes.found.support.holes < _HOLES_RIGHT:
        return fitted
    turned = [_first_fit(camera, square, fine, sought) for square in _turned(squares, holes.square)]
    best = max([holes, *turned], key=lambda laid: laid.found.support.outside_and_holes)
    other = _on_rims(best.found, fine, sought)
    return max(fitted, other, key=lambda found: found.support.outside_and_holes)


def _may_be_memory(found: Found, sought: Sought) -> bool:
    """Tell whether Memory's plates may lie on a board of which an arm hides half of the target fields."""
    base = sought.variant is None and found.view.board.variant is Variant.BASE
    return base and found.support.corners < _CORNERS_CLEAR


def _first_fit(camera: Camera, square: Square, fine: LogPicture, sought: Sought) -> _Laid:
    view = _laid_out(camera, square, fine, sought)
    return _Laid(square, fit_round(view, [fine], sought.belief, _FIRST_REACH_MM))


def _turned(squares: Sequence[Square], square: Square) -> list[Square]:
    """Return the clearest squares, of any size, in which holes lie as in this one: turned by target fields.

    Memory's target fields are as far apart as four outer and two inner ones, so that all three rings look
    alike after such a turn, and only the edges tell.
    """
    found: list[Square] = []
    for turn in range(square.turn % _ALIKE, QUARTER, _ALIKE):
        found += [other for other in squares if other.turn == turn][:_SQUARES_OF_A_TURN]
    return found


def _on_rims(best: Found, fine: LogPicture, sought: Sought) -> Found:
    """Fit a layout by the rims of its holes."""
    with_places = best.support.corners > _PLACES_LEAST
    for _ in range(_ROUNDS_ON_RIMS):
        used_mm = best.view.board.ring("outer").hole_mm
        best = fit_round(
            best.view, [fine], sought.belief, _SECOND_REACH_MM,
            on_rims=True, with_places=with_places,
        )  # fmt: skip
        if abs(best.view.board.ring("outer").hole_mm - used_mm) < _HOLE_SURE_MM:
            break
    if best.support.fields < _FIELDS_CLEAR:
        return _by_likeness(best, fine, sought, with_places=with_places)
    return best


def _by_likeness(best: Found, fine: LogPicture, sought: Sought, *, with_places: bool) -> Found:
    """Fit a layout by what looks like its holes, if it shows clearly so, or else return the former."""
    found, known = best, sought.belief.board_known
    for _ in range(_ROUNDS_ON_RIMS):
        found = fit_round(
            found.view, [fine], sought.belief, _SECOND_REACH_MM,
            on_rims=True, by_likeness=True, with_places=with_places,
        )  # fmt: skip
    clear = found.support.total > max(_ALIKE_LEAST, best.support.total)
    return found if clear and not found.support.shortcomings(board_known=known) else best


def _squares(camera: Camera, fine: LogPicture, sought: Sought) -> list[Square]:
    """Find the squares that may be the board's edge, the clearest first."""
    board = sought.board
    radius = board.ring("outer").radius_mm
    ratio = board.side_mm / 2 / radius if sought.belief.board_known else None
    top = view_from_above(fine, camera, _SQUARE_REACH * radius, _COARSE_MM)
    return find_squares(top, board, ratio=ratio)


def _likely(squares: Sequence[Square]) -> list[Square]:
    likely: list[Square] = []
    for square in squares:
        apart = all(
            square.turn != s.turn or abs(square.half_mm - s.half_mm) > _SIDES_APART_MM
            for s in likely
        )
        if apart and square.strength > squares[0].strength - _SQUARE_MARGIN:
            likely.append(square)
    return likely[:_SQUARES_TRIED]


def _laid_out(camera: Camera, square: Square, fine: LogPicture, sought: Sought) -> View:
    """Turn and scale the camera to a square and find the inner rings."""
    board = sought.board
    turned = turn_camera(camera, -360.0 / FIELDS * square.turn)
    if sought.belief.board_known:
        return View(turned, board)
    grow = board.side_mm / 2 / square.half_mm
    scaled = replace(turned, centre_mm=turned.centre_mm * grow)
    outer = board.ring("outer")
    board = board.with_ring("outer", radius_mm=outer.radius_mm * grow)
    top = view_from_above(fine, scaled, 1.05 * outer.radius_mm * grow, _FINE_MM)
    spots = spots_from_above(top, outer.hole_mm / 2)
    return View(scaled, with_inner_rings(board, top, spots, scaled.centre_mm, sought.variant))


def fit_round(
    view: View,
    pictures: Sequence[LogPicture],
    belief: Belief,
    reach_mm: float,
    *,
    on_rims: bool = False,
    by_likeness: bool = False,
    with_places: bool = True,
) -> Found:
    """Measure what a view expects, within reach, in one or more pictures, and fit the view to it.

    Once a view is about right, holes are measured ``on_rims``; what most of them look like is learned there,
    and with that they may be found ``by_likeness``. ``with_places`` is False if Memory's ball places were not
    where they were said to be.
    """
    tops = [_from_above(view, picture, reach_mm) for picture in pictures]
    ball_mm = view.board.ball_mm
    flat = [_flat_holes(view, spots) if on_rims else np.zeros((0, 2)) for _, spots in tops]
    rims = [
        find_rims(top, holes, ball_mm) if on_rims else None
        for (top, _), holes in zip(tops, flat, strict=True)
    ]
    marks = merged([
        measure(
            view, top, spots, rim, reach_mm, with_places=with_places,
            hole=typical_hole(top, holes + rim.at(holes)) if rim and by_likeness else None,
        )
        for (top, spots), rim, holes in zip(tops, rims, flat, strict=True)
    ])  # fmt: skip
    refined = refine(view, marks, belief, rims_known=on_rims)
    radii = [rim.radius_mm for rim in rims if rim is not None]
    fitted = _with_holes(refined.view, float(np.median(radii))) if radii else refined.view
    return Found(fitted, support(refined, marks))


def _from_above(
    view: View, picture: LogPicture, reach_mm: float, mm: float = _FINE_MM
) -> tuple[TopView, TopView]:
    """Return the view from above, ``mm`` a pixel, and the map of spots in it."""
    half = view.board.side_mm / 2 + 2 * reach_mm
    top = view_from_above(picture, view.camera, half, mm)
    return top, spots_from_above(top, view.board.ring("outer").hole_mm / 2)


def _with_holes(view: View, radius_mm: float) -> View:
    board = view.board
    for kind in ("outer", "inner", "target"):
        board = board.with_ring(kind, hole_mm=2 * radius_mm)
    return View(view.camera, board)


def _flat_holes(view: View, spots: TopView) -> Points:
    """Return where the outer and inner rings' holes show in a map of spots (n, 2) mm."""
    marks = measure_fields(view, spots)
    return view.camera.on_plane(marks.pixels[marks.ring < 2])
