"""A table without a voice."""

from firmware.entered import Entered


class NoVoice(Entered):
    """Says nothing."""

    def say(self, text: str) -> None:
        """Do nothing."""
