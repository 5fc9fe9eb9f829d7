"""Is there a ball in a place? A small learned function of a patch's profile and its surroundings.

The weights (``ball.json`` and its like) are learned from photographs of many tables by
``python -m tests.vision.fields.train``; a picture's own empty holes do the rest.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import Contrast, describe, radii
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

    def __call__(self, features: Floats) -> Floats:
        """Return the log probabilities (n, 3) float32."""
        inputs = (features - self.mean) / self.scale
        np.clip(inputs, -FEATURE_LIMIT, FEATURE_LIMIT, out=inputs)
        scores = np.tanh(inputs @ self.hidden + self.hidden_bias) @ self.output + self.output_bias
        top = scores.max(axis=1, keepdims=True)
        return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True)))

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
def _discs() -> tuple[np.ndarray, Floats, Floats]:
    radius = radii()
    hole = (radius < HOLE).astype(np.float32)
    rim = (radius < WITH_RIM).astype(np.float32)
    return np.flatnonzero(radius < INSIDE), hole / hole.sum(), rim / rim.sum()


def _likeness(a: Floats, b: Floats, weights: Floats) -> list[np.ndarray]:
    """Correlation and slope of light patterns a (n, s) against b (n, s), and the spread of both."""
    mean_a, mean_b = a @ weights, b @ weights
    spread_a = np.sqrt(np.maximum((a * a) @ weights - mean_a**2, 0)) + np.float32(0.03)
    spread_b = np.sqrt(np.maximum((b * b) @ weights - mean_b**2, 0)) + np.float32(0.03)
    shared = (a * b) @ weights - mean_a * mean_b
    slope = np.clip(shared / (spread_b * spread_b), -3.0, 3.0)
    return [shared / (spread_a * spread_b), slope, spread_a, spread_b]


def features(
    seen: Contrast, expected: Surroundings, board_light: float | np.ndarray, radius_px: Floats
) -> Floats:
    """Describe every place for the model: (n, f) float32.

    ``board_light`` is the median light of the wood over the board (`Contrast.wood`, mean of channels), one
    for all or (n,).
    """
    inside, hole, rim = _discs()
    rest = seen.samples - expected.hole
    light = seen.wood.mean(axis=1)
    here, there = seen.samples[:, 0], expected.hole[:, 0]
    within, beyond = here[:, inside], rest[:, 0, inside]
    single = [
        light, light - board_light, radius_px / 10,
        within.max(axis=1), within.min(axis=1), beyond.max(axis=1), beyond.min(axis=1),
        *_likeness(here, there, hole), *_likeness(here, there, rim)[:2],
    ]  # fmt: skip
    return np.concatenate(
        [describe(seen.samples), describe(rest), np.stack(single, axis=1), expected.evidence],
        axis=1,
    ).astype(np.float32)


def board_light(seen: Contrast) -> float:
    """Return the median light of the wood over the board."""
    return float(np.median(seen.wood.mean(axis=1)))


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
