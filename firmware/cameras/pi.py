"""The Raspberry Pi camera through picamera2, with a picture that stays the same all evening.

The camera finds exposure, gain, white balance and focus by itself and is then locked to them, so that the
colours learned in the calibration keep their values. The package picamera2 comes with the system.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.errors import CameraError
from vision.frame import Frame

# Auto exposure and white balance settle within about 20 frames on all modules; more is for dark rooms.
_SETTLING_FRAMES = 60
_LEAST_SETTLING_FRAMES = 12
# White balance has no state of its own: libcamera's goes a twentieth of what is left nearer with each
# picture. At this change (relative) no more than a fiftieth is left.
_CALM_GAINS = 0.001
_TIMEOUT_S = 5.0
_SECOND_US = 1_000_000


class Request(Protocol):
    """What the driver uses of picamera2's CompletedRequest."""

    def make_array(self, name: str) -> Frame:
        """Return a copy of a stream's picture."""

    def get_metadata(self) -> dict[str, Any]:
        """Return what the camera says about this picture."""

    def release(self) -> None:
        """Give the buffer back."""


class Device(Protocol):
    """What the driver uses of picamera2's Picamera2; a test compares this with the real package."""

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """The controls that this camera has, with their limits."""

    def create_video_configuration(
        self, main: dict[str, Any], buffer_count: int, queue: bool
    ) -> dict[str, Any]:
        """Return a configuration for a stream of pictures."""

    def configure(self, camera_config: dict[str, Any]) -> None:
        """Apply a configuration."""

    def start(self) -> None:
        """Let pictures flow."""

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Set controls from the next pictures on."""

    def capture_request(self, wait: float, flush: bool | None = None) -> Request:
        """Return a picture, with ``flush`` one whose exposure began after the call."""

    def close(self) -> None:
        """Release the camera."""


class PiCamera(Entered):
    """Gives pictures of the Raspberry Pi camera, settled and locked.

    Args:
        size_px: width and height of the pictures.
        mains_hz: frequency of the mains (50 or 60), of which lamps flicker twice.
        open_device: makes the device; the default imports picamera2.

    """

    def __init__(
        self,
        size_px: tuple[int, int],
        mains_hz: int,
        *,
        open_device: Callable[[], Device] | None = None,
    ) -> None:
        self._size_px = size_px
        self._mains_hz = mains_hz
        self._open_device = open_device or _open_picamera2
        self._device: Device | None = None
        self._count = 0

    def open(self) -> None:
        """Start the camera, let it settle, and lock it."""
        self._device = device = self._open_device()
        try:
            # "RGB888" names the bytes from the back: they lie as blue, green, red.
            device.configure(
                device.create_video_configuration(
                    main={"size": self._size_px, "format": "RGB888"}, buffer_count=4, queue=False
                )
            )
            device.start()
            self._lock(device)
        except CameraError:
            self.close()
            raise
        except (RuntimeError, OSError) as error:
            self.close()
            raise CameraError(f"the Raspberry Pi camera cannot be started: {error}") from error

    def close(self) -> None:
        """Release the camera; may be called twice."""
        if self._device is not None:
            self._device.close()
            self._device = None

    def read(self) -> Shot:
        """Return a picture whose exposure began after the call."""
        if self._device is None:
            raise CameraError("the Raspberry Pi camera is closed")
        request = self._capture(self._device)
        try:
            # The memory behind the array goes back to the camera: keep a copy.
            picture = request.make_array("main")[..., :3].copy()
            # Nanoseconds since the machine started, when the first line was read out.
            at_s = request.get_metadata()["SensorTimestamp"] / 1e9
        finally:
            request.release()
        self._count += 1
        return Shot(picture, at_s, str(self._count))

    def _lock(self, device: Device) -> None:
        focus = "LensPosition" in device.camera_controls
        if focus:
            device.set_controls({"AfMode": _AF_CONTINUOUS})
        metadata: Mapping[str, Any] = {}
        for count in range(_SETTLING_FRAMES):
            before, metadata = metadata, self._metadata(device)
            if count >= _LEAST_SETTLING_FRAMES and settled(metadata, before, focus=focus):
                break
        device.set_controls(locked_controls(metadata, self._mains_hz, focus=focus))

    def _metadata(self, device: Device) -> dict[str, Any]:
        request = self._capture(device)
        try:
            return request.get_metadata()
        finally:
            request.release()

    def _capture(self, device: Device) -> Request:
        try:
            return device.capture_request(wait=_TIMEOUT_S, flush=True)
        except TimeoutError as error:
            # Captures can stop for good after hours: the service starts the program anew then.
            raise CameraError(
                f"the Raspberry Pi camera gave no picture for {_TIMEOUT_S:.0f} seconds"
            ) from error


# Values of libcamera's AfMode and AfState.
_AF_MANUAL, _AF_CONTINUOUS = 0, 2
_AF_SCANNING = 1

# Values of libcamera's AeState: 0 idle, 1 searching, 2 converged.
_AE_CONVERGED = 2


def settled(metadata: Mapping[str, Any], before: Mapping[str, Any], *, focus: bool) -> bool:
    """Say whether exposure, white balance and focus (where there is one) have come to rest."""
    exposure = metadata.get("AeLocked", metadata.get("AeState") == _AE_CONVERGED)
    if not exposure or (focus and metadata.get("AfState") == _AF_SCANNING):
        return False
    gains, last = metadata.get("ColourGains", ()), before.get("ColourGains", ())
    return len(gains) == len(last) and all(
        abs(gain - was) <= _CALM_GAINS * was for gain, was in zip(gains, last, strict=True)
    )


def locked_controls(metadata: Mapping[str, Any], mains_hz: int, *, focus: bool) -> dict[str, Any]:
    """Return the controls that hold the picture as ``metadata`` says it is.

    The exposure becomes a whole number of the lamps' flicker periods (half a mains wave), and the gain makes
    up for the difference. Gain cannot go below 1: where the light is too bright for one whole period, the
    exposure stays as it is. Values given for exposure, gain and colour switch the automatics off.
    """
    exposure_us, gain = int(metadata["ExposureTime"]), float(metadata["AnalogueGain"])
    flicker_us = _SECOND_US / (2 * mains_hz)
    most = int(exposure_us * gain / flicker_us)
    waves = min(max(1, round(exposure_us / flicker_us)), most)
    even_us = round(waves * flicker_us) if waves else exposure_us
    frame_us = max(int(metadata.get("FrameDuration", even_us)), even_us)
    controls: dict[str, Any] = {
        "ExposureTime": even_us,
        "AnalogueGain": max(1.0, gain * exposure_us / even_us),
        "ColourGains": tuple(metadata["ColourGains"]),
        "FrameDurationLimits": (frame_us, frame_us),
    }
    if focus:
        controls |= {"AfMode": _AF_MANUAL, "LensPosition": float(metadata["LensPosition"])}
    return controls


def _open_picamera2() -> Device:
    try:
        picamera2 = importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraError(
            f"picamera2 cannot be loaded ({error}); on Raspberry Pi OS type: "
            "sudo apt install python3-picamera2"
        ) from error
    if not picamera2.Picamera2.global_camera_info():
        raise CameraError("no Raspberry Pi camera is found; check the ribbon cable at both ends")
    return cast("Device", picamera2.Picamera2())
