"""What may be said of the two dice: which explanations are believed, and how dice lie that cannot be read."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from referee.sighting import DieReading, DieState
from vision.dice.area import DiceArea, Mask
from vision.dice.cube import middle_mm
from vision.dice.due import DueConfig, is_due
from vision.dice.evidence import Candidate
from vision.dice.glyphs import NUMBER_FACES, OPTION_FACES
from vision.dice.ground import Ground
from vision.dice.leaning import LeaningWeights, tipped_rather
from vision.dice.locate import Spot
from vision.dice.match import Banks
from vision.dice.rim import rim_radius_mm
from vision.dice.sides import without_sides
from vision.dice.smear import evenness
from vision.dice.stance import leans_rather
from vision.frame import Frame

# Dice side by side are an edge apart; the edge is measured to one part in ten.
_SIDE_BY_SIDE = 0.90

DICE: Mapping[str, tuple[str, ...]] = {"number": tuple(NUMBER_FACES), "option": OPTION_FACES}


@dataclass(frozen=True)
class VerdictConfig:
    """When a face is believed and what unread dice are called; lengths in die edges.

    ``sure``, ``apart``, ``margin``: the log odds of a believed explanation (as for a second die, see
    `DueConfig`: dice that moved had up to 2.6 with small margins), by how much it must beat another
    face at the same place, and the difference of their correlations; ``fair``, ``clear_apart``,
    ``clear_margin`` the same for a clear face on a die that is hard to tell from the floor.
    ``outlined``: the least support of a believed face's outline, unless all else makes it ``plain`` (log
    odds): wooden dice on wood have from 1.1.
    ``due``: what is believed where the other die is read already.
    ``rim``: an unread die whose middle is nearer to the rim leans against it. Up to ``near_rim`` dice are
    measured from the rim as it is seen, not as the view has it, and one that is not ``unlikely`` lies only
    where the log odds of a leaning one are below ``leans`` (`LeaningWeights`). Where its place makes them
    more than ``too_near`` above that nothing else counts: so near seems the upper die of a pile, which does
    not look tipped, and one whose shadow looks like the side that a lying one would show; where no other die
    is clearly seen, which may lie under it, ``lone_near`` is enough: a photographed pile has 2.9 to 3.5 with
    either OpenCV and out of focus; no lone die of the photographs or of 15 held-out painted tables is lost.
    ``beyond``: how much (in square edges) of what surrounds a die that lies may be strange; up to ``pile`` it
    may be the die under it. ``lone`` the same for a die beside which no other is seen: painted and
    photographed lone dice had up to 0.011, piles 0.020 and more. A lower die that is as dark as the floor may
    bear marks of more than ``lone_below`` times the floor's own (lone dice had up to 6.7), or more floor
    than ``lone_hollow`` be seen where the upper one's sides would be if it lay. Where the floor does not tell
    a die must have at least ``dark_sure`` and below it no marks of more than ``dark_below`` (lone dice had
    4.4 and more and up to 2.6, piles with that much evidence 3.1 and more). ``unpaired``
    is as ``lone`` where something else in the area may be the other die, unread; less is enough if there are
    ``marks_below`` as well. ``by_hand``: the log odds of a face that is believed close to a hand, which may
    hide a part of it. ``smeared``: a die of a log odds below ``sized`` whose edges are less even than this
    (`vision.dice.smear`) moved while the picture was taken: photographed and painted ones that
    lay had 0.68 to 0.89, one of a blurred picture 0.53; those that had been given a face as they moved had
    0.34 to 0.61.
    ``body``: the log odds from which an unread thing is called a die, ``weak``: up to which it may be none
    if one lies beside the board, ``sized``: from which its size is
    known; ``other``, ``other_share``: the
    salience, also in parts of a die's own, of one of the ``strongest`` spots that may be another one if it is
    more than ``away`` from it: nearer ones may be sides of a die under it. ``blob``: the size of what is
    neither floor nor die, from a moving die to more than one. ``covered``: the part of the area that a
    hand must hide for a missing die to be under it.
    """

    sure: float = 3.0
    apart: float = 1.0
    margin: float = 0.04
    fair: float = 0.0
    due: DueConfig = field(default_factory=DueConfig)
    clear_apart: float = 1.5
    clear_margin: float = 0.15
    rim: float = 0.80
    near_rim: float = 1.2
    unlikely: float = -1.0
    leans: float = -0.7
    too_near: float = 3.2
    lone_near: float = 2.5
    beyond: float = 0.16
    pile: float = 0.4
    lone: float = 0.015
    lone_below: float = 7.0
    lone_hollow: float = 0.45
    dark_sure: float = 4.2
    dark_below: float = 2.75
    unpaired: float = 0.04
    marks_below: float = 5.0
    by_hand: float = 5.0
    body: float = -2.0
    weak: float = 1.0
    sized: float = 3.0
    outlined: float = 1.5
    plain: float = 3.0
    other: float = 2.0
    other_share: float = 0.3
    strongest: int = 5
    away: float = 1.2
    blob: tuple[float, float] = (0.35, 4.0)
    covered: float = 0.10
    smeared: float = 0.65


@dataclass(frozen=True)
class Scene:
    """One picture of the area: all explanations, the likeliest first, and what a hand hides of the window.

    ``frame`` is the whole picture, ``picture`` what the area's window shows of it, ``banks`` the
    templates.
    """

    frame: Frame
    area: DiceArea
    picture: Frame
    banks: Banks
    candidates: Sequence[Candidate]
    spots: Sequence[Spot]
    hidden: Mask | None = None


class Judge:
    """Judges the dice of one picture."""

    def __init__(self, scene: Scene, config: VerdictConfig | None = None) -> None:
        self._scene = scene
        self._config = config or VerdictConfig()
        self._leaning = LeaningWeights()
        self._ground = Ground(scene.picture, scene.area, scene.hidden)
        self._candidates: Sequence[Candidate] = without_sides(scene.area, scene.candidates)
        self._places = apart(self._candidates)
        self.weak: list[str] = []
        """Dice that were judged by so little that it may be no die at all."""

    def readings(self) -> dict[str, DieReading]:
        """Return a reading for every die."""
        bodies = self._bodies(self._config.body)
        first = self._first(bodies)
        read = [first] if first else []
        if first:
            bodies = self._bodies_beside(first)
            due = (body for body in bodies if body.kind != first.kind)
            second = next((b for b in due if self._is_read(b, bodies, wanted=True)), None)
            read += [second] if second else []
        said = {body.kind: lying(self._scene.area, body) for body in read}
        missing = [name for name in DICE if name not in said]
        for body in bodies:
            if missing and body not in read:
                name = body.kind if body.kind in missing else missing[0]
                missing.remove(name)
                if body.evidence < self._config.weak:
                    self.weak.append(name)
                said[name] = self._unread(body, self._state(body, bodies), name)
        for name in missing:
            said[name] = DieReading(self._nowhere(bodies))
        return {name: said[name] for name in DICE}

    def _first(self, bodies: Sequence[Candidate]) -> Candidate | None:
        """Return the likeliest die whose face is believed; none after a clear pile, which holds both."""
        for body in bodies:
            state = self._state(body, bodies)
            if state is DieState.LYING and self._believed(body, bodies, wanted=False):
                return body
            if state is DieState.STACKED and body.evidence >= self._config.sized:
                return None
        return None

    def _bodies(self, least: float) -> list[Candidate]:
        return [c for c in self._places if c.evidence >= least]

    def _bodies_beside(self, read: Candidate) -> list[Candidate]:
        """Return what may be a die beside one that is read: there is one of each kind."""
        faces = next(DICE[name] for name in DICE if name != read.kind)
        others = [
            c if _overlap(c, read) else c.among(faces, read.edge_mm) for c in self._candidates
        ]
        self._candidates = without_sides(
            self._scene.area, sorted(others, key=lambda c: -c.evidence)
        )
        self._places = apart(self._candidates)
        return self._bodies(self._config.due.body)

    def _is_read(self, body: Candidate, bodies: Sequence[Candidate], *, wanted: bool) -> bool:
        lies = self._state(body, bodies) is DieState.LYING
        return lies and self._believed(body, bodies, wanted=wanted)

    # -------------------------------------------------------------- one explanation

    def _believed(self, body: Candidate, bodies: Sequence[Candidate], *, wanted: bool) -> bool:
        """Whether its face is certain; ``wanted``: the other die is read, so that one of this kind is due."""
        c = self._config
        if body.evidence < c.sized and self._may_be_side(body, bodies):
            return False
        rival = max(
            (
                other.evidence
                for other in self._candidates
                if other.match.label != body.match.label and _overlap(body, other)
            ),
            default=-math.inf,
        )
        ahead, margin = body.evidence - rival, body.match.margin
        if wanted:
            return is_due(body, ahead, c.due)
        if body.outline.support < c.outlined and body.evidence < c.plain:
            return False
        likely = body.evidence >= c.sure and ahead >= c.apart and margin >= c.margin
        clear = body.evidence >= c.fair and ahead >= c.clear_apart and margin >= c.clear_margin
        return likely or clear

    def _state(self, body: Candidate, bodies: Sequence[Candidate]) -> DieState:
        c = self._config
        # Dice of a set are of one size: marks drawn large make a die seem larger, a tipped face smaller.
        edge_mm = float(np.mean([b.edge_mm for b in bodies if b is body or b.evidence >= c.sized]))
        others = [other for other in bodies if other is not body and other.evidence > -1.0]
        lone = not others and not self._elsewhere(body)
        beside = self._ground.besides(body, others)
        if self._piled(body, others, beside):
            return DieState.STACKED
        too_near = c.too_near if self._paired(body, others) else c.lone_near
        if self._leans(body, self._from_rim_mm(body) / edge_mm, beside, too_near):
            return DieState.LEANING
        tells = self._ground.tells(body)
        if lone:
            # Both dice may lie here, one upon the other: this one is believed only if nothing but
            # floor is seen beside it.
            stands = self._stands_on_floor(body, tells=tells)
            return DieState.LYING if stands and beside < c.lone else DieState.STACKED
        if tells and beside > c.beyond:
            piled = body.evidence >= c.sized and beside < c.pile
            return DieState.STACKED if piled else DieState.MOVING
        if body.evidence < c.by_hand and self._ground.by_hand(body, others):
            return DieState.MOVING
        return DieState.MOVING if self._is_smeared(body) else DieState.LYING

    def _may_be_side(self, body: Candidate, bodies: Sequence[Candidate]) -> bool:
        """Whether a face may be a side of a die that rolls, or whose top lamps make white: it shows nothing.

        Much beside it is strange, then, or less that bears marks, as the die's other sides do.
        """
        c = self._config
        others = [other for other in bodies if other is not body and other.evidence > -1.0]
        beside = self._ground.besides(body, others)
        if beside > c.beyond:
            return True
        return beside > c.lone and self._ground.marks_below(body) > c.marks_below

    def _is_smeared(self, body: Candidate) -> bool:
        c, scene = self._config, self._scene
        return body.evidence < c.sized and evenness(scene.picture, scene.area, body) < c.smeared

    def _piled(self, body: Candidate, others: Sequence[Candidate], beside: float) -> bool:
        """Whether a clear face, the only one, has strange things beside it, as the die under it is."""
        c = self._config
        if body.evidence < c.sized or beside < c.lone:
            return False
        if self._paired(body, others):
            return False
        return beside > c.unpaired or self._ground.marks_below(body) > c.marks_below

    def _paired(self, body: Candidate, others: Sequence[Candidate]) -> bool:
        """Whether the other die is clearly seen elsewhere."""
        return any(o.evidence >= self._config.sized and o.kind != body.kind for o in others)

    def _leans(self, body: Candidate, from_rim: float, beside: float, too_near: float) -> bool:
        """Whether a die leans on the rim, which is so many edges away."""
        c, w, scene = self._config, self._leaning, self._scene
        if from_rim >= c.near_rim or body.evidence < c.unlikely:
            return from_rim < c.rim
        odds = w.place(from_rim, self._ground.hollow(body), beside) - c.leans
        if -w.stands(math.inf) - w.look(math.inf) <= odds <= too_near:
            odds += w.stands(leans_rather(scene.frame, scene.area, body))
            if abs(odds) <= w.look(math.inf):
                odds += w.look(tipped_rather(scene.frame, scene.area, body, scene.banks))
        return odds > 0

    def _stands_on_floor(self, body: Candidate, *, tells: bool) -> bool:
        """Whether a lying die's sides are seen, and nothing of a second one that is as dark as the floor.

        ``tells``: the die itself is unlike the floor; else its face must be clear.
        """
        c, below = self._config, self._ground.marks_below(body)
        if tells:
            return below < c.lone_below and self._ground.hollow(body) < c.lone_hollow
        return body.evidence >= c.dark_sure and below < c.dark_below

    def _from_rim_mm(self, body: Candidate) -> float:
        """How far a die's middle is from the rim, which is looked for where that may matter."""
        area = self._scene.area
        away_mm = float(np.hypot(*middle_mm(area, body)))
        far = area.place.radius_mm - away_mm
        return self._rim_mm - away_mm if far < self._config.near_rim * body.edge_mm else far

    @cached_property
    def _rim_mm(self) -> float:
        return rim_radius_mm(self._scene.frame, self._scene.area)

    def _elsewhere(self, body: Candidate) -> bool:
        """Whether something else in the area may be the other die."""
        c = self._config
        return (
            any(
                spot.salience > max(c.other, c.other_share * body.spot.salience)
                and math.hypot(spot.x_mm - body.match.x_mm, spot.y_mm - body.match.y_mm)
                > c.away * body.edge_mm
                for spot in self._scene.spots[: c.strongest]
            )
            or self._ground.blob([body]) > c.blob[0]
        )

    # -------------------------------------------------------------- words

    def _unread(self, body: Candidate, state: DieState, name: str) -> DieReading:
        """Say where a die lies that is not believed, and how its faces agree with what is seen there."""
        x_mm, y_mm = middle_mm(self._scene.area, body)
        there = [c.match.scores for c in self._candidates if _overlap(c, body)]
        agree = {face: max(scores.get(face, 0.0) for scores in there) for face in DICE[name]}
        return DieReading(
            state=state, likelihoods={face: max(score, 0.0) for face, score in agree.items()},
            x_mm=float(x_mm), y_mm=float(y_mm),
        )  # fmt: skip

    def _nowhere(self, bodies: Sequence[Candidate]) -> DieState:
        """Say what became of a die of which nothing was recognised."""
        c, area = self._config, self._scene.area
        inside = area.inside
        hidden = self._scene.hidden
        if hidden is not None and float(hidden[inside].mean()) > c.covered:
            return DieState.COVERED
        largest = self._ground.blob(bodies)
        if largest > c.blob[1]:
            return DieState.COVERED
        return DieState.MOVING if largest > c.blob[0] else DieState.ABSENT


def lying(area: DiceArea, body: Candidate) -> DieReading:
    """Return the reading of a die that lies as ``body`` explains it."""
    x_mm, y_mm = middle_mm(area, body)
    match = body.match
    return DieReading(
        state=DieState.LYING, face=match.label,
        likelihoods={face: max(match.scores.get(face, 0.0), 0.0) for face in DICE[body.kind]},
        x_mm=float(x_mm), y_mm=float(y_mm), turn_deg=match.turn_deg,
    )  # fmt: skip


def apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that do not lie where a better one does; the best come first."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if not any(_overlap(candidate, better) for better in kept):
            kept.append(candidate)
    return kept


def _overlap(a: Candidate, b: Candidate) -> bool:
    """Whether two explanations are nearer to each other than two dice side by side can be."""
    near = math.hypot(a.match.x_mm - b.match.x_mm, a.match.y_mm - b.match.y_mm)
    return near < _SIDE_BY_SIDE * (a.edge_mm + b.edge_mm) / 2
