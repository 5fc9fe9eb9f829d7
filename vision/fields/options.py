"""Memory's silver balls: which options are remembered (upper hole) and which are free (lower hole).

A silver ball mirrors the room: dark here, bright there. But on one board all of them mirror the same room, so
a hole is also held against what the clearer holes near it show, with and without a ball. And each seat's
pairs of holes lie side by side, seen and lit alike: what a ball changes in one pair, with the shadow that it
throws on the other hole, it changes in the next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.board import Place
from referee.sighting import Chosen, Look
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats
from vision.fields.profile import Contrast, inner
from vision.prepared import once_each

# The two holes' log odds must differ by so much, and the likeness to the other holes and pairs agree by so
# much (2: one hole looks just like those with a ball and the other just like those without). Judged by models
# learned on other tables, no pair of 1211 on photographs was wrong; of 5852 painted ones six were, by 4 to 9,
# most on boards that were found a little askew and all beside others in doubt. Beyond `CLEAR` any likeness is
# enough that does not contradict. Those beyond `ALONE` need none: balls beside a dark sleeve look like no
# others.
MARGIN, AGREEMENT, CLEAR, ALONE, CONTRADICTION = 4.0, 0.2, 4.8, 7.0, -0.2
# What one hole's judge says counts at most so much, and what its likeness says so much a unit.
JUDGE_LIMIT, LIKENESS_WEIGHT = 8.0, 6.0
# So does the correlation with the other pairs: of photographed ones one had a wrong one, 0.02. The samples
# within so many ball radii count, which hold the ball's shadow; other pairs as far as they are sure, and so
# many sure ones for a full say.
PATTERN_WEIGHT, PATTERN, SURE, PAIRS = 6.0, 1.5, 4.0, 2.0
# Likeness counts within so many ball radii.
LIKE = 1.2
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


def rows_of(places: Sequence[Place]) -> Floats:
    """Return which holes (n, n) lie in one row of one seat, 1 where they do, with none beside itself."""
    row = np.array([f"{p.name[:2]}{p.name[-6:]}" for p in places])
    alike = np.asarray(row[:, None] == row, dtype=np.float32)
    np.fill_diagonal(alike, 0)
    return alike


@dataclass(frozen=True)
class Margins:
    """How much likelier the ball lies in a hole than in its partner: all told, and by likeness alone (n,)."""

    total: Floats
    likeness: Floats


def compare(
    seen: Contrast, log_p: Floats, partners: np.ndarray, near: Floats, rows: Floats
) -> Margins:
    """Hold every hole (``log_p`` (n, 3)) against its partner, the holes ``near`` it, and pairs of its row.

    ``near``, ``rows``: (n, n), see `nearness` and `rows_of`.
    """
    odds = log_p[:, BALL] - log_p[:, EMPTY]
    judged = (odds - odds[partners]).clip(-JUDGE_LIMIT, JUDGE_LIMIT)
    ball = 1 / (1 + np.exp(-judged / 2))
    open_ = 1 - np.exp(log_p[:, OTHER])
    weights = _nearness(seen, partners, near) * np.sqrt(np.maximum(open_ * open_[partners], 1e-4))
    samples = _samples(seen, LIKE)
    itself = np.eye(len(odds), dtype=np.float32)
    with_ball, without = _shares(weights * ball**2), _shares(weights * (1 - ball) ** 2)
    mixed = np.stack([with_ball - without, itself - without, itself - with_ball])
    between, off_without, off_with = _lengths(mixed, samples) / np.sqrt(
        np.float32(samples.shape[1])
    )
    likeness = (off_without - off_with) / (between + 0.05)
    likeness = likeness - likeness[partners]
    pattern = _pattern(seen, judged, partners, rows)
    total = judged + LIKENESS_WEIGHT * likeness + PATTERN_WEIGHT * pattern
    return Margins(total, likeness + pattern)


def _pattern(seen: Contrast, judged: Floats, partners: np.ndarray, rows: Floats) -> Floats:
    """Correlate each hole's difference from its partner with those of its row: (n,), 1 like one with a ball.

    ``judged``: (n,), by how much each hole seems to hold the ball.
    """
    samples = _samples(seen, PATTERN)
    off = samples - samples[partners]
    products = off @ off.T
    sides = np.asarray(np.tanh(judged / SURE), dtype=np.float32)
    usual = rows * sides
    with_usual = usual @ products
    lengths = np.sqrt(np.maximum(_products(with_usual, usual), 0) * products.diagonal())
    known = np.minimum(rows @ np.abs(sides) / np.float32(PAIRS), 1)
    return np.asarray(with_usual.diagonal() / np.maximum(lengths, np.float32(1e-9)) * known)


def _samples(seen: Contrast, radius: float) -> Floats:
    """Return the samples within so many ball radii of each hole as a row, (n, k)."""
    return seen.samples[:, :, : inner(radius)].reshape(len(seen.samples), -1)


def _nearness(seen: Contrast, partners: np.ndarray, near: Floats) -> np.ndarray:
    light = seen.light
    alike = np.exp(-(((light[:, None] - light[None]) / LIGHT_REACH) ** 2) / 2) + FLOOR
    weights = (np.maximum(near, 0) + FLOOR) * alike
    rows = np.arange(len(light))
    weights[rows, rows] = weights[rows, partners] = 0
    return np.asarray(weights)


def _shares(weights: np.ndarray) -> Floats:
    """Return how much of a mean each hole is, given what it counts: (n, n), rows that add up to 1."""
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
    return np.asarray(weights / total, dtype=np.float32)


def _lengths(mixed: Floats, rows: Floats) -> Floats:
    """Return the lengths (m, n) of sums of rows (n, k), each of which counts as ``mixed`` (m, n, n) says.

    They follow from the rows' scalar products, of which there are far fewer than numbers in the sums.
    """
    squares = _products(mixed @ (rows @ rows.T), mixed)
    return np.asarray(np.sqrt(np.maximum(squares, 0)))


def _products(a: Floats, b: Floats) -> Floats:
    """Return the scalar products of rows (..., n) with each other: (...)."""
    return np.asarray(np.einsum("...i,...i->...", a, b))


def _needed(total: float) -> float:
    """Return how far likeness must agree with a hole that is ahead by so much in all."""
    if total > ALONE:
        return CONTRADICTION
    return 0.0 if total > CLEAR else AGREEMENT


def read_options(places: Sequence[Place], margins: Margins) -> Mapping[int, Chosen]:
    """Read which options each seat has stored."""
    upper, seats = _upper_holes(places)
    stored: dict[int, list[str]] = {seat: [] for seat in seats}
    unsure: dict[int, list[str]] = {seat: [] for seat in seats}
    totals, likenesses = margins.total.tolist(), margins.likeness.tolist()
    for i, seat, option in upper:
        total = totals[i]
        agreed = likenesses[i] if total > 0 else -likenesses[i]
        if abs(total) < MARGIN or agreed < _needed(abs(total)):
            unsure[seat].append(option)
        elif total > 0:
            stored[seat].append(option)
    return {
        seat: Chosen(
            Look.UNSURE if unsure[seat] else Look.CLEAR, tuple(stored[seat]), tuple(unsure[seat])
        )
        for seat in seats
    }


@once_each(1)
def _upper_holes(places: Sequence[Place]) -> tuple[list[tuple[int, int, str]], list[int]]:
    """Return which of the places are upper holes, of which seat and option, and all seats in order."""
    upper = []
    for i, place in enumerate(places):
        if place.name.endswith(".upper"):
            seat, option, _ = place.name[1:].split(".")
            upper.append((i, int(seat), option))
    return upper, sorted({int(place.name[1]) for place in places})
