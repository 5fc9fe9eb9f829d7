"""A table without lights."""

from collections.abc import Mapping

from firmware.entered import Entered
from firmware.lights.port import Colour


class NoLights(Entered):
    """Shows nothing."""

    def show(self, colours: Mapping[str, Colour]) -> None:
        """Do nothing."""
