from pathlib import Path

import cv2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cameras.choice import open_source
from firmware.cameras.folder import FolderCamera
from firmware.cameras.pi import PiCamera, locked_controls, settled
from firmware.cameras.usb import UsbCamera, camera_names, resolve
from firmware.cameras.video import VideoCamera
from firmware.errors import CameraError
from firmware.pictures import PictureError
from tests.firmware.cameras.fakes import FakeClock, FakePicamera2, FakeVideo, opener, picture


class TestFolder:
    def test_setup_comes_first_and_empty_is_left_out(self, tmp_path: Path) -> None:
        """The order is that of the names, but for the set-up; a file's index is its time."""
        for name in ("0010.jpg", "0002.JPG", "setup.jpg", "empty.jpg", "notes.txt"):
            cv2.imwrite(str(tmp_path / "x.jpg"), picture(9))
            (tmp_path / "x.jpg").rename(tmp_path / name)
        with FolderCamera(tmp_path) as source:
            shots = [source.read() for _ in range(4)]

        assert ["setup.jpg", "0002.JPG", "0010.jpg", None] == [s and s.name for s in shots]
        assert [0.0, 1.0, 2.0, None] == [s and s.at_s for s in shots]

    def test_what_is_no_recording_is_named(self, tmp_path: Path) -> None:
        """No folder, or one without pictures, is refused when it is opened."""
        for wrong in (tmp_path, tmp_path / "nowhere"):
            with pytest.raises(CameraError, match=wrong.name), FolderCamera(wrong):
                pass

    def test_a_half_written_picture_is_an_error(self, tmp_path: Path) -> None:
        """Half a picture is never handed on as a whole one."""
        cv2.imwrite(str(tmp_path / "0001.jpg"), picture(9, (640, 480)))
        whole = (tmp_path / "0001.jpg").read_bytes()
        (tmp_path / "0001.jpg").write_bytes(whole[: len(whole) // 2])
        with FolderCamera(tmp_path) as source, pytest.raises(PictureError, match=r"0001\.jpg"):
            source.read()


class TestVideo:
    def test_what_is_no_video_is_named(self, tmp_path: Path) -> None:
        """A missing file, and a file of another kind, are refused when they are opened."""
        (tmp_path / "film.mp4").write_text("no film")
        for name in ("film.mp4", "nowhere.mp4"):
            with pytest.raises(CameraError, match=name), VideoCamera(tmp_path / name):
                pass

    def test_times_are_those_of_the_file(self, tmp_path: Path) -> None:
        """Ten pictures a second are a tenth of a second apart."""
        path = tmp_path / "film.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
        for i in range(5):
            writer.write(picture(i))
        writer.release()
        with VideoCamera(path) as source:
            shots = [shot for _ in range(5) if (shot := source.read())]

        assert shots[4].at_s - shots[0].at_s == pytest.approx(0.4)


class TestUsb:
    @pytest.fixture
    def by_id(self, tmp_path: Path) -> Path:
        """A folder like /dev/v4l/by-id with two cameras."""
        for name in (
            "usb-Acme_HD-video-index0",
            "usb-Acme_HD-video-index1",
            "usb-Bolt_4K-video-index0",
        ):
            (tmp_path / name).touch()
        return tmp_path

    def test_a_camera_is_found_by_a_part_of_its_name(self, by_id: Path) -> None:
        """A part that fits one camera is enough, and its device that gives pictures is taken."""
        assert resolve("Acme", by_id) == str(by_id / "usb-Acme_HD-video-index0")
        assert resolve("usb-Bolt_4K-video-index0", by_id) == str(by_id / "usb-Bolt_4K-video-index0")
        assert resolve("2", by_id) == 2
        assert resolve(str(by_id), by_id) == str(by_id)
        assert len(camera_names(by_id)) == 2

    @pytest.mark.parametrize(
        ("name", "message"),
        [("usb", "fits more than one"), ("Cam", "is none of"), ("/dev/nothing-here", "plugged in")],
    )
    def test_a_name_that_fits_no_single_camera_is_refused(
        self, by_id: Path, name: str, message: str
    ) -> None:
        """Unknown and ambiguous names say which cameras there are."""
        with pytest.raises(CameraError, match=message):
            resolve(name, by_id)

    def test_without_any_camera_it_says_so(self, tmp_path: Path) -> None:
        """With nothing plugged in the list of names is not shown as empty."""
        with pytest.raises(CameraError, match="no USB camera is plugged in"):
            resolve("Acme", tmp_path / "by-id")

    def test_pictures_that_waited_in_the_queue_are_dropped(self) -> None:
        """After slow work on one picture the next is a fresh one, not one from before."""
        clock = FakeClock()
        video = FakeVideo(clock, queued=4)
        with UsbCamera("0", (64, 48), open_device=opener(video), clock=clock) as source:
            shot = source.read()

        assert int(shot.picture[0, 0, 0]) == 5

    def test_an_unplugged_camera_is_an_error(self) -> None:
        """A camera that is pulled out does not repeat its last picture."""
        clock = FakeClock()
        video = FakeVideo(clock)
        with UsbCamera("0", (64, 48), open_device=opener(video), clock=clock) as source:
            source.read()
            video.plugged_in = False

            with pytest.raises(CameraError, match="plugged in"):
                source.read()

    def test_a_camera_in_use_is_an_error(self) -> None:
        """A device that does not open is released again and named."""
        video = FakeVideo(FakeClock())
        video.opened = False
        with pytest.raises(CameraError, match="another program"), UsbCamera(
            "0", (64, 48), open_device=opener(video)
        ):  # fmt: skip
            pass


class TestPi:
    def test_the_picture_is_locked_as_it_settled(self) -> None:
        """After settling, the exposure is a whole number of flicker periods and all is fixed."""
        device = FakePicamera2()
        with PiCamera((64, 48), 50, open_device=opener(device)):
            pass

        assert device.configuration["main"] == {"size": (64, 48), "format": "RGB888"}
        assert device.controls == {
            "AfMode": 0,
            "LensPosition": 1.9,
            "ExposureTime": 20_000,
            "AnalogueGain": pytest.approx(2.3),
            "ColourGains": (1.8, 1.4),
            "FrameDurationLimits": (33_333, 33_333),
        }

    def test_a_lens_without_focus_gets_no_focus_controls(self) -> None:
        """Controls that a camera does not have are not set."""
        device = FakePicamera2(focus=False)
        with PiCamera((64, 48), 60, open_device=opener(device)):
            pass

        assert "AfMode" not in device.controls
        assert device.controls["ExposureTime"] == 25_000

    def test_the_colours_are_locked_when_they_have_come_to_rest(self) -> None:
        """Exposure is found at once, the white balance goes its way for another second."""
        device = FakePicamera2(settles_after=0, balanced_after=45)
        with PiCamera((64, 48), 50, open_device=opener(device)):
            pass

        assert device.controls["ColourGains"] == (1.8, 1.4)

    def test_a_dark_room_does_not_wait_for_ever(self) -> None:
        """A camera whose automatics never come to rest is locked all the same."""
        device = FakePicamera2(settles_after=10_000)
        with PiCamera((64, 48), 50, open_device=opener(device)):
            pass

        assert "ExposureTime" in device.controls

    def test_every_request_is_given_back(self) -> None:
        """No buffer stays with us, or the camera would stop after a few pictures."""
        device = FakePicamera2()
        with PiCamera((64, 48), 50, open_device=opener(device)) as source:
            for _ in range(5):
                source.read()

            assert device.held == 0

    def test_a_silent_camera_is_an_error(self) -> None:
        """A capture that hangs ends in an error instead of a table that stands still."""
        device = FakePicamera2()
        with PiCamera((64, 48), 50, open_device=opener(device)) as source:
            device.silent = True

            with pytest.raises(CameraError, match="no picture for 5 seconds"):
                source.read()
        assert device.closed == 1

    def test_a_camera_that_hangs_at_the_start_is_released(self) -> None:
        """The device is closed also where it fails while it is opened."""
        device = FakePicamera2()
        device.silent = True
        with pytest.raises(CameraError), PiCamera((64, 48), 50, open_device=opener(device)):
            pass

        assert device.closed == 1

    def test_without_the_package_it_says_what_to_type(self) -> None:
        """On a machine without picamera2 (or without a camera) the message says what to do."""
        with pytest.raises(CameraError, match="picamera2"), PiCamera((64, 48), 50):
            pass


@given(
    exposure_us=st.integers(60, 200_000),
    gain=st.floats(1.0, 16.0),
    mains_hz=st.sampled_from([50, 60]),
)
def test_locking_keeps_the_brightness(exposure_us: int, gain: float, mains_hz: int) -> None:
    """Exposure times gain stays the same, without flicker where gain (1 or more) allows it."""
    metadata = {"ExposureTime": exposure_us, "AnalogueGain": gain, "ColourGains": (1, 1)}

    controls = locked_controls(metadata, mains_hz, focus=False)

    even_us, even_gain = controls["ExposureTime"], controls["AnalogueGain"]
    periods = even_us * 2 * mains_hz / 1e6
    too_bright = exposure_us * gain < 1e6 / (2 * mains_hz)
    assert even_us == exposure_us if too_bright else abs(periods - round(periods)) < 1e-3
    assert even_us * even_gain == pytest.approx(exposure_us * gain, rel=1e-3)
    assert even_gain >= 1.0
    assert controls["FrameDurationLimits"][0] >= even_us


@pytest.mark.parametrize(
    ("metadata", "focus", "expected"),
    [
        ({"AeLocked": True}, False, True),
        ({"AeLocked": False}, False, False),
        ({"AeState": 2}, False, True),
        ({"AeState": 1}, False, False),
        ({}, False, False),
        ({"AeState": 2, "AfState": 1}, True, False),
        ({"AeState": 2, "AfState": 2}, True, True),
    ],
)
def test_settled_reads_old_and_new_metadata(
    metadata: dict[str, int], focus: bool, expected: bool
) -> None:
    """Older systems report a locked exposure, newer ones a state; a scanning lens is not at rest."""
    assert settled(metadata, metadata, focus=focus) is expected


def test_a_white_balance_that_still_moves_is_not_settled() -> None:
    """It has no state of its own, so two pictures are compared."""
    calm = {"AeState": 2, "ColourGains": (1.8, 1.4)}

    assert settled(calm, calm, focus=False)
    assert not settled(calm, {**calm, "ColourGains": (1.8, 1.41)}, focus=False)
    assert not settled(calm, {}, focus=False)


class TestChoice:
    def test_sources_are_chosen_by_name(self, tmp_path: Path) -> None:
        """Folder, file, camera and usb each give their own driver."""
        (tmp_path / "film.mp4").touch()

        assert isinstance(open_source(str(tmp_path)), FolderCamera)
        assert isinstance(open_source(str(tmp_path / "film.mp4")), VideoCamera)
        assert isinstance(open_source("camera"), PiCamera)
        assert isinstance(open_source("usb:Acme"), UsbCamera)

    def test_an_unknown_source_lists_what_is_possible(self) -> None:
        """A name that fits nothing is an error that says what was expected."""
        with pytest.raises(CameraError, match="expected a folder"):
            open_source("webcam")
