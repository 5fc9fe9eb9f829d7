"""Small pictures for the rules: a piece of the board with a few balls and the way of one of them."""

from collections.abc import Iterator
from html import escape

from referee.board import Board, Place
from web.rulebook import Example

ROOM_MM = 26.0
"""Room round the places that matter, so that one sees where on the board one is."""
BALL_MM = 8.0


def example_svg(board: Board, example: Example) -> str:
    """Draw an example; its caption is its name for people who cannot see it."""
    named = [board.places[name] for name in (*example.on, *example.path)]
    xs, ys = [place.x_mm for place in named], [place.y_mm for place in named]
    # A square, since the pictures stand below one another.
    side = max(max(xs) - min(xs), max(ys) - min(ys)) + 2 * ROOM_MM
    left, top = (max(xs) + min(xs) - side) / 2, (max(ys) + min(ys) + side) / 2
    right, bottom = left + side, top - side
    shown = [
        place
        for place in board.fields
        if left - 8 < place.x_mm < right + 8 and bottom - 8 < place.y_mm < top + 8
    ]
    box = f"{left:.0f} {-top:.0f} {right - left:.0f} {top - bottom:.0f}"
    ground = (
        f'<rect class="ground" x="{left:.0f}" y="{-top:.0f}" width="{right - left:.0f}" '
        f'height="{top - bottom:.0f}"/>'
    )
    parts = (
        ground,
        *_ways(board),
        *(_felt(place) for place in named if place.holds == "balls"),
        *(_hole(place) for place in shown),
        *_way(board, example),
        *_balls(board, example),
        *_goal(board, example),
    )
    return (
        f'<svg class="example" viewBox="{box}" role="img" aria-label="{escape(example.caption)}">'
        f"{''.join(parts)}</svg>"
    )


def _ways(board: Board) -> Iterator[str]:
    for ring in board.rings:
        if ring.variant in {"", board.variant}:
            yield f'<circle class="way" r="{ring.radius_mm:.0f}"/>'


def _felt(place: Place) -> str:
    return f'<circle class="felt" cx="{place.x_mm:.1f}" cy="{-place.y_mm:.1f}" r="{place.radius_mm:.1f}"/>'


def _hole(place: Place) -> str:
    return f'<circle class="hole" cx="{place.x_mm:.1f}" cy="{-place.y_mm:.1f}" r="5.5"/>'


def _way(board: Board, example: Example) -> Iterator[str]:
    places = [board.places[name] for name in example.path]
    if len(places) < 2:
        return
    line = " ".join(f"{place.x_mm:.1f},{-place.y_mm:.1f}" for place in places)
    yield f'<polyline class="track-line" points="{line}"/>'


def _goal(board: Board, example: Example) -> Iterator[str]:
    if len(example.path) < 2:
        return
    end = board.places[example.path[-1]]
    if example.forbidden:
        yield f'<path class="no" d="M{end.x_mm - 11:.1f} {-end.y_mm - 11:.1f}l22 22m0-22l-22 22"/>'
    else:
        yield f'<circle class="goal" cx="{end.x_mm:.1f}" cy="{-end.y_mm:.1f}" r="11"/>'


def _balls(board: Board, example: Example) -> Iterator[str]:
    for name, seat in example.on.items():
        place = board.places[name]
        yield (
            f'<g class="seat-{seat}" transform="translate({place.x_mm:.1f} {-place.y_mm:.1f})">'
            f'<circle class="piece" r="{BALL_MM}"/>{_SIGNS[seat % len(_SIGNS)]}</g>'
        )


_SIGNS = (
    '<circle class="sign" r="2.6"/>',
    '<path class="sign" d="M0-3.8 3.6 2.5H-3.6Z"/>',
    '<path class="sign" d="M-2.7-2.7H2.7V2.7H-2.7Z"/>',
    '<path class="sign-line" d="M-2.9-2.9 2.9 2.9M2.9-2.9-2.9 2.9"/>',
)
"""The same signs as on the live board: dot, triangle, square, cross for seats 0 to 3."""
