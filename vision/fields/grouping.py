"""Balls of one picture grouped by colour, without knowing the colours beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.fields.colour import AXES, Reference
from vision.fields.palette import PALETTE, assign_names, costs
from vision.fields.patches import Floats

# Balls of one colour in one picture hang together by steps shorter than this (weighted axes of `colour`);
# on sixteen tables the longest such step is 0.4, in 95 of 100 pictures below 0.25, and different colours
# are at least 0.4 apart.
STEP = 0.27
# Two groups that fit the same name best are one colour if no other name fits the second nearly as well.
SAME_NAME = 0.25
# No game here has more players.
MOST_COLOURS = 4


@dataclass(frozen=True)
class Groups:
    """The colours found: ``references`` by name."""

    references: tuple[Reference, ...]


def linked(colours: Floats, step: float = STEP) -> list[np.ndarray]:
    """Return the groups (index arrays) that hang together by steps shorter than ``step``, largest first."""
    points = colours * AXES
    near = np.linalg.norm(points[:, None] - points[None], axis=2) < step
    left, groups = set(range(len(points))), []
    while left:
        group = {left.pop()}
        edge = set(group)
        while edge:
            edge = {j for j in left if any(near[i, j] for i in edge)}
            left -= edge
            group |= edge
        groups.append(np.array(sorted(group)))
    return sorted(groups, key=len, reverse=True)


def find_colours(colours: Floats, names: Sequence[str] | None = None) -> Groups:
    """Group the colours (n, 3) of sure balls and name the groups, each with a name of its own."""
    if not len(colours):
        return Groups(())
    known = list(names) if names else list(PALETTE)
    groups = linked(colours)
    most = min(MOST_COLOURS, len(known))
    groups = _merge_same(colours, groups, known, most)
    centres = np.stack([np.median(colours[g], axis=0) for g in groups])
    chosen = assign_names(costs(centres, known))
    return Groups(
        tuple(
            Reference(known[column], *(float(v) for v in centre))
            for column, centre in zip(chosen, centres, strict=True)
        )
    )


def _merge_same(
    colours: Floats, groups: list[np.ndarray], names: Sequence[str], most: int
) -> list[np.ndarray]:
    """Join groups that want the same name, and the nearest ones while there are more than ``most``."""
    groups = list(groups)
    while len(groups) > 1:
        centres = np.stack([np.median(colours[g], axis=0) for g in groups])
        table = costs(centres, names)
        alone = table.min(axis=1).sum()
        fits = len(groups) <= most
        if fits:
            chosen = assign_names(table)
            together = sum(float(table[i, c]) for i, c in enumerate(chosen))
            if together - alone < SAME_NAME:
                break
        points = centres * AXES
        apart = np.linalg.norm(points[:, None] - points[None], axis=2)
        same = table.argmin(axis=1)
        apart += np.where(same[:, None] == same[None], 0.0, 1.0 if fits else 0.5)
        np.fill_diagonal(apart, np.inf)
        i, j = np.unravel_index(int(apart.argmin()), apart.shape)
        merged = np.concatenate([groups[i], groups[j]])
        groups = [g for k, g in enumerate(groups) if k not in (i, j)] + [merged]
    return groups
