"""Colours by name: what balls of a named colour look like on wood, for pictures without a calibration."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations

import numpy as np

from vision.fields.colour import Reference, difference
from vision.fields.patches import Floats

# Medians of (light, red-green, yellow-blue) relative to light woods, from photographs of sixteen tables for
# the first nine, from their paint for the rest.
PALETTE: dict[str, tuple[float, float, float]] = {
    "red": (-0.8, 0.85, 0.25),
    "blue": (-0.9, -0.35, -1.0),
    "green": (-0.8, -0.8, -0.05),
    "yellow": (-0.4, 0.05, 1.0),
    "black": (-1.15, -0.12, -0.3),
    "white": (0.25, -0.13, -0.28),
    "orange": (-0.4, 0.3, 0.6),
    "violet": (-0.55, 0.27, -0.75),
    "turquoise": (-0.45, -0.95, -0.85),
    "pink": (0.0, 0.4, -0.35),
    "brown": (-0.9, 0.2, 0.2),
    "grey": (-0.4, -0.13, -0.3),
    "wood": (-0.1, 0.0, 0.05),
}
SYNONYMS = {
    "purple": "violet", "cyan": "turquoise", "teal": "turquoise", "gray": "grey", "natural": "wood",
    "clear": "grey", "silver": "grey", "gold": "yellow", "magenta": "pink", "lilac": "violet",
    "rot": "red", "blau": "blue", "grün": "green", "gelb": "yellow", "schwarz": "black", "weiß": "white",
    "lila": "violet", "violett": "violet", "türkis": "turquoise", "rosa": "pink", "braun": "brown",
    "walnut": "brown", "mahogany": "brown", "nussbaum": "brown", "beech": "wood", "maple": "wood",
    "birch": "wood", "oak": "wood", "buche": "wood", "ahorn": "wood", "birke": "wood", "eiche": "wood",
    "grau": "grey", "holz": "wood", "natur": "wood", "klar": "grey",
}  # fmt: skip


# Of 220 groups of balls of one colour in a picture two had a ball that likes another name than its group's by
# more than this; of eleven groups of two colours seven had (brown and natural wood, violet and pink).
STRAYED = 0.1
# Where so many do, or may, and half of all, the reference is what two colours have between them. On one table
# two black balls strayed from blue and a third one nearly did, and a fourth one was called blue.
STRAYS = 3


def strays(
    colours: Floats, references: Sequence[Reference], sure: np.ndarray | None = None
) -> np.ndarray:
    """Tell which colours (n, 3) are rather of another name than the reference nearest to them: (n,) bool.

    Where a ``sure`` one (n,) is, its reference's balls are of two colours: so may be all those that fit
    another name nearly as well, and where these are half of the sure ones and no fewer than `STRAYS`, all.
    """
    if not len(colours) or not references:
        return np.zeros(len(colours), dtype=bool)
    usual = np.array(list(PALETTE.values()), dtype=np.float32)
    centres = np.stack([r.colour for r in references])
    names = difference(centres, usual).argmin(axis=1)
    nearest = difference(colours, centres).argmin(axis=1)
    costs_of = difference(colours, usual)
    each = np.arange(len(colours))
    own = costs_of[each, names[nearest]].copy()
    costs_of[each, names[nearest]] = np.inf
    better = own - costs_of.min(axis=1)
    lost = np.asarray(better > STRAYED)
    if sure is not None:
        lost |= np.isin(nearest, nearest[lost & sure]) & (better > -STRAYED)
        for reference in np.unique(nearest[lost & sure]):
            mine = nearest == reference
            astray = lost[sure & mine]
            if np.count_nonzero(astray) >= max(STRAYS, len(astray) / 2):
                lost |= mine
    return lost


def prototype(name: str) -> Reference | None:
    """Return the usual look of a named colour, or None for a name that is no colour."""
    key = name.strip().lower()
    known = PALETTE.get(SYNONYMS.get(key, key))
    return None if known is None else Reference(name, *known)


def assumed(label: str, learned: Sequence[Reference]) -> Reference | None:
    """Return what balls of a named colour that was not seen yet may look like, None if it is no colour.

    All balls of a table are of one make: they are darker or brighter than usual by as much as the learned.
    """
    usual = prototype(label)
    if usual is None:
        return None
    pairs = [(seen, known) for seen in learned if (known := prototype(seen.label)) is not None]
    brighter = [seen.light - known.light for seen, known in pairs if not known.pale]
    light = usual.light + (float(np.median(brighter)) if brighter else 0.0)
    return replace(usual, light=round(light, 4), assumed=True)


def costs(centres: Floats, names: Sequence[str]) -> Floats:
    """Return how badly each centre (n, 3) fits each name: (n, names); names that are no colours fit alike."""
    table = np.full((len(centres), len(names)), 1.0, dtype=np.float32)
    known = {column: usual for column, name in enumerate(names) if (usual := prototype(name))}
    if known:
        usual_ones = np.stack([usual.colour for usual in known.values()])
        table[:, list(known)] = difference(centres, usual_ones)
    return table


def assign_names(table: Floats) -> list[int]:
    """Give each row a column of its own at the least total cost (rows at most as many as columns).

    Rows are few (the colours on one board), so the best of all orders of the likely columns is found.
    """
    rows, columns = table.shape
    likely = sorted({int(c) for row in table for c in np.argsort(row)[: rows + 1]})
    while len(likely) < min(rows, columns):
        likely.append(next(c for c in range(columns) if c not in likely))
    orders = np.array(likely)[_orders(len(likely), rows)]
    total = table.astype(np.float64)[np.arange(rows), orders].sum(axis=1)
    return [int(column) for column in orders[total.argmin()]]


@lru_cache(maxsize=8)
def _orders(columns: int, rows: int) -> np.ndarray:
    """Return all orders of so many of the columns: (n, rows)."""
    return np.array(list(permutations(range(columns), rows)), dtype=np.int64)
