from collections.abc import Sequence
from dataclasses import replace

import pytest

from firmware.errors import VoiceError
from firmware.page import table_words
from firmware.settings import VoiceSettings
from firmware.voices import espeak
from firmware.voices.choice import choose_voice
from firmware.voices.espeak import EspeakVoice
from firmware.voices.none import NoVoice
from firmware.voices.speaker import Speaker
from referee.snapshot import MatchView, Phase, SeatView, Sentence, Snapshot
from web.wording import Wording

WORDS = Wording(
    "de", {"event.round": "{seat} hat gewonnen.", "colour.red": "Rot", "foul.M1": "Falsch gezählt."}
)
MATCH = MatchView(
    game="inner-circle", seats=(SeatView(seat=0, colour="red"), SeatView(seat=2, colour="sky", player="Ben"))
)  # fmt: skip


class Spoken:
    """A sentence that takes for ever to be spoken."""

    def __init__(self) -> None:
        self.ended = False

    def poll(self) -> int | None:
        return 0 if self.ended else None

    def terminate(self) -> None:
        self.ended = True

    def wait(self, timeout: float | None = None) -> int:
        assert self.ended
        return 0


class Mouth:
    """Takes the place of starting programs."""

    def __init__(self) -> None:
        self.commands: list[Sequence[str]] = []
        self.sentences: list[Spoken] = []

    def __call__(self, command: Sequence[str]) -> Spoken:
        self.commands.append(command)
        self.sentences.append(Spoken())
        return self.sentences[-1]


class Ear(NoVoice):
    """A voice that is listened to."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        self.heard.append(text)


class TestEspeak:
    def test_a_newer_sentence_breaks_the_older_off(self) -> None:
        """One at a time, in the language and speed that were set; silence afterwards."""
        mouth = Mouth()
        with EspeakVoice("de", 170, start=mouth) as voice:
            voice.say("eins")
            voice.say("--zwei")
            assert [True, False] == [spoken.ended for spoken in mouth.sentences]

        assert mouth.sentences[-1].ended
        assert mouth.commands[-1] == ["espeak-ng", "-v", "de", "-s", "170", "--", "--zwei"]

    def test_without_the_program_it_says_what_to_type(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A machine without espeak-ng gets the command that installs it."""
        monkeypatch.setattr(espeak, "PROGRAM", "espeak-that-is-not-there")
        with pytest.raises(VoiceError, match="apt-get install"), EspeakVoice("de", 150):
            pass

    def test_a_program_that_does_not_start_is_an_error(self) -> None:
        """What the system says is passed on."""

        def broken(_: Sequence[str]) -> Spoken:
            raise FileNotFoundError(2, "No such file or directory")

        with (
            EspeakVoice("de", 150, start=broken) as voice,
            pytest.raises(VoiceError, match="No such"),
        ):
            voice.say("eins")


class TestSpeaker:
    def shown(self, phase: Phase, says: Sentence | None) -> Snapshot:
        return Snapshot(version=1, phase=phase, match=MATCH, says=says)

    def test_what_matters_is_said_once(self) -> None:
        """A win is spoken with the player's name, and not again with the next picture."""
        ear = Ear()
        speaker = Speaker(ear, WORDS)
        won = self.shown(Phase.ROUND_OVER, Sentence("event.round", {"seat": 2}))
        for snapshot in (won, replace(won, version=2, hand=True)):
            speaker.hear(snapshot)

        assert ear.heard == ["Ben hat gewonnen."]

    def test_a_colour_is_called_by_its_word(self) -> None:
        """A player without a name is called by the colour, in the voice's language."""
        ear = Ear()
        Speaker(ear, WORDS).hear(self.shown(Phase.GAME_OVER, Sentence("event.round", {"seat": 0})))

        assert ear.heard == ["Rot hat gewonnen."]

    @pytest.mark.parametrize("key", ["menu.power-off", "decision.not-over", "evening.goes-on"])
    def test_who_presses_the_button_is_answered(self, key: str) -> None:
        """The menu and what cannot be done are spoken at any time: there may be no page in sight."""
        ear = Ear()
        words = table_words("inner-circle")["de"]
        Speaker(ear, words).hear(self.shown(Phase.THROW, Sentence(key)))

        assert ear.heard == [words.text(key)]

    def test_small_talk_is_for_those_who_want_it(self) -> None:
        """Throws and moves are spoken only if everything is."""
        says = Sentence("foul.M1")
        quiet, chatty = Ear(), Ear()
        Speaker(quiet, WORDS).hear(self.shown(Phase.PLAY, says))
        Speaker(chatty, WORDS, everything=True).hear(self.shown(Phase.PLAY, says))

        assert (quiet.heard, chatty.heard) == ([], ["Falsch gezählt."])

    @pytest.mark.parametrize(
        ("language", "says", "heard"),
        [
            ("de", Sentence("event.round", {"seat": 0}), "Rot hat die Runde gewonnen."),
            ("de", Sentence("event.throw.number", {"seat": 2, "number": 1}), "Ben würfelt 1."),
            ("en", Sentence("event.throw.number", {"seat": 0, "number": 10}), "Red throws 10."),
            ("en", Sentence("event.house", {"house": "own_ball=throws"}), "The own ball is thrown"),
            (
                "en",
                Sentence("foul.T2.entered", {"seat": 0}),
                "That takes 6, 12 or three equal numbers",
            ),
            ("de", Sentence("event.unsure", {"places": "start.2"}), "Startbereich"),
        ],
    )
    def test_it_speaks_the_words_of_the_page(
        self, language: str, says: Sentence, heard: str
    ) -> None:
        """Colours, places and house rules have their words on the Pi, too; numerals are not spelled."""
        ear = Ear()
        words = table_words("inner-circle")[language]
        Speaker(ear, words, everything=True).hear(self.shown(Phase.PLAY, says))

        (said,) = ear.heard
        assert heard in said


def test_the_driver_is_the_one_named() -> None:
    """The settings choose."""
    assert isinstance(choose_voice(VoiceSettings(), "de"), NoVoice)
    assert isinstance(choose_voice(VoiceSettings(driver="espeak"), "de"), EspeakVoice)
