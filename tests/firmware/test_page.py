import json
import socket
import urllib.request
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from flask import Flask

from firmware.errors import PageError
from firmware.files import StoreError
from firmware.page import PageServer, address_of, keys, listen, own_address, qr_svg, qr_text
from firmware.service import Service

LINK = "http://192.168.178.23:8080/?k=dEaQ1x9-kk_4"


def test_a_page_is_served_and_the_port_is_free_again() -> None:
    """The application answers at the address that is announced, until it is closed."""
    app = Flask("test")
    app.add_url_rule("/", "root", lambda: "here")
    with listen("127.0.0.1", 0) as listening, PageServer(app, listening) as server:
        assert server.alive
        with urllib.request.urlopen(address_of(listening), timeout=10) as answer:
            assert answer.read() == b"here"
        port = listening.getsockname()[1]
    with listen("127.0.0.1", port):
        pass


def test_a_taken_port_is_one_sentence() -> None:
    """The message names address and port and what to do."""
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PageError, match=rf"127\.0\.0\.1, port {port}: .*choose another port"):
            listen("127.0.0.1", port)


def test_an_address_that_is_not_ours_is_one_sentence() -> None:
    """A host that this machine does not have is refused like a taken port."""
    with pytest.raises(PageError, match="cannot listen on"):
        listen("198.51.100.77", 0)


def test_the_announced_address_is_one_that_phones_can_type() -> None:
    """Listening on all addresses is announced as this machine's own one, or loopback without a network."""
    with listen("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening) == f"http://{own_address()}:{port}"
    with listen("127.0.0.1", 0) as listening:
        assert address_of(listening).startswith("http://127.0.0.1:")


def test_keys_are_made_once_and_are_nobodys_business(tmp_path: Path) -> None:
    """After a restart phones stay logged in; the file is only for its owner; damage makes new keys."""
    first = keys(tmp_path / "table")

    assert keys(tmp_path / "table") == first
    path = tmp_path / "table" / "page.json"
    assert path.stat().st_mode & 0o077 == 0
    assert set(json.loads(path.read_text())) == {"secret", "key"}
    path.write_text("{")
    assert keys(tmp_path / "table") != first


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """Where there can be no folder, the message names it."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        keys(tmp_path / "file" / "table")


def test_the_qr_codes_can_be_read() -> None:
    """Both the drawn and the typed code hold the address: a decoder reads it back."""
    text = qr_text(LINK)
    dots = [
        [on for char in line for on in [char in upper]]
        for line in text.splitlines()
        for upper in ("█▀", "█▄")
    ]
    picture = np.kron(np.array(dots, dtype=np.uint8) * 255, np.ones((8, 8), dtype=np.uint8))
    picture = cv2.copyMakeBorder(picture, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=255)

    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == LINK
    assert qr_svg(LINK).startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert segno.make(LINK).version < 6


@pytest.mark.parametrize("abstract", [True, False])
def test_the_service_manager_is_told(tmp_path: Path, *, abstract: bool) -> None:
    """Ready, alive and stopping arrive as datagrams, also at an abstract address."""
    name = f"ringrichter-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0" + name if abstract else name)
        service = Service({"NOTIFY_SOCKET": "@" + name if abstract else name})
        for tell in (service.ready, service.alive, service.stopping):
            tell()
        heard = [manager.recv(100) for _ in range(3)]

    assert heard == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_without_a_service_manager_nothing_is_told() -> None:
    """Started by hand, the program speaks to nobody and does not fail."""
    assert Service({}).ready() is None
