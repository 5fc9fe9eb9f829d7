"""A table's own dice: templates of their faces, learned by seeing each face."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.dice.bank import Bank, Patches, make_bank


@dataclass(frozen=True)
class DiceFaces:
    """Templates of the faces seen on a table: per face patches (n, size, size) of marks, upright."""

    die_mm: float
    size: int
    patches: Mapping[str, Patches]

    def bank(self) -> Bank:
        """Return the templates as a bank."""
        names = [face for face, patches in self.patches.items() for _ in patches]
        return make_bank(names, np.concatenate(list(self.patches.values())))

    def to_json(self) -> dict[str, Any]:
        """Return plain data that `from_json` understands."""
        raise NotImplementedError

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DiceFaces":
        """Undo `to_json`."""
        raise NotImplementedError
