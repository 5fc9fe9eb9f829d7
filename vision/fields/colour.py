"""What colour a ball has, measured against the wood in the same light, and which label that is.

A colour is a point (light, red-green, yellow-blue) of logarithms relative to the board's wood: a lamp that
turns warmer or dimmer moves wood and ball alike and leaves the difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import overload

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import (
    OPPONENT,
    Contrast,
    inner,
    log_values,
    magnitude,
    middle_of,
    middles,
)

# The body of a ball is measured within this many radii; beyond, the rim mirrors the table.
BODY = 0.7
# Where grey balls of any brightness lie beside most woods: red-green and yellow-blue.
NEUTRAL = np.array([-0.12, -0.28], dtype=np.float32)
# How that changes with the wood's own colour in the picture (line through grey balls on photographed and
# painted tables): the camera's white balance takes a part of it away.
NEUTRAL_AT = np.array([-0.03, -0.09], dtype=np.float32)
NEUTRAL_BY_WOOD = np.array([0.6, 0.51], dtype=np.float32)
# How much light and yellow-blue count against red-green: shadow and highlight change a ball's light most, and
# the lamp's colour changes yellow-blue most. Between greys there is nothing but light.
LIGHT, LIGHT_OF_GREYS, YELLOW_BLUE = 0.25, 0.5, 0.6
# Nor is there more between two colours of wood, natural and brown: such are both within the first distance of
# the board's own, and surely none beyond the second.
WOODEN, NOT_WOODEN = 0.3, 0.6
# A reflection pales a ball without changing its hue: how strong a clear colour is counts half. Colours are
# clear from this distance to grey on.
STRENGTH, CLEAR = 0.5, 0.3
# Reflections do not change greys: their tinge tells twice as much.
TINGE = 2.0
PALE = 0.22
# With these weights a ball is at most 0.3 from the next one of its colour in a picture (but for three white
# ones in deep shadow), and at least 0.41 from one of another colour, on sixteen tables.
SPREAD = 0.1
# A ball further than this from every label is of an unknown colour; from a grey one that was found in the
# picture alone, already from here on: it may be another grey.
STRANGE, STRANGE_GREY = 0.6, 0.4
# The second best label must be less likely by this factor (logarithm).
MARGIN = 2.5
# On a calibrated table what is within the first of a clear colour and at least the second from all others has
# it, however near two of them are (blue and turquoise in warm light were 0.25 apart). Of 12,000 balls of
# painted tables and photographs 7,445 are so, all of them of the nearest colour; 215 have their name by this
# alone. The first one of another colour was 0.14 from its nearest.
VERY_NEAR, FROM_OTHERS = 0.1, 0.14
_GREY = np.array([0.0, *NEUTRAL], dtype=np.float32)
# numpy needs half the time for arrays without an axis that it needs for numbers, and colours are few.
_NONE, _ALL, _TWO = (np.array(number, dtype=np.float32) for number in (0, 1, 2))
_NEXT_TO_NOTHING = np.array(1e-12, dtype=np.float32)
_PER_CLEAR = np.array(1 / CLEAR, dtype=np.float32)
_OF_STRENGTH = np.array(STRENGTH - 1, dtype=np.float32)
_TINGE, _OF_TINGE = (np.array(number, dtype=np.float32) for number in (TINGE, 1 - TINGE))
_WOODEN = np.array(WOODEN, dtype=np.float32)
_PER_WOODEN = np.array(1 / (NOT_WOODEN - WOODEN), dtype=np.float32)
_LIGHT_OF_GREYS = np.array(LIGHT_OF_GREYS, dtype=np.float32)
_OF_LIGHT = np.array(LIGHT - LIGHT_OF_GREYS, dtype=np.float32)
_YELLOW_BLUE = np.array(YELLOW_BLUE, dtype=np.float32)
_SCALE = np.array([1.0, 1.0, YELLOW_BLUE], dtype=np.float32)[:, None]
# What is no farther than this from the wood's own hue (`difference`'s scale) may be its edge.
LIKE_WOOD = 0.15
# Wood this bright in two channels (8 bit) may be brighter still.
_TOO_BRIGHT = float(log_values(np.array([[248]], dtype=np.uint8))[0, 0])
# How far the picture's own balls may pull the references along (a part of the way for farther ones).
DRIFT = 0.25


def ball_colours(seen: Contrast, tinge: Floats) -> Floats:
    """Return each patch's body colour relative to its wood, freed of the wood's `tinge_of_wood`: (n, 3)."""
    return np.asarray(middle_of(seen.samples[:, :, : inner(BODY)]) - tinge)


def tinge_of_wood(seen: Contrast) -> Floats:
    """Return how colours beside the wood of patches differ from those beside most: (3,) float32."""
    own = seen.usual_wood @ OPPONENT
    tinge = np.zeros(3, dtype=np.float32)
    tinge[1:] = NEUTRAL_AT - NEUTRAL_BY_WOOD * own[1:] - NEUTRAL
    return tinge


def dazzled(seen: Contrast) -> np.ndarray:
    """Tell where the wood is too bright for the camera, so that colours against it are false: (n,) bool."""
    return np.asarray((seen.wood > _TOO_BRIGHT).sum(axis=1) >= 2)


@dataclass(frozen=True)
class Reference:
    """The colour of one label's balls, relative to wood.

    ``assumed``: no ball of it was seen yet, it is what such balls usually look like.
    """

    label: str
    light: float
    red_green: float
    yellow_blue: float
    assumed: bool = False

    @cached_property
    def pale(self) -> bool:
        """Whether the colour is near to grey."""
        red_green, yellow_blue = NEUTRAL.tolist()
        return (
            hypot(self.red_green - red_green, YELLOW_BLUE * (self.yellow_blue - yellow_blue)) < PALE
        )

    @cached_property
    def plain(self) -> bool:
        """Whether the colour is near to grey or to the wood's own, as holes, shadows and hands are."""
        return self.pale or hypot(self.red_green, YELLOW_BLUE * self.yellow_blue) < PALE

    @cached_property
    def colour(self) -> Floats:
        """The colour as a point, (3,) float32."""
        return np.array([self.light, self.red_green, self.yellow_blue], dtype=np.float32)


def reference(label: str, colour: Floats, *, assumed: bool = False) -> Reference:
    """Make a reference of a colour (3,)."""
    light, red_green, yellow_blue = (round(float(v), 4) for v in colour)
    return Reference(label, light, red_green, yellow_blue, assumed)


def difference(a: Floats, b: Floats) -> Floats:
    """Return how different the colours a (n, 3) and b (m, 3) are: (n, m) float32."""
    both = _measures(np.concatenate([a, b]))
    return _apart(both[:, : len(a), None], both[:, None, len(a) :])


def difference_of_each(a: Floats, b: Floats) -> Floats:
    """Return how different each colour a (n, 3) and its own one of b (n, 3) are: (n,) float32."""
    both = _measures(np.concatenate([a, b]))
    return _apart(both[:, : len(a)], both[:, len(a) :])


def _measures(colours: Floats) -> Floats:
    """Return what colours (n, 3) are compared by, (6, n).

    Light, red-green and yellow-blue beside grey's, how strong the latter two are together, squared and plain,
    and how far the hue is from the wood's own.
    """
    # A row for each: numpy minds a short last axis.
    measures = np.empty((6, len(colours)), dtype=np.float32)
    np.multiply((colours - _GREY).T, _SCALE, out=measures[:3])
    squares = measures[1:3] * measures[1:3]
    np.add(squares[0], squares[1], out=measures[3])
    np.sqrt(measures[3], out=measures[4])
    measures[5] = off_wood(colours)
    return measures


def _apart(a: Floats, b: Floats) -> Floats:
    """Return how different colours are by their `_measures`, of shapes that go together."""
    light, red, blue = a[:3] - b[:3]
    red *= red
    blue *= blue
    apart = red + blue
    # The squared length of the sum of both.
    along = a[3] + b[3]
    along *= _TWO
    along -= apart
    # How much stronger one is than the other, seen along what they have in common; the rest is hue.
    strength = a[3] - b[3]
    strength *= strength
    strength /= np.maximum(along, _NEXT_TO_NOTHING)
    hue = np.maximum(apart - strength, _NONE)
    clear = np.minimum(np.minimum(a[4], b[4]) * _PER_CLEAR, _ALL)
    weight, tinge = _ALL + _OF_STRENGTH * clear, _TINGE + _OF_TINGE * clear
    wooden = np.maximum((np.maximum(a[5], b[5]) - _WOODEN) * _PER_WOODEN, _NONE)
    light *= _LIGHT_OF_GREYS + _OF_LIGHT * np.minimum(clear, wooden)
    hue += weight * weight * strength
    hue *= tinge * tinge
    light *= light
    hue += light
    return np.asarray(np.sqrt(hue))


def hue_off(colours: Floats, others: Floats) -> np.ndarray:
    """Return how far the hues of colours (..., 3) are from others': (...)."""
    off = colours - others
    return magnitude(off[..., 1], YELLOW_BLUE * off[..., 2])


def off_wood(colours: Floats) -> Floats:
    """Return how far the hues of colours (n, 3) are from the wood's own: (n,)."""
    return magnitude(colours[:, 1], _YELLOW_BLUE * colours[:, 2])


@dataclass(frozen=True)
class Named:
    """The label of one ball, None where none is sure; the nearest one, and how far ``away`` that is.

    ``log_likelihoods``: of every label, relative to the nearest.
    """

    label: str | None
    log_likelihoods: Mapping[str, float]
    nearest: str = "?"
    away: float = np.inf


@dataclass(frozen=True, slots=True)
class Names(Sequence[Named]):
    """What n colours are called: each one's `Named` when it is asked for, and all of them as arrays.

    ``labels`` are the references'; ``nearest``: (n,) int, the index of each colour's, -1 where there is none;
    ``sure``: (n,) bool; ``away``: (n,), how far it is; ``relative``: (n, labels), the log likelihoods.
    """

    labels: tuple[str, ...]
    nearest: np.ndarray
    sure: np.ndarray
    away: Floats
    relative: Floats

    def __len__(self) -> int:
        return len(self.nearest)

    def but(self, sure: np.ndarray) -> "Names":
        """Return the same names, of which others are sure, (n,) bool."""
        # What `dataclasses.replace` does takes ten times as long.
        return Names(self.labels, self.nearest, sure, self.away, self.relative)

    def nearest_label(self, i: int) -> str:
        """Return the label nearest to a colour, "?" if there are none."""
        return self.labels[int(self.nearest[i])] if self.labels else "?"

    def told(self) -> list[str | None]:
        """Return the labels that are sure, None for the others."""
        return [
            self.labels[k] if sure else None
            for k, sure in zip(self.nearest.tolist(), self.sure.tolist(), strict=True)
        ]

    @overload
    def __getitem__(self, i: int) -> Named: ...
    @overload
    def __getitem__(self, i: slice) -> "Names": ...
    def __getitem__(self, i: int | slice) -> "Named | Names":
        if isinstance(i, slice):
            parts = self.nearest[i], self.sure[i], self.away[i], self.relative[i]
            return Names(self.labels, *parts)
        if not self.labels:
            return Named(None, {})
        nearest = self.labels[int(self.nearest[i])]
        likely = dict(zip(self.labels, self.relative[i].tolist(), strict=True))
        return Named(nearest if self.sure[i] else None, likely, nearest, float(self.away[i]))


def distances(colours: Floats, references: Sequence[Reference]) -> Floats:
    """Return how different colours (n, 3) are from the references': (n, labels)."""
    return difference(colours, colours_of(references))


def colours_of(references: Sequence[Reference]) -> Floats:
    """Return the references' colours (labels, 3)."""
    points = [(r.light, r.red_green, r.yellow_blue) for r in references]
    return np.array(points, dtype=np.float32).reshape(-1, 3)


def drifted(colours: Floats, references: Sequence[Reference]) -> list[Reference]:
    """Pull the references towards the picture's own balls where these are clearly one label's."""
    if not len(colours):
        return list(references)
    apart = distances(colours, references)
    nearest = apart.argmin(axis=1)
    if len(references) > 1:
        first, second = np.partition(apart, 1, axis=1).T[:2]
        clear = (first < STRANGE) & (second - first > 2 * SPREAD)
    else:
        clear = apart[:, 0] < STRANGE
    label = np.where(clear, nearest, -1).tolist()
    mine = [[k for k, i in enumerate(label) if i == own] for own in range(len(references))]
    seen = [i for i, some in enumerate(mine) if some]
    if not seen:
        return list(references)
    old = colours_of([references[i] for i in seen])
    new = np.array([middles(colours[mine[i]]) for i in seen], dtype=np.float32)
    far = np.maximum(difference_of_each(new, old), 1e-6)
    # What was only assumed goes all the way.
    reach = np.array([np.inf if references[i].assumed else DRIFT for i in seen])
    moved = old + (new - old) * np.minimum(1.0, reach / far)[:, None]
    pulled = list(references)
    for i, now in zip(seen, moved, strict=True):
        pulled[i] = reference(references[i].label, now)
    return pulled


def name_colours(
    colours: Floats, references: Sequence[Reference], *, calibrated: bool = True
) -> Names:
    """Label every colour (n, 3) by its nearest reference, or None where that is not sure."""
    return named_by(distances(colours, references), references, calibrated=calibrated)


def plainly(apart: Floats, references: Sequence[Reference]) -> np.ndarray:
    """Tell which colours, by their `distances` (n, labels), are one clear label's and no other's: (n,) bool.

    Greys and the wood's own hue differ by light alone, which shadows change; an assumed one may be another.
    """
    if len(references) < 2 or any(reference.assumed for reference in references):
        return np.zeros(len(apart), dtype=bool)
    first, second = np.partition(apart, 1, axis=1).T[:2]
    plain = np.array([reference.plain for reference in references])
    return np.asarray((first < VERY_NEAR) & (second > FROM_OTHERS) & ~plain[apart.argmin(axis=1)])


def log_likelihood(away: Floats) -> Floats:
    """Return how likely balls are so far (any shape) from their colour, relative to none (logarithm).

    The tails are heavy: twice as far is unlikely, not impossible (Student's t, three degrees of freedom).
    """
    return np.asarray(-2.0 * np.log1p((away / SPREAD) ** 2 / 3))


def named_by(apart: Floats, references: Sequence[Reference], *, calibrated: bool = True) -> Names:
    """Label colours by their `distances` (n, labels) from the references."""
    count = len(apart)
    if not references:
        far = np.full(count, np.inf, dtype=np.float32)
        return Names((), np.full(count, -1), np.zeros(count, dtype=bool), far, apart)
    logs = log_likelihood(apart)
    rows = np.arange(count)
    first = apart.argmin(axis=1)
    away, best = apart[rows, first], logs[rows, first]
    sure = away < STRANGE
    if not calibrated:
        pale = np.array([reference.pale for reference in references])
        sure &= ~pale[first] | (away < STRANGE_GREY)
    if len(references) > 1:
        sure &= best - np.partition(logs, -2, axis=1)[:, -2] > MARGIN
    return Names(tuple(r.label for r in references), first, sure, away, logs - best[:, None])
