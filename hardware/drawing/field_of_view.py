"""The heights of all cameras over a board, drawn from the side."""

from collections.abc import Iterator

from hardware.drawing.shapes import BLACK, Drawing, Layer, Path, Shape, Text, moved, rectangle
from hardware.field_of_view import MARGIN_MM, Reach, cameras, reach

_PANEL_MM = 640.0
_TABLE_MM = 560.0


def heights(side_mm: float, thickness_mm: float, ball_mm: float) -> Drawing:
    """Draw one panel a camera: where it hangs and what it sees."""
    all_cameras = cameras()
    width = _PANEL_MM * len(all_cameras)
    shapes: list[Shape] = []
    for i, camera in enumerate(all_cameras):
        seen = reach(camera, side_mm, ball_mm)
        x = (i + 0.5) * _PANEL_MM - width / 2
        shapes += (moved(s, x, -330.0) for s in _panel(camera["name"], seen, thickness_mm))
    return Drawing("heights of the cameras", width, 940.0, tuple(shapes))


def _panel(name: str, seen: Reach, thickness_mm: float) -> Iterator[Shape]:
    top = thickness_mm
    lens = (0.0, seen.height_mm)
    edge = seen.side_mm / 2 + MARGIN_MM
    yield Path(Layer.TEXT, ((-_TABLE_MM / 2, 0.0), (_TABLE_MM / 2, 0.0)), pen=3.0)
    yield rectangle(Layer.MARK, seen.side_mm, thickness_mm, 0.0, thickness_mm / 2)
    yield Path(Layer.HOLE, ((-edge, top), lens, (edge, top)), pen=2.0)
    yield rectangle(Layer.MARK, 40.0, 16.0, lens[0], lens[1] + 8.0, fill=BLACK)
    yield Path(Layer.CUT, ((_TABLE_MM / 2, 0.0), (_TABLE_MM / 2, lens[1])), pen=2.0)
    yield Text(
        Layer.CUT, _TABLE_MM / 2 - 84.0, lens[1] / 2 + 60.0, 34.0, f"{seen.height_mm:.0f} mm"
    )
    short = name.replace("Raspberry Pi ", "")
    yield Text(Layer.MARK, 0.0, -50.0, 34.0, short)
    yield Text(Layer.TEXT, 0.0, -105.0, 30.0, f"{seen.side_mm:g} mm board")
