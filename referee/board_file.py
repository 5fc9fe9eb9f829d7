"""Reading a board from the data of its TOML file, and an owner's measures into it."""

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from referee.board import Board, Corner, Disc, Overlay, Ring, Variant
from referee.errors import BoardError

_Record = TypeVar("_Record", Ring, Disc, Corner, Overlay)

_BODY = ("side_mm", "thickness_mm", "edge_mm")
_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
_MARKS = ("at", "between")
_PIECES = ("ball_mm", "counter_mm", "option_mm", "die_mm")


def board_from_data(data: Mapping[str, Any], variant: Variant = Variant.BASE) -> Board:
    """Build a board from parsed TOML.

    Raises:
        BoardError: a key is missing, unknown, of another kind or makes no board; the message names its path,
            what was found and what was expected.

    """
    _check_keys(data, "", {"id", "game", "seats", "body", "pieces", "overlay", "ring", "disc"},
                {"corner", "mark"})  # fmt: skip
    body, pieces = _table(data, "body", _BODY), _table(data, "pieces", _PIECES)
    board = Board(
        id=_value(data, "id", str, ""),
        game=_value(data, "game", str, ""),
        variant=variant,
        seats=_value(data, "seats", int, ""),
        rings=_records(Ring, data, "ring"),
        discs=_records(Disc, data, "disc"),
        corners=_records(Corner, data, "corner"),
        overlay=_record(Overlay, data["overlay"], "overlay"),
        marks=_marks(data),
        **body,
        **pieces,
    )
    _check_sense(board)
    return board


def board_with_measures(board: Board, measures: Mapping[str, Any]) -> Board:
    """Put what an owner measured (the keys of ``measures.json``, see hardware/README.md) into a board.

    Raises:
        BoardError: a key is unknown or its value has another shape.

    """
    _check_keys(measures, "", set(),
                {"side_mm", "ball_mm", "start_mm", "count_mm", "overlay_mm", "memory"})  # fmt: skip
    for key in ("side_mm", "ball_mm"):
        if key in measures:
            board = dataclasses.replace(board, **{key: _value(measures, key, float, "")})
    if "start_mm" in measures:
        start = _table(measures, "start_mm", ("v", "r"))
        board = board.with_corner("start", points_mm=((0.0, start["v"]),), radius_mm=start["r"])
    if "count_mm" in measures:
        board = board.with_corner("counter", points_mm=_points(measures, "count_mm", 4))
    if "overlay_mm" in measures:
        height = _value(measures, "overlay_mm", float, "")
        board = dataclasses.replace(
            board, overlay=dataclasses.replace(board.overlay, height_mm=height)
        )
    return _with_memory(board, measures["memory"]) if "memory" in measures else board


def _with_memory(board: Board, memory: Mapping[str, Any]) -> Board:
    _check_keys(memory, "memory", set(), {"order", "lower_mm", "upper_mm", "places_mm"})
    if "order" in memory:
        order = tuple(memory["order"])
        if sorted(order) != sorted(board.overlay.order):
            raise BoardError(f"memory.order names {order}; expected {sorted(board.overlay.order)}")
        board = dataclasses.replace(board, overlay=dataclasses.replace(board.overlay, order=order))
    for key, kind, count in (
        ("lower_mm", "memory-lower", 7),
        ("upper_mm", "memory-upper", 7),
        ("places_mm", "ball-place", 4),
    ):
        if key in memory:
            board = board.with_corner(kind, points_mm=_points(memory, key, count))
    return board


def _check_keys(data: Mapping[str, Any], path: str, required: set[str], optional: set[str]) -> None:
    where = f"{path}." if path else ""
    if not isinstance(data, Mapping):
        raise BoardError(f"{path} is {data!r}; expected a table")
    for key in data:
        if key not in required | optional:
            raise BoardError(
                f"unknown key {where}{key}; known: {', '.join(sorted(required | optional))}"
            )
    for key in sorted(required):
        if key not in data:
            known = ", ".join(sorted(required | optional))
            raise BoardError(f"{where}{key} is missing; found {_names(data)}, expected {known}")


def _names(data: Mapping[str, Any]) -> str:
    return ", ".join(data) or "nothing"


def _value(data: Mapping[str, Any], key: str, kind: Any, path: str) -> Any:
    name = f"{path}.{key}" if path else key
    if key not in data:
        raise BoardError(f"{name} is missing; found {_names(data)}, expected {_KINDS[kind]}")
    value = data[key]
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        if not math.isfinite(value) or (value < 0 and not key.endswith("_deg")):
            raise BoardError(f"{name} is {value}; expected a length of zero or more")
        return float(value)
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    raise BoardError(f"{name} is {value!r}; expected {_KINDS[kind]}")


def _table(data: Mapping[str, Any], key: str, names: tuple[str, ...]) -> dict[str, float]:
    if key not in data:
        raise BoardError(f"{key} is missing; expected a table [{key}]")
    _check_keys(data[key], key, set(names), set())
    return {name: _value(data[key], name, float, key) for name in names}


def _points(
    data: Mapping[str, Any], key: str, count: int | None
) -> tuple[tuple[float, float], ...]:
    points = data[key]
    try:
        pairs = tuple((float(u), float(v)) for u, v in points)
    except (TypeError, ValueError) as error:
        raise BoardError(
            f"{key} is {points!r}; expected a list of [u, v] in millimetres"
        ) from error
    if count is not None and len(pairs) != count:
        raise BoardError(f"{key} has {len(pairs)} points; expected {count}")
    return pairs


def _records(record: type[_Record], data: Mapping[str, Any], key: str) -> tuple[_Record, ...]:
    rows = data.get(key, [])
    if not isinstance(rows, list):
        raise BoardError(f"{key} is {rows!r}; expected tables [[{key}]]")
    return tuple(_record(record, row, f"{key}[{i}]") for i, row in enumerate(rows))


def _record(record: type[_Record], row: Mapping[str, Any], path: str) -> _Record:
    hints = typing.get_type_hints(record)
    fields = dataclasses.fields(record)
    required = {f.name for f in fields if f.default is dataclasses.MISSING}
    _check_keys(row, path, required, {f.name for f in fields} - required)
    values: dict[str, Any] = {}
    for name in row:
        hint = hints[name]
        if isinstance(hint, types.GenericAlias):
            values[name] = (
                _points(row, name, None) if name == "points_mm" else _texts(row, name, path)
            )
        else:
            values[name] = _value(row, name, hint, path)
    return record(**values)


def _texts(row: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
    value = row[key]
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise BoardError(f"{path}.{key} is {value!r}; expected a list of texts")
    return tuple(value)


def _marks(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    marks = data.get("mark", ())
    if not isinstance(marks, list | tuple):
        raise BoardError(f"mark is {marks!r}; expected tables [[mark]]")
    for i, mark in enumerate(marks):
        _check_keys(mark, f"mark[{i}]", {"kind"}, set(_MARKS))
        _value(mark, "kind", str, f"mark[{i}]")
        if len(mark) != 2:
            raise BoardError(f"mark[{i}] has {_names(mark)}; expected kind and one of at, between")
    return tuple(marks)


def _check_sense(board: Board) -> None:
    """Check what every key alone cannot tell: counts that divide, and names of one place each.

    Raises:
        BoardError: some do not.

    """
    if board.seats < 1:
        raise BoardError(f"seats is {board.seats}; expected 1 or more")
    for i, ring in enumerate(board.rings):
        if ring.count < 1 or ring.per_arc < 1 or ring.count % ring.per_arc:
            raise BoardError(
                f"ring[{i}].per_arc is {ring.per_arc} of {ring.count} fields; expected a number of 1 or "
                f"more that divides ring[{i}].count"
            )
    for i, corner in enumerate(board.corners):
        if corner.holds == "option" and len(corner.points_mm) != len(board.overlay.order):
            raise BoardError(
                f"corner[{i}].points_mm has {len(corner.points_mm)} points; expected one for each of "
                f"overlay.order, {len(board.overlay.order)}"
            )
    known = {name for variant in Variant for name in _place_names(board.with_variant(variant))}
    _check_marks(board, known)


def _place_names(board: Board) -> set[str]:
    names: set[str] = set()
    try:
        for place in board.each_place():
            if place.name in names:
                raise BoardError(
                    f"two places are called {place.name}; expected names that differ by {{i}}, {{k}} "
                    "or {option}"
                )
            names.add(place.name)
    except (KeyError, IndexError, ValueError) as error:
        raise BoardError(
            f"a place's name has {error} in braces; expected {{i}}, {{k}} or {{option}}"
        ) from error
    return names


def _check_marks(board: Board, known: set[str]) -> None:
    for i, mark in enumerate(board.marks):
        for key in _MARKS:
            ends = mark.get(key, ())
            flat = [name for end in ends for name in ([end] if isinstance(end, str) else end)]
            for name in flat:
                if name not in known:
                    raise BoardError(
                        f"mark[{i}].{key} names {name!r}; expected the name of a place"
                    )


def board_to_data(board: Board) -> dict[str, Any]:
    """Return the data that `board_from_data` reads back into the same board (apart from the variant)."""
    return {
        "id": board.id,
        "game": board.game,
        "seats": board.seats,
        "body": {name: getattr(board, name) for name in _BODY},
        "pieces": {name: getattr(board, name) for name in _PIECES},
        "ring": [dataclasses.asdict(ring) for ring in board.rings],
        "disc": [dataclasses.asdict(disc) for disc in board.discs],
        "corner": [dataclasses.asdict(corner) for corner in board.corners],
        "overlay": dataclasses.asdict(board.overlay),
        "mark": [dict(mark) for mark in board.marks],
    }
