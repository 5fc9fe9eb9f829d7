"""Balls of one picture grouped by colour, without knowing the colours beforehand."""

from collections.abc import Sequence

import numpy as np

from vision.fields.colour import Reference, difference, hue_off, reference
from vision.fields.decision import LONELY_FROM, VERY_HUE
from vision.fields.hues import TWO_COLOURS_DEG, sides_of
from vision.fields.palette import PALETTE, assign_names, costs
from vision.fields.patches import Floats
from vision.fields.profile import middles

# Balls of one colour in one picture hang together by steps shorter than this (`colour.difference`).
STEP = 0.33
# Two groups nearer than this that fit the same name best are one colour, if their names would else cost so
# much more than their best ones.
SAME = 0.5
SAME_NAME = 0.2
# Felt under a ball of glass changes its colour by less than this.
ON_FELT = 0.4
# A single grey ball this near to other greys may be one of them.
LONE_GREY = 0.55
# No game here has more players.
MOST_COLOURS = 4


def linked(colours: Floats, step: float = STEP) -> list[np.ndarray]:
    """Return the groups (index arrays) that hang together by steps shorter than ``step``, largest first."""
    near = difference(colours, colours) < step
    left, groups = set(range(len(colours))), []
    while left:
        group = {left.pop()}
        edge = set(group)
        while edge:
            edge = {j for j in left if any(near[i, j] for i in edge)}
            left -= edge
            group |= edge
        groups.append(np.array(sorted(group)))
    return sorted(groups, key=len, reverse=True)


def find_colours(
    colours: Floats, in_starts: Floats, names: Sequence[str] | None = None
) -> tuple[Reference, ...]:
    """Group the colours (n, 3) of sure balls and name the groups, each with a name of its own.

    ``in_starts``: (m, 3), the colours in the start areas. Felt tints a ball that lies on it: they count only
    where they are no colour of the rest.
    """
    if len(colours) and len(in_starts):
        new = difference(in_starts, colours).min(axis=1) > ON_FELT
        in_starts = in_starts[new]
    colours = np.concatenate([colours, in_starts]).astype(np.float32)
    if not len(colours):
        return ()
    known = list(names) if names else list(PALETTE)
    groups = [part for group in linked(colours) for part in _by_hue(colours, group)]
    groups = _merged(colours, groups, known, min(MOST_COLOURS, len(known)))
    groups = _without_lone_greys(colours, groups)
    if not groups:
        return ()
    centres = _centres(colours, groups)
    chosen = assign_names(costs(centres, known))
    return tuple(reference(known[c], centre) for c, centre in zip(chosen, centres, strict=True))


def founds_a_colour(colours: Floats, likely: Floats, bare: Floats) -> np.ndarray:
    """Tell which balls (n, 3), each so ``likely`` (n,), show a colour, beside bare holes (m, 3): (n,) bool.

    One alone of its colour that is no ball by itself (`LONELY_FROM`) and has the holes' hue may be a hole. A
    colour made of it would be that of all other holes, and take the place of a player's.
    """
    alone = (difference(colours, colours) < STEP).sum(axis=1) < 2
    if not len(bare) or not alone.any():
        return np.ones(len(colours), dtype=bool)
    of_holes = hue_off(colours, middles(bare)) < VERY_HUE
    return np.asarray(~(alone & of_holes & (likely < LONELY_FROM)))


def _by_hue(colours: Floats, group: np.ndarray) -> list[np.ndarray]:
    """Take a group apart where its hues do not hang together."""
    upper = sides_of(colours[group], TWO_COLOURS_DEG)
    return [group] if upper is None else [group[upper], group[~upper]]


def _without_lone_greys(colours: Floats, groups: list[np.ndarray]) -> list[np.ndarray]:
    """Leave out a single grey ball beside other greys: a white one in shadow, or a black one in light."""
    centres = _centres(colours, groups)
    apart = difference(centres, centres) + np.where(np.eye(len(groups)), np.inf, 0).astype(
        np.float32
    )
    pale = [reference("", centre).pale for centre in centres]
    return [
        group
        for i, group in enumerate(groups)
        if len(group) > 1
        or not pale[i]
        or not any(other and apart[i, k] < LONE_GREY for k, other in enumerate(pale))
    ]


def _centres(colours: Floats, groups: Sequence[np.ndarray]) -> Floats:
    return np.stack([middles(colours[group]) for group in groups]).astype(np.float32)


def _merged(
    colours: Floats, groups: list[np.ndarray], names: Sequence[str], most: int
) -> list[np.ndarray]:
    """Join near groups that want the same name, and the nearest ones while there are more than ``most``."""
    while len(groups) > 1:
        centres = _centres(colours, groups)
        table = costs(centres, names)
        apart = difference(centres, centres)
        np.fill_diagonal(apart, np.inf)
        if len(groups) <= most:
            chosen = assign_names(table)
            dear = [float(table[i, c] - table[i].min()) > SAME_NAME for i, c in enumerate(chosen)]
            rivals = table.argmin(axis=1)[:, None] == table.argmin(axis=1)[None]
            apart = np.where(rivals & (np.array(dear)[:, None] | dear), apart, np.inf)
            if apart.min() > SAME:
                break
        i, j = (int(k) for k in np.unravel_index(int(apart.argmin()), apart.shape))
        merged = np.concatenate([groups[i], groups[j]])
        groups = [g for k, g in enumerate(groups) if k not in (i, j)] + [merged]
    return groups
