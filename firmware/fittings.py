"""What is fitted to the table besides the camera: lights, button and voice, each of which may fail alone."""

import logging
from collections.abc import Callable, Hashable

from firmware.buttons.panel import Action, Panel
from firmware.buttons.port import Button
from firmware.errors import ButtonError, FirmwareError, LightsError, VoiceError
from firmware.lights.port import Lights
from firmware.lights.pulse import colours
from firmware.voices.speaker import Speaker
from referee.snapshot import Snapshot

_log = logging.getLogger(__name__)


class Fittings:
    """Lights, button and voice of one table, all of them opened; a game goes on without one that fails."""

    def __init__(
        self,
        lights: Lights | None = None,
        button: Button | None = None,
        speaker: Speaker | None = None,
        brightness: float = 0.5,
    ) -> None:
        self._lights = lights
        self._button = button
        self._speaker = speaker
        self._brightness = brightness
        self._panel = Panel()
        self.lit: Hashable = None
        """Names what the lamps show, for the eye to tell their light from the room's; None: they are dark."""

    @property
    def menu(self) -> Action | None:
        """The item that the button's menu offers, None while it is closed."""
        return self._panel.item

    def actions(self, now_s: float) -> list[Action]:
        """Return what was asked for at the button since the last call."""
        try:
            presses = self._button.presses() if self._button else []
        except ButtonError as error:
            self._button = None
            _fails(error)
            presses = []
        return self._panel.take(presses, now_s)

    def show(self, snapshot: Snapshot, now_s: float) -> None:
        """Light what a snapshot wants at this moment, and say what is new in it."""
        try:
            if self._lights:
                self._lights.show(colours(snapshot.lamps, now_s, self._brightness))
                self.lit = frozenset(snapshot.lamps.items()) or None
        except LightsError as error:
            self._lights, self.lit = None, None
            _fails(error)
        try:
            if self._speaker:
                self._speaker.hear(snapshot)
        except VoiceError as error:
            self._speaker = None
            _fails(error)


Power = Callable[[Action], None]
"""Switches the machine off or starts it again."""


def _fails(error: FirmwareError) -> None:
    _log.warning("%s; the game goes on without", error)
