"""Which explanations are of one place: two dice cannot lie there both."""

import math
from collections.abc import Sequence

from vision.dice.evidence import Candidate

# Dice side by side are an edge apart; the edge is measured to one part in ten.
SIDE_BY_SIDE = 0.90


def apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that do not lie where a better one does; the best come first."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if not any(overlap(candidate, better) for better in kept):
            kept.append(candidate)
    return kept


def overlap(a: Candidate, b: Candidate, near: float = SIDE_BY_SIDE) -> bool:
    """Whether two explanations are nearer (in edges) to each other than two dice side by side can be."""
    away_mm = math.hypot(a.match.x_mm - b.match.x_mm, a.match.y_mm - b.match.y_mm)
    return away_mm < near * (a.edge_mm + b.edge_mm) / 2
