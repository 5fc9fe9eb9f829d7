"""A stand-in for spidev, and the reading of what lights on a strip would show."""

from firmware.lights.port import Colour
from firmware.lights.ws2812 import ONE, ZERO


class FakeSpi:
    """spidev's SpiDev: keeps what was sent; may be pulled out."""

    def __init__(self) -> None:
        self.max_speed_hz = 0
        self.opened: tuple[int, int] | None = None
        self.sent: list[bytes] = []
        self.gone = False

    def open(self, bus: int, device: int) -> None:
        if self.gone:
            raise FileNotFoundError(2, "No such file or directory")
        self.opened = (bus, device)

    def writebytes2(self, values: bytes) -> None:
        if self.gone:
            raise OSError(5, "Input/output error")
        self.sent.append(values)

    def close(self) -> None:
        self.opened = None


def decode(data: bytes) -> list[Colour]:
    """Read the bytes as WS2812 lights do: by how long each pulse is high, green first."""
    pulses = data.strip(b"\x00")
    assert set(pulses) <= {ZERO, ONE}
    # 0 is high for 0.2 to 0.5 µs and 1 for 0.65 to 0.95 µs; a byte lasts 1.25 µs.
    high_us = {byte: byte.bit_count() * 1.25 / 8 for byte in (ZERO, ONE)}
    assert 0.2 <= high_us[ZERO] <= 0.5
    assert 0.65 <= high_us[ONE] <= 0.95
    bits = "".join("1" if byte == ONE else "0" for byte in pulses)
    assert len(bits) % 24 == 0
    parts = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    return [(parts[i + 1], parts[i], parts[i + 2]) for i in range(0, len(parts), 3)]
