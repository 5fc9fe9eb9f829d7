from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import LightsError
from firmware.lights.choice import choose_lights, stand_ins, strip_order
from firmware.lights.corners import CornerLights
from firmware.lights.none import NoLights
from firmware.lights.port import Colour, Lights
from firmware.lights.simulated import SimulatedLights
from firmware.lights.strip import StripLights
from firmware.lights.ws2812 import (
    MOST_BYTES,
    MOST_LIGHTS,
    current_ma,
    encode,
    linear,
    within_budget,
)
from firmware.resources import nominal_board
from firmware.settings import LightsSettings
from tests.firmware.lights.fakes import FakeSpi, decode

PINS = ((17, 27, 22), (5, 6, 13))
CHANNEL = st.integers(0, 255)
COLOURS = st.lists(st.tuples(CHANNEL, CHANNEL, CHANNEL), max_size=MOST_LIGHTS)
RED: Colour = (255, 0, 0)


@pytest.fixture
def mock_pins(monkeypatch: pytest.MonkeyPatch):
    """gpiozero's own simulated pins, which can dim."""
    mock = pytest.importorskip("gpiozero.pins.mock")
    factory = mock.MockFactory(pin_class=mock.MockPWMPin)
    yield factory
    factory.reset()


def corners(factory: object) -> Lights:
    return CornerLights(PINS, factory=factory)


def strip(_: object) -> Lights:
    return StripLights(("O0", "O1"), open_device=FakeSpi)


DRIVERS = [lambda _: NoLights(), lambda _: SimulatedLights(), corners, strip]


@pytest.mark.parametrize("make", DRIVERS, ids=["none", "simulated", "corners", "strip"])
def test_every_driver_shows_any_names_and_closes_twice(
    make: Callable[[object], Lights], mock_pins: object
) -> None:
    """Names without a light here are left out, and the device is released once."""
    lights = make(mock_pins)
    with lights:
        lights.show({"O0": RED, "corner.1": RED, "nowhere": RED})
        lights.show({})

    lights.__exit__(None, None, None)


class TestSimulated:
    def test_it_records_what_changed(self) -> None:
        """Each new picture of lights is kept once, and all are dark at the end."""
        lights = SimulatedLights()
        with lights:
            for colours in ({"O0": RED}, {"O0": RED}, {"O1": RED, "O2": (0, 0, 0)}):
                lights.show(colours)
            assert lights.lit == {"O1": RED}

        assert list(lights.shown) == [{"O0": RED}, {"O1": RED}, {}]


class TestCorners:
    def test_pins_dim_as_the_colour_says(self, mock_pins) -> None:
        """Red, green and blue of a corner reach its three pins; other corners stay dark."""
        with corners(mock_pins) as lights:
            lights.show({"corner.1": (255, 51, 0)})

            levels = [[mock_pins.pin(p).state for p in row] for row in PINS]
        assert levels == [[0, 0, 0], [1, pytest.approx(0.2), 0]]

    def test_lights_with_a_common_anode_are_turned_round(self, mock_pins) -> None:
        """Where the light hangs between supply and pin, low is bright."""
        with CornerLights(PINS, common_anode=True, factory=mock_pins) as lights:
            lights.show({"corner.0": (255, 0, 0)})

            assert [mock_pins.pin(p).state for p in PINS[0]] == [0, 1, 1]

    def test_all_is_dark_and_free_afterwards(self, mock_pins) -> None:
        """The pins can be used again by the next program."""
        with corners(mock_pins) as lights:
            lights.show({"corner.0": RED})
        assert mock_pins.pin(17).function == "input"

        with corners(mock_pins):
            pass

    def test_a_pin_that_is_taken_is_one_sentence(self, mock_pins) -> None:
        """Two parts on one pin are refused, and nothing stays open."""
        with corners(mock_pins), pytest.raises(LightsError, match="cannot be used"):
            corners(mock_pins).__enter__()


class TestStrip:
    def test_fields_light_in_the_order_of_the_strip(self) -> None:
        """Each name's colour arrives at its place, adapted to the eye."""
        spi = FakeSpi()
        with StripLights(("O0", "O1", "T0"), bus=1, open_device=lambda: spi) as lights:
            assert spi.opened == (1, 0)
            lights.show({"O1": (255, 0, 128), "corner.0": RED})

            assert decode(spi.sent[-1]) == [(0, 0, 0), linear((255, 0, 128)), (0, 0, 0)]

    def test_a_lit_board_tells_whose_turn_it_is(self) -> None:
        """It has no corner lights: the counting fields of a seat speak for its corner, and for themselves."""
        spi = FakeSpi()
        with StripLights(("C0.0", "C0.1", "C1.0"), {"corner.0": ("C0.0", "C0.1")},
                         open_device=lambda: spi) as lights:  # fmt: skip
            lights.show({"corner.0": RED, "C0.1": (0, 0, 255), "corner.1": RED})

            assert decode(spi.sent[-1]) == [RED, (0, 0, 255), (0, 0, 0)]

    def test_the_strip_is_dark_before_and_after(self) -> None:
        """What lights showed when the power came is cleared, and they go dark at the end."""
        spi = FakeSpi()
        with StripLights(("O0",), open_device=lambda: spi) as lights:
            assert decode(spi.sent[-1]) == [(0, 0, 0)]
            lights.show({"O0": RED})

        assert decode(spi.sent[-1]) == [(0, 0, 0)]
        assert spi.opened is None

    def test_only_changes_are_sent_and_all_again_now_and_then(self) -> None:
        """The same picture is not sent at every call, but is repeated for a light that missed it."""
        spi = FakeSpi()
        with StripLights(("O0",), open_device=lambda: spi) as lights:
            for _ in range(121):
                lights.show({"O0": RED})

            assert 2 <= len(spi.sent) - 1 <= 4

    def test_lights_that_are_gone_are_one_sentence(self) -> None:
        """Missing when opened, or later: the error says so."""
        spi = FakeSpi()
        spi.gone = True
        with pytest.raises(LightsError, match="raspi-config"):
            StripLights(("O0",), open_device=lambda: spi).__enter__()
        spi.gone = False
        lights = StripLights(("O0",), open_device=lambda: spi).__enter__()
        spi.gone = True
        with pytest.raises(LightsError, match="gone"):
            lights.show({"O0": RED})

    def test_too_many_lights_are_refused(self) -> None:
        """A strip that does not fit into one transfer is refused when it is opened."""
        names = [f"O{i}" for i in range(MOST_LIGHTS + 1)]
        with pytest.raises(LightsError, match=str(MOST_LIGHTS)):
            StripLights(names, open_device=FakeSpi).__enter__()


class TestEncoding:
    @given(COLOURS)
    def test_what_is_encoded_is_what_lights_read(self, colours: list[Colour]) -> None:
        """Decoding the bytes as a light does gives the colours back; one transfer is enough."""
        data = encode(colours)

        assert decode(data) == colours
        assert len(data) <= MOST_BYTES
        assert data[0] == 0
        assert data.endswith(bytes(240))

    def test_a_strip_that_is_too_long_is_refused(self) -> None:
        """More lights than one transfer holds would be cut in two by the driver."""
        with pytest.raises(ValueError, match=str(MOST_LIGHTS)):
            encode([RED] * (MOST_LIGHTS + 1))

    @given(COLOURS, st.floats(0, 5000))
    def test_the_current_stays_within_the_budget(
        self, colours: list[Colour], budget_ma: float
    ) -> None:
        """Whatever is shown takes no more than allowed, and nothing is dimmed needlessly."""
        sent = within_budget(colours, budget_ma)

        idle_ma = current_ma([(0, 0, 0)] * len(colours))
        assert current_ma(sent) <= max(budget_ma, idle_ma) + 1e-6
        if current_ma(colours) <= budget_ma:
            assert sent == colours

    def test_the_brightest_strip_would_take_too_much(self) -> None:
        """120 white lights would take 7 A: the budget is needed."""
        assert current_ma([(255, 255, 255)] * 120) == pytest.approx(7320)


class TestChoice:
    def test_the_driver_is_the_one_named(self) -> None:
        """Each name gives its own driver."""
        board = nominal_board()
        chosen = {
            name: type(choose_lights(LightsSettings(driver=name), board))
            for name in ("none", "simulated", "corners", "strip")
        }

        assert chosen == {
            "none": NoLights,
            "simulated": SimulatedLights,
            "corners": CornerLights,
            "strip": StripLights,
        }

    def test_the_strip_has_every_field_once(self) -> None:
        """104 fields and 16 counting fields, each once, fit into one transfer."""
        order = strip_order(nominal_board())

        assert len(order) == len(set(order)) == 120 <= MOST_LIGHTS

    def test_every_corner_has_lights_of_its_seat_on_the_strip(self) -> None:
        """Four counting fields each, all of them on the strip, none for two seats."""
        board = nominal_board()
        speaking = stand_ins(board)

        assert set(speaking) == {f"corner.{seat}" for seat in range(4)}
        assert all(len(names) == 4 for names in speaking.values())
        assert {n for names in speaking.values() for n in names} == {
            place.name for place in board.of_kind("counter")
        }
