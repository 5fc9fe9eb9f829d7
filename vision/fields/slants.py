"""How patches lie in the frame anywhere on the board, without asking the camera for each."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.fields.patches import Axes, Floats, project_axes
from vision.view import View

# The camera is followed exactly at so many points a side, about 20 mm apart, and linearly between them: to a
# fifth of a pixel where it looks at the board most aslant.
_KNOTS = 25


@dataclass(frozen=True)
class Slants:
    """The axes of patches for balls that lie on the board's surface."""

    view: View

    @property
    def radius_mm(self) -> float:
        """The balls' radius, the height of their centres."""
        return self.view.board.ball_mm / 2

    @cached_property
    def _knots(self) -> Floats:
        """The axes at the knots, rows by y and columns by x: (_KNOTS, _KNOTS, 6) float32."""
        ends = np.linspace(-0.5, 0.5, _KNOTS) * self.view.board.side_mm
        x, y = np.meshgrid(ends, ends)
        centres = np.stack([x, y, np.full_like(x, self.radius_mm)], axis=-1).reshape(-1, 3)
        axes = project_axes(self.view, centres, self.radius_mm)
        sides = np.concatenate([axes.middle, axes.across, axes.upward], axis=1)
        return np.asarray(sides.reshape(_KNOTS, _KNOTS, 6), dtype=np.float32)

    def at(self, points_mm: np.ndarray) -> Axes:
        """Return the axes at points on the board (n, 2 or more: x, y)."""
        places = points_mm[:, :2] * ((_KNOTS - 1) / self.view.board.side_mm) + (_KNOTS - 1) / 2
        first = np.clip(places.astype(np.int64), 0, _KNOTS - 2)
        right, down = np.moveaxis((places - first).astype(np.float32), 1, 0)[..., None]
        column, row = first.T
        knots = self._knots
        above = knots[row, column] * (1 - right) + knots[row, column + 1] * right
        below = knots[row + 1, column] * (1 - right) + knots[row + 1, column + 1] * right
        sides = above * (1 - down) + below * down
        return Axes(sides[:, :2], sides[:, 2:4], sides[:, 4:])
