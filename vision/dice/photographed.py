"""Faces as they look on photographs: marks of many dice, alike ones averaged.

They lie in ``photographed.json``, which ``python -m tests.vision.dice.train`` makes from the photographs of
sixteen tables and the painter's signs. They join the drawings of `vision.dice.glyphs`: bevels, engraving and
a lens's blur make marks that no drawing has.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import numpy as np

from vision.dice.bank import Patches
from vision.dice.digits import marks_of

FILE = "photographed.json"


@cache
def photographed(size: int) -> Mapping[str, Patches]:
    """Return by face the upright marks (n, size, size) float32 in [0, 1]."""
    data = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return {
        face: np.stack([marks_of(rows, size) for rows in faces]) for face, faces in data.items()
    }
