"""From likelihoods to what is said: a ball, nothing, or that it is not certain."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.board import Place
from referee.sighting import Count, Look, Reading
from vision.fields.colour import Named, Reference
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats

# A field is empty from this probability on, unless a ball has the second one. Judged by models learned on
# other tables, no ball of 680 on sixteen tables came above 0.012 for empty.
EMPTY_FROM, NO_BALL = 0.5, 0.15
# A ball is a ball from here on; if other balls of the picture, or the calibration, have just its colour, a
# little earlier; if it is the only one of a colour like a shadow's, much later.
BALL_FROM, FAMILIAR_FROM, LONELY_FROM = 0.9, 0.7, 0.98
# A colour is just that of others within this distance (`colour.difference`).
FAMILIAR = 0.3
# Where nothing lies over the board (`covers`), "something else" is so much less likely (logarithm).
CLEAR_BOARD, DISCOUNT = 0.1, 2.0
# A place under a hand is seen only from this probability on.
SEEN_UNDER = 0.98
LEAST = 1e-5


@dataclass(frozen=True)
class Decided:
    """What is said of places: ``p`` (n, 3), and which are balls and which empty, both (n,) bool."""

    p: Floats
    ball: np.ndarray
    empty: np.ndarray


def weigh(log_p: Floats, over: Floats) -> Floats:
    """Return the probabilities (n, 3) given how likely something lies over each place (n,)."""
    weighed = log_p.copy()
    weighed[:, OTHER] -= np.where(over < CLEAR_BOARD, DISCOUNT, 0.0)
    p = np.exp(weighed)
    return np.asarray(p / p.sum(axis=1, keepdims=True))


def decide(
    p: Floats, named: Sequence[Named], references: Sequence[Reference], *, calibrated: bool
) -> Decided:
    """Decide what is certain; without a calibration a colour is familiar if two sure balls share it."""
    nearest = [max(n.log_likelihoods, key=n.log_likelihoods.__getitem__, default="") for n in named]
    sure = Counter(label for label, row in zip(nearest, p, strict=True) if row[BALL] > BALL_FROM)
    pale = {r.label for r in references if r.pale}
    needed = [
        _needed(name.away, calibrated or sure[label] >= 2, label in pale)
        for label, name in zip(nearest, named, strict=True)
    ]
    return Decided(
        p, p[:, BALL] > np.array(needed), (p[:, EMPTY] > EMPTY_FROM) & (p[:, BALL] < NO_BALL)
    )


def _needed(away: float, shared: bool, pale: bool) -> float:
    if shared and away < FAMILIAR:
        return FAMILIAR_FROM
    return LONELY_FROM if pale and not shared else BALL_FROM


def readings_of(
    places: Sequence[Place], decided: Decided, named: Sequence[Named], under: frozenset[str]
) -> dict[str, Reading]:
    """Turn decisions about fields into readings by their names; ``under``: the places under a hand.

    A place under a hand that is nevertheless certainly seen lies between its fingers.
    """
    return {
        place.name: Reading(Look.COVERED)
        if place.name in under and max(p[EMPTY], p[BALL]) < SEEN_UNDER
        else _reading(p, ball, empty, name)
        for place, p, ball, empty, name in zip(
            places, decided.p.tolist(), decided.ball.tolist(), decided.empty.tolist(), named,
            strict=True,
        )
    }  # fmt: skip


def _reading(p: Sequence[float], ball: bool, empty: bool, name: Named) -> Reading:
    likelihoods = {"": max(p[EMPTY], LEAST)}
    share = {label: 2.718281828**value for label, value in name.log_likelihoods.items()}
    total = sum(share.values()) or 1.0
    likelihoods |= {label: max(p[BALL] * v / total, LEAST) for label, v in share.items()}
    if ball and name.label is not None:
        return Reading(Look.CLEAR, name.label, likelihoods)
    if empty:
        return Reading(Look.CLEAR, None, likelihoods)
    return Reading(Look.UNSURE, None, likelihoods)


def count_places(
    places: Sequence[Place], decided: Decided, named: Sequence[Named]
) -> dict[int, Count]:
    """Count the balls in each seat's Memory ball places; a seat's balls have the likeliest label of all."""
    counts: dict[int, Count] = {}
    for seat in sorted({int(p.name[1]) for p in places if p.kind == "ball-place"}):
        mine = [i for i, p in enumerate(places) if p.name.startswith(f"P{seat}.")]
        balls = [i for i in mine if decided.ball[i]]
        if not all(decided.ball[i] or decided.empty[i] for i in mine):
            counts[seat] = Count(Look.UNSURE)
        else:
            labels = Counter(
                max(named[i].log_likelihoods, key=named[i].log_likelihoods.__getitem__, default="?")
                for i in balls
            )
            counts[seat] = Count(Look.CLEAR, dict(sorted(labels.items())))
    return counts
