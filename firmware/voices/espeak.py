"""A voice by the program espeak-ng, over the machine's loudspeaker."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Protocol

from firmware.entered import Entered
from firmware.errors import VoiceError

PROGRAM = "espeak-ng"


class Speaking(Protocol):
    """A sentence that is being spoken (a process)."""

    def poll(self) -> int | None:
        """Return None while it is spoken."""

    def terminate(self) -> None:
        """Break it off."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""


Start = Callable[[Sequence[str]], Speaking]


class EspeakVoice(Entered):
    """Speaks one sentence at a time; a newer one breaks the older off.

    Args:
        language: "de" or "en".
        speed: words a minute.
        start: starts a program.

    """

    def __init__(self, language: str, speed: int, *, start: Start | None = None) -> None:
        self._language = language
        self._speed = speed
        self._start = start or _start
        self._speaking: Speaking | None = None

    def open(self) -> None:
        """See whether the program is there."""
        if self._start is _start and shutil.which(PROGRAM) is None:
            raise VoiceError(f"the voice needs {PROGRAM}; type: sudo apt-get install {PROGRAM}")

    def close(self) -> None:
        """Fall silent."""
        self._break_off()

    def say(self, text: str) -> None:
        """Speak a sentence without waiting for its end."""
        self._break_off()
        command = [PROGRAM, "-v", self._language, "-s", str(self._speed), "--", text]
        try:
            self._speaking = self._start(command)
        except OSError as error:
            raise VoiceError(f"{PROGRAM} cannot be started: {error.strerror}") from error

    def _break_off(self) -> None:
        if self._speaking is None:
            return
        if self._speaking.poll() is None:
            self._speaking.terminate()
        self._speaking.wait(timeout=2)
        self._speaking = None


def _start(command: Sequence[str]) -> Speaking:
    # The program's name is fixed, and the sentence is one argument that no shell sees.
    return subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
