"""Is there a ball in a place? A small learned function of a patch's profile and its surroundings.

The weights (``ball.json`` and its like) are learned from photographs of many tables by
``python -m tests.vision.fields.train``; a picture's own empty holes do the rest.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import RING_BORDERS, Contrast, inner, magnitude, radii, rings
from vision.fields.surroundings import Surroundings

# What a place can look like, in the order of the model's outputs.
EMPTY, BALL, OTHER = 0, 1, 2

# Samples of the ball's or hole's inside, and with the rim, for extremes and likeness (ball radii).
INSIDE = 0.85
HOLE = 0.95
WITH_RIM = 1.25
RINGS = len(RING_BORDERS) - 1
# Standardised features are cut off here: nothing beyond was seen when learning.
FEATURE_LIMIT = 6.0
# Added to spreads of light (logarithm) before they are compared: what is flat is like nothing.
_FLAT = np.float32(0.03)
# A weight below this changes nothing: features are at most a few hundred, and biases a thousandth at least.
_NOTHING = 1e-20


@dataclass(frozen=True)
class Model:
    """A network with one hidden layer: (n, f) features to (n, kinds) log p (`EMPTY`, `BALL`, `OTHER`)."""

    mean: Floats
    scale: Floats
    hidden: Floats
    hidden_bias: Floats
    output: Floats
    output_bias: Floats

    @cached_property
    def _folded(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The least and the most of each feature, and the hidden layer for features as they are."""
        reach = FEATURE_LIMIT * self.scale
        weights = self.hidden / self.scale[:, None]
        bias = self.hidden_bias - self.mean @ weights
        return self.mean - reach, self.mean + reach, weights, bias

    def __call__(self, features: Floats) -> Floats:
        """Return the log probabilities (n, 3) float32."""
        least, most, weights, bias = self._folded
        hidden = np.minimum(np.maximum(features, least), most) @ weights
        hidden += bias
        scores = np.tanh(hidden, out=hidden) @ self.output
        scores += self.output_bias
        # Kinds by rows: numpy is slow along a short last axis.
        kinds = np.ascontiguousarray(scores.T)
        kinds -= kinds.max(axis=0)
        return np.asarray((kinds - np.log(np.exp(kinds).sum(axis=0))).T)

    @classmethod
    def from_json(cls, text: str) -> "Model":
        """Read a model from its file's text."""
        data = json.loads(text)
        return cls(**{name: _weights_of(data[name]) for name in cls.__annotations__})


def _weights_of(numbers: Sequence[float]) -> Floats:
    """Return a model's numbers, 0 for those next to nothing that learning leaves of a weight.

    Processors multiply by such numbers, which are too small to be normal, in ten times as long.
    """
    weights = np.array(numbers, dtype=np.float32)
    return np.where(np.abs(weights) < _NOTHING, np.float32(0), weights)


@dataclass(frozen=True)
class Judges:
    """The models of each sort of places; ``felt``: anywhere in a start area, ``cover``: cells of a board.

    ``crossing``: pieces of a board's edge.
    """

    ball: Model
    felt: Model
    counter: Model
    option: Model
    cover: Model
    crossing: Model


@lru_cache(maxsize=1)
def shipped_judges() -> Judges:
    """The weights that come with the package."""
    folder = files("vision.fields")
    return Judges(
        **{
            sort: Model.from_json(folder.joinpath(f"{sort}.json").read_text())
            for sort in Judges.__annotations__
        }
    )


@lru_cache(maxsize=1)
def _discs() -> Floats:
    """Averaging weights (s, 2) of discs: the hole, and the hole with its rim."""
    radius = radii()
    discs = np.stack([radius < HOLE, radius < WITH_RIM], axis=1).astype(np.float32)
    discs /= discs.sum(axis=0)
    return discs


@dataclass(frozen=True)
class _Moments:
    """Means of samples and of their squares: over rings, each (m, 3, n, rings), and of the light over discs.

    The first axis: what is there, and what is different from what was expected; on flat ground these are the
    same and there is one. ``light``, ``light_square``: (m, n, 2). ``most``, ``least``: (m, n), the light's
    extremes inside.
    """

    mean: Floats
    square: Floats
    light: Floats
    light_square: Floats
    most: Floats
    least: Floats


def _moments(seen: Contrast, expected: Surroundings) -> _Moments:
    over_rings, over_discs = rings(), _discs()
    count, channels, _ = seen.samples.shape
    sides = [seen.samples] if expected.flat else [seen.samples, seen.samples - expected.hole]
    mean = np.empty((len(sides), channels, count, RINGS), dtype=np.float32)
    square = np.empty_like(mean)
    light = np.empty((2, len(sides), count, over_discs.shape[1]), dtype=np.float32)
    inside = inner(INSIDE)
    extremes = np.empty((2, len(sides), count), dtype=np.float32)
    squares = np.empty_like(seen.samples)
    for i, side in enumerate(sides):
        np.multiply(side, side, out=squares)
        np.matmul(side.transpose(1, 0, 2), over_rings, out=mean[i])
        np.matmul(squares.transpose(1, 0, 2), over_rings, out=square[i])
        np.matmul(side[:, 0], over_discs, out=light[0, i])
        np.matmul(squares[:, 0], over_discs, out=light[1, i])
        # Sample by sample: numpy compares rows three times as fast as what is in them.
        lit = np.ascontiguousarray(side[:, 0, :inside].T)
        lit.max(axis=0, out=extremes[0, i])
        lit.min(axis=0, out=extremes[1, i])
    return _Moments(mean, square, *light, *extremes)


def _describe(described: Floats, moments: _Moments) -> None:
    """Write the rings' mean light and colourfulness and the spread of both to (2, n, 4 * rings)."""
    mean = moments.mean
    varied = np.maximum(moments.square - mean * mean, 0)
    varied += np.float32(1e-5)
    described[..., :RINGS] = mean[:, 0]
    described[..., RINGS : 2 * RINGS] = magnitude(mean[:, 1], mean[:, 2])
    np.sqrt(varied[:, 0], out=described[..., 2 * RINGS : 3 * RINGS])
    np.sqrt(varied[:, 1] + varied[:, 2], out=described[..., 3 * RINGS :])


def _likeness(moments: _Moments, expected: Surroundings) -> tuple[Floats, Floats, Floats, Floats]:
    """Correlation and slope of light patterns and the spread of both, by discs: each (n, 2)."""
    of_light, of_squares = moments.light, moments.light_square
    if expected.flat:
        spread = np.sqrt(np.maximum(of_squares[0] - of_light[0] * of_light[0], 0)) + _FLAT
        nothing = np.zeros_like(spread)
        return nothing, nothing, spread, nothing + _FLAT
    means, powers = np.empty((2, 2, *of_light.shape[1:]), dtype=np.float32)
    # The hole's own mean follows from both.
    means[0] = of_light[0]
    np.subtract(of_light[0], of_light[-1], out=means[1])
    light_there = expected.hole[:, 0]
    powers[0] = of_squares[0]
    np.matmul(light_there * light_there, _discs(), out=powers[1])
    spread, usual = np.sqrt(np.maximum(powers - means * means, 0)) + _FLAT
    shared = (powers[0] + powers[1] - of_squares[-1]) / 2 - means[0] * means[1]
    slope = np.minimum(np.maximum(shared / (usual * usual), -3), 3)
    return shared / (spread * usual), slope, spread, usual


def features(
    seen: Contrast, expected: Surroundings, board_light: float | np.ndarray, radius_px: Floats
) -> Floats:
    """Describe every place for the model: (n, f) float32.

    ``board_light`` is the median light of the wood over the board (`Contrast.wood`, mean of channels), one
    for all or (n,).
    """
    moments = _moments(seen, expected)
    alike, slope, spread, usual = _likeness(moments, expected)
    most, least = moments.most, moments.least
    single = [
        seen.light, seen.light - board_light, radius_px / 10,
        most[0], least[0], most[-1], least[-1],
        alike[:, 0], slope[:, 0], spread[:, 0], usual[:, 0], alike[:, 1], slope[:, 1],
    ]  # fmt: skip
    rings_end = 2 * 4 * RINGS
    single_end = rings_end + len(single)
    count = len(seen.samples)
    described = np.empty((count, single_end + expected.evidence.shape[1]), dtype=np.float32)
    _describe(described[:, :rings_end].reshape(count, 2, -1).transpose(1, 0, 2), moments)
    for column, values in enumerate(single, rings_end):
        described[:, column] = values
    described[:, single_end:] = expected.evidence
    return described


def judge_places(
    seen: Contrast,
    expected: Surroundings,
    radius_px: Floats,
    judge: Model,
    light: float | None = None,
) -> Floats:
    """Return how likely each place is `EMPTY`, `BALL` or `OTHER`: log p (n, 3) float32."""
    light = seen.board_light if light is None else light
    return judge(features(seen, expected, light, radius_px))
