"""A table without a button."""

from firmware.buttons.port import Press
from firmware.entered import Entered


class NoButton(Entered):
    """Is never pressed."""

    def presses(self) -> list[Press]:
        """Return nothing."""
        return []
