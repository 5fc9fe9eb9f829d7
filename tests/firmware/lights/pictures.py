"""Draws what each word of the lights' language looks like: `python -m tests.firmware.lights.pictures`.

The pictures lie in firmware/lights/pictures and move as the lights do; a test compares them with what shines.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from firmware.lights.language import lamps
from firmware.lights.pulse import strength
from firmware.resources import nominal_board
from referee.board import Place
from referee.snapshot import Choice, Lamp, MatchView, Phase, SeatView, Sentence, Snapshot
from tests.shared import ROOT
from tests.web.fake_table import snapshots

FOLDER = ROOT / "firmware" / "lights" / "pictures"
BOARD = nominal_board()
# A picture shows so many seconds over and over, in steps of a tenth: a whole number of blinks (0.8 s) and of
# breaths (3 s).
LOOP_S, STEP_S = 12.0, 0.1
# They begin where breathing and blinking lamps shine, so that who sees them printed sees all lamps.
_FROM_S = 1.65
_SIDE, _CORNER_R = BOARD.side_mm, 9.0
_SCALE = 0.5


def scenes() -> dict[str, Snapshot]:
    """Return a snapshot for each word of the language, by the picture's name."""
    known = snapshots()
    coloured = MatchView(
        game="inner-circle", variant="base", balls=2, first=0,
        seats=tuple(
            SeatView(seat=seat, colour=colour, rgb="")
            for seat, colour in enumerate(("red", "blue", "green", "yellow"))
        ),
    )  # fmt: skip
    path = tuple(f"O{i}" for i in range(20, 27))
    helping = replace(
        known["thrown"],
        expectation=replace(
            known["thrown"].expectation,
            choices=(Choice(seat=0, path=path, says=Sentence("")),
                     Choice(seat=0, path=("S0", "O0"), says=Sentence(""))),
        ),
    )  # fmt: skip
    shown = {
        "setting-up": replace(known["throw"], phase=Phase.SETTING_UP),
        "throw": known["throw"],
        "play-with-help": helping,
        "may-end": known["moved"],
        "wrong": known["wrong"],
        "round-won": replace(known["round-over"], phase=Phase.ROUND_OVER),
        "no-camera": replace(known["throw"], phase=Phase.NO_CAMERA),
    }
    return {name: replace(snapshot, match=coloured) for name, snapshot in shown.items()}


def drawings() -> dict[str, str]:
    """Return the pictures as SVG by the names of their files."""
    return {
        f"{name}.svg": drawing(lamps(snapshot, show_choices=name == "play-with-help"))
        for name, snapshot in scenes().items()
    }


def drawing(lit: Mapping[str, Lamp]) -> str:
    places = {place.name: place for place in (*BOARD.fields, *BOARD.of_kind("counter"))}
    side = _SIDE + 40
    box = f'viewBox="{-side / 2:g} {-side / 2:g} {side:g} {side:g}"'
    size = f'width="{side * _SCALE:g}" height="{side * _SCALE:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>',
        _square(side, "#1b1613"),
        _square(_SIDE, "#3a2a20"),
        *(_hole(place) for place in places.values()),
        *(_lamp(*at, lamp) for name, lamp in lit.items() if (at := spot(name, places))),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _square(side: float, fill: str) -> str:
    corner = f'x="{-side / 2:g}" y="{-side / 2:g}"'
    return f'<rect {corner} width="{side:g}" height="{side:g}" rx="10" fill="{fill}"/>'


def spot(name: str, places: Mapping[str, Place]) -> tuple[float, float, float] | tuple[()]:
    """Return where a lamp is drawn (x, y down, radius); nothing where the board has no lamp."""
    if name.startswith("corner."):
        (area,) = (p for p in BOARD.of_kind("start") if p.name == f"S{name[7:]}")
        out = 0.97 * _SIDE / 2 / max(abs(area.x_mm), abs(area.y_mm))
        return area.x_mm * out, -area.y_mm * out, _CORNER_R
    place = places.get(name)
    return (place.x_mm, -place.y_mm, 7.0) if place else ()


def _hole(place: Place) -> str:
    radius = max(place.radius_mm * 0.6, 1.6)
    return f'<circle cx="{place.x_mm:.1f}" cy="{-place.y_mm:.1f}" r="{radius:.1f}" fill="#120d0a"/>'


def _lamp(x: float, y: float, radius: float, lamp: Lamp) -> str:
    glow = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * size:.1f}" fill="{lamp.rgb}" opacity="{part}"/>'
        for size, part in ((1.9, 0.25), (1.0, 1))
    )
    return f"<g>{glow}{_pulsing(lamp.pulse)}</g>"


def _pulsing(pulse: str) -> str:
    levels = list(_levels(pulse))
    if len(set(levels)) == 1:
        return ""
    values = ";".join(f"{level:.2g}" for level in levels)
    return (
        f'<animate attributeName="opacity" calcMode="discrete" dur="{LOOP_S:g}s" '
        f'repeatCount="indefinite" values="{values}"/>'
    )


def _levels(pulse: str) -> Iterator[float]:
    for i in range(round(LOOP_S / STEP_S)):
        yield strength(pulse, _FROM_S + i * STEP_S)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawings().items():
        Path(FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
