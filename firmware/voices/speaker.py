"""What the voice says: the referee's newest sentence, once, in words for the ear."""

from firmware.voices.port import Voice
from referee.snapshot import Phase, Sentence, Snapshot
from web.wording import Wording

# Read or seen rather than heard: a voice that tells every step is switched off after an hour.
_TOLD = frozenset(
    {Phase.WRONG, Phase.ROUND_OVER, Phase.GAME_OVER, Phase.NO_CAMERA, Phase.PAUSED, Phase.SETTING_UP}
)  # fmt: skip
# Whoever stands at the button, or switches the table on, may have no page before them.
_ANSWERS = ("menu.", "decision.", "command.", "trouble.", "evening.")


class Speaker:
    """Puts into words what changes between snapshots, and lets the voice say it.

    Args:
        voice: who speaks.
        words: all sentences of the page, in the voice's language.
        everything: whether throws and moves are spoken too.

    """

    def __init__(self, voice: Voice, words: Wording, *, everything: bool = False) -> None:
        self._voice = voice
        self._words = words
        self._everything = everything
        self._said: Sentence | None = None

    def hear(self, snapshot: Snapshot) -> None:
        """Say what is new in a snapshot."""
        says = snapshot.says
        if says is None or says == self._said:
            return
        self._said = says
        if self._everything or snapshot.phase in _TOLD or says.key.startswith(_ANSWERS):
            self._voice.say(self._words.aloud(says, snapshot.match))
