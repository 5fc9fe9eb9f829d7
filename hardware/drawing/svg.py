"""A drawing as SVG at true size: one user unit is one millimetre."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Rgb, Shape, Text, tool_layer

_STROKES = {
    Layer.CUT: "#d00000",
    Layer.HOLE: "#0050d0",
    Layer.RECESS: "#008030",
    Layer.MARK: "#000000",
    Layer.TEXT: "#707070",
    Layer.COLOUR: "none",
}
# Colours lie below the lines.
_ORDER = (Layer.COLOUR, *(layer for layer in Layer if layer is not Layer.COLOUR))
_HAIRLINE_MM = 0.2


def to_svg(drawing: Drawing) -> str:
    """Return the drawing as an SVG document with a group for each layer, and for each diameter of hole."""
    w, h = drawing.width, drawing.height
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=f"{w:g}mm",
        height=f"{h:g}mm",
        viewBox=f"{-w / 2:g} {-h / 2:g} {w:g} {h:g}",
    )
    SubElement(root, "title").text = drawing.title
    for layer in _ORDER:
        names = dict.fromkeys(tool_layer(shape) for shape in drawing.on(layer))
        groups = {name: _group(root, name, layer) for name in sorted(names)}
        for shape in drawing.on(layer):
            _add(groups[tool_layer(shape)], shape)
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _group(root: Element, name: str, layer: Layer) -> Element:
    group = SubElement(root, "g", id=name, fill="none", stroke=_STROKES[layer])
    group.set("stroke-width", f"{_HAIRLINE_MM}")
    return group


def _add(group: Element, shape: Shape) -> None:
    match shape:
        case Circle(x=x, y=y, radius=radius, fill=fill):
            circle = SubElement(group, "circle", cx=f"{x:.3f}", cy=f"{-y:.3f}", r=f"{radius:.3f}")
            _fill(circle, fill)
        case Path():
            _add_path(group, shape)
        case Text(x=x, y=y, height=height, words=words):
            text = SubElement(group, "text", x=f"{x:.3f}", y=f"{-y:.3f}", stroke="none")
            text.set("fill", group.get("stroke") or "#000000")
            text.set("font-size", f"{height / 0.7:.2f}")
            text.set("font-family", "sans-serif")
            text.set("text-anchor", "middle")
            text.set("dominant-baseline", "central")
            text.text = words


def _add_path(group: Element, path: Path) -> None:
    points = " ".join(f"{x:.3f},{-y:.3f}" for x, y in path.points)
    line = SubElement(group, "polygon" if path.closed else "polyline", points=points)
    if path.pen:
        line.set("stroke-width", f"{path.pen:.3f}")
        line.set("stroke-linecap", "round")
        line.set("stroke-linejoin", "round")
    _fill(line, path.fill)


def _fill(element: Element, fill: Rgb | None) -> None:
    if fill is not None:
        element.set("fill", "#{:02x}{:02x}{:02x}".format(*fill))
        element.set("stroke", "none")
