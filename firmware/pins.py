"""The pin map: which GPIO each part is wired to, read from the file that the wiring is drawn from."""

from dataclasses import dataclass
from functools import cache

from firmware.resources import toml_of

Row = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PinMap:
    """GPIO numbers (BCM): red, green and blue of each corner light by seat, the button, the strip's bus."""

    corners: tuple[Row, ...]
    button: int
    spi_bus: int
    spi_device: int
    spi: tuple[int, ...]


@cache
def pin_map() -> PinMap:
    """Return the pin map that comes with the program."""
    data = toml_of("firmware", "pins.toml")
    corners = sorted(data["corner"], key=lambda corner: int(corner["seat"]))
    return PinMap(
        corners=tuple((c["red"]["gpio"], c["green"]["gpio"], c["blue"]["gpio"]) for c in corners),
        button=data["button"]["gpio"],
        spi_bus=data["strip"]["spi_bus"],
        spi_device=data["strip"]["spi_device"],
        spi=tuple(data["strip"]["bus_gpios"]),
    )
