from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from firmware.cli import main
from firmware.label import label_svg
from firmware.networks.own import OwnNetwork, own_network


def test_name_and_password_are_made_once(tmp_path: Path) -> None:
    """After a restart they are the same; the file is only for its owner; two tables differ."""
    first = own_network(tmp_path / "a")

    assert own_network(tmp_path / "a") == first
    assert (tmp_path / "a" / "network.json").stat().st_mode & 0o077 == 0
    assert own_network(tmp_path / "b").password != first.password
    assert first.name.startswith("Ringrichter-")
    assert 8 <= len(first.password) <= 63


def test_what_is_set_is_taken(tmp_path: Path) -> None:
    """With both set, nothing is written."""
    assert own_network(tmp_path, "Spieltisch", "geheimnis") == OwnNetwork("Spieltisch", "geheimnis")
    assert list(tmp_path.iterdir()) == []
    assert own_network(tmp_path, name="Spieltisch").name == "Spieltisch"


@given(st.text(max_size=10), st.text(max_size=10))
def test_the_code_can_be_taken_apart(name: str, password: str) -> None:
    """Whatever signs name and password have, a phone finds their ends."""
    code = OwnNetwork(name, password).code
    parts, escaped = [""], False
    for sign in code.removeprefix("WIFI:"):
        if escaped or sign not in "\\;":
            parts[-1] += sign
            escaped = False
        elif sign == "\\":
            escaped = True
        else:
            parts.append("")

    assert parts == ["T:WPA", f"S:{name}", f"P:{password}", "", ""]


def test_a_phone_reads_the_code() -> None:
    """The QR code that the page shows is decoded by another's program."""
    own = OwnNetwork("Ringrichter-1a2b", "secret;word")
    dots = np.array(list(segno.make(own.code).matrix), dtype=np.uint8)
    picture = cv2.copyMakeBorder(
        np.kron(255 * (1 - dots), np.ones((8, 8), np.uint8)), *(32,) * 4, cv2.BORDER_CONSTANT,
        value=255,
    )  # fmt: skip

    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == own.code


@pytest.mark.parametrize(
    ("port", "address"), [(80, "http://10.42.0.1<"), (8080, "http://10.42.0.1:8080<")]
)
def test_the_label_has_codes_and_words(port: int, address: str) -> None:
    """What cannot be scanned can be typed; the names are escaped."""
    label = label_svg(OwnNetwork("Me & you", "secret-word"), port, "de")

    assert label.count("<svg") == 3
    for words in ("Me &amp; you", "secret-word", address, "Verbinden"):
        assert words in label


def test_the_command_tells_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """State, name and password are printed; the label lies where it was asked for."""
    settings = tmp_path / "settings.toml"
    settings.write_text(
        f"[table]\nfolder = '{tmp_path}'\n[network]\ndriver = 'simulated'\nown_name = 'Tisch'\n"
        "own_password = 'geheimnis'\n"
    )

    assert main(["network", "--settings", str(settings), "--label", str(tmp_path / "l.svg")]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "network: offline",
        "own network: Tisch, password geheimnis",
    ]
    assert (tmp_path / "l.svg").read_text().startswith("<svg")
    assert main(["network", "--settings", str(settings), "--label", "/nowhere/l.svg"]) == 1
