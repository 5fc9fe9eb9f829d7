"""Choosing the driver of the voice by the name in the settings."""

from firmware.settings import VoiceSettings
from firmware.voices.espeak import EspeakVoice
from firmware.voices.none import NoVoice
from firmware.voices.port import Voice


def choose_voice(settings: VoiceSettings, language: str) -> Voice:
    """Return the voice that the settings name, not yet ready."""
    if settings.driver == "espeak":
        return EspeakVoice(language, settings.speed)
    return NoVoice()
