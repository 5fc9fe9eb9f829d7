"""Telling the system's service manager how the program is (systemd's notify protocol)."""

import os
import socket
from collections.abc import Mapping


class Service:
    """Speaks to the service manager that started the program; silent if none did.

    ``environment`` holds NOTIFY_SOCKET: the address to write to, abstract if it begins with "@".
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")

    def ready(self) -> None:
        """Say that the page answers and the loop goes round."""
        self._tell("READY=1")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the program is about to end as it was told."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to_manager:
            to_manager.sendto(message.encode(), address)
