"""Heaps of covered cells: how much is in each, and whether it reaches in from the board's edge."""

import numpy as np

from vision.fields.patches import Floats

# How near the edge, in cells, a heap must come to reach in.
EDGE = 3


def heap_sizes(labels: np.ndarray, boxes: np.ndarray, p: Floats, free: Floats) -> list[float]:
    """Return the sum of each heap's cells, ``p`` if it reaches in from the edge and ``free`` if not.

    ``labels``: (n, n), 0 where no heap is, and ``boxes`` (heaps + 1, 5) of each and of what is none, as
    `cv2.connectedComponentsWithStats` returns them; ``p`` and ``free``: (n, n).
    """
    if len(boxes) == 1:
        return []
    at, cells = labels.reshape(-1).astype(np.intp), len(labels)
    whole, inside = (np.bincount(at, some.reshape(-1)).tolist() for some in (p, free))
    sizes = []
    for i, (left, top, width, height, _) in enumerate(boxes.tolist()):
        nearest = min(left, top, cells - left - width, cells - top - height)
        sizes.append(whole[i] if nearest <= EDGE else inside[i])
    return sizes[1:]
