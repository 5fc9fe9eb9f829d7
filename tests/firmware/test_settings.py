import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware import settings as module
from firmware import validators as v
from firmware.errors import SettingsError
from firmware.settings import (
    Settings,
    read_settings,
    settings_from_data,
    settings_text,
    usual_folder,
)

# What each check takes (with what it makes of it), and what it refuses.
GOOD = [
    (v.whole(1, 9), 1, 1),
    (v.whole(1, 9), 9, 9),
    (v.number(0.5, 2), 1, 1.0),
    (v.number(0.5, 2), 0.5, 0.5),
    (v.truth, False, False),
    (v.one_of("a", 50), "a", "a"),
    (v.one_of("a", 50), 50, 50),
    (v.text, " Küche ", "Küche"),
    (v.camera, "usb:Acme", "usb:Acme"),
    (v.pin, 27, 27),
    (v.pins(2), [4, 5], (4, 5)),
    (v.pin_rows(2, 2), [[4, 5], [6, 7]], ((4, 5), (6, 7))),
    (v.network_name, "", ""),
    (v.network_name, "Küche", "Küche"),
    (v.wifi_password, "", ""),
    (v.wifi_password, "12345678", "12345678"),
    (v.secret, "", ""),
    (v.secret, "0042", "0042"),
]
BAD = [
    (v.network_name, "ü" * 17),
    (v.network_name, 5),
    (v.network_name, "a\nb"),
    (v.wifi_password, "1234567"),
    (v.wifi_password, "1" * 64),
    (v.wifi_password, "überlang"),
    (v.whole(1, 9), 0),
    (v.whole(1, 9), 10),
    (v.whole(0, 9), True),
    (v.whole(1, 9), "3"),
    (v.whole(1, 9), 3.0),
    (v.number(0.5, 2), 2.01),
    (v.number(0.5, 2), float("nan")),
    (v.number(0, 2), False),
    (v.truth, 0),
    (v.one_of("a", 1), True),
    (v.one_of("a", 1), "b"),
    (v.text, "two\nlines"),
    (v.text, 3),
    (v.camera, ""),
    (v.camera, "usb:"),
    (v.camera, "simulated"),
    (v.pin, 1),
    (v.pin, 28),
    (v.pins(2), [4, 4]),
    (v.pins(2), [4]),
    (v.pins(2), "45"),
    (v.pin_rows(2, 2), [[4, 5], [5, 7]]),
    (v.pin_rows(2, 2), [[4, 5]]),
    (v.pin_rows(2, 2), [4, 5]),
    (v.secret, "12"),
    (v.secret, 1234),
    (v.secret, "\uff11\uff12\uff13\uff14"),
]


@pytest.mark.parametrize(("check", "value", "clean"), GOOD)
def test_a_check_takes_what_is_right(check: v.Check, value: Any, clean: Any) -> None:
    """The clean value comes back, in its own type."""
    assert check(value) == clean
    assert type(check(value)) is type(clean)


@pytest.mark.parametrize(("check", "value"), BAD)
def test_a_check_refuses_what_is_wrong(check: v.Check, value: Any) -> None:
    """The refusal says what was expected."""
    with pytest.raises(ValueError, match=r"\w"):
        check(value)


def test_without_a_file_the_defaults_serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that nobody has set up, everything has a value."""
    monkeypatch.setattr(module, "SYSTEM_FILE", tmp_path / "none.toml")
    monkeypatch.delenv("RINGRICHTER_SETTINGS", raising=False)

    assert read_settings(None) == Settings()


def test_the_printed_settings_are_a_file_that_reads_back() -> None:
    """What `ringrichter settings` prints is TOML with every key, and means the same."""
    data = {
        "table": {"language": "de", "folder": 'C:\\"x"'},
        "camera": {"source": "usb:Acme", "per_second": 5},
        "lights": {"corner_pins": [[2, 3, 4], [5, 6, 7], [8, 9, 10], [11, 12, 13]]},
    }
    settings = settings_from_data(data)

    text = settings_text(settings)

    assert settings_from_data(tomllib.loads(text)) == settings
    assert settings.camera.source == "usb:Acme"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[camera]\nwidth = 3", r"camera\.width is 3; expected a whole number from 320 to 9152"),
        ("[camera]\nzoom = 3", r"unknown key camera\.zoom; known: source, "),
        ("[cellar]\nx = 3", r"unknown key cellar; known: table, "),
        ("camera = 3", r"camera is 3; expected a section \[camera\]"),
        ("[camera", "are not TOML"),
        ("[lights]\ndriver = 'lamp'", "expected one of none, simulated, corners, strip"),
        (
            "[lights]\ndriver = 'corners'\n[button]\ndriver = 'gpio'\npin = 17",
            r"button\.pin is 17; expected a GPIO that the lights \(corners\) leave free",
        ),
        (
            "[lights]\ndriver = 'strip'\n[button]\ndriver = 'gpio'\npin = 10",
            r"button\.pin is 10; expected a GPIO that the lights \(strip\) leave free",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_path(tmp_path: Path, text: str, message: str) -> None:
    """The error names the file, the key's path, what stood there and what was expected."""
    path = tmp_path / "ringrichter.toml"
    path.write_text(text)

    with pytest.raises(SettingsError, match=message) as caught:
        read_settings(path)

    assert str(path) in str(caught.value)


@pytest.mark.parametrize("driver", ["none", "strip"])
def test_a_pin_of_lights_that_are_not_fitted_is_free(driver: str) -> None:
    """Only what is wired can be in the button's way; the pins of the map are in nobody's."""
    data = {"lights": {"driver": driver}, "button": {"driver": "gpio", "pin": 17}}

    assert settings_from_data(data).button.pin == 17
    for fitted in ("corners", "strip"):
        settings_from_data({"lights": {"driver": fitted}, "button": {"driver": "gpio"}})


def test_a_file_that_was_named_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file given by option or environment that is missing is an error, not silently the defaults."""
    missing = tmp_path / "none.toml"
    with pytest.raises(SettingsError, match="cannot read"):
        read_settings(missing)
    monkeypatch.setenv("RINGRICHTER_SETTINGS", str(missing))
    with pytest.raises(SettingsError, match="cannot read"):
        read_settings(None)


def test_the_usual_folder_is_the_services_or_the_users() -> None:
    """A service keeps its data where the system says, a user where programs keep theirs."""
    assert usual_folder({"STATE_DIRECTORY": "/var/lib/r"}) == Path("/var/lib/r")
    assert usual_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/ringrichter")
    assert usual_folder({}).parts[-3:] == (".local", "share", "ringrichter")
