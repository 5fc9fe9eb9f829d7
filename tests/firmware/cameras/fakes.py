"""Stand-ins for camera devices: the same calls as the real ones, pictures from memory."""

from collections.abc import Callable
from typing import Any

import numpy as np

from vision.frame import Frame


def picture(shade: int, size_px: tuple[int, int] = (64, 48)) -> Frame:
    width, height = size_px
    return np.full((height, width, 3), shade, dtype=np.uint8)


class FakeClock:
    """A clock that only moves when told."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class FakeVideo:
    """cv2.VideoCapture with some pictures waiting in its queue; a new one takes a 30th of a second."""

    def __init__(self, clock: FakeClock, queued: int = 0) -> None:
        self.clock = clock
        self.queued = queued
        self.opened = True
        self.plugged_in = True
        self.settings: dict[int, float] = {}
        self.shade = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def set(self, key: int, value: float) -> bool:
        self.settings[key] = value
        return True

    def grab(self) -> bool:
        if not self.plugged_in:
            return False
        self.clock.now_s += 0.0005 if self.queued else 1 / 30
        self.queued = max(0, self.queued - 1)
        self.shade += 1
        return True

    def retrieve(self) -> tuple[bool, Frame]:
        return True, picture(self.shade)

    def release(self) -> None:
        self.opened = False


class FakeRequest:
    """picamera2's CompletedRequest."""

    def __init__(self, device: "FakePicamera2") -> None:
        self.device = device
        self.number = device.requests
        device.requests += 1
        device.held += 1

    def make_array(self, name: str) -> Frame:
        assert name == "main"
        return self.device.buffer

    def get_metadata(self) -> dict[str, Any]:
        return self.device.metadata(self.number)

    def release(self) -> None:
        self.device.held -= 1
        self.device.buffer[:] = 0


class FakePicamera2:
    """picamera2's Picamera2: settles after some pictures, keeps what was set, may fall silent."""

    def __init__(
        self, *, focus: bool = True, settles_after: int = 20, balanced_after: int = 0
    ) -> None:
        self.focus = focus
        self.settles_after = settles_after
        self.balanced_after = balanced_after
        self.requests = 0
        self.held = 0
        self.controls: dict[str, Any] = {}
        self.silent = False
        self.closed = 0
        self.buffer = picture(7)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        return {"LensPosition": (0.0, 15.0, 1.0)} if self.focus else {}

    def create_video_configuration(self, main: Any, buffer_count: int, queue: bool) -> Any:
        return {"main": main, "buffer_count": buffer_count, "queue": queue}

    def configure(self, camera_config: Any) -> None:
        self.configuration = camera_config

    def start(self) -> None:
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def capture_request(self, wait: float, flush: bool | None = None) -> FakeRequest:
        assert flush
        if self.silent:
            raise TimeoutError
        self.buffer[:] = 7
        return FakeRequest(self)

    def metadata(self, number: int) -> dict[str, Any]:
        calm = number >= self.settles_after
        return {
            "ExposureTime": 23_000 if calm else 5_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.8 + 0.02 * max(0, self.balanced_after - number), 1.4),
            "FrameDuration": 33_333,
            "LensPosition": 1.9,
            "AfState": 2 if calm else 1,
            "AeState": 2 if calm else 1,
            "SensorTimestamp": 1_000_000_000 + number * 33_333_000,
        }

    def close(self) -> None:
        self.closed += 1


def opener(device: Any) -> Callable[..., Any]:
    return lambda *_: device
