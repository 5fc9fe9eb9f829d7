"""Every spot explained as a die: poses from marks and outline, refined until one convinces."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.dice.area import DiceArea, Grey, Window
from vision.dice.close_up import CloseUp
from vision.dice.edges import Outline, outlines_at
from vision.dice.effort import ExplainConfig, is_certain
from vision.dice.evidence import Candidate, EvidenceWeights, evidence
from vision.dice.inner import inner_matches
from vision.dice.locate import Pose, Spot, polarities
from vision.dice.match import Banks, FaceMatch, Start, promising, refine
from vision.dice.poses import FaceSearch
from vision.dice.surroundings import Surroundings, usual_step
from vision.dice.wholes import whole_starts
from vision.frame import Frame

# One logarithmic step of the outline counts like so much of a correlation, see `vision.dice.leaning`.
_STEP = 0.01
# So many ways of searching are tried at every spot, whatever came of the others; what is left is for the
# first few of those that look like a die.
_EVERYWHERE = 2
# Poses that a way of searching puts forward, and how many of them may be refined.
Poses = tuple[Sequence[Pose], int]


@dataclass
class _Attempt:
    """What was tried at one spot, with the other die's edge as it was known then, and what came of it."""

    spot: Spot
    look: Callable[[Spot], CloseUp]
    likely: tuple[bool, ...]
    possible: tuple[bool, ...]
    other_mm: float | None = None
    known: Sequence[Pose] = ()
    ways: int = 0
    settled: bool = False
    found: list[Candidate] = field(default_factory=list)
    left: list[Candidate] = field(default_factory=list)

    @cached_property
    def close_up(self) -> CloseUp:
        """The spot seen near by."""
        return self.look(self.spot)

    @property
    def best(self) -> float:
        """The log odds of the best explanation."""
        return max((c.evidence for c in self.found), default=-math.inf)


class Explainer:
    """Explains the spots of one picture."""

    def __init__(
        self,
        frame: Frame,
        picture: Frame,
        grey: Grey,
        area: DiceArea,
        banks: Banks,
        *,
        die_mm: float | None = None,
        polarities: Sequence[bool] = (False, True),
        config: ExplainConfig | None = None,
        weights: EvidenceWeights | None = None,
    ) -> None:
        self._frame = frame
        self._area = area
        self._picture = picture
        self._grey = grey
        self._noise = usual_step(picture)
        self._faces = FaceSearch()
        self._banks = banks
        self._given_mm = die_mm
        self._allowed = tuple(polarities)
        self._config = config or ExplainConfig()
        self._weights = weights or EvidenceWeights()
        self._around: dict[tuple[Spot, bool], Surroundings] = {}
        self._spent = 0

    def explain(
        self, spots: Sequence[Spot], known: Sequence[Candidate] = (), *, one_will_do: bool = False
    ) -> list[Candidate]:
        """Return the explanations of all spots, the likeliest first, and of dice that are ``known``.

        All spots are looked at in one way before the next one is tried at any, until both dice are found;
        ``one_will_do``: until the first ways have been tried and one is certain.
        """
        attempts = [
            *(
                _Attempt(die.spot, self._close_up, (), (), settled=True, found=[die])
                for die in known
            ),
            *(_Attempt(spot, self._close_up, *self._polarities(spot)) for spot in spots),
        ]
        for ways in (*range(1, len(self._ways) + 1), len(self._ways)):
            looked = 0
            for i, attempt in enumerate(attempts):
                # Nothing but a spot that stands out more can still be the top of what was read on a side.
                if self._spent >= self._config.most or self._both(attempts[:i]):
                    break
                if self._is_side(attempt, attempts):
                    continue
                if ways > _EVERYWHERE and looked >= self._config.late:
                    break
                looked += not attempt.settled
                self._advance(attempt, ways, self._other_mm(attempt, attempts))
            if ways == 1 and self._is_nothing(attempts[len(known) :]):
                break
            if self._both(attempts) and ways >= _EVERYWHERE:
                break
            if one_will_do and ways >= _EVERYWHERE and self._one(attempts):
                break
        attempts += [
            self._darkest(attempt, attempts) for attempt in attempts if self._glares(attempt)
        ]
        for attempt in attempts:
            self._whole(attempt)
        found = [candidate for attempt in attempts for candidate in attempt.found]
        found += [inner for attempt in attempts for inner in self._inner(attempt)]
        return sorted(found, key=lambda candidate: -candidate.evidence)

    def sized(self, die: Candidate) -> Candidate:
        """Return a die that is certain as the size has it that its face and outline fit best together.

        A face whose marks are drawn large may fit a die that is too small nearly as well as the right one.
        """
        match, labels = die.match, self._banks[die.match.light].labels
        own = np.array([labels.index(match.label)])
        attempt = _Attempt(die.spot, self._close_up, (), ())
        self._refine(attempt, [
            Start(np.array([match.x_mm, match.y_mm, match.turn_deg % 90, match.die_mm * larger]),
                  match.light, own)
            for larger in self._config.larger
        ])  # fmt: skip
        found = [c for c in attempt.found if c.match.label == match.label]
        return max((die, *found), key=_fit)

    def _whole(self, attempt: _Attempt) -> None:
        """Look for the longer words that the likeliest face at a spot may be a part of."""
        best = max(attempt.found, key=lambda found: found.evidence, default=None)
        starts = whole_starts(best, attempt.close_up, self._banks) if best else []
        if starts:
            self._refine(attempt, starts)

    def _inner(self, attempt: _Attempt) -> list[Candidate]:
        """Return what the middles of faces say at a spot that was not explained."""
        found = attempt.found if self._config.inner and not attempt.settled else []
        matches = inner_matches(found, attempt.close_up, self._banks, attempt.other_mm)
        return self._candidates(attempt, matches)

    def _glares(self, attempt: _Attempt) -> bool:
        """Whether a spot looks a little like a die, but a mirrored lamp may hide its marks in grey."""
        c = self._config
        likely = not attempt.settled and c.nothing < attempt.best < c.convinced
        return likely and attempt.close_up.glares()

    def _darkest(self, attempt: _Attempt, attempts: Sequence[_Attempt]) -> _Attempt:
        """Look at a spot once more in its darkest channel."""
        again = _Attempt(
            attempt.spot,
            lambda spot: replace(self._close_up(spot), darkest=True),
            attempt.likely,
            attempt.possible,
        )
        self._advance(again, len(self._ways), self._other_mm(attempt, attempts))
        return again

    def _close_up(self, spot: Spot) -> CloseUp:
        c = self._config
        window = Window(spot.x_mm, spot.y_mm, c.close_up_mm, self._area.top_mm,
                        c.close_up_px_per_mm)  # fmt: skip
        return CloseUp(window, self._area.close_up(self._frame, window))

    def _polarities(self, spot: Spot) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        """Return which kinds of marks a die at a spot likely has, and which it may have."""
        c = self._config
        skew = self._skew(spot)
        ways = (True, False) if skew > 0 else (False, True)
        shown = polarities(spot)
        likely = tuple(light for light in ways if light in shown and light in self._allowed)
        if c.dark_skew < skew < c.light_skew:
            return likely, ()
        return likely[:1], likely[1:]

    def _skew(self, spot: Spot) -> float:
        """How much more light than dark stands out from a spot's own grey, -1 to 1."""
        c = self._config
        reach = round(c.skew_mm * self._area.px_per_mm)
        column, row = (max(round(v), reach) for v in self._area.window.to_px(spot.x_mm, spot.y_mm))
        around = self._grey[row - reach : row + reach + 1, column - reach : column + reach + 1]
        ordered = np.sort(around, axis=None)
        low, middle, high = (float(ordered[int(share * len(ordered))]) for share in c.skew_shares)
        return (high + low - 2 * middle) / max(high - low, 1.0)

    def _both(self, attempts: Sequence[_Attempt]) -> bool:
        """Whether both dice have convincing explanations, so that nothing else can be one.

        A part of a word may be read as another one: where one lies the other is not.
        """
        sure = self._sure(attempts)
        return any(
            a.kind != b.kind
            and math.hypot(a.match.x_mm - b.match.x_mm, a.match.y_mm - b.match.y_mm)
            > 0.8 * a.edge_mm
            for a in sure
            for b in sure
        )

    def _is_nothing(self, attempts: Sequence[_Attempt]) -> bool:
        """Whether no spot looks like a die by what was found there; not if nothing was."""
        best = max((attempt.best for attempt in attempts), default=-math.inf)
        return -math.inf < best < self._config.nothing

    def _one(self, attempts: Sequence[_Attempt]) -> bool:
        """Whether one die is certain and nothing else convinces."""
        found = [c for attempt in attempts for c in attempt.found]
        certain = any(is_certain(c) for c in found)
        return certain and not self._both(attempts)

    def _sure(self, attempts: Sequence[_Attempt]) -> list[Candidate]:
        """Return the convincing explanations of spots at which nothing else is to be tried."""
        return [
            c
            for attempt in attempts
            if attempt.settled or attempt.ways >= _EVERYWHERE
            for c in attempt.found
            if c.evidence >= self._config.convinced
        ]

    def _other_mm(self, attempt: _Attempt, attempts: Sequence[_Attempt]) -> float | None:
        """The edge of the likeliest die elsewhere, if it is likely enough."""
        if self._given_mm:
            return self._given_mm
        spot = attempt.spot
        elsewhere = [
            c
            for other in attempts
            if other is not attempt
            for c in other.found
            if c.evidence >= self._config.known
            and math.hypot(c.match.x_mm - spot.x_mm, c.match.y_mm - spot.y_mm) > 0.8 * c.edge_mm
        ]
        return max(elsewhere, key=lambda c: c.evidence).edge_mm if elsewhere else None

    def _is_side(self, attempt: _Attempt, attempts: Sequence[_Attempt]) -> bool:
        spot = attempt.spot
        return any(
            math.hypot(c.match.x_mm - spot.x_mm, c.match.y_mm - spot.y_mm)
            < self._config.own * c.edge_mm
            for c in self._sure([other for other in attempts if other is not attempt])
        )

    # -------------------------------------------------------------- one spot

    def _advance(self, attempt: _Attempt, ways: int, other_mm: float | None) -> None:
        """Try the first so many ways of searching at a spot, as far as they were not tried yet.

        Where another die's edge has become known they are all tried anew.
        """
        c = self._config
        if attempt.settled:
            return
        if other_mm != attempt.other_mm:
            attempt.known = [_pose(candidate) for candidate in attempt.found]
            attempt.other_mm, attempt.ways, attempt.found = other_mm, 0, []
        while attempt.ways < ways and not attempt.settled:
            search = self._ways[attempt.ways]
            attempt.ways += 1
            if attempt.ways > _EVERYWHERE and not c.hopeless <= attempt.best < c.convinced:
                return
            self._try(attempt, *search(attempt))
            if attempt.ways >= _EVERYWHERE and not attempt.settled:
                self._try(attempt, *self._nearby(attempt))

    def _try(self, attempt: _Attempt, poses: Sequence[Pose], count: int) -> None:
        """Refine the ``count`` most promising poses, all but the first only if that does not settle it."""
        c = self._config
        starts = promising(attempt.close_up, poses, self._banks, count)
        # One that fits well may be all it takes; else they are quicker together.
        alone = 1 if starts and starts[0].fit >= c.alone else len(starts)
        for some, enough in ((starts[:alone], c.plenty), (starts[alone:], c.enough)):
            if some and not attempt.settled:
                self._refine(attempt, some)
                attempt.settled = any(
                    m.evidence >= enough and m.match.margin >= c.clear for m in attempt.found
                )

    def _refine(self, attempt: _Attempt, starts: Sequence[Start]) -> None:
        matches = refine(
            attempt.close_up, starts, self._banks,
            near_mm=attempt.other_mm, alike=self._config.alike,
        )  # fmt: skip
        attempt.found += self._candidates(attempt, matches)
        self._spent += len(matches)

    def _candidates(self, attempt: _Attempt, matches: Sequence[FaceMatch]) -> list[Candidate]:
        close_up, seen = attempt.close_up, dict[int, Outline]()
        for light in {match.light for match in matches}:
            mine = [match for match in matches if match.light == light]
            poses = [(m.x_mm, m.y_mm, m.turn_deg % 90, m.die_mm) for m in mine]
            found = outlines_at(close_up.bare(light), close_up.window, poses)
            seen.update(zip(map(id, mine), found, strict=True))
        return [
            Candidate(attempt.spot, match, own := seen[id(match)],
                      evidence(match, own, self._weights, attempt.other_mm))
            for match in matches
        ]  # fmt: skip

    # -------------------------------------------------------------- ways of searching

    @property
    def _ways(self) -> tuple[Callable[[_Attempt], Poses], ...]:
        """All ways; not kept, as an explainer that holds itself would hold its pictures after use."""
        return self._sides, self._other_sides, self._squares

    def _nearby(self, attempt: _Attempt) -> Poses:
        """Return places round the best explanation: templates have more than one place that they fit best.

        A drawing that is like the die's own, but sits otherwise on its face, holds a pose fast beside the
        right one.
        """
        c = self._config
        best = max(attempt.found, key=lambda found: found.evidence, default=None)
        if best is None or not c.nearly <= best.match.quality < c.fits:
            return [], 0
        match = best.match
        if any(best is done for done in attempt.left):
            return [], 0
        attempt.left.append(best)
        poses = [
            Pose(match.x_mm + dx, match.y_mm + dy, match.turn_deg % 90 + turn, match.die_mm * grow,
                 match.light, 0.0)
            for dx in c.beside_mm
            for dy in c.beside_mm
            for turn in c.beside_deg
            for grow in c.beside_sizes
        ]  # fmt: skip
        return poses, c.by_nearness

    def _sides(self, attempt: _Attempt) -> Poses:
        c = self._config
        again = sorted(attempt.known, key=lambda pose: -pose.score)[: c.again]
        poses = self._by_sides(attempt, attempt.likely)
        return [*again, *poses], c.by_sides

    def _other_sides(self, attempt: _Attempt) -> Poses:
        return self._by_sides(attempt, attempt.possible), self._config.by_sides

    def _by_sides(self, attempt: _Attempt, polarities: Sequence[bool]) -> list[Pose]:
        spot, known = attempt.spot, _known(attempt)
        return [
            pose
            for light in polarities
            for pose in self._faces.poses(self._surroundings(spot, light), self._noise, known)
        ]

    def _surroundings(self, spot: Spot, light: bool) -> Surroundings:
        if (spot, light) not in self._around:
            self._around[spot, light] = Surroundings(self._picture, self._area, spot, light=light)
        return self._around[spot, light]

    def _squares(self, attempt: _Attempt) -> Poses:
        near_mm = (attempt.other_mm, self._config.alike) if attempt.other_mm else None
        squares = [
            pose
            for light in (*attempt.likely, *attempt.possible)
            for pose in self._faces.squares(
                self._surroundings(attempt.spot, light), self._noise, near_mm
            )
        ]
        squares.sort(key=lambda pose: -pose.score)
        return squares, self._config.by_square


def _fit(die: Candidate) -> float:
    """How well face and outline fit together: a step of the outline is worth so much of a correlation."""
    return die.match.quality / _STEP + die.outline.support


def _known(attempt: _Attempt) -> tuple[float, ...]:
    return (attempt.other_mm,) if attempt.other_mm else ()


def _pose(candidate: Candidate) -> Pose:
    match = candidate.match
    return Pose(
        match.x_mm, match.y_mm, match.turn_deg % 90, match.die_mm, match.light, candidate.evidence
    )
