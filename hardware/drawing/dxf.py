"""A drawing as DXF for laser cutters and routers: millimetres, a layer for each work and drill."""

import io

import ezdxf
from ezdxf.enums import TextEntityAlignment
from ezdxf.filemanagement import new

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Text, tool_layer

# AutoCAD colour numbers: red, blue, green, white/black, grey.
_COLOURS = {Layer.CUT: 1, Layer.HOLE: 5, Layer.RECESS: 3, Layer.MARK: 7, Layer.TEXT: 8}


def to_dxf(drawing: Drawing) -> str:
    """Return the drawing as the text of a DXF file (version R2010), without what is printed in colour."""
    document = new("R2010", units=ezdxf.units.MM)
    space = document.modelspace()
    names = {tool_layer(shape): shape.layer for shape in drawing.on(*_COLOURS)}
    for name in sorted(names):
        document.layers.add(name, color=_COLOURS[names[name]])
    for shape in drawing.on(*_COLOURS):
        attributes = {"layer": tool_layer(shape)}
        match shape:
            case Circle(x=x, y=y, radius=radius):
                space.add_circle((x, y), radius, dxfattribs=attributes)
            case Path(points=points, closed=closed):
                space.add_lwpolyline(points, close=closed, dxfattribs=attributes)
            case Text(x=x, y=y, height=height, words=words):
                text = space.add_text(words, height=height, dxfattribs=attributes)
                text.set_placement((x, y), align=TextEntityAlignment.MIDDLE_CENTER)
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue()
