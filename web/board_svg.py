"""The board as an SVG picture, drawn from its file in millimetres.

The picture holds what never moves: wood, felt, holes, arrows, numerals. Every place carries its name
in ``data-place``, its centre and its radius, so that the page's script can lay pieces, dice and lights
into the empty layers. Colours belong to the style sheet. x runs right and y down, as SVG has it.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from referee.board import Board, Corner, Place, Variant, corner_to_board

MARGIN_MM = 7.0
"""Room round the board for its shadow."""

GRAIN_LINES = 34
"""Enough to read as wood at the size of a television, light enough for a phone (about 3 kB)."""

LAYERS = ("numbers", "lamps", "trail", "dice", "pieces", "notes")
"""Empty groups for the script, lowest first."""

ROMAN = ("0", "I", "II", "III")
"""The counting fields (rule B5)."""


def board_svg(board: Board, title: str) -> str:
    """Draw a board as one ``<svg>`` element named ``title``."""
    half = board.side_mm / 2 + MARGIN_MM
    opening = (
        f'<svg class="board" viewBox="{_n(-half)} {_n(-half)} {_n(2 * half)} {_n(2 * half)}" '
        f'data-variant="{escape(board.variant)}" data-side="{_n(board.side_mm)}" '
        f'data-ball="{_n(board.ball_mm)}" data-counter="{_n(board.counter_mm)}" '
        f'data-option="{_n(board.option_mm)}" data-seats="{board.seats}" '
        f'role="img" aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg">'
    )
    parts = (
        _definitions(board),
        _shadow(board),
        '<g class="turned">',
        _wood(board),
        *_plates(board),
        *_felts(board),
        *_rings(board),
        *_marks(board),
        *_holes(board),
        *_numerals(board),
        *(f'<g class="layer-{layer}"></g>' for layer in LAYERS),
        "</g>",
    )
    return opening + "".join(parts) + "</svg>"


def _n(value: float) -> str:
    """Write a length as short as a tenth of a millimetre allows."""
    return "0" if abs(value) < 0.05 else f"{value:.1f}".rstrip("0").rstrip(".")


def _definitions(board: Board) -> str:
    stops = "".join(
        f'<stop class="{name}" offset="{at}"/>'
        for name, at in (("hole-deep", 0.35), ("hole-rim", 1))
    )
    shine = "".join(
        f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{opacity}"/>'
        for at, colour, opacity in (
            (0, "#fff", 0.85),
            (0.22, "#fff", 0.25),
            (0.55, "#fff", 0),
            (1, "#000", 0.38),
        )
    )
    clip = board.side_mm / 2 - board.edge_mm
    return (
        "<defs>"
        f'<radialGradient id="hole" cx=".5" cy=".36" r=".62">{stops}</radialGradient>'
        f'<radialGradient id="shine" cx=".34" cy=".28" r=".8">{shine}</radialGradient>'
        '<radialGradient id="felt" cx=".5" cy=".45" r=".6">'
        '<stop class="felt-mid" offset=".6"/><stop class="felt-edge" offset="1"/></radialGradient>'
        '<linearGradient id="wood" x1="0" y1="0" x2=".35" y2="1">'
        '<stop class="wood-light" offset="0"/><stop class="wood-dark" offset="1"/></linearGradient>'
        f'<clipPath id="face"><rect x="{_n(-clip)}" y="{_n(-clip)}" width="{_n(2 * clip)}" '
        f'height="{_n(2 * clip)}" rx="{_n(board.edge_mm)}"/></clipPath>'
        "</defs>"
    )


def _square(board: Board) -> str:
    half = board.side_mm / 2
    return (
        f'x="{_n(-half)}" y="{_n(-half)}" width="{_n(2 * half)}" height="{_n(2 * half)}" '
        f'rx="{_n(2 * board.edge_mm)}"'
    )


def _shadow(board: Board) -> str:
    """The board's shadow falls down the screen, however the board is turned."""
    return f'<rect class="shadow" {_square(board)} transform="translate(0 4)"/>'


def _wood(board: Board) -> str:
    shape = _square(board)
    lines = "".join(_grain(board.side_mm, i) for i in range(GRAIN_LINES))
    return (
        f'<rect class="wood" {shape} fill="url(#wood)"/>'
        f'<g class="grain" clip-path="url(#face)">{lines}</g>'
        f'<rect class="rim" {shape}/>'
    )


def _grain(side_mm: float, i: int) -> str:
    """One line of the grain: a long flat wave, of a phase and height that depend on its number."""
    y = side_mm * ((i + 0.5) / GRAIN_LINES - 0.5) + 4 * math.sin(2.4 * i)
    bend = 7 * math.sin(0.9 * i) + 4 * math.sin(0.37 * i + 1)
    left, third = -side_mm / 2, side_mm / 3
    return (
        f'<path d="M{_n(left)} {_n(y)}c{_n(third)} {_n(bend)} {_n(2 * third)} {_n(-bend)} '
        f'{_n(3 * third)} {_n(bend / 3)}" stroke-width="{_n(0.6 + 0.9 * abs(math.sin(1.7 * i)))}"/>'
    )


def _plates(board: Board) -> Iterator[str]:
    """Draw the Memory plates: four corners cut round the outer ring, and the target ring plate."""
    if board.variant is not Variant.MEMORY:
        return
    over = board.overlay
    wide, tip = over.corner_width_mm, board.side_mm / math.sqrt(2) - 2 * board.edge_mm
    inner = math.sqrt(max(over.corner_inner_mm**2 - wide**2, 0.0))
    for seat in range(board.seats):
        left, low_left, point, low_right, right = (
            _point(corner_to_board(seat, u, v))
            for u, v in (
                (-wide, inner),
                (-wide, tip - wide),
                (0.0, tip),
                (wide, tip - wide),
                (wide, inner),
            )
        )
        radius = _n(over.corner_inner_mm)
        yield (
            f'<path class="plate" d="M{left}L{low_left} {point} {low_right} {right}'
            f'A{radius} {radius} 0 0 1 {left}Z"/>'
        )
    yield f'<circle class="plate" r="{_n(over.ring_outer_mm)}"/>'


def _point(xy_mm: tuple[float, float]) -> str:
    return f"{_n(xy_mm[0])} {_n(-xy_mm[1])}"


def _felts(board: Board) -> Iterator[str]:
    for place in board.places.values():
        if place.holds in {"balls", "dice"}:
            yield _circle(place, "felt", 'fill="url(#felt)"')


def _rings(board: Board) -> Iterator[str]:
    """Faint lines on which the fields lie, so that the eye follows the way."""
    for ring in board.rings:
        if ring.variant in {"", board.variant}:
            yield f'<circle class="way" r="{_n(ring.radius_mm)}"/>'


def _holes(board: Board) -> Iterator[str]:
    for place in board.places.values():
        if place.holds not in {"balls", "dice"}:
            yield _circle(place, f"hole {place.kind}", 'fill="url(#hole)"')


def _circle(place: Place, css: str, more: str) -> str:
    return (
        f'<circle class="{css}" data-place="{escape(place.name)}" cx="{_n(place.x_mm)}" '
        f'cy="{_n(-place.y_mm)}" r="{_n(place.radius_mm)}" {more}/>'
    )


def _numerals(board: Board) -> Iterator[str]:
    for corner in board.corners:
        if corner.kind == "counter":
            for seat in range(board.seats):
                yield from _counter_numerals(corner, seat)


def _counter_numerals(corner: Corner, seat: int) -> Iterator[str]:
    for (u, v), text in zip(corner.points_mm, ROMAN, strict=False):
        x, y = corner_to_board(seat, u, v + 3.4 * corner.radius_mm)
        yield (
            f'<g transform="translate({_n(x)} {_n(-y)})"><g class="upright">'
            f'<text class="numeral" dy=".35em">{text}</text></g></g>'
        )


# ---------------------------------------------------------------- marks


def _marks(board: Board) -> Iterator[str]:
    for mark in board.marks:
        draw = _MARKS.get(mark["kind"])
        if draw:
            yield from draw(board, mark)


def _start_arrows(board: Board, mark: Mapping[str, Any]) -> Iterator[str]:
    """Two chevrons inside the start field, pointing in from the start area (rule B2)."""
    for name in mark["at"]:
        yield from _chevrons(board.places[name], inwards_mm=(11.0, 16.0), half_mm=4.5)


def _target_arrows(board: Board, mark: Mapping[str, Any]) -> Iterator[str]:
    """Three chevrons inside the arrow field, pointing at the target fields behind it (rule B4)."""
    for name in mark["at"]:
        yield from _chevrons(board.places[name], inwards_mm=(13.0, 19.0, 25.0), half_mm=6.0)


def _chevrons(place: Place, inwards_mm: tuple[float, ...], half_mm: float) -> Iterator[str]:
    turn = math.degrees(math.atan2(place.y_mm, place.x_mm))
    tips = "".join(f"M{_n(at)} {_n(half_mm)}l{_n(half_mm)} {_n(-half_mm)} {_n(-half_mm)} {_n(-half_mm)}"
                   for at in inwards_mm)  # fmt: skip
    yield (
        f'<path class="mark" d="{tips}" transform="translate({_n(place.x_mm)} {_n(-place.y_mm)}) '
        f'rotate({_n(180 - turn)})"/>'
    )


def _ring_changes(board: Board, mark: Mapping[str, Any]) -> Iterator[str]:
    """An arrow with two heads between facing fields (rule B3)."""
    for outer, inner in mark["between"]:
        a, b = board.places[outer], board.places[inner]
        length = math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
        half = length / 2 - a.radius_mm - 2.0
        turn = math.degrees(math.atan2(a.y_mm - b.y_mm, a.x_mm - b.x_mm))
        x, y, head = (a.x_mm + b.x_mm) / 2, (a.y_mm + b.y_mm) / 2, 3.2
        yield (
            f'<path class="mark" transform="translate({_n(x)} {_n(-y)}) rotate({_n(-turn)})" '
            f'd="M{_n(-half)} 0H{_n(half)}M{_n(head - half)} {_n(-head)}L{_n(-half)} 0 '
            f"{_n(head - half)} {_n(head)}M{_n(half - head)} {_n(-head)}L{_n(half)} 0 "
            f'{_n(half - head)} {_n(head)}"/>'
        )


_MARKS: Mapping[str, Callable[[Board, Mapping[str, Any]], Iterator[str]]] = {
    "start-arrow": _start_arrows,
    "target-arrow": _target_arrows,
    "ring-change": _ring_changes,
}
