"""The board in colour on paper, to try the referee without a wooden board.

Holes are drawn dark at the rim and light in the middle, as wooden ones look from above, so that the eye
finds a ring of spots, and a dark ball still differs from an empty field. The start areas have a colour
that no usual ball has.
"""

from collections.abc import Iterator

from hardware.drawing.board import draw
from hardware.drawing.shapes import Circle, Drawing, Layer, Rgb
from referee.board import Board, Place

_RIM: Rgb = (70, 55, 45)
_MIDDLE: Rgb = (170, 150, 125)
_STEPS = 6
_FELT: Rgb = (150, 36, 44)
_DICE: Rgb = (150, 40, 48)


def practice(board: Board) -> Drawing:
    """Draw the board as it is printed in colour."""
    plan = draw(board)
    lines = tuple(plan.on(Layer.CUT, Layer.MARK))
    colours = tuple(disc for place in board.places.values() for disc in _discs(place))
    return Drawing(plan.title, plan.width, plan.height, (*colours, *lines))


def _discs(place: Place) -> Iterator[Circle]:
    match place.holds:
        case "dice":
            yield _disc(place, place.radius_mm, _DICE)
        case "balls":
            yield _disc(place, place.radius_mm, _FELT)
        case _:
            for step in range(_STEPS):
                share = step / _STEPS
                yield _disc(place, place.radius_mm * (1 - share), _between(share))


def _between(share: float) -> Rgb:
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(_RIM, _MIDDLE, strict=True))
    return red, green, blue


def _disc(place: Place, radius_mm: float, fill: Rgb) -> Circle:
    return Circle(Layer.COLOUR, place.x_mm, place.y_mm, radius_mm, fill)
