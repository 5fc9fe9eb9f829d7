"""The drawing of the board: every place where the board file has it."""

import math
from xml.etree import ElementTree as ET

import pytest

from referee.board import Variant
from tests.web.fake_table import boards
from web.board_svg import LAYERS, board_svg

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = boards()


def drawn(variant: Variant) -> ET.Element:
    """Return the drawing as parsed XML."""
    return ET.fromstring(board_svg(BOARDS[variant], "A <board> & more"))


@pytest.mark.parametrize("variant", Variant)
def test_every_place_is_drawn_once_where_it_lies(variant: Variant) -> None:
    """Names, centres (y turned over) and radii are those of the board, to a tenth of a millimetre."""
    found = [node for node in drawn(variant).iter() if "data-place" in node.attrib]
    places = {node.attrib["data-place"]: node for node in found}

    assert len(found) == len(places)
    assert set(BOARDS[variant].places) == set(places)
    for name, place in BOARDS[variant].places.items():
        at = {key: float(places[name].attrib[key]) for key in ("cx", "cy", "r")}
        assert at["cx"] == pytest.approx(place.x_mm, abs=0.051)
        assert at["cy"] == pytest.approx(-place.y_mm, abs=0.051)
        assert at["r"] == pytest.approx(place.radius_mm, abs=0.051)


def test_fields_run_clockwise_on_the_screen() -> None:
    """Rule B1 as a player sees it: from O0 at the lower left, O16 is at the upper left."""
    nodes = {n.attrib.get("data-place"): n for n in drawn(Variant.BASE).iter()}
    corner = {name: (float(nodes[name].attrib["cx"]) > 0, float(nodes[name].attrib["cy"]) > 0)
              for name in ("O0", "O16", "O32", "O48")}  # fmt: skip

    assert corner == {
        "O0": (False, True), "O16": (False, False), "O32": (True, False), "O48": (True, True),
    }  # fmt: skip


@pytest.mark.parametrize("variant", Variant)
def test_everything_lies_on_the_picture(variant: Variant) -> None:
    """No place sticks out of the picture, however the board is turned."""
    picture = drawn(variant)
    left, top, width, height = (float(n) for n in picture.attrib["viewBox"].split())

    assert (left, top) == (-width / 2, -height / 2)
    for place in BOARDS[variant].places.values():
        assert max(abs(place.x_mm), abs(place.y_mm)) + place.radius_mm < width / 2


def test_the_script_s_layers_are_there_and_empty() -> None:
    """Pieces, dice and lights find their layers, in this order above the board."""
    classes = [n.attrib.get("class", "") for n in drawn(Variant.BASE).iter(f"{SVG}g")]

    assert [f"layer-{name}" for name in LAYERS] == [c for c in classes if c.startswith("layer-")]


def test_ring_change_arrows_join_facing_fields() -> None:
    """Each of the four double arrows (rule B3) lies in the middle between its two fields."""
    board = BOARDS[Variant.BASE]
    arrows = [n for n in drawn(Variant.BASE).iter(f"{SVG}path") if "H" in n.attrib.get("d", "")
              and n.attrib.get("class") == "mark"]  # fmt: skip
    middles = {
        tuple(round(float(x)) for x in n.attrib["transform"].split("(")[1].split(")")[0].split())
        for n in arrows
    }
    expected = {
        (round((a.x_mm + b.x_mm) / 2), round(-(a.y_mm + b.y_mm) / 2))
        for a, b in (
            (board.places[f"O{8 + 16 * k}"], board.places[f"I{4 + 8 * k}"]) for k in range(4)
        )
    }

    assert expected == middles


def test_a_fitted_board_is_drawn_as_it_was_fitted() -> None:
    """The drawing follows the rings that the eye measured."""
    board = BOARDS[Variant.BASE].with_ring("outer", radius_mm=200.0)
    node = next(
        n for n in ET.fromstring(board_svg(board, "")).iter() if n.attrib.get("data-place") == "O7"
    )

    assert math.hypot(float(node.attrib["cx"]), float(node.attrib["cy"])) == pytest.approx(
        200, abs=0.1
    )


def test_the_title_is_escaped() -> None:
    """A title with markup in it stays a title."""
    assert drawn(Variant.BASE).attrib["aria-label"] == "A <board> & more"


def test_the_drawing_is_small() -> None:
    """The board alone must leave room for the rest of the first page."""
    assert len(board_svg(BOARDS[Variant.BASE], "")) < 25_000
    assert len(board_svg(BOARDS[Variant.MEMORY], "")) < 35_000
