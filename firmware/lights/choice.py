"""Choosing the driver of the lights by the name in the settings."""

from firmware.lights.corners import CornerLights
from firmware.lights.none import NoLights
from firmware.lights.port import Lights
from firmware.lights.simulated import SimulatedLights
from firmware.lights.strip import StripLights
from firmware.settings import LightsSettings
from referee.board import Board


def choose_lights(settings: LightsSettings, board: Board) -> Lights:
    """Return the lights that the settings name, not yet opened."""
    match settings.driver:
        case "corners":
            return CornerLights(settings.corner_pins, common_anode=settings.common_anode)
        case "strip":
            return StripLights(
                strip_order(board),
                stand_ins(board),
                bus=settings.spi_bus,
                device=settings.spi_device,
                budget_ma=settings.current_ma,
            )
        case "simulated":
            return SimulatedLights()
        case _:
            return NoLights()


def strip_order(board: Board) -> tuple[str, ...]:
    """Return the names along the strip: ring by ring from outside, then the counting fields."""
    return tuple(place.name for place in (*board.fields, *board.of_kind("counter")))


def stand_ins(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the lights along the strip that speak for each corner: the counting fields of its seat."""
    counters = [place.name for place in board.of_kind("counter")]
    return {
        f"corner.{seat}": tuple(name for name in counters if name.startswith(f"C{seat}."))
        for seat in range(board.seats)
    }
