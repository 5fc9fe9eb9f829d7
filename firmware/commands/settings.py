"""`ringrichter settings`: check a settings file and print all settings with what they mean."""

import argparse

from firmware.options import add_settings
from firmware.settings import read_settings, settings_text

NAME = "settings"
HELP = "Check a settings file and print every setting with its meaning, as a file to start from."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Print the settings in force; a wrong file raises SettingsError."""
    print(settings_text(read_settings(options.settings)), end="")
    return 0
