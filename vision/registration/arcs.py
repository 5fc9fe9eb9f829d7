"""Chains of equally spaced spots that turn steadily: pieces of the outer ring."""

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.registration.holes import Spots

Index = NDArray[np.intp]

# Distance from spot to spot in hole radii: 2.6 to 4.0 on the boards seen, less where a slant shortens it.
_PITCH_MIN, _PITCH_MAX = 1.9, 4.6
# How far the next spot may lie from where the last two point to, in distances between them. The ring turns by
# 0.1 a step; the rest is for holes that show beside their place and for balls that stand above it.
_STRAY = 0.32
# Neighbours looked at for each spot.
_NEIGHBOURS = 8


def find_arcs(spots: Spots, shortest: int) -> list[Index]:
    """Return the chains of at least ``shortest`` spots as indices into the spots, longest first."""
    edges = _edges(spots)
    if len(edges) == 0:
        return []
    after = _successors(spots.points_px, edges)
    chains = sorted(_walk(edges, after), key=len, reverse=True)
    seen = np.zeros(len(spots.points_px), dtype=bool)
    arcs = []
    for chain in chains:
        # Every chain is found in both directions.
        if len(chain) >= shortest and not seen[chain].all():
            arcs.append(chain)
            seen[chain] = True
    return arcs


def _edges(spots: Spots) -> Index:
    points = spots.points_px
    if len(points) < 3:
        return np.zeros((0, 2), dtype=np.intp)
    gap = np.linalg.norm(points[:, None] - points[None], axis=2) / spots.radius_px
    gap[(gap < _PITCH_MIN) | (gap > _PITCH_MAX)] = np.inf
    nearest = np.argsort(gap, axis=1)[:, :_NEIGHBOURS]
    start = np.repeat(np.arange(len(points)), nearest.shape[1])
    end = nearest.ravel()
    edges: Index = np.stack([start, end], axis=1)[np.isfinite(gap[start, end])]
    return edges


def _successors(points: Points, edges: Index) -> Index:
    """Return for each edge the edge that goes on best and for which it is the best to come from, or -1."""
    first = np.searchsorted(edges[:, 0], np.arange(len(points) + 1))
    step = points[edges[:, 1]] - points[edges[:, 0]]
    best = np.full(len(edges), -1, dtype=np.intp)
    stray = np.full(len(edges), _STRAY)
    for k in range(_NEIGHBOURS):
        following = first[edges[:, 1]] + k
        there = following < first[edges[:, 1] + 1]
        following = np.where(there, following, 0)
        off = np.linalg.norm(step[following] - step, axis=1) / np.linalg.norm(step, axis=1)
        better = there & (off < stray)
        best[better], stray[better] = following[better], off[better]
    return _mutual(edges, best)


def _mutual(edges: Index, best: Index) -> Index:
    reverse = {(int(a), int(b)): i for i, (a, b) in enumerate(edges)}
    back = np.array([reverse.get((int(b), int(a)), -1) for a, b in edges], dtype=np.intp)
    after = np.full(len(edges), -1, dtype=np.intp)
    for i, j in enumerate(best):
        if j >= 0 and back[i] >= 0 and back[j] >= 0 and best[back[j]] == back[i]:
            after[i] = j
    return after


def _walk(edges: Index, after: Index) -> list[Index]:
    follows = np.zeros(len(edges), dtype=bool)
    follows[after[after >= 0]] = True
    seen = np.zeros(len(edges), dtype=bool)
    chains = []
    for start in [*np.flatnonzero(~follows), *np.flatnonzero(follows)]:
        if seen[start] or after[start] < 0:
            continue
        chain = [edges[start, 0]]
        edge = start
        while edge >= 0 and not seen[edge]:
            seen[edge] = True
            chain.append(edges[edge, 1])
            edge = after[edge]
        chains.append(np.array(chain, dtype=np.intp))
    return chains
