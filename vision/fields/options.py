"""Memory's silver balls: which options are remembered (upper hole) and which are free (lower hole).

A silver ball mirrors the room: dark here, bright there. But on one board all of them mirror the same room, so
a hole is also held against what the clearer holes near it show, with and without a ball.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.board import Place
from referee.sighting import Chosen, Look
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats
from vision.fields.profile import Contrast, inner

# The two holes' log odds must differ by so much, and the likeness to the other holes agree by so much (2:
# one hole looks just like those with a ball and the other just like those without).
# Judged by models learned on other tables, no pair of 1403 was wrong by more than 4.6: beyond `CLEAR` any
# likeness is enough that does not contradict. Those beyond `ALONE` need none: balls beside a dark sleeve look
# like no others.
MARGIN, AGREEMENT, CLEAR, ALONE, CONTRADICTION = 4.0, 0.2, 4.8, 7.0, -0.2
# What one hole's judge says counts at most so much, and what its likeness says so much a unit.
JUDGE_LIMIT, LIKENESS_WEIGHT = 8.0, 6.0
# Holes that look alike in the wood's brightness (logarithm) count for each other, all others this much.
LIGHT_REACH, FLOOR = 0.25, 1e-3


def partners_of(places: Sequence[Place]) -> np.ndarray:
    """Return for each hole the index of the same option's other hole (itself where there is none)."""
    index = {place.name: i for i, place in enumerate(places)}
    other = {".lower": ".upper", ".upper": ".lower"}
    return np.array(
        [index.get(p.name[:-6] + other.get(p.name[-6:], ""), i) for i, p in enumerate(places)],
        dtype=np.int64,
    )


@dataclass(frozen=True)
class Margins:
    """How much likelier the ball lies in a hole than in its partner: all told, and by likeness alone (n,)."""

    total: Floats
    likeness: Floats


def compare(seen: Contrast, log_p: Floats, partners: np.ndarray, near: Floats) -> Margins:
    """Hold every hole (``log_p`` (n, 3)) against its partner and against the holes ``near`` it (n, n)."""
    odds = log_p[:, BALL] - log_p[:, EMPTY]
    judged = np.clip(odds - odds[partners], -JUDGE_LIMIT, JUDGE_LIMIT)
    ball = 1 / (1 + np.exp(-judged / 2))
    open_ = 1 - np.exp(log_p[:, OTHER])
    weights = _nearness(seen, partners, near) * np.sqrt(np.maximum(open_ * open_[partners], 1e-4))
    samples = seen.samples[:, :, : inner(1.2)].reshape(len(odds), -1)
    with_ball = _mean(samples, weights * ball**2)
    without = _mean(samples, weights * (1 - ball) ** 2)
    between = _off(with_ball, without) + 0.05
    likeness = (_off(samples, without) - _off(samples, with_ball)) / between
    likeness = likeness - likeness[partners]
    return Margins(judged + LIKENESS_WEIGHT * likeness, likeness)


def _nearness(seen: Contrast, partners: np.ndarray, near: Floats) -> np.ndarray:
    light = seen.light
    alike = np.exp(-(((light[:, None] - light[None]) / LIGHT_REACH) ** 2) / 2) + FLOOR
    weights = (np.maximum(near, 0) + FLOOR) * alike
    rows = np.arange(len(light))
    weights[rows, rows] = weights[rows, partners] = 0
    return np.asarray(weights)


def _mean(samples: np.ndarray, weights: np.ndarray) -> np.ndarray:
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
    return np.asarray((weights / total).astype(np.float32) @ samples)


def _off(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray(np.sqrt(np.mean((a - b) ** 2, axis=1)))


def _needed(total: float) -> float:
    """Return how far likeness must agree with a hole that is ahead by so much in all."""
    if total > ALONE:
        return CONTRADICTION
    return 0.0 if total > CLEAR else AGREEMENT


def read_options(places: Sequence[Place], margins: Margins) -> Mapping[int, Chosen]:
    """Read which options each seat has stored."""
    stored: dict[int, list[str]] = defaultdict(list)
    unsure: dict[int, list[str]] = defaultdict(list)
    for place, total, likeness in zip(
        places, margins.total.tolist(), margins.likeness.tolist(), strict=True
    ):
        if not place.name.endswith(".upper"):
            continue
        seat, option, _ = place.name[1:].split(".")
        agreed = likeness if total > 0 else -likeness
        if abs(total) < MARGIN or agreed < _needed(abs(total)):
            unsure[int(seat)].append(option)
        elif total > 0:
            stored[int(seat)].append(option)
    return {
        seat: Chosen(
            Look.UNSURE if unsure[seat] else Look.CLEAR, tuple(stored[seat]), tuple(unsure[seat])
        )
        for seat in sorted({int(place.name[1]) for place in places})
    }
