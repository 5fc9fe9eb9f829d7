"""The keeper of one table: pictures and wishes in, snapshots out, all that matters on the disk.

It has no thread, no clock and no device of its own; the loop hands it pictures and asks for snapshots.
"""

import logging
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from firmware.aiming import Aimer
from firmware.buttons.panel import Action
from firmware.cameras.port import Shot
from firmware.errors import FirmwareError, JournalError
from firmware.evidence import Evidence
from firmware.journal import Journal, MatchRecord
from firmware.live_match import LiveMatch, begin_match
from firmware.wishes import decide, press
from firmware.witness import Witness
from referee.errors import RefereeError
from referee.match import Match, match_from_data
from referee.showing import show
from referee.sighting import Sighting
from referee.snapshot import CameraView, Lamp, Sentence, Snapshot
from referee.table.decisions import Refused
from referee.table.patience import LIVE, Patience
from vision.errors import VisionError
from vision.frame import Frame
from vision.seeing import Seen
from web.commands import Calibrate, Command, DeleteEverything, DeletePictures, NewMatch
from web.ports import Result


class Reader(Protocol):
    """A calibrated eye."""

    def read(self, picture: Frame, *, lamps: Hashable = None) -> Sighting:
        """Read one picture, taken while the table's own lamps showed what ``lamps`` names (None: dark)."""

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return the board's corners in the last picture (0..1 of its width and height)."""

    def around(self, picture: Frame, places: Sequence[str]) -> Frame:
        """Return the part of a picture in which these places and the dice lie."""

    def understood(self) -> tuple[Frame, Seen] | None:
        """Return the last picture that was read, and how; None before the first."""


Learn = Callable[[Frame, Match | None], Reader]
"""Learns a table from one picture, with the colours named as in a match if there is one."""

_log = logging.getLogger(__name__)

# A sentence that answers the button is shown for so many pictures: about four seconds.
_NOTED_PICTURES = 40

# A board that was lost in mid-game is searched for after so many pictures: the search takes a second or
# more, in which no move is seen.
_LOST_PICTURES = 30

Light = Callable[[Snapshot], Mapping[str, Lamp]]


class Keeper:
    """Keeps one table; made from the journal, it goes on with the match that was played last.

    Args:
        journal: where events are committed.
        learn: learns the table from a picture.
        eye: the eye that was learned before, if there is one.
        camera: what the camera is called on the page.
        aimer: helps to aim the camera; None gives no advice.
        evidence: where pictures of disputes are kept; None keeps none.
        lights: which lights a snapshot wants.
        wall: the time of day (Unix time).
        patience: how long the table looks before it believes.
        refereeing: whether moves are judged; otherwise only the score is kept.

    """

    def __init__(
        self,
        journal: Journal,
        learn: Learn,
        eye: Reader | None = None,
        *,
        camera: str = "",
        aimer: Aimer | None = None,
        evidence: Evidence | None = None,
        lights: Light = lambda _: {},
        wall: Callable[[], float] = time.time,
        patience: Patience = LIVE,
        refereeing: bool = True,
    ) -> None:
        self._journal = journal
        self._learn = learn
        self._eye = eye
        self._camera = camera
        self._aimer = aimer
        self._evidence = evidence
        self._lights = lights
        self._wall = wall
        self._patience = patience
        self._refereeing = refereeing
        self._sighting: Sighting | None = None
        self._unseen = 0
        self._seeing = False
        self._trouble: Sentence | None = None
        self._decided = 0
        self._noted: Sentence | None = None
        self._noted_for = 0
        self._witness = Witness(evidence) if evidence else None
        self.picture: Frame | None = None
        record = journal.latest()
        self.live = None if record is None else self._follow(record)

    def _follow(self, record: MatchRecord) -> LiveMatch:
        return LiveMatch(
            self._journal,
            record,
            wall=self._wall,
            patience=self._patience,
            refereeing=self._refereeing,
        )

    # ------------------------------------------------------------ pictures

    def look(self, shot: Shot, lamps: Hashable = None) -> None:
        """Take one picture; ``lamps`` names what the table's own lamps showed (None: they were dark).

        Raises:
            JournalError: what happened cannot be committed; nothing of it is shown.

        """
        self.picture, self._seeing = shot.picture, True
        self._noted_for -= 1
        if self._noted_for < 0:
            self._noted = None
        if self._eye is not None:
            self._read(self._eye, shot, lamps)
        self._aim(shot)

    def _read(self, eye: Reader, shot: Shot, lamps: Hashable) -> None:
        sighting = eye.read(shot.picture, lamps=lamps)
        if self.live is not None and self.live.watching:
            events = self.live.observe(sighting, shot.name, shot.at_s)
            if self._witness:
                self._witness.see(self.live.id, events, shot.picture, eye)
        self._sighting = sighting
        self._trouble = None

    def _aim(self, shot: Shot) -> None:
        """Help to aim the camera, unless a game is being followed."""
        if self._aimer is None:
            return
        self._unseen = 0 if self._seen else self._unseen + 1
        if self.live is not None and self.live.watching and self._unseen < _LOST_PICTURES:
            self._aimer.stop()
        else:
            self._aimer.look(shot, self._eye.outline() if self._eye and self._seen else ())

    @property
    def _seen(self) -> bool:
        """Whether the eye saw the board in the last picture as it was learned, and not mirrored."""
        board = self._sighting.board if self._sighting else None
        return board is not None and board.seen and not board.mirrored

    def lost(self) -> None:
        """Take note that the camera gives no pictures."""
        self._seeing = False

    def troubled(self, error: JournalError) -> None:
        """Show that the game stands still, and why, until the next picture could be taken."""
        self._trouble = Sentence("trouble.journal", {"reason": str(error)})

    # ------------------------------------------------------------ wishes

    def answer(self, command: Command, by: str, version: int) -> Result:
        """Do what somebody asks for; ``version`` is that of the snapshot that everybody sees now.

        Of two wishes that were made of the same snapshot the first counts.
        """
        if 0 < command.version < self._decided:
            return Result(accepted=False, says=Sentence("command.late"))
        try:
            says = self._do(command, by)
        except Refused as refused:
            says = refused.says
        except (FirmwareError, VisionError, RefereeError) as error:
            return Result(accepted=False, says=Sentence("command.failed", {"reason": str(error)}))
        if says is None:
            self._decided = version + 1
        return Result(accepted=says is None, says=says)

    def press(self, action: Action) -> None:
        """Do what somebody at the button asked for, or show why it cannot be done."""
        if self.live is None:
            if action is not Action.RESUME:
                self._note(Sentence("command.no-match"))
            return
        self._noted = None
        try:
            if action is Action.NEW_MATCH:
                self._begin_anew(self.live)
            else:
                press(self.live, action)
        except Refused as refused:
            self._note(refused.says)
        except JournalError as error:
            self.troubled(error)

    def _begin_anew(self, live: LiveMatch) -> None:
        """Begin another match of the same players with what lies on the board, or show why it cannot be."""
        match = replace(live.game.match, position=None)
        try:
            refused = self.begin(match, live.players.names)
        except JournalError:
            raise
        except (FirmwareError, VisionError, RefereeError) as error:
            refused = Sentence("command.failed", {"reason": str(error)})
        if refused is not None:
            self._note(refused)

    def _note(self, says: Sentence) -> None:
        """Show a sentence for a few seconds."""
        self._noted, self._noted_for = says, _NOTED_PICTURES

    def _do(self, command: Command, by: str) -> Sentence | None:
        """Do it; return why it cannot be done, or None."""
        match command:
            case NewMatch():
                return self._new_match(command)
            case Calibrate():
                return self._calibrate(self.live.as_it_stands() if self.live else None)
            case DeletePictures():
                self._delete_pictures()
                return None
            case DeleteEverything():
                self._delete_pictures()
                self._journal.clear()
                self.live = None
                return None
            case _ if self.live is None:
                return Sentence("command.no-match")
            case _:
                decide(self.live, command, by)
                return None

    def _delete_pictures(self) -> None:
        if self._witness:
            self._witness.forget()

    def _new_match(self, asked: NewMatch) -> Sentence | None:
        match = match_from_data(
            {
                "game": asked.game,
                "memory": asked.memory,
                "balls": asked.balls,
                "house": dict(asked.house),
                "seats": {str(seat): colour for seat, colour in asked.seats.items()},
                "first": min(asked.seats) if asked.first is None else asked.first,
            }
        )
        return self.begin(match, asked.players)

    def begin(self, match: Match, players: Mapping[int, str] | None = None) -> Sentence | None:
        """Learn the table from the last picture and begin a match; return why not, or None."""
        refused = self._calibrate(match)
        if refused is not None:
            return refused
        self._delete_pictures()
        self.live = self._follow(begin_match(self._journal, match, players or {}, self._wall))
        return None

    def _calibrate(self, match: Match | None) -> Sentence | None:
        if self.picture is None:
            return Sentence("command.no-picture")
        self._eye = self._learn(self.picture, match)
        self._sighting = None
        return None

    # ------------------------------------------------------------ showing

    def outline(self) -> Sequence[tuple[float, float]]:
        """Return where the board lies in the picture, nothing while it is not known."""
        if self._eye and self._seen:
            return self._eye.outline()
        return self._aimer.corners if self._aimer else ()

    def understood(self) -> tuple[Frame, Seen] | None:
        """Return the last picture that the eye read, and how; None while no table is learned."""
        return self._eye.understood() if self._eye else None

    def snapshot(self) -> Snapshot:
        """Return what is to be shown now (of version 0; the hub counts)."""
        # A board that is only aimed at can be learned; a game is followed by the eye alone.
        aimed = self.live is None and self._aimer is not None and bool(self._aimer.corners)
        camera = CameraView(
            driver=self._camera,
            seeing=self._seeing,
            board=self._seen or aimed,
            advice=self._aimer.advice if self._aimer else None,
        )
        live = self.live.live(self._evidence) if self.live else None
        shown = show(live, self._sighting, camera, version=0)
        left = self.live is not None and self.live.left and shown.foul is None
        welcome = Sentence("evening.goes-on") if left else None
        shown = replace(shown, says=self._trouble or self._noted or welcome or shown.says)
        return replace(shown, lamps=self._lights(shown))
