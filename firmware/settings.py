"""All settings in one declarative scheme: name, default, check and meaning of each, read from TOML.

No other module reads settings by itself; everything gets the section that it needs.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from firmware import validators as v
from firmware.errors import SettingsError
from firmware.pins import pin_map
from firmware.resources import LANGUAGES, board_names

SYSTEM_FILE = Path("/etc/ringrichter/ringrichter.toml")

_PINS = pin_map()


def setting(default: Any, check: v.Check, meaning: str) -> Any:
    """Declare one setting: its default, its check, and what people read about it."""
    return field(default=default, metadata={"check": check, "meaning": meaning})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """The table itself."""

    board: str = setting(
        "inner-circle", v.board(*board_names()), "which board lies on the table: its id or its file"
    )
    language: str = setting(
        LANGUAGES[0], v.one_of(*LANGUAGES), "language of spoken and printed sentences"
    )
    folder: str = setting(
        "", v.text, 'where matches and the calibration are kept; "" for the usual place'
    )
    referee: bool = setting(True, v.truth, "false: keep the score only, without judging moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSettings:
    """The camera above the table."""

    source: str = setting(
        "camera", v.camera,
        "camera (Raspberry Pi), usb:ID, a folder of pictures or a video file",
    )  # fmt: skip
    width: int = setting(1640, v.whole(320, 9152), "width of the pictures in pixels")
    height: int = setting(1232, v.whole(240, 6944), "height of the pictures in pixels")
    mains_hz: int = setting(50, v.one_of(50, 60), "frequency of the mains, of which lamps flicker")
    per_second: float = setting(10.0, v.number(0.5, 60), "how many pictures a second are looked at")

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSettings:
    """The page for phones."""

    host: str = setting("0.0.0.0", v.text, "address to listen on; 127.0.0.1 for this machine only")  # noqa: S104
    port: int = setting(8080, v.whole(0, 65535), "port to listen on; 0 for any that is free")
    pin: str = setting("", v.secret, 'what players type to command the table; "" lets everybody')
    owner_pin: str = setting("", v.secret, 'what the owner types to change settings; "" for nobody')


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkSettings:
    """The machine's Wi-Fi, and its own network where no known one is in reach."""

    driver: str = setting(
        "none", v.one_of("none", "simulated", "networkmanager"),
        "none (somebody else looks after it), simulated, or networkmanager (Raspberry Pi OS)",
    )  # fmt: skip
    own_name: str = setting("", v.network_name, 'name of the own network; "" for one made once')
    own_password: str = setting("", v.wifi_password, 'its password; "" for one made once')
    wait_s: float = setting(45.0, v.number(10, 600), "so long known networks are waited for")
    retry_s: float = setting(
        600.0, v.number(60, 86400), "after so long without a phone they are tried again"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LightsSettings:
    """Lights at the corners or under the fields."""

    driver: str = setting(
        "none", v.one_of("none", "simulated", "corners", "strip"),
        "none, simulated (drawn on the page), corners (RGB lights on GPIO), strip (WS2812 on SPI)",
    )  # fmt: skip
    help: bool = setting(False, v.truth, "show where balls may go")
    brightness: float = setting(0.5, v.number(0.05, 1), "brightness, 1 for the most")
    corner_pins: tuple[tuple[int, ...], ...] = setting(
        _PINS.corners, v.pin_rows(4, 3),
        "GPIO of red, green and blue of the lights at seats 0 to 3",
    )  # fmt: skip
    common_anode: bool = setting(False, v.truth, "true: the lights shine when their pin is low")
    spi_bus: int = setting(_PINS.spi_bus, v.whole(0, 6), "number of the SPI bus of the strip")
    spi_device: int = setting(_PINS.spi_device, v.whole(0, 2), "number of the device on that bus")
    current_ma: int = setting(2000, v.whole(100, 20000), "the most current that the strip may take")


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSettings:
    """The button at the table."""

    driver: str = setting("none", v.one_of("none", "gpio"), "none or gpio")
    pin: int = setting(_PINS.button, v.pin, "GPIO of the button, which connects it to ground")
    hold_s: float = setting(2.0, v.number(0.5, 10), "seconds that the button is held for the menu")


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceSettings:
    """Spoken sentences."""

    driver: str = setting(
        "none", v.one_of("none", "espeak"), "none or espeak (espeak-ng on this machine)"
    )
    speed: int = setting(150, v.whole(80, 400), "words a minute")
    everything: bool = setting(
        False, v.truth, "true: throws and moves are spoken too, not only what matters"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set; a section of the file each."""

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    page: PageSettings = PageSettings()
    network: NetworkSettings = NetworkSettings()
    lights: LightsSettings = LightsSettings()
    button: ButtonSettings = ButtonSettings()
    voice: VoiceSettings = VoiceSettings()

    @property
    def folder(self) -> Path:
        """Where the table's data are kept; raises `SettingsError` for the home of a user who is not there."""
        if not self.table.folder:
            return usual_folder()
        try:
            return Path(self.table.folder).expanduser()
        except RuntimeError as error:
            raise SettingsError(
                f"table.folder is {self.table.folder!r}, and there is no such user; "
                "name the folder from / on"
            ) from error


_Section = TypeVar("_Section")


def read_settings(path: Path | None) -> Settings:
    """Read the settings file; without one, this machine's (if there is one) or the defaults.

    Raises:
        SettingsError: the file cannot be read, or a key or value in it is wrong.

    """
    if path is None:
        given = os.environ.get("RINGRICHTER_SETTINGS")
        path = Path(given) if given else SYSTEM_FILE
        if not given and not path.exists():
            return Settings()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read the settings {path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"the settings {path} are not TOML: {error}") from error
    try:
        return settings_from_data(data)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


def settings_from_data(data: Mapping[str, Any]) -> Settings:
    """Return the settings that the data say, defaults for the rest.

    Raises:
        SettingsError: a key is unknown or a value wrong; the message names its path.

    """
    sections: dict[str, Any] = {item.name: item.default for item in fields(Settings)}
    _know(data, sections, "")
    settings = Settings(**{name: _section(sections[name], data[name], name) for name in data})
    _know_pins_apart(settings)
    return settings


def _know_pins_apart(settings: Settings) -> None:
    """Refuse a button on a pin of the lights that are fitted, which each key alone cannot tell."""
    pin = settings.button.pin
    taken: dict[str, tuple[int, ...]] = {
        "corners": tuple(one for row in settings.lights.corner_pins for one in row),
        "strip": _PINS.spi if settings.lights.spi_bus == _PINS.spi_bus else (),
    }
    if settings.button.driver == "gpio" and pin in taken.get(settings.lights.driver, ()):
        raise SettingsError(
            f"button.pin is {pin}; expected a GPIO that the lights ({settings.lights.driver}) leave free"
        )


def _section(defaults: _Section, data: Any, path: str) -> _Section:
    if not isinstance(data, Mapping):
        raise SettingsError(f"{path} is {data!r}; expected a section [{path}]")
    known = {item.name: item for item in fields(type(defaults))}  # type: ignore[arg-type]
    _know(data, known, f"{path}.")
    values = {}
    for key, value in data.items():
        try:
            values[key] = known[key].metadata["check"](value)
        except ValueError as error:
            raise SettingsError(f"{path}.{key} is {value!r}; expected {error}") from error
    return type(defaults)(**values)


def _know(data: Mapping[str, Any], known: Mapping[str, Any], path: str) -> None:
    for key in data:
        if key not in known:
            raise SettingsError(f"unknown key {path}{key}; known: {', '.join(known)}")


def settings_text(settings: Settings) -> str:
    """Return the settings as a file with what each of them means, which reads back as the same."""
    return "\n".join(_lines(settings))


def _lines(settings: Settings) -> Iterator[str]:
    for item in fields(settings):
        section = getattr(settings, item.name)
        yield f"# {type(section).__doc__}"
        yield f"[{item.name}]"
        for one in fields(section):
            yield f"# {one.metadata['meaning']}"
            yield f"{one.name} = {_toml(getattr(section, one.name))}"
        yield ""


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case tuple():
            return f"[{', '.join(_toml(item) for item in value)}]"
        case _:
            return repr(value)


def usual_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where data are kept if nothing else is set: the service's folder, or the user's own."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"])
    base = environment.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "ringrichter"
