"""The first look at the dice: what settles the usual case, two dice that lie apart in good light.

It is the first step of a cascade. The strongest spots are looked at together (`vision.dice.strip`), each gets
its likely poses (`vision.dice.first_poses`), these are moved until templates fit (`vision.dice.slopes`), and
the best become explanations in the currency of the thorough search (`vision.dice.evidence`). Both dice are
found if one is as certain as what ends the thorough search at a spot and the other one fair beside it; pairs
that are likely together (`vision.dice.likely`) are seen in what each glance shows.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea
from vision.dice.bank import Patches
from vision.dice.close_up import Rows
from vision.dice.edges import BANDS, outlines
from vision.dice.evidence import Candidate, EvidenceWeights, evidence
from vision.dice.first_look_config import FirstLookConfig, Glance
from vision.dice.first_poses import first_poses
from vision.dice.laid import Laid
from vision.dice.locate import SearchConfig, Spot, glanced_spots
from vision.dice.match import Banks, FaceMatch, laid_around, matches
from vision.dice.slopes import follow, leading, slopes_of
from vision.dice.strip import Strip, strip_of
from vision.dice.surroundings import usual_step_halved
from vision.frame import Frame

# Energy spread as wide as a die, and spots as far apart as a die's side is from its top: the two strongest
# are the two dice on all of 74 photographs that show both (with the thorough search's numbers on 49).
_SEARCH = SearchConfig(spread_mm=4.0, apart_mm=12.0, places=5)
# From here a face is looked for anew in an outline: right and up in millimetres. More turns and sizes (30
# poses) settled as many photographs in twice the time.
_BESIDE = np.array([(0.0, 0.0), (1.2, 0.0), (-1.2, 0.0), (0.0, 1.2), (0.0, -1.2)])
# The same a millimetre apart, for a wider look.
_WIDER = np.array([(right, up) for right in range(-3, 4) for up in range(-3, 4)], np.float64)
# The same face so near to one is that one again.
_SAME_MM = 3.0
# A mark's edge in its die's, as `vision.dice.edges` has it.
_MARK = 0.99


_USUAL, _WEIGHTS = FirstLookConfig(), EvidenceWeights()


@dataclass(frozen=True)
class FirstSeen:
    """What the first look found in a picture ``small`` (n, n, 3) of the area at half its scale.

    ``spots``, the strongest first, and explanations that are ``clear``; ``both`` says that these are both
    dice. ``other`` are explanations that are likely and not clear.
    """

    small: Frame
    spots: list[Spot]
    clear: list[Candidate]
    both: bool
    other: list[Candidate]


@dataclass(frozen=True, slots=True, eq=False)
class _Glanced:
    """What one glance shows: squares of spots, and what ``squares`` (k,) of them are ``seen`` as."""

    strip: Strip
    squares: NDArray[np.intp]
    seen: list[Candidate]


@dataclass(frozen=True, slots=True, eq=False)
class _Moved:
    """Faces (k,) moved to where they fit best, and how well; ``of`` (k,) which spot is in each square."""

    strip: Strip
    of: NDArray[np.intp]
    faces: Laid
    fits: NDArray[np.float32]


class FirstLook:
    """Looks at the dice areas of one view."""

    def __init__(
        self,
        area: DiceArea,
        half: DiceArea,
        banks: Banks,
        *,
        die_mm: float | None = None,
        leads: Banks | None = None,
        config: FirstLookConfig | None = None,
    ) -> None:
        """``half`` is the area at half its scale; ``die_mm`` the dice's edge, if it is known.

        ``leads`` are the banks by whose slopes poses are moved, if not the same.
        """
        self._area, self._half, self._banks = area, half, banks
        self._die_mm = die_mm
        self._leading = leads or leading(banks, own=die_mm is not None)
        self._config = config or _USUAL

    def look(self, frame: Frame) -> FirstSeen:
        """Look at a picture (h, w, 3) BGR of the view and return what all glances show."""
        *_, last = self.glances(frame)
        return last

    def glances(self, frame: Frame) -> Iterator[FirstSeen]:
        """Look at a picture (h, w, 3) BGR of the view and yield what is seen, more with each glance.

        Who is content with what the first ones show saves the others.
        """
        small = self._half.glance(frame)
        spots, noise = self._spots(small), usual_step_halved(small)
        found: list[Candidate] = []
        for more in self._found(frame, noise, spots, found):
            found += more
            yield self._seen(small, spots, found)
            if self._pair(found):
                return
        if not found:
            yield self._seen(small, spots, found)

    def explained(self, frame: Frame, spots: list[Spot], noise: float) -> list[Candidate]:
        """Return what each of some spots of a picture (h, w, 3) BGR may be, seen as by the last glance.

        ``noise`` is the floor's usual step at half the area's scale.
        """
        moved = self._faces(frame, noise, spots, self._config.glances[-1], self._die_mm)
        if moved is None:
            return []
        places = [spots[i] for i in moved.of]
        squares = np.arange(len(places))
        return self._candidates(moved.strip, squares, moved.faces, places, self._die_mm)

    def _found(
        self, frame: Frame, noise: float, spots: list[Spot], found: list[Candidate]
    ) -> Iterator[list[Candidate]]:
        """Yield what each glance, and a wider look at what it left open, finds beside what is ``found``."""
        beside: Candidate | None = None
        for glance in self._config.glances:
            for glance_at, known in ((glance, self._clear), (self._config.known, self._known)):
                dice = known(found)
                if glance_at is not glance:
                    # Beside the same die it would show the same once more.
                    if not dice or dice[0] is beside:
                        continue
                    beside = dice[0]
                if one := self._glance(frame, noise, spots, glance_at, dice):
                    yield one.seen
                    if wider := self._wider(one, found):
                        yield wider

    def _seen(self, small: Frame, spots: list[Spot], found: list[Candidate]) -> FirstSeen:
        """Return what some explanations tell."""
        if pair := self._pair(found):
            return FirstSeen(small, spots, pair, True, [])
        c = self._config
        likely = [d for d in found if not self._is_clear(d) and d.evidence >= c.likely]
        other = [d for d in likely if not any(_is_again(d, better) for better in found)]
        return FirstSeen(small, spots, self._clear(found), False, other)

    def _clear(self, found: list[Candidate]) -> list[Candidate]:
        return sorted(filter(self._is_clear, found), key=lambda c: -c.evidence)

    def _known(self, found: list[Candidate]) -> list[Candidate]:
        """Return the likeliest die, if there is one that needs no second look, the best first."""
        c = self._config
        sure = [
            d for d in found
            if self._is_clear(d) or (d.evidence >= c.known_odds and d.match.margin >= c.fair_margin)
        ]  # fmt: skip
        return sorted(sure, key=lambda d: -d.evidence)[:1]

    def _pair(self, found: list[Candidate]) -> list[Candidate]:
        """Return a clear die and another one of the other kind, as large and at least fair, or nothing."""
        c = self._config
        clear = self._clear(found)
        if not clear or any(
            d.kind == clear[0].kind and _far(d, clear[0]) > c.apart_mm for d in clear
        ):
            return []
        fair = [d for d in found if self._is_fair(d)]
        for other in sorted([*clear, *fair], key=lambda d: -d.evidence):
            if other.kind != clear[0].kind and self._is_alike(clear[0], other):
                return [clear[0], other]
        return []

    def _is_alike(self, die: Candidate, other: Candidate) -> bool:
        """Whether two dice may be of one set: clear ones by their outlines, as marks are drawn at will."""
        edges = die.edge_mm, other.edge_mm
        if self._is_clear(other):
            edges = die.outline.die_mm, other.outline.die_mm
        return max(edges) <= min(edges) * (1 + self._config.alike)

    def _is_fair(self, candidate: Candidate) -> bool:
        c, margin = self._config, candidate.match.margin
        fair = candidate.evidence >= c.fair and margin >= c.fair_margin
        return fair or (candidate.evidence >= c.likelier and margin >= c.wide_margin)

    def _is_clear(self, candidate: Candidate) -> bool:
        c = self._config
        return candidate.evidence >= c.enough and candidate.match.margin >= c.clear

    def _is_poor(self, candidate: Candidate) -> bool:
        """Whether a face fits badly in an outline that is clear."""
        c = self._config
        return candidate.evidence < c.fair and candidate.outline.support >= c.outlined

    def _is_open(self, candidate: Candidate) -> bool:
        """Whether one pose alone is not enough to tell how likely a face is.

        By one pose wrong faces gain more than right ones; but a clear one is far from these, and what is
        looked for anew need not be known.
        """
        poor = self._is_poor(candidate) and candidate.match.margin < self._config.wide_margin
        return not self._is_clear(candidate) and not poor

    def _glance(
        self,
        frame: Frame,
        noise: float,
        spots: list[Spot],
        glance: Glance,
        known: list[Candidate],
    ) -> "_Glanced | None":
        """Look at some spots for dice beside those ``known``; return what may be there, if anything."""
        c = self._config
        free = [spot for spot in spots if not any(_is_on(spot, die, c.own) for die in known)]
        if not free or len(known) > 1:
            return None
        near_mm = self._die_mm or (known[0].edge_mm if known else None)
        moved = self._faces(frame, noise, free[: glance.spots], glance, near_mm)
        if moved is None:
            return None
        strip, faces = moved.strip, moved.faces
        # In the strip's own order, so that it need not be cut anew where they are all of it.
        best = np.sort(self._apart(faces, moved.fits)[:2])
        places = [free[i] for i in moved.of[best]]
        seen = self._candidates(strip, best, faces.only(best), places, near_mm)
        near_mm = near_mm or next((d.edge_mm for d in seen if self._is_clear(d)), None)
        poor = [i for i, d in enumerate(seen) if self._is_poor(d)]
        glanced = _Glanced(strip, best, seen)
        for i, die in zip(poor, self._anew(glanced, poor, _BESIDE, c.anew, near_mm), strict=True):
            seen[i] = max(seen[i], die, key=lambda d: d.evidence)
        return glanced

    def _faces(
        self, frame: Frame, noise: float, spots: list[Spot], glance: Glance, near_mm: float | None
    ) -> "_Moved | None":
        """Find poses at some spots and move them; ``near_mm`` is the edge of a die seen elsewhere."""
        if not spots:
            return None
        strip = strip_of(frame, self._area, spots)
        found = first_poses(glance.poses).find(strip, noise, glance.keep[0], near_mm)
        if not len(found.of):
            return None
        strip = strip.with_dark_marks(found.of, found.light)
        return _Moved(strip, found.of, *self._moved(strip, found.faces, glance.keep))

    def _wider(self, glanced: "_Glanced", found: list[Candidate]) -> list[Candidate]:
        """Look once more, wider round the outline's place, where something is seen that no face fits."""
        c = self._config
        sure = self._known(found)
        near_mm = self._die_mm or (sure[0].edge_mm if sure else None)
        open_ = [
            i for i, d in enumerate(glanced.seen)
            if d.evidence < c.fair and d.outline.support >= c.shown
        ]  # fmt: skip
        return self._anew(glanced, open_, _WIDER, c.wider, near_mm)

    def _anew(
        self,
        glanced: "_Glanced",
        which: list[int],
        beside_mm: NDArray[np.float64],
        keep: tuple[int, ...],
        near_mm: float | None,
    ) -> list[Candidate]:
        """Look for faces anew at places (n, 2), right and up in millimetres, round outlines of a glance."""
        if not which:
            return []
        seen, squares = [glanced.seen[i] for i in which], glanced.squares[which]
        starts = np.stack([_within(d, near_mm or d.outline.die_mm, beside_mm) for d in seen])
        faces, _ = self._moved(glanced.strip.only(squares), Laid.of_rows(starts), keep)
        return self._candidates(glanced.strip, squares, faces, [d.spot for d in seen], near_mm)

    def _spots(self, small: Frame) -> list[Spot]:
        """Find the spots in the picture at half its size."""
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        return glanced_spots(grey, self._half, _SEARCH)

    def _moved(
        self, strip: Strip, starts: Laid, keep: tuple[int, ...]
    ) -> tuple[Laid, NDArray[np.float32]]:
        """Move the faces (k, n) of every square until some template fits; return the best of each."""
        margin = min(bank.margin for bank in self._leading)
        marks = partial(strip.hats, size=self._banks[0].size, margin=margin)
        if self._leading[False] is self._leading[True]:
            return slopes_of(self._leading[True]).follow(marks, starts, keep)
        by = ((light, np.flatnonzero(strip.light == light)) for light in (False, True))
        groups = [(slopes_of(self._leading[light]), mine) for light, mine in by if len(mine)]
        return follow(groups, marks, starts, keep)

    def _apart(self, faces: Laid, fits: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return which of some faces (k,) are not on a die on which another fits better, the best first."""
        picked: list[int] = []
        places = faces.at.tolist()
        for i in np.argsort(-fits).tolist():
            if all(abs(places[i] - places[j]) > self._config.apart_mm for j in picked):
                picked.append(i)
        return np.array(picked)

    def _candidates(
        self,
        strip: Strip,
        squares: NDArray[np.intp],
        faces: Laid,
        spots: list[Spot],
        near_mm: float | None,
    ) -> list[Candidate]:
        """Explain squares of the strip, each by its face; ``near_mm`` is the edge of a die seen elsewhere."""
        strip, poses, edges_mm = strip.only(squares), faces.rows(), faces.edges_mm
        bands = strip.bare_at(faces.at, faces.edges / edges_mm, BANDS)
        sides = outlines(bands, edges_mm, soft=True)

        def explained(of: list[int], tried: Laid) -> list[Candidate]:
            seen = strip.faces(tried, self._banks[0].size, of)
            found = zip(of, self._matches(strip.light[of], poses[of], *seen), strict=True)
            return [
                Candidate(spots[i], match, sides[i], evidence(match, sides[i], _WEIGHTS, near_mm))
                for i, match in found
            ]

        found = explained(list(range(len(poses))), faces.only(np.s_[:, None]))
        if still_open := [i for i, d in enumerate(found) if self._is_open(d)]:
            better = explained(still_open, laid_around(faces.only(still_open)))
            for i, candidate in zip(still_open, better, strict=True):
                found[i] = candidate
        return found

    def _matches(
        self, lights: NDArray[np.bool_], rows: Rows, grey: Patches, marks: Patches
    ) -> list[FaceMatch]:
        """Score all labels at faces (k, 4), each seen in as many patches, the face's own first."""
        many, size = len(rows), self._banks[0].size
        grey, marks = (seen.reshape(many, -1, size, size) for seen in (grey, marks))
        found: dict[int, FaceMatch] = {}
        for light in set(lights.tolist()):
            mine = np.flatnonzero(lights == light)
            # Light marks were negated.
            own = 255 - grey[mine, 0] if light else grey[mine, 0]
            seen = marks[mine].reshape(-1, size, size)
            scored = matches(self._banks[light], rows[mine], light, seen, own)
            found.update(zip(mine.tolist(), scored, strict=True))
        return [found[i] for i in range(many)]


def _within(die: Candidate, edge_mm: float, beside_mm: NDArray[np.float64]) -> Rows:
    """Return poses (n, 4) in the outline of a die of this edge, and so far beside it (n, 2)."""
    match, turn = die.match, die.match.turn_deg % 90
    right, up = die.outline.right_mm + beside_mm[:, 0], die.outline.up_mm + beside_mm[:, 1]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    rows: Rows = np.full((len(beside_mm), 4), (0.0, 0.0, turn, edge_mm * _MARK))
    rows[:, 0] = match.x_mm + cos * right - sin * up
    rows[:, 1] = match.y_mm + sin * right + cos * up
    return rows


def _is_again(die: Candidate, better: Candidate) -> bool:
    """Whether a face was seen better at the same place."""
    same = die.match.label == better.match.label and die.evidence < better.evidence
    return same and _far(die, better) < _SAME_MM


def _far(a: Candidate, b: Candidate) -> float:
    """Return how far apart two faces are, millimetres."""
    return math.hypot(a.match.x_mm - b.match.x_mm, a.match.y_mm - b.match.y_mm)


def _is_on(spot: Spot, die: Candidate, own: float) -> bool:
    """Whether a spot is on a die's upper face."""
    away = math.hypot(spot.x_mm - die.match.x_mm, spot.y_mm - die.match.y_mm)
    return away < own * die.edge_mm
