"""The eye of a table: it follows the board, the light and the colours from picture to picture."""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from referee.sighting import BoardView, Sighting
from vision.calibration import Calibration
from vision.dice_watch import DiceReaders, DiceWatch
from vision.fields import Appearance, BareHoles, follow_colours, picture_of
from vision.frame import Frame
from vision.grain import see_grain
from vision.light import Light, measure_light
from vision.orientation import Orientation
from vision.registration import moved, settled
from vision.seeing import Seen, see
from vision.stillness import Glance, Stillness, glance
from vision.view import View

# A still scene that was read twice alike is not read again for so many pictures, a second or two; each time
# it is read alike once more it may rest twice as long, up to about half a minute.
REPEATS, MOST_REPEATS = 10, 320
# Which way round the board lies is asked in so many pictures where it lies anew, until it is known.
ASKED = 3
# It is looked for exactly in so many pictures of a place to which it was pushed, until two agree to this:
# sharp pictures of session-03 agreed to 0.03 mm and 0.001 degrees, blurred ones (3 to 4 px) lay 0.5 mm off.
SETTLES, AGREE_MM, AGREE_DEG = 6, 0.2, 0.05
# While lamps pulse faint changes are not noticed in passing: each strength of their light is read again
# after so many pictures.
LIT_REPEATS = 20
# Lamps that breathe are seen in so many strengths: half a breath's pictures at ten a second, and more for
# those that come a little early or late.
STRENGTHS = 24
# So many states of the table's own lamps are remembered.
STATES = 8


@dataclass(eq=False)
class _Strength:
    """A picture in one strength of lamps that pulse, and what was read in it, twice ``alike`` or once.

    What explains the readings is not kept: half a megabyte for each of up to ``STATES`` times ``STRENGTHS``.
    """

    glance: Glance
    seen: Seen
    alike: bool = False
    repeats: int = 0


@dataclass
class _Scene:
    """What is known of the board under one state of the own lamps: its light, and the last reading."""

    light: Light | None = None
    stillness: Stillness | None = None
    strengths: list[_Strength] = field(default_factory=list)
    seen: Seen | None = None
    dice: DiceWatch | None = None
    holes: BareHoles = field(default_factory=BareHoles)
    alike: bool = False
    repeats: int = 0
    rest: int = REPEATS


@dataclass
class Eye:
    """A calibrated eye that follows its board, the light on it and its colours from picture to picture.

    ``live``: pictures follow each other within a fraction of a second, so that dice which are seen to move
    need not be read before they lie still.
    """

    calibration: Calibration
    live: bool = False
    _view: View = field(init=False, repr=False)
    _appearance: Appearance = field(init=False, repr=False)
    _readers: DiceReaders = field(init=False, repr=False)
    _known: Orientation | None = field(init=False, repr=False, default=None)
    _asked: int = field(init=False, repr=False, default=0)
    _tries: int = field(init=False, repr=False, default=0)
    _fitted: View | None = field(init=False, repr=False, default=None)
    _scenes: dict[Hashable, _Scene] = field(init=False, repr=False, default_factory=dict)
    _lamps: Hashable = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        """Begin where the calibration was made."""
        self._view = self.calibration.view
        self._appearance = self.calibration.appearance
        self._readers = DiceReaders(self.calibration.faces)

    @property
    def appearance(self) -> Appearance:
        """The colours as they are now, where they have drifted to since the calibration."""
        return self._appearance

    def read(self, frame: Frame, *, lamps: Hashable = None) -> Sighting:
        """Read one picture (h, w, 3) uint8 BGR; ``lamps`` names the state of the table's own lamps."""
        return self.look(frame, lamps=lamps).sighting

    def look(self, frame: Frame, *, lamps: Hashable = None) -> Seen:
        """Read one picture and keep what explains the reading.

        ``lamps``: any name of what the table's own lamps showed when it was taken (None: they were dark).
        Their light changes the picture, but it is no change of the room's light, and colours are not learned
        in it.
        """
        scene = self._scene(lamps)
        # While lamps change, a picture may show what they were before: its light tells nothing.
        steady, self._lamps = lamps == self._lamps, lamps
        now = glance(frame)
        if lamps is not None:
            return self._look_lit(frame, scene, now, steady=steady)
        still = scene.stillness is not None and scene.stillness.keeps(now)
        if still and scene.alike and scene.seen is not None and scene.repeats < scene.rest:
            scene.repeats += 1
            return scene.seen
        seen = self._read(frame, scene, scene.holes if steady else None)
        if steady:
            seen = self._lit(frame, seen, scene, learning=lamps is None)
        alike = still and scene.seen is not None and _alike(seen, scene.seen)
        scene.rest = min(2 * scene.rest, MOST_REPEATS) if alike and scene.alike else REPEATS
        scene.alike = alike
        if still and scene.stillness is not None:
            scene.stillness.read = now
        else:
            scene.stillness = Stillness(now)
        scene.seen, scene.repeats = seen, 0
        return seen

    def _look_lit(self, frame: Frame, scene: _Scene, now: Glance, *, steady: bool) -> Seen:
        """Read one picture in the light of the own lamps, which may pulse."""
        known = next((one for one in scene.strengths if not now.differs(one.glance)), None)
        if known and known.alike and known.repeats < LIT_REPEATS:
            known.repeats += 1
            return known.seen
        seen = self._read(frame, scene)
        if steady:
            seen = self._lit(frame, seen, scene, learning=False)
        alike = known is not None and _alike(seen, known.seen)
        kept = _Strength(now, replace(seen, fields=None, dice=None), alike)
        others = [one for one in scene.strengths if one is not known]
        scene.strengths = [kept, *others[: STRENGTHS - 1]]
        return seen

    def _scene(self, lamps: Hashable) -> _Scene:
        scene = self._scenes.pop(lamps, None) or _Scene()
        self._scenes[lamps] = scene
        if len(self._scenes) > STATES:
            del self._scenes[next(iter(self._scenes))]
        return scene

    def _read(self, frame: Frame, scene: _Scene, holes: BareHoles | None = None) -> Seen:
        calibration = replace(self.calibration, appearance=self._appearance)
        scene.dice = scene.dice or DiceWatch(self._readers, live=self.live)
        seen = see(
            frame, calibration,
            view=self._view, dice=scene.dice.read, known=self._known, roughly=self.live, holes=holes,
        )  # fmt: skip
        if seen.view is not None:
            stays = seen.view is self._view
            self._orient(seen.view, seen.sighting.board)
            self._settle(frame, seen, stays=stays)
            self._learn_grain(frame, seen.view, seen.sighting)
        if _may_play(seen):
            self._outdate(scene)
        return seen

    def _outdate(self, scene: _Scene) -> None:
        """Trust no other picture of before any more: a die that is thrown may fall where it lay.

        In a glance it looks the same then, whatever it shows. A scene notices that by itself if it was being
        looked at; in other states of the lamps, or strengths of their light, it was not.
        """
        for each in self._scenes.values():
            each.strengths = []
            if each is not scene:
                each.alike = False
                if each.dice is not None:
                    each.dice.outdate()

    def _learn_grain(self, frame: Frame, view: View, seen: Sighting) -> None:
        """Learn the board's own face where the calibration has none, from balls that tell how it lies."""
        lies = seen.board
        straight = lies.quarters == 0 and not lies.moved and not lies.mirrored
        if self.calibration.grain is None and straight and not (seen.hand or self._tries):
            grain = see_grain(picture_of(frame, view), view)
            self.calibration = replace(self.calibration, grain=grain)

    def _settle(self, frame: Frame, seen: Seen, *, stays: bool) -> None:
        """Find out exactly where a board lies that was pushed, once it stays there and no hand is over it.

        Two pictures must agree: one that is blurred may show it beside its place.
        """
        if not stays:
            self._tries, self._fitted = SETTLES if self.live else 0, None
        elif self._tries and not seen.sighting.hand:
            self._tries -= 1
            before, self._fitted = self._fitted, settled(frame, self._view)
            if before and self._fitted and _agree(before, self._fitted):
                self._view, self._tries = self._fitted, 0

    def _orient(self, view: View, board: BoardView) -> None:
        """Remember which way round the board lies where it lies now."""
        self._asked = self._asked + 1 if view is self._view else 0
        told = Orientation(board.quarters, board.mirrored)
        same = view is self._view and (told == Orientation(0, False) or self._asked >= ASKED)
        self._known, self._view = told if same else None, view

    def _lit(self, frame: Frame, seen: Seen, scene: _Scene, *, learning: bool) -> Seen:
        """Learn how the colours drift, if wanted, and notice a change of light."""
        # A hand's shadow and the camera's answer to it are no change of light, and tint the balls.
        if seen.view is None or seen.fields is None or seen.sighting.hand:
            return seen
        if learning:
            self._appearance = follow_colours(
                self._appearance, seen.fields.appearance, self.calibration.appearance
            )
        before, scene.light = scene.light, measure_light(frame, seen.view)
        if before is None or not scene.light.differs(before):
            return seen
        board = replace(seen.sighting.board, light_changed=True)
        return replace(seen, sighting=replace(seen.sighting, board=board))


def _may_play(seen: Seen) -> bool:
    """Say whether somebody may be moving something, or dice are."""
    sighting = seen.sighting
    return not sighting.board.seen or sighting.hand or bool(seen.dice and seen.dice.on_the_way)


def _agree(one: View, other: View) -> bool:
    """Say whether two fits of a board that stays are the same but for a picture's noise."""
    shift_mm, turn_deg = moved(one, other)
    return shift_mm < AGREE_MM and abs(turn_deg) < AGREE_DEG


def _alike(one: Seen, other: Seen) -> bool:
    """Say whether two pictures were read alike, so that a third reading would tell nothing new.

    The last bit of a die's way may be too little to be noticed in the whole picture: as long as dice are not
    read because one moves, the next picture is to tell what they show.
    """
    a, b = one.sighting, other.sighting
    return (
        not (one.dice and one.dice.on_the_way)
        and one.view is other.view
        and a.hand is b.hand
        and not a.board.light_changed
        and (a.start, a.counters, a.stored) == (b.start, b.counters, b.stored)
        and {k: (v.look, v.label) for k, v in a.fields.items()}
        == {k: (v.look, v.label) for k, v in b.fields.items()}
        and {k: (v.state, v.face) for k, v in a.dice.items()}
        == {k: (v.state, v.face) for k, v in b.dice.items()}
        and len(a.loose) == len(b.loose)
    )
