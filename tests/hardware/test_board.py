"""The board file and what is laid out from it."""

import copy
import itertools
import math
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.board import Board, Variant, corner_to_board
from referee.board_file import board_from_data, board_to_data, board_with_measures
from referee.board_toml import board_to_toml
from referee.errors import BoardError
from tests.shared import ROOT

DATA = tomllib.loads((ROOT / "hardware/boards/inner-circle.toml").read_text())
MEMORY_OPTIONS = {"half", "double", "swap-ball", "swap-ring", "direction", "hole-in", "exit"}


def board(variant: Variant = Variant.BASE) -> Board:
    return board_from_data(DATA, variant)


@pytest.mark.parametrize(("variant", "targets"), [(Variant.BASE, 8), (Variant.MEMORY, 16)])
def test_fields_are_those_of_the_rules(variant, targets):
    """B1, B4: 64 outer, 32 inner and 8 or 16 target fields."""
    names = [place.name for place in board(variant).fields]

    assert [f"O{i}" for i in range(64)] + [f"I{i}" for i in range(32)] + [
        f"T{i}" for i in range(targets)
    ] == names


@pytest.mark.parametrize("i", range(32))
def test_inner_field_lies_beside_its_outer_field(i):
    """B1: I(i) lies directly beside O(2i), on the same ray from the centre."""
    places = board().places
    inner, outer = places[f"I{i}"], places[f"O{2 * i}"]

    assert math.isclose(
        math.atan2(inner.y_mm, inner.x_mm), math.atan2(outer.y_mm, outer.x_mm), abs_tol=1e-9
    )


def test_fields_run_clockwise():
    """B1: the rings are numbered clockwise seen from above."""
    places = board().places
    for ring, count in (("O", 64), ("I", 32), ("T", 8)):
        for a, b in itertools.pairwise(places[f"{ring}{i}"] for i in range(count)):
            assert a.x_mm * b.y_mm - a.y_mm * b.x_mm < 0


@pytest.mark.parametrize("seat", range(4))
def test_start_area_lies_behind_its_start_field(seat):
    """B2: seat k has the start area in corner k and the start field O(16k)."""
    places = board().places
    start, field = places[f"S{seat}"], places[f"O{16 * seat}"]

    assert math.isclose(
        math.atan2(start.y_mm, start.x_mm), math.atan2(field.y_mm, field.x_mm), abs_tol=1e-9
    )
    assert math.hypot(start.x_mm, start.y_mm) > math.hypot(field.x_mm, field.y_mm)


@pytest.mark.parametrize(("variant", "per_arrow"), [(Variant.BASE, 2), (Variant.MEMORY, 4)])
def test_target_fields_are_symmetric_about_their_arrow(variant, per_arrow):
    """B4: behind arrow k lie the target fields of group k, half on each side."""
    places = board(variant).places
    for k in range(4):
        group = [places[f"T{per_arrow * k + i}"] for i in range(per_arrow)]
        arrow = places[f"I{8 * k}"]
        middle_x = sum(place.x_mm for place in group)
        middle_y = sum(place.y_mm for place in group)
        assert math.isclose(
            math.atan2(middle_y, middle_x), math.atan2(arrow.y_mm, arrow.x_mm), abs_tol=1e-9
        )


def test_memory_corner_has_a_lower_and_an_upper_hole_for_each_option():
    """B6: seven memory fields, exit the last, each with a lower and an upper hole."""
    places = board(Variant.MEMORY).places
    for k, row in itertools.product(range(4), ("lower", "upper")):
        assert {f"M{k}.{option}.{row}" for option in MEMORY_OPTIONS} <= set(places)
    assert board().overlay.order[-1] == "exit"


def test_every_place_lies_on_the_board():
    """No place reaches over the board's edge."""
    for variant in Variant:
        b = board(variant)
        for place in b.places.values():
            reach = max(abs(place.x_mm), abs(place.y_mm)) + place.radius_mm
            assert reach < b.side_mm / 2, place


@pytest.mark.parametrize("variant", list(Variant))
def test_data_round_trips(variant):
    """A board written as data reads back as the same board."""
    assert board(variant) == board_from_data(board_to_data(board(variant)), variant)


@pytest.mark.parametrize("variant", list(Variant))
def test_a_board_file_can_be_written(variant):
    """A board written as a board file reads back as the same board, to a thousandth."""
    fitted = board(variant).with_ring("outer", radius_mm=181.23456)
    text = board_to_toml(fitted, "fitted")

    assert board_from_data(tomllib.loads(text), variant) == fitted.with_ring(
        "outer", radius_mm=181.235
    )


@given(st.integers(0, 3), st.floats(-50, 50), st.floats(100, 300))
def test_corner_axes_turn_by_quarters(seat, u, v):
    """Each corner's axes are the first one's turned by a quarter clockwise a seat."""
    x, y = corner_to_board(0, u, v)
    for _ in range(seat):
        x, y = y, -x

    assert corner_to_board(seat, u, v) == pytest.approx((x, y), abs=1e-9)


def missing_keys(data: Any, path: str = "") -> list[str]:
    """Every path of a key that the schema requires, found by walking the data."""
    if isinstance(data, dict):
        return [
            p
            for key, value in data.items()
            for p in ([f"{path}.{key}".strip("."), *missing_keys(value, f"{path}.{key}")])
        ]
    if isinstance(data, list) and data and isinstance(data[0], dict):
        return [p for i, row in enumerate(data) for p in missing_keys(row, f"{path}[{i}]")]
    return []


OPTIONAL = ("variant", "on_overlay", "mark", "corner")
REQUIRED = [path for path in missing_keys(DATA) if not path.rsplit(".", 1)[-1].startswith(OPTIONAL)]


@pytest.mark.parametrize("path", [path for path in REQUIRED if not path.startswith("mark")])
def test_a_missing_key_is_named(path):
    """A board file with a field missing gives an error that names the key's path."""
    data = copy.deepcopy(DATA)
    at: Any = data
    *parents, last = path.replace("[", ".[").strip(".").split(".")
    for step in parents:
        at = at[int(step[1:-1])] if step.startswith("[") else at[step]
    del at[last]

    with pytest.raises(BoardError, match=last):
        board_from_data(data)


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"colour": 1}, "colour"),
        ({"seats": "four"}, "seats"),
        ({"seats": True}, "seats"),
        ({"ring": 3}, "ring"),
        ({"body": {"side_mm": -1.0, "thickness_mm": 1.0, "edge_mm": 1.0}}, "side_mm"),
    ],
)
def test_a_wrong_value_is_named(change, names):
    """Unknown keys and values of another kind are errors that name the key."""
    with pytest.raises(BoardError, match=names):
        board_from_data(DATA | change)


def changed(path, value):
    """The nominal data with another value at one path, such as ``ring.0.count``."""
    data = copy.deepcopy(DATA)
    at: Any = data
    *parents, last = path.split(".")
    for step in parents:
        at = at[int(step)] if step.isdigit() else at[step]
    at[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("ring.2.count", "many", r"ring\[2\].count is 'many'; expected a whole number"),
        ("body.side_mm", None, r"body.side_mm is None; expected a number"),
        ("ring.0.per_arc", 0, r"ring\[0\].per_arc is 0 of 64 fields; expected"),
        ("ring.0.per_arc", 15, r"ring\[0\].per_arc is 15 of 64 fields; expected"),
        ("ring.1.radius_mm", math.inf, r"ring\[1\].radius_mm is inf; expected a length"),
        ("ring.1.radius_mm", -5, r"ring\[1\].radius_mm is -5; expected a length of zero or more"),
        ("ring.1.first_deg", math.nan, r"ring\[1\].first_deg is nan; expected"),
        ("ring.1.centred", 1, r"ring\[1\].centred is 1; expected true or false"),
        ("ring.0.name", "O", "two places are called O; expected names that differ"),
        ("ring.0.name", "O{n}", "'n' in braces; expected"),
        ("overlay.order", ["half"], r"corner\[2\].points_mm has 7 points; expected .* 1"),
        ("overlay.order", "half", "overlay.order is 'half'; expected a list of texts"),
        ("corner.0.points_mm", [[1]], r"points_mm is \[\[1\]\]; expected a list of \[u, v\]"),
        ("mark.0.at", ["O64"], r"mark\[0\].at names 'O64'; expected the name of a place"),
        ("mark.0.colour", "red", r"unknown key mark\[0\].colour; known: at, between, kind"),
        ("seats", 0, "seats is 0; expected 1 or more"),
    ],
)
def test_an_error_names_the_key_and_what_was_found_and_expected(path, value, says):
    """What makes no board is told with the key's path, what stands there and what should."""
    with pytest.raises(BoardError, match=says):
        board_from_data(changed(path, value))


def test_every_key_of_the_schema_is_described():
    """boards/README.md names every key that a board file may have."""
    text = (ROOT / "hardware/boards/README.md").read_text()
    keys = {path.rsplit(".", 1)[-1] for path in missing_keys(DATA)} | {"variant", "on_overlay"}

    assert {key for key in keys if f"`{key}`" not in text and f"[{key}]" not in text} == set()


def test_measures_replace_nominal_lengths():
    """What an owner measured stands in the board; what was not measured stays nominal."""
    measured = board_with_measures(
        board(), {"side_mm": 389.3, "ball_mm": 13.7, "start_mm": {"v": 218.5, "r": 31.6}}
    )

    assert (389.3, 13.7) == (measured.side_mm, measured.ball_mm)
    assert 31.6 == measured.places["S0"].radius_mm
    assert board().places["O0"] == measured.places["O0"]


@pytest.mark.parametrize(
    ("measures", "names"),
    [
        ({"side": 1}, "side"),
        ({"side_mm": "wide"}, "side_mm"),
        ({"start_mm": {"v": 1.0}}, "r"),
        ({"count_mm": [[0, 1]]}, "count_mm"),
        ({"count_mm": "four"}, "count_mm"),
        ({"memory": {"order": ["half"]}}, "order"),
        ({"memory": {"upper_mm": [[0.0, 1.0]]}}, "upper_mm"),
    ],
)
def test_wrong_measures_are_named(measures, names):
    """A measure of another shape is an error that names its key."""
    with pytest.raises(BoardError, match=names):
        board_with_measures(board(), measures)
