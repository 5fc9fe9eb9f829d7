"""The few strokes that the steps' drawings are made of."""

from itertools import pairwise

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Rgb, Shape, Text, moved, rectangle

Point = tuple[float, float]

RED: Rgb = (208, 40, 40)
GREEN: Rgb = (30, 150, 60)
BLUE: Rgb = (40, 90, 210)
GREY: Rgb = (120, 120, 120)
PALE: Rgb = (236, 232, 224)
PCB: Rgb = (70, 130, 84)
METAL: Rgb = (196, 200, 204)
YELLOW: Rgb = (226, 176, 0)
DARK: Rgb = (40, 40, 44)
WOOD: Rgb = (224, 190, 146)
WHITE: Rgb = (255, 255, 255)


class Pen:
    """Collects shapes in the order in which they cover each other."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []

    def area(self, x: float, y: float, width: float, height: float, fill: Rgb) -> None:
        """Fill a rectangle round x, y."""
        self.shapes.append(rectangle(Layer.COLOUR, width, height, x, y, fill=fill))

    def frame(self, x: float, y: float, width: float, height: float, fill: Rgb = WHITE) -> None:
        """Fill a rectangle and draw its edge."""
        self.area(x, y, width, height, DARK)
        self.area(x, y, width - 0.8, height - 0.8, fill)

    def dot(self, x: float, y: float, radius: float, fill: Rgb) -> None:
        """Fill a circle."""
        self.shapes.append(Circle(Layer.COLOUR, x, y, radius, fill))

    def wire(self, *points: Point, colour: Rgb, pen: float = 0.9) -> None:
        """Draw a line through points in a colour, as thin areas so that it keeps its colour."""
        for (ax, ay), (bx, by) in pairwise(points):
            length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-9)
            nx, ny = -(by - ay) / length * pen / 2, (bx - ax) / length * pen / 2
            corners = (
                (ax + nx, ay + ny),
                (bx + nx, by + ny),
                (bx - nx, by - ny),
                (ax - nx, ay - ny),
            )
            self.shapes.append(Path(Layer.COLOUR, corners, closed=True, fill=colour))
            self.dot(ax, ay, pen / 2, colour)
            self.dot(bx, by, pen / 2, colour)

    def write(self, x: float, y: float, words: str, height: float = 3.0) -> None:
        """Write words with their middle at x, y."""
        self.shapes.append(Text(Layer.MARK, x, y, height, words))

    def arrow(self, tail: Point, tip: Point, colour: Rgb = DARK, pen: float = 0.7) -> None:
        """Draw an arrow."""
        length = ((tip[0] - tail[0]) ** 2 + (tip[1] - tail[1]) ** 2) ** 0.5
        ux, uy = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
        size = 3.6 * pen
        back = (tip[0] - size * ux, tip[1] - size * uy)
        head = (tip, (back[0] - size * 0.5 * uy, back[1] + size * 0.5 * ux),
                (back[0] + size * 0.5 * uy, back[1] - size * 0.5 * ux))  # fmt: skip
        self.wire(tail, back, colour=colour, pen=pen)
        self.shapes.append(Path(Layer.COLOUR, head, closed=True, fill=colour))

    def drawing(self, title: str, width: float, height: float, middle_y: float = 0.0) -> Drawing:
        """Return what was drawn on a sheet of this size, whose middle is at x = 0 and ``middle_y``."""
        shapes = tuple(moved(shape, 0.0, -middle_y) for shape in self.shapes)
        return Drawing(title, width, height, shapes)
