"""What may be said of the two dice: which explanations are believed, and how dice lie that cannot be read."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.sighting import DieReading, DieState
from vision.dice.apart import SIDE_BY_SIDE, apart, overlap
from vision.dice.area import DiceArea, Mask
from vision.dice.cube import covers, middle_mm
from vision.dice.due import is_due, is_plain, is_unmistakable, may_be_smear
from vision.dice.evidence import Candidate
from vision.dice.glyphs import NUMBER_FACES, OPTION_FACES
from vision.dice.ground import Ground, grown
from vision.dice.locate import Spot
from vision.dice.lone import Around, Lone
from vision.dice.match import Banks
from vision.dice.near_rim import NearRim, leans_there
from vision.dice.pile import Piles
from vision.dice.rim import rim_radius_mm
from vision.dice.sides import is_in, is_under, without_sides
from vision.dice.smear import StrokesConfig, evenness, may_move_along
from vision.dice.tops import has_top_behind
from vision.dice.verdict_config import VerdictConfig
from vision.dice.wholes import WHOLES
from vision.frame import Frame

DICE: Mapping[str, tuple[str, ...]] = {"number": tuple(NUMBER_FACES), "option": OPTION_FACES}


@dataclass(frozen=True)
class Scene:
    """One picture of the area: all explanations, the likeliest first, and what a hand hides of the window.

    ``frame`` is the whole picture, ``picture`` what the area's window shows of it, ``banks`` the
    templates, ``die_mm`` the dice's edge, if it is known.
    """

    frame: Frame
    area: DiceArea
    picture: Frame
    banks: Banks
    candidates: Sequence[Candidate]
    spots: Sequence[Spot]
    hidden: Mask | None = None
    die_mm: float | None = None


class Judge:
    """Judges the dice of one picture."""

    def __init__(self, scene: Scene, config: VerdictConfig | None = None) -> None:
        self._scene = scene
        self._config = config or VerdictConfig()
        self._ground = Ground(scene.picture, scene.area, scene.hidden)
        piles = Piles(scene.frame, scene.picture, scene.area)
        self._lone = Lone(scene.frame, scene.area, self._ground, piles)
        self._all: Sequence[Candidate] = scene.candidates
        self._candidates: Sequence[Candidate] = without_sides(scene.area, scene.candidates)
        self._places = apart(self._candidates)
        self._read_mm: float | None = None
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
        shown = [*bodies, *self._squares(bodies)]
        for body in shown:
            if missing and body not in read:
                name = body.kind if body.kind in missing else missing[0]
                missing.remove(name)
                if body.evidence < self._config.weak:
                    self.weak.append(name)
                said[name] = self._unread(body, self._state(body, shown), name)
        for name in missing:
            said[name] = DieReading(self._nowhere(shown))
        return {name: said[name] for name in DICE}

    def _first(self, bodies: Sequence[Candidate]) -> Candidate | None:
        """Return the likeliest die whose face is believed; none after a clear pile, which holds both."""
        for body in bodies:
            state = self._state(body, bodies)
            lies = state is DieState.LYING and not self._is_the_other(body, bodies)
            if lies and self._believed(body, bodies, wanted=False):
                return body
            if state is DieState.STACKED and body.evidence >= self._config.sized:
                return None
        return None

    def _is_the_other(self, body: Candidate, bodies: Sequence[Candidate]) -> bool:
        """Whether a clear die elsewhere shows a face of the same kind, and less likely one of the other.

        There is one of each kind: double on a black die was read as II, 0.05 ahead, while XII lay beside it.
        """
        of_kind = body.match.ahead_of(DICE[_other(body.kind)])
        return any(
            other.kind == body.kind
            and other.evidence >= self._config.sized
            and not overlap(other, body)
            and other.match.ahead_of(DICE[_other(other.kind)]) > of_kind
            for other in bodies
        )

    def _bodies(self, least: float) -> list[Candidate]:
        return [c for c in self._places if c.evidence >= least]

    def _squares(self, bodies: Sequence[Candidate]) -> list[Candidate]:
        """Return what else has a die's outline, the clearest first, as one whose marks a lamp hides does."""
        clear = [
            place
            for place in self._candidates
            if self._is_square(place) and not any(overlap(place, body) for body in bodies)
        ]
        return apart(sorted(clear, key=lambda place: -place.outline.support))

    def _bodies_beside(self, read: Candidate) -> list[Candidate]:
        """Return what may be a die beside one that is read: there is one of each kind."""
        faces = DICE[_other(read.kind)]
        among = {id(c): c if overlap(c, read) else c.among(faces, read.edge_mm) for c in self._all}
        # What seemed to be a side may still be the longer word that a face is a part of.
        others = _likeliest_first(among[id(c)] for c in self._candidates)
        self._all = _likeliest_first(among.values())
        self._candidates = without_sides(self._scene.area, others)
        self._places = apart(self._candidates)
        self._read_mm = read.edge_mm
        due = self._config.due
        return [
            c for c in self._places
            if c.evidence >= due.body or (c.kind != read.kind and self._is_unmistakable(c))
        ]  # fmt: skip

    def _is_read(self, body: Candidate, bodies: Sequence[Candidate], *, wanted: bool) -> bool:
        lies = self._state(body, bodies) is DieState.LYING
        return lies and self._believed(body, bodies, wanted=wanted)

    # -------------------------------------------------------------- one explanation

    def _believed(self, body: Candidate, bodies: Sequence[Candidate], *, wanted: bool) -> bool:
        """Whether its face is certain and no side; ``wanted``: the other die is read, this one is due."""
        if not self._convinces(body, bodies, wanted=wanted):
            return False
        area, least = self._scene.area, self._config.sized
        clear = [other for other in bodies if other is not body and other.evidence >= least]
        if any(is_under(area, body, other) for other in clear):
            return False
        return not has_top_behind(self._scene.picture, area, body, clear)

    def _convinces(self, body: Candidate, bodies: Sequence[Candidate], *, wanted: bool) -> bool:
        c = self._config
        if body.evidence < c.sized and self._may_be_side(body, bodies):
            return False
        unmistakable = self._is_unmistakable(body)
        if self._evenness(body) < (c.due.even if unmistakable else c.smeared):
            return False
        ahead, margin = body.evidence - self._rival(body), body.match.margin
        if wanted:
            return is_due(body, ahead, c.due) or (unmistakable and ahead >= c.due.apart)
        unseen = body.outline.support < c.outlined and body.evidence < c.plain
        if unseen and not is_plain(body, bodies, self._scene.die_mm, c.due):
            return False
        likely = body.evidence >= c.sure and ahead >= c.apart and margin >= c.margin
        clear = body.evidence >= c.fair and ahead >= c.clear_apart and margin >= c.clear_margin
        return likely or clear

    def _rival(self, body: Candidate) -> float:
        """Return the log odds of the likeliest other face at a face's place.

        Part of a wide face, on a smaller square, hides the whole one as if that were seen on a side of it. A
        longer word must be farther behind: it has more strokes for a lamp to blur.
        """
        longer, more = WHOLES.get(body.match.label, ()), self._config.whole
        rivals = [
            other.evidence + (more if other.match.label in longer else 0.0)
            for others, near in (
                (self._candidates, SIDE_BY_SIDE), (self._all, self._config.same_top),
            )
            for other in others
            if other.match.label != body.match.label and overlap(body, other, near)
        ]  # fmt: skip
        return max(rivals, default=-math.inf)

    def _state(self, body: Candidate, bodies: Sequence[Candidate]) -> DieState:
        c = self._config
        # Dice of a set are of one size: marks drawn large make a die seem larger, a tipped face smaller.
        edge_mm = self._scene.die_mm or float(
            np.mean([b.edge_mm for b in bodies if b is body or b.evidence >= c.sized])
        )
        others = self._others(body, bodies)
        with_wall, beside = self._beside(body, others)
        paired = self._paired(body, others)
        if self._piled(body, others, beside):
            return DieState.STACKED
        if self._leans(body, edge_mm, with_wall, paired=paired):
            return DieState.LEANING
        if not others and self._is_upon(body, beside):
            return DieState.STACKED
        most = c.pile if paired and body.evidence >= c.surely else c.beyond
        if beside > most and self._ground.tells(body):
            piled = body.evidence >= c.sized and beside < c.pile
            return DieState.STACKED if piled else DieState.MOVING
        if body.evidence < c.by_hand and self._ground.by_hand(body, others):
            return DieState.MOVING
        even = self._evenness(body, beside)
        if self._is_unmistakable(body):
            return DieState.MOVING if even < c.due.even else DieState.LYING
        doubtful = even < c.smeared and body.outline.weakest[0] < c.sharp
        return DieState.MOVING if doubtful or even < c.surely_smeared else DieState.LYING

    def _beside(self, body: Candidate, others: Sequence[Candidate]) -> tuple[float, float]:
        """Return how much round a die is strange, in square edges, and how much without the rim's wall."""
        with_wall = self._ground.besides(body, others)
        if with_wall < self._config.lone:
            return with_wall, with_wall
        return with_wall, self._ground.besides(body, others, wall=False)

    def _may_be_side(self, body: Candidate, bodies: Sequence[Candidate]) -> bool:
        """Whether a face may be a side of a die that rolls, or whose top lamps make white: it shows nothing.

        Much beside it is strange, then, or less that bears marks, as the die's other sides do. Less is
        enough where it may be a part of a smear.
        """
        c = self._config
        beside = self._beside(body, self._others(body, bodies))[1]
        if beside > c.beyond or may_be_smear(body, beside, c.due):
            return True
        return beside > c.lone and self._ground.marks_below(body) > c.marks_below

    def _is_unmistakable(self, body: Candidate) -> bool:
        """Whether a face beside a die that is read is so clear that its outline need not be."""
        read_mm = self._read_mm
        return read_mm is not None and is_unmistakable(body, read_mm, self._config.due)

    def _evenness(self, body: Candidate, beside: float = 0.0) -> float:
        """Return how even the edges of a die of little evidence are, or one ``beside`` which much is strange.

        A clear one's need not be asked; but what moves along its strokes smears them into clear ones.
        """
        scene, c = self._scene, self._config
        known = body.evidence >= c.sized and beside <= c.due.beside
        if known and not may_move_along(body):
            return 1.0
        even = evenness(scene.picture, scene.area, body)
        return 1.0 if known and even >= StrokesConfig().even else even

    def _piled(self, body: Candidate, others: Sequence[Candidate], beside: float) -> bool:
        """Whether a clear face, the only one, has strange things beside it, as the die under it is."""
        c = self._config
        if body.evidence < c.sized or beside < c.lone:
            return False
        if self._paired(body, others):
            return False
        return beside > c.unpaired or self._ground.marks_below(body) > c.marks_below

    def _paired(self, body: Candidate, others: Sequence[Candidate]) -> bool:
        """Whether the other die is clearly seen elsewhere, be it by its outline alone."""
        return any(
            (o.evidence >= self._config.sized and o.kind != body.kind) or self._is_square(o)
            for o in others
        )

    def _is_square(self, place: Candidate) -> bool:
        """Whether something has a die's outline for all to see, whatever its upper face shows."""
        c = self._config
        return place.outline.support >= c.square and place.outline.weakest[0] >= c.sharp

    def _others(self, body: Candidate, bodies: Sequence[Candidate]) -> list[Candidate]:
        """Return what may be the other die, lying elsewhere: not what may be seen of one under this die."""
        area, c = self._scene.area, self._config
        others = [o for o in bodies if o is not body and self._may_be_die(o)]
        return [
            o for o in others
            if not (is_under(area, o, body) if o.evidence >= c.sized
                    else is_in(area, o.match.x_mm, o.match.y_mm, self._pile(body)))
        ]  # fmt: skip

    def _may_be_die(self, other: Candidate) -> bool:
        """Whether what is seen beside a die may be the other one: marks alone are seen in grain, too."""
        c, known_mm = self._config, self._scene.die_mm or other.edge_mm
        if other.evidence < c.sized and abs(math.log(other.edge_mm / known_mm)) > c.of_size:
            return False
        outlined = other.evidence > c.unlikely and other.outline.support >= c.other_outlined
        return outlined or other.evidence > c.other_die

    def _pile(self, body: Candidate) -> Mask:
        """What this die would hide if it lay upon another one."""
        return grown(covers(self._scene.area, body, 1), 1.0)

    def _leans(self, body: Candidate, edge_mm: float, beside: float, *, paired: bool) -> bool:
        """Whether a die leans on the rim; ``edge_mm``: the clear dice's; ``paired``: no other is under it."""
        scene = self._scene
        die = body.of_edge(scene.die_mm) if scene.die_mm else body
        from_rim = self._from_rim_mm(die) / edge_mm
        if from_rim >= self._config.near_rim:
            return False
        hollow, sized = self._ground.hollow(body), scene.die_mm is not None
        seen = NearRim(from_rim, hollow, beside, paired, sized)
        return leans_there(scene.frame, scene.area, scene.banks, die, seen)

    def _is_upon(self, body: Candidate, beside: float) -> bool:
        """Whether a die beside which no other is seen may lie upon that one."""
        if self._is_raised(body):
            return True
        large = self._is_strange_elsewhere(body)
        around = Around(beside, large or self._is_spot_elsewhere(body), large)
        return self._lone.is_upon(body, around)

    def _is_raised(self, body: Candidate) -> bool:
        """Whether a die seems as large as one of a known size that is an edge nearer to the camera."""
        area, c, known_mm = self._scene.area, self._config, self._scene.die_mm
        if known_mm is None or body.evidence < c.sized:
            return False
        far_mm = float(area.view.camera.centre_mm[2]) - area.top_mm
        raised = known_mm / (far_mm - known_mm)
        return body.edge_mm / known_mm - 1.0 > c.raised * raised

    def _from_rim_mm(self, body: Candidate) -> float:
        """How far a die's middle is from the rim, which is looked for where that may matter."""
        area = self._scene.area
        away_mm = float(np.hypot(*middle_mm(area, body)))
        far = area.place.radius_mm - away_mm
        return self._rim_mm - away_mm if far < self._config.near_rim * body.edge_mm else far

    @cached_property
    def _rim_mm(self) -> float:
        return rim_radius_mm(self._scene.frame, self._scene.area)

    def _is_spot_elsewhere(self, body: Candidate) -> bool:
        """Whether something else in the area bears marks that may be the other die's."""
        c, area, pile = self._config, self._scene.area, self._pile(body)
        return any(
            spot.salience > max(c.other, c.other_share * body.spot.salience)
            and math.hypot(spot.x_mm - body.match.x_mm, spot.y_mm - body.match.y_mm)
            > c.away * body.edge_mm
            and not is_in(area, spot.x_mm, spot.y_mm, pile)
            for spot in self._scene.spots[: c.strongest]
        )

    def _is_strange_elsewhere(self, body: Candidate) -> bool:
        """Whether something as large as a die is unlike the floor elsewhere."""
        return self._ground.blob([body]) > self._config.blob[0]

    # -------------------------------------------------------------- words

    def _unread(self, body: Candidate, state: DieState, name: str) -> DieReading:
        """Say where a die lies that is not believed, and how its faces agree with what is seen there."""
        x_mm, y_mm = middle_mm(self._scene.area, body)
        there = [c.match.scores for c in self._candidates if overlap(c, body)]
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


def _likeliest_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.evidence)


def _other(kind: str) -> str:
    """Return the name of the other die."""
    return next(name for name in DICE if name != kind)


def lying(area: DiceArea, body: Candidate) -> DieReading:
    """Return the reading of a die that lies as ``body`` explains it."""
    x_mm, y_mm = middle_mm(area, body)
    match = body.match
    return DieReading(
        state=DieState.LYING, face=match.label,
        likelihoods={face: max(match.scores.get(face, 0.0), 0.0) for face in DICE[body.kind]},
        x_mm=float(x_mm), y_mm=float(y_mm), turn_deg=match.turn_deg,
    )  # fmt: skip
