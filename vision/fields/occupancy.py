"""Is there a ball in a place? A small learned function of a patch's profile and its surroundings.

The weights (``ball.json`` and its like) are learned from photographs of many tables by
``python -m tests.vision.fields.train``; a picture's own empty holes do the rest.
"""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import Contrast, magnitude, middles, radii, rings
from vision.fields.surroundings import Surroundings

# What a place can look like, in the order of the model's outputs.
EMPTY, BALL, OTHER = 0, 1, 2

# Samples of the ball's or hole's inside, and with the rim, for extremes and likeness (ball radii).
INSIDE = 0.85
HOLE = 0.95
WITH_RIM = 1.25
# Standardised features are cut off here: nothing beyond was seen when learning.
FEATURE_LIMIT = 6.0


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
    def _per_scale(self) -> Floats:
        return np.asarray(1 / self.scale)

    def __call__(self, features: Floats) -> Floats:
        """Return the log probabilities (n, 3) float32."""
        inputs = (features - self.mean) * self._per_scale
        np.clip(inputs, -FEATURE_LIMIT, FEATURE_LIMIT, out=inputs)
        hidden = inputs @ self.hidden
        hidden += self.hidden_bias
        scores = np.tanh(hidden, out=hidden) @ self.output + self.output_bias
        # Kinds by rows: numpy is slow along a short last axis.
        kinds = np.ascontiguousarray(scores.T)
        kinds -= kinds.max(axis=0)
        return np.asarray((kinds - np.log(np.exp(kinds).sum(axis=0))).T)

    @classmethod
    def from_json(cls, text: str) -> "Model":
        """Read a model from its file's text."""
        data = json.loads(text)
        return cls(**{name: np.array(data[name], dtype=np.float32) for name in cls.__annotations__})


@dataclass(frozen=True)
class Judges:
    """The models of each sort of places; ``felt``: anywhere in a start area, ``cover``: cells of a board."""

    ball: Model
    felt: Model
    counter: Model
    option: Model
    cover: Model


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
def _weights() -> tuple[Floats, Floats, np.ndarray]:
    """Averaging weights (s, k) of rings and discs, of discs alone (hole, and with rim); samples inside."""
    radius = radii()
    discs = np.stack([radius < HOLE, radius < WITH_RIM], axis=1).astype(np.float32)
    discs /= discs.sum(axis=0)
    both = np.hstack([rings(), discs])
    return np.asarray(both, dtype=np.float32), discs, np.flatnonzero(radius < INSIDE)


def _described(mean: Floats, square: Floats) -> Floats:
    """Return per ring the mean light and colourfulness and the spread of both: (n, 4 * rings) float32.

    ``mean``, ``square``: (n, 3, rings), of the samples and of their squares.
    """
    spread = np.sqrt(np.maximum(square - mean * mean, 0) + np.float32(1e-5))
    return np.concatenate(
        [
            mean[:, 0],
            magnitude(mean[:, 1], mean[:, 2]),
            spread[:, 0],
            magnitude(spread[:, 1], spread[:, 2]),
        ],
        axis=1,
    )


def _likeness(here: Floats, there: Floats, rest: Floats) -> list[Floats]:
    """Correlation and slope of light patterns and the spread of both, by discs.

    Each (n, 2, discs): the means of samples and those of their squares; ``rest``: of their differences.
    """
    mean_a, mean_b = here[:, 0], there[:, 0]
    spread_a, spread_b = (
        np.sqrt(np.maximum(some[:, 1] - some[:, 0] ** 2, 0)) + np.float32(0.03)
        for some in (here, there)
    )
    shared = (here[:, 1] + there[:, 1] - rest[:, 1]) / 2 - mean_a * mean_b
    slope = np.minimum(np.maximum(shared / (spread_b * spread_b), -3), 3)
    return [shared / (spread_a * spread_b), slope, spread_a, spread_b]


def features(
    seen: Contrast, expected: Surroundings, board_light: float | np.ndarray, radius_px: Floats
) -> Floats:
    """Describe every place for the model: (n, f) float32.

    ``board_light`` is the median light of the wood over the board (`Contrast.wood`, mean of channels), one
    for all or (n,).
    """
    weights, of_discs, inside = _weights()
    count, size = len(seen.samples), len(weights)
    # What is there and what is different; on flat ground the first and the last of them are the same.
    samples = seen.samples
    if not expected.flat:
        samples = np.empty((2 * count, *samples.shape[1:]), dtype=np.float32)
        samples[:count] = seen.samples
        np.subtract(seen.samples, expected.hole, out=samples[count:])
    rows = samples.reshape(-1, size)
    mean, square = (
        np.asarray(some @ weights, dtype=np.float32).reshape(len(samples), 3, -1)
        for some in (rows, rows * rows)
    )
    described = _described(mean[..., :-2], square[..., :-2])
    # The holes' own means of light follow from both.
    discs = np.stack([mean[:, 0, -2:], square[:, 0, -2:]], axis=1)
    light_there = expected.hole[:, 0]
    there = np.stack(
        [
            discs[:count, 0] - discs[-count:, 0],
            (light_there * light_there) @ of_discs,
        ],
        axis=1,
    )
    alike, slope, spread, usual = _likeness(discs[:count], there, discs[-count:])
    light = seen.light
    lit = np.take(samples[:, 0], inside, axis=1)
    most, least = lit.max(axis=1), lit.min(axis=1)
    single = [
        light, light - board_light, radius_px / 10,
        most[:count], least[:count], most[-count:], least[-count:],
        alike[:, 0], slope[:, 0], spread[:, 0], usual[:, 0], alike[:, 1], slope[:, 1],
    ]  # fmt: skip
    parts = [described[:count], described[-count:], np.stack(single, axis=1), expected.evidence]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def board_light(seen: Contrast) -> float:
    """Return the median light of the wood over the board."""
    return float(middles(seen.light))


def judge_places(
    seen: Contrast,
    expected: Surroundings,
    radius_px: Floats,
    judge: Model,
    light: float | None = None,
) -> Floats:
    """Return how likely each place is `EMPTY`, `BALL` or `OTHER`: log p (n, 3) float32."""
    light = board_light(seen) if light is None else light
    return judge(features(seen, expected, light, radius_px))
