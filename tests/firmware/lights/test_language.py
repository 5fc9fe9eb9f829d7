from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.lights.language import BLINK, BREATHE, COUNT, STEADY, lamps
from firmware.lights.pulse import colours, strength
from referee.snapshot import (
    Choice,
    Due,
    Expectation,
    FoulView,
    Lamp,
    MatchView,
    MoveView,
    Phase,
    Repair,
    SeatView,
    Sentence,
    Snapshot,
)
from tests.firmware.lights import pictures
from tests.shared import ROOT

MATCH = MatchView(
    game="inner-circle",
    seats=(SeatView(seat=0, colour="red"), SeatView(seat=2, colour="sky", rgb="#6080a0")),
)
SAYS = Sentence("x")


def table(phase: Phase, **more: Any) -> Snapshot:
    now = Expectation(due=Due.THROW_BOTH, seat=0, next_seat=2)
    return replace(Snapshot(version=1, phase=phase, match=MATCH, expectation=now), **more)


def pulses(snapshot: Snapshot) -> dict[str, str]:
    return {name: lamp.pulse for name, lamp in lamps(snapshot).items()}


def test_a_seat_that_is_to_throw_breathes_and_one_that_plays_is_steady() -> None:
    """Whose turn it is, and what is awaited, is told by the corner alone."""
    assert pulses(table(Phase.THROW)) == {"corner.0": BREATHE}
    assert pulses(table(Phase.PLAY)) == {"corner.0": STEADY}
    assert pulses(table(Phase.MOVING)) == {"corner.0": STEADY}


def test_when_the_turn_may_end_the_next_seat_breathes_too() -> None:
    """The player may go on, the next one may throw."""
    assert pulses(table(Phase.MAY_END)) == {"corner.0": STEADY, "corner.2": BREATHE}


def test_the_last_move_shows_where_a_ball_came_from_and_stands() -> None:
    """The field left is dimmer than the field reached, both in the colour of the seat."""
    move = MoveView(number=3, seat=2, path=("O30", "O31", "O32"))
    shown = lamps(table(Phase.THROW, move=move))

    assert shown["O32"].rgb == lamps(table(Phase.SETTING_UP))["corner.2"].rgb
    assert "O31" not in shown
    assert brightness(shown["O30"]) < brightness(shown["O32"]) / 2


def brightness(lamp: Lamp) -> int:
    return max(int(lamp.rgb[i : i + 2], 16) for i in (1, 3, 5))


def test_a_wrong_ball_blinks_and_its_place_breathes() -> None:
    """Red and blinking is where it must not stand, white and breathing where it belongs."""
    foul = FoulView(
        rule="M1", says=SAYS, seat=0, counted=("O1", "O2", "O3"),
        repairs=(Repair(seat=0, stands="O5", belongs="O3"), Repair(seat=2, stands=None, belongs="O9"),
                 Repair(seat=2, stands="O7", belongs=None)),
    )  # fmt: skip
    shown = lamps(table(Phase.WRONG, foul=foul))

    assert {"O5", "O7"} == {name for name, lamp in shown.items() if lamp.pulse == BLINK}
    assert shown["O5"].rgb == "#ff0000"
    assert {"O3", "O9", "corner.2"} == {n for n, lamp in shown.items() if lamp.pulse == BREATHE}
    assert shown["O3"].rgb == shown["O9"].rgb == "#ffffff"
    assert [shown[name].pulse for name in ("O1", "O2")] == ["count-0-3", "count-1-3"]
    assert "corner.0" in shown


def test_the_winners_balls_and_corner_breathe() -> None:
    """A won round shows whose it is."""
    position = {"on": {"T0": 2, "T5": 2, "O4": 0}}
    shown = lamps(table(Phase.ROUND_OVER, winner=2, position=position))

    assert set(shown) == {"corner.2", "T0", "T5"}
    assert {lamp.pulse for lamp in shown.values()} == {BREATHE}


def test_help_shows_where_balls_may_go_only_when_asked_for() -> None:
    """Legal targets are off by default."""
    choice = Choice(seat=0, path=("O0", "O6"), says=SAYS)
    now = Expectation(due=Due.MOVE, seat=0, choices=(choice,))
    snapshot = table(Phase.PLAY, expectation=now)

    assert "O6" not in lamps(snapshot)
    assert lamps(snapshot, show_choices=True)["O6"].pulse == BREATHE


def test_a_table_that_cannot_see_asks_for_help() -> None:
    """Without camera or board all corners blink."""
    for phase in (Phase.NO_CAMERA, Phase.NO_BOARD):
        assert set(pulses(table(phase)).values()) == {BLINK}
        assert len(lamps(table(phase))) == 4


def test_a_table_at_rest_is_dark() -> None:
    """Nothing shines while nothing is played or the players asked for a pause."""
    assert lamps(table(Phase.IDLE)) == lamps(table(Phase.PAUSED)) == {}


def test_every_phase_has_lights_or_is_meant_to_be_dark() -> None:
    """No phase fails, whatever else the snapshot lacks."""
    for phase in Phase:
        bare = Snapshot(version=1, phase=phase)
        assert all(lamp.rgb.startswith("#") for lamp in lamps(bare, show_choices=True).values())


def test_dull_colours_of_balls_become_vivid_lights() -> None:
    """The colour that the camera saw keeps its hue and gets bright."""
    rgb = lamps(table(Phase.SETTING_UP))["corner.2"].rgb
    red, green, blue = (int(rgb[i : i + 2], 16) for i in (1, 3, 5))

    assert blue == 255
    assert red < green < blue
    assert red < 0x60 * 255 / 0xA0


@given(st.floats(0, 1e6))
def test_pulses_differ_and_no_lamp_flickers_fast(at_s: float) -> None:
    """Strengths stay between dark and full; blinking changes at most twice in 0.8 s."""
    assert strength(STEADY, at_s) == 1.0
    assert strength(BLINK, at_s) in {0.0, 1.0}
    assert 0.1 < strength(BREATHE, at_s) <= 1.0
    changes = [strength(BLINK, at_s + i * 0.01) for i in range(100)]
    assert sum(a != b for a, b in pairwise(changes)) <= 3


@pytest.mark.parametrize("pulse", [BLINK, BREATHE])
def test_a_pulse_is_seen_to_change(pulse: str) -> None:
    """Within three seconds a blinking or breathing lamp is bright and dark once."""
    over_time = [strength(pulse, i * 0.05) for i in range(60)]

    assert max(over_time) > 0.95
    assert min(over_time) < 0.2


def test_brightness_and_pulse_scale_the_colour() -> None:
    """Lamps that are dark at this moment are left out."""
    shown = {"O0": Lamp("#ff8000"), "O1": Lamp("#ff0000", BLINK)}

    assert colours(shown, 0.5, brightness=0.5) == {"O0": (128, 64, 0)}
    assert colours(shown, 0.0, brightness=0.5) == {"O0": (128, 64, 0), "O1": (128, 0, 0)}


def test_a_throw_is_counted_field_by_field() -> None:
    """The way that was due lights up one field after the other, begins anew, and is never quite dark."""
    wrong = pictures.scenes()["wrong"]
    assert wrong.foul is not None
    counted = [place for place in wrong.foul.counted if lamps(wrong)[place].pulse.startswith(COUNT)]
    assert len(counted) > 4
    bright = [
        sum(strength(lamps(wrong)[place].pulse, i * 0.05) == 1.0 for place in counted)
        for i in range(100)
    ]

    assert bright[0] == 1
    assert max(bright) == len(counted)
    assert all(later - earlier in {0, 1} for earlier, later in pairwise(bright[:80]))
    assert all(strength(lamps(wrong)[place].pulse, 0.0) > 0.1 for place in counted)


def test_the_pictures_show_the_language() -> None:
    """`python -m tests.firmware.lights.pictures` draws them anew; the note shows each of them."""
    drawn = {path.name: path.read_text("utf-8") for path in pictures.FOLDER.iterdir()}
    note = (ROOT / "firmware" / "README.md").read_text("utf-8")

    assert drawn == pictures.drawings()
    assert [name for name in drawn if f"lights/pictures/{name}" not in note] == []
