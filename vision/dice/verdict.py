"""What may be said of the two dice: which explanations are believed, and how dice lie that cannot be read."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.sighting import DieReading, DieState
from vision.dice.area import DiceArea, Mask
from vision.dice.cube import covers, middle_mm
from vision.dice.evidence import Candidate
from vision.dice.floor import unlike_floor
from vision.dice.glyphs import NUMBER_FACES, OPTION_FACES
from vision.dice.leaning import tipped_rather
from vision.dice.locate import SearchConfig, Spot, fine_marks
from vision.dice.match import Banks
from vision.dice.rim import rim_radius_mm
from vision.frame import Frame

# Dice side by side are an edge apart; the edge is measured to one part in ten.
_SIDE_BY_SIDE = 0.90

DICE: Mapping[str, tuple[str, ...]] = {"number": tuple(NUMBER_FACES), "option": OPTION_FACES}


@dataclass(frozen=True)
class VerdictConfig:
    """When a face is believed and what unread dice are called; lengths in die edges.

    ``sure``, ``apart``, ``margin``: the log odds of a believed explanation, by how much it must beat another
    face at the same place, and the difference of their correlations; ``fair``, ``clear_apart``,
    ``clear_margin`` the same for a clear face on a die that is hard to tell from the floor.
    ``outlined``: the least support of a believed face's outline; wooden dice on wood have 2.2 and more.
    ``due``: how much less evidence it takes where the other die is read already, since there are two.
    ``rim``: a die whose middle is nearer to the rim leans against it; lying ones were measured at 0.84 and
    more (two in fifty 0.80), photographed leaning ones at 0.5 to 0.76 (one 0.86), painted ones at 0.75 to
    0.95, because a lifted face looks nearer the middle. Up to ``near_rim`` dice are measured from the rim
    as it is seen, not as the view has it, and up to ``tipped_rim`` looked at whether they are tipped
    (`leaning.py` says what was measured; beyond, three of 28 lying ones of a painted table seemed so):
    nearer than ``close_rim`` a die must look less so than ``flat`` (photographed ones that lie there had
    -1.4 at most), farther one leans that looks more so than ``tipped``.
    ``plain``: the share of a die that must be unlike the floor where the floor tells anything at all.
    ``beyond``: how much (in square edges) may be unlike the floor within ``ring`` of a die's outline;
    ``rim_beyond`` the same for a die that is ``near_rim``, where one that leans shows its foot (photographed
    dice that lie there had 0.04 at most, 8 of 22 painted ones that lean and were given a face 0.12 and more);
    ``lone_beyond`` the same for a die beside which no other is seen, ``lone_black`` if it has light marks: on
    painted tables piles had 0.054 and more, lone dice up to 0.046. Where the floor does not tell, a lone die
    must have at least ``dark_sure`` and below it no marks of more than ``dark_below`` times the floor's own
    (lone dice had up to 2.6, piles 3.0 with unclear faces, else 4.8 and more).
    ``body``: the log odds from which an unread thing is called a die, ``sized``: from which its size is
    known; ``other``, ``other_share``: the
    salience, also in parts of a die's own, of one of the ``strongest`` spots that may be another one if it is
    more than ``away`` from it: nearer ones may be sides of a die under it. ``blob``: the size of what is
    neither floor nor die, from a moving die to more than one. ``covered``: the part of the area that a
    hand must hide for a missing die to be under it. ``side_mm``: what has its middle so near a likelier
    die's outline is that die's side. ``behind``: the log odds of a die that makes even a likelier face its
    side, where that face's own die would not hide it: seen aslant a side is as clear as the top.
    """

    sure: float = 1.0
    apart: float = 1.0
    margin: float = 0.04
    fair: float = 0.0
    due: float = 1.0
    clear_apart: float = 1.5
    clear_margin: float = 0.15
    rim: float = 0.80
    close_rim: float = 0.88
    tipped_rim: float = 0.96
    near_rim: float = 1.1
    flat: float = -0.5
    tipped: float = 0.5
    plain: float = 0.65
    beyond: float = 0.16
    lone_beyond: float = 0.05
    lone_black: float = 0.03
    dark_sure: float = 6.0
    dark_below: float = 2.75
    rim_beyond: float = 0.06
    ring: float = 0.24
    body: float = -2.0
    sized: float = 3.0
    outlined: float = 1.5
    other: float = 2.0
    other_share: float = 0.3
    strongest: int = 5
    away: float = 1.2
    blob: tuple[float, float] = (0.35, 4.0)
    covered: float = 0.10
    side_mm: float = 2.0
    behind: float = 2.0


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
        self._unlike = unlike_floor(scene.picture, scene.area) & ~scene.area.rim
        self._places = apart(self._not_sides(scene.candidates))

    def readings(self) -> dict[str, DieReading]:
        """Return a reading for every die."""
        bodies = [c for c in self._places if c.evidence >= self._config.body]
        said: dict[str, DieReading] = {}
        unread: list[tuple[Candidate, DieState]] = []
        for body in bodies:
            if len(said) == len(DICE):
                break
            state = self._state(body, bodies)
            wanted = bool(said) and body.kind not in said
            if (
                state is DieState.LYING
                and self._believed(body, wanted=wanted)
                and body.kind not in said
            ):
                said[body.kind] = self._reading(body)
            else:
                unread.append((body, state))
        missing = [name for name in DICE if name not in said]
        for body, state in unread:
            if missing:
                name = body.kind if body.kind in missing else missing[0]
                missing.remove(name)
                said[name] = self._unread(body, state)
        for name in missing:
            said[name] = DieReading(self._nowhere(bodies))
        return {name: said[name] for name in DICE}

    def _not_sides(self, places: Sequence[Candidate]) -> list[Candidate]:
        """Leave out what is seen on the sides of another die."""
        hulls = {
            id(place): self._hull(place) for place in places if place.evidence >= self._config.sure
        }
        return [
            place
            for place in places
            if not any(self._is_side(place, other, hulls) for other in places if id(other) in hulls)
        ]

    def _is_side(self, place: Candidate, other: Candidate, hulls: Mapping[int, Mask]) -> bool:
        """Whether ``place`` is on a side of the die ``other``."""
        if place is other or not self._middle_in(place, hulls[id(other)]):
            return False
        if other.evidence >= place.evidence:
            return True
        mutual = id(place) in hulls and self._middle_in(other, hulls[id(place)])
        return other.evidence >= self._config.behind and not mutual

    def _hull(self, place: Candidate) -> Mask:
        area = self._scene.area
        return _grown(covers(area, place), self._config.side_mm * area.px_per_mm)

    def _middle_in(self, place: Candidate, hull: Mask) -> bool:
        x_mm, y_mm = place.match.x_mm, place.match.y_mm
        column, row = (round(v) for v in self._scene.area.window.to_px(x_mm, y_mm))
        return 0 <= row < len(hull) and 0 <= column < len(hull) and bool(hull[row, column])

    # -------------------------------------------------------------- one explanation

    def _believed(self, body: Candidate, *, wanted: bool) -> bool:
        """Whether its face is certain; ``wanted``: the other die is read, so that one of this kind is due."""
        c = self._config
        rival = max(
            (
                other.evidence
                for other in self._scene.candidates
                if other.match.label != body.match.label and _overlap(body, other)
            ),
            default=-math.inf,
        )
        ahead, margin = body.evidence - rival, body.match.margin
        if body.outline.support < c.outlined:
            return False
        likely = body.evidence >= c.sure and ahead >= c.apart and margin >= c.margin
        fair = c.fair - (c.due if wanted else 0.0)
        clear = body.evidence >= fair and ahead >= c.clear_apart and margin >= c.clear_margin
        return likely or clear

    def _state(self, body: Candidate, bodies: Sequence[Candidate]) -> DieState:
        c = self._config
        # Dice of a set are of one size, and a mark drawn large makes its die seem larger, never smaller.
        edge_mm = min(b.edge_mm for b in bodies if b is body or b.evidence >= c.sized)
        from_rim = self._from_rim_mm(body) / edge_mm
        if self._leans(body, from_rim):
            return DieState.LEANING
        tells = self._floor_tells(body)
        others = [other for other in bodies if other is not body and other.evidence > -1.0]
        beyond = self._beyond(body, others)
        if not others and not self._elsewhere(body):
            # Both dice may lie here, one upon the other: this one is believed only if nothing but
            # floor is seen beside it.
            lone = c.lone_black if body.match.light else c.lone_beyond
            alone = beyond < lone if tells else self._stands_on_floor(body)
            return DieState.LYING if alone else DieState.STACKED
        if beyond > c.rim_beyond and from_rim < c.near_rim:
            # A die that lies hides what is beside its outline, one that leans shows its foot there.
            return DieState.LEANING
        return DieState.MOVING if tells and beyond > c.beyond else DieState.LYING

    def _leans(self, body: Candidate, from_rim: float) -> bool:
        """Whether a die is too near to the rim, or tipped there; ``from_rim`` in die edges."""
        c = self._config
        if not c.rim <= from_rim < c.tipped_rim or body.evidence < c.fair - c.due:
            return from_rim < c.rim
        tipped = tipped_rather(self._scene.frame, self._scene.area, body, self._scene.banks)
        return tipped > (c.flat if from_rim < c.close_rim else c.tipped)

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
            or self._blob([body]) > c.blob[0]
        )

    def _floor_tells(self, body: Candidate) -> bool:
        """Whether a die is so unlike the floor that what lies beside it would be seen."""
        own = covers(self._scene.area, body)
        inside = _shrunk(own, self._scene.area.px_per_mm)
        return float(self._unlike[inside].mean()) >= self._config.plain

    def _stands_on_floor(self, body: Candidate) -> bool:
        """Whether nothing a second die would show is seen below a clear face on a die as dark as shadow.

        The sides of a die in a pile bear marks and mirror lamps in their edges; a shadow has neither.
        """
        c, area = self._config, self._scene.area
        k = area.px_per_mm
        below = _grown(covers(area, body, 1), 0.5 * k) & ~_grown(covers(area, body), 1.0 * k)
        below &= area.inside
        if body.evidence < c.dark_sure or not below.any():
            return False
        grey = cv2.cvtColor(self._scene.picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        marks = fine_marks(grey, k, SearchConfig())
        fine = marks.dark.astype(np.float32) + marks.light
        usual = float(np.quantile(fine[area.floor], 0.9))
        return float(fine[below].max()) < c.dark_below * max(usual, 0.5)

    def _beyond(self, body: Candidate, others: Sequence[Candidate]) -> float:
        """How much round a die is neither die nor floor, in square edges."""
        c, area = self._config, self._scene.area
        k = area.px_per_mm
        own = covers(area, _as_large(body, [b for b in others if b.evidence >= c.sized]))
        ring = _grown(own, c.ring * body.edge_mm * k) & ~_grown(own, 1.0 * k)
        for other in others:
            ring &= ~_grown(covers(area, other), 1.0 * k)
        if self._scene.hidden is not None:
            ring &= ~self._scene.hidden
        ring &= area.inside
        return float((self._unlike & ring).sum()) / (body.edge_mm * k) ** 2

    # -------------------------------------------------------------- words

    def _reading(self, body: Candidate) -> DieReading:
        x_mm, y_mm = middle_mm(self._scene.area, body)
        match = body.match
        return DieReading(
            state=DieState.LYING, face=match.label,
            likelihoods={face: max(match.scores.get(face, 0.0), 0.0) for face in DICE[body.kind]},
            x_mm=float(x_mm), y_mm=float(y_mm), turn_deg=match.turn_deg,
        )  # fmt: skip

    def _unread(self, body: Candidate, state: DieState) -> DieReading:
        x_mm, y_mm = middle_mm(self._scene.area, body)
        return DieReading(state=state, x_mm=float(x_mm), y_mm=float(y_mm))

    def _nowhere(self, bodies: Sequence[Candidate]) -> DieState:
        """Say what became of a die of which nothing was recognised."""
        c, area = self._config, self._scene.area
        inside = area.inside
        hidden = self._scene.hidden
        if hidden is not None and float(hidden[inside].mean()) > c.covered:
            return DieState.COVERED
        largest = self._blob(bodies)
        if largest > c.blob[1]:
            return DieState.COVERED
        return DieState.MOVING if largest > c.blob[0] else DieState.ABSENT

    def _blob(self, bodies: Sequence[Candidate]) -> float:
        """The largest patch that is neither floor nor one of these dice, in square edges of a usual die."""
        area = self._scene.area
        left = self._unlike & area.inside
        for body in bodies:
            left &= ~_grown(covers(area, body), 2.0 * area.px_per_mm)
        _, _, stats, _ = cv2.connectedComponentsWithStats(left.astype(np.uint8))
        largest = int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
        return largest / (area.die_mm * area.px_per_mm) ** 2


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


def _as_large(body: Candidate, others: Sequence[Candidate]) -> Candidate:
    """Return a die no smaller than the others of its set: a small mark makes its die seem smaller."""
    edge_mm = max((other.edge_mm for other in others), default=0.0)
    if edge_mm <= body.edge_mm:
        return body
    # The edge is the mean of the mark's and the outline's.
    return replace(body, outline=replace(body.outline, die_mm=2 * edge_mm - body.match.die_mm))


def _grown(mask: Mask, by_px: float) -> Mask:
    return _near(cv2.dilate, mask, by_px)


def _shrunk(mask: Mask, by_px: float) -> Mask:
    return _near(cv2.erode, mask, by_px)


def _near(change: Callable[..., cv2.typing.MatLike], mask: Mask, by_px: float) -> Mask:
    """Grow or shrink a mask that is small beside the picture."""
    bits, disc = mask.view(np.uint8), _disc(by_px)
    left, top, width, height = cv2.boundingRect(bits)
    margin = len(disc) // 2 + 1
    rows = slice(max(top - margin, 0), top + height + margin)
    columns = slice(max(left - margin, 0), left + width + margin)
    changed = np.zeros_like(mask)
    changed[rows, columns] = np.asarray(change(bits[rows, columns], disc), np.uint8) > 0
    return changed


@cache
def _disc(radius_px: float) -> NDArray[np.uint8]:
    side = 2 * round(radius_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return disc.astype(np.uint8, copy=False)
