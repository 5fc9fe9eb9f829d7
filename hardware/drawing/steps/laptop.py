"""Kit C: a laptop with a command to type, and how a webcam may hang."""

import math

from hardware.drawing.shapes import Drawing, Layer, Path
from hardware.drawing.steps.pen import BLUE, DARK, GREEN, METAL, PALE, WHITE, WOOD, Pen

# The slant up to which the eye is measured.
MOST_SLANT_DEG = 35.0


def laptop(command: str) -> Drawing:
    """Draw a laptop on which one command is typed."""
    pen = Pen()
    pen.area(0, 12, 120, 76, DARK)
    pen.area(0, 12, 112, 68, (24, 30, 38))
    keyboard = ((-64, -28), (64, -28), (76, -44), (-76, -44))
    pen.shapes.append(Path(Layer.COLOUR, keyboard, closed=True, fill=METAL))
    pen.area(0, -45, 152, 3, DARK)
    pen.area(0, 30, 104, 10, WHITE)
    pen.write(0, 30, f"$ {command}", 4.2)
    pen.area(-18, 2, 40, 30, WOOD)
    pen.dot(-18, 2, 12, PALE)
    for i in range(16):
        angle = math.tau * i / 16
        pen.dot(-18 + 13 * math.cos(angle), 2 + 13 * math.sin(angle), 1.0, BLUE if i % 5 else GREEN)
    pen.area(28, 8, 36, 4, WHITE)
    pen.area(24, 0, 28, 4, WHITE)
    pen.write(0, -52, "A drawing.", 2.6)
    return pen.drawing("A laptop with the command that starts it", 170, 112)


def aim(side_mm: float, height_mm: tuple[float, float]) -> Drawing:
    """Draw from the side how a webcam may hang: over the board or slanting, in this range of heights."""
    pen, half = Pen(), side_mm / 2
    pen.area(0, -12, 2.6 * side_mm, 24, WOOD)
    pen.area(0, 10, side_mm, 20, (198, 150, 100))
    least, most = height_mm
    for slant, distance in ((0.0, least), (MOST_SLANT_DEG, most)):
        angle = math.radians(slant)
        x, y = -distance * math.sin(angle), 20 + distance * math.cos(angle)
        for end in (-half, half):
            pen.wire((x, y), (end, 20), colour=BLUE, pen=2.0)
        pen.dot(x, y, 14, DARK)
        pen.write(x - 120, y + 10, f"{distance:.0f} mm, {slant:.0f}°", 22.0)
    pen.arrow((half + 120, least + 40), (half + 30, 120), pen=5.0)
    pen.write(half + 150, least + 70, "no lamp that mirrors here", 20.0)
    pen.write(0, -50, "A drawing, seen from the side.", 18.0)
    return pen.drawing("How a webcam may hang", 3.2 * side_mm, most + 160, most / 2 - 10)
