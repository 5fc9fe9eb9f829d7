"""The label for the table's box: how to join its own network and open its page, to print and stick on."""

from html import escape

import segno

from firmware.networks.own import OWN_ADDRESS, OwnNetwork
from firmware.resources import texts
from referee.catalogue import flat

_WIDTH_MM, _HEIGHT_MM = 90, 56
_CODE_MM = 32
# Ten metres of wall between phone and code are not the trouble, scratches are: a quarter may be lost.
_ERROR = "q"


def label_svg(own: OwnNetwork, port: int, language: str) -> str:
    """Return the label as SVG in true size (mm), with both QR codes and the words to type."""
    words = flat(texts("firmware", language))
    address = f"http://{OWN_ADDRESS}" + (f":{port}" if port != 80 else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH_MM}mm" height="{_HEIGHT_MM}mm" '
        f'viewBox="0 0 {_WIDTH_MM} {_HEIGHT_MM}" font-family="sans-serif">\n'
        f'<rect width="{_WIDTH_MM}" height="{_HEIGHT_MM}" fill="#fff" stroke="#000" stroke-width=".2"/>\n'
        f"{_line(_WIDTH_MM / 2, 6, 4, words['label.title'])}"
        f"{_code(own.code, 8)}{_code(address, _WIDTH_MM - 8 - _CODE_MM)}"
        f"{_line(24, 45, 3, words['label.join'])}"
        f"{_line(_WIDTH_MM - 24, 45, 3, words['label.open'])}"
        f"{_line(24, 49.5, 3, own.name)}{_line(24, 53.5, 3, own.password)}"
        f"{_line(_WIDTH_MM - 24, 49.5, 3, address)}"
        "</svg>\n"
    )


def _code(text: str, x_mm: float) -> str:
    code = segno.make(text, error=_ERROR, micro=False)
    scale = _CODE_MM / code.symbol_size(border=0)[0]
    drawn = code.svg_inline(border=0, omitsize=False, scale=scale, unit=None)
    return f'<g transform="translate({x_mm:g} 8.5)">{drawn}</g>\n'


def _line(x_mm: float, y_mm: float, size_mm: float, text: str) -> str:
    place = f'x="{x_mm:g}" y="{y_mm:g}" font-size="{size_mm:g}" text-anchor="middle"'
    return f"<text {place}>{escape(text)}</text>\n"
