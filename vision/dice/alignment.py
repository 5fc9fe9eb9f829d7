"""Poses moved, turned and scaled until the marks agree best with a template, many at once.

The marks of a face are a row of mean 0 and length 1; how it changes with the pose is measured by small steps
in each of the pose's four numbers, in the space of the templates' own main axes. The step that brings it
nearest to the template that fits best is then the solution of four linear equations (Lucas and Kanade, 1981).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import Bank, Patches
from vision.dice.close_up import Rows

# How far a pose is moved to measure how its marks change, round by round: (in die edges, degrees, relative
# size). The first rounds look as far as a stroke is wide, the last as far as poses matter.
_PROBES = ((0.06, 6.0, 0.07), (0.05, 5.0, 0.06), (0.03, 3.0, 0.035), (0.02, 2.0, 0.02))
# The middle, and one probe to either side in each of the four numbers.
_STAR = np.concatenate([np.zeros((1, 4)), np.stack([np.eye(4), -np.eye(4)], axis=1).reshape(8, 4)])
# A step is never longer than so many probes: beyond, marks do not change in proportion any more.
_LONGEST = 2.0
# Where some place tried fits so much better than the middle, the middle is left.
_LOST = 0.01
# After steps shorter than so many probes only the last round is left to do.
_NEAR = 0.5
# So many rounds may be repeated for that.
_MORE = 4
# After the second round, and from the third one on, poses that fit worse than this are moved no further: of
# 586 that ended at 0.8 or more, as right ones do, none had less than 0.63 and 0.67 then.
_HOPELESS = (0.6, 0.65)
# Added to the diagonal, in parts of its mean: a ring looks the same in every turn.
_DAMPING = 0.02


def align(
    marks: Callable[[Rows], Patches],
    rows: Rows,
    bank: Bank,
    allowed: NDArray[np.bool_],
    sizes_mm: tuple[float, float],
) -> Rows:
    """Return the poses (k, 4) at which templates fit best near ``rows`` (k, 4).

    ``marks`` cuts out patches at poses; only templates that are ``allowed`` (k, n) count; edges stay within
    ``sizes_mm``.
    """
    at, best, value = rows.copy(), rows.copy(), np.full(len(rows), -1.0, np.float32)
    live, left, more, rounds = np.arange(len(rows)), list(_PROBES), _MORE, 0
    while left and len(live):
        move, turn, grow = left.pop(0)
        here = at[live]
        probes = here[:, 3:] * (move, move, 0.0, grow)
        probes[:, 2] = turn
        tried = here[:, None, :] + _STAR * probes[:, None, :]
        tried[..., 3] = _between(tried[..., 3], *sizes_mm)
        seen = _seen(marks, tried, bank)
        fit, score = _best(seen, bank, allowed[live])
        first, each = score.argmax(axis=1), np.arange(len(live))
        better = score[each, first] > value[live]
        best[live[better]] = tried[each, first][better]
        value[live[better]] = score[each, first][better]
        slopes = (seen[:, 1::2] - seen[:, 2::2]) / 2
        step = _between(_step(slopes, fit - seen[:, 0]), -_LONGEST, _LONGEST)
        # Where the middle is far from the best place seen, the steps lead nowhere: begin anew there.
        lost = score[:, 0] < value[live] - _LOST
        at[live] = np.where(lost[:, None], best[live], here + probes * step)
        at[:, 3] = _between(at[:, 3], *sizes_mm)
        rounds += 1
        if rounds > 1:
            hopeful = value[live] >= _HOPELESS[rounds > 2]
            live, lost, step = live[hopeful], lost[hopeful], step[hopeful]
        if lost.any() and more:
            left.insert(0, (move, turn, grow))
            more -= 1
        elif np.abs(step[~lost]).max(initial=0.0) < _NEAR:
            del left[:-1]
    if len(live):
        _, score = _best(_seen(marks, at[live][:, None, :], bank), bank, allowed[live])
        better = score[:, 0] > value[live]
        best[live[better]] = at[live[better]]
    return best


def _between(values: NDArray[np.float64], least: float, most: float) -> NDArray[np.float64]:
    """Return values within limits, as `np.clip` does in four times the time."""
    within: NDArray[np.float64] = np.minimum(np.maximum(values, least), most)
    return within


def _seen(
    marks: Callable[[Rows], Patches], rows: NDArray[np.float64], bank: Bank
) -> NDArray[np.float32]:
    patches = marks(rows.reshape(-1, 4))
    return bank.seen(patches).reshape(*rows.shape[:2], -1)


def _best(
    seen: NDArray[np.float32], bank: Bank, allowed: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what fits the first of marks (k, m, axes) best, (k, axes), and how well any is fitted (k, m)."""
    many, each, axes = seen.shape
    scores = (seen.reshape(-1, axes) @ bank.rows.T).reshape(many, each, -1)
    if not allowed.all():
        scores -= np.where(allowed, np.float32(0.0), np.float32(4.0))[:, None, :]
    return bank.rows[scores[:, 0].argmax(axis=1)], scores.max(axis=2)


def _step(
    slopes: NDArray[np.floating[Any]], missing: NDArray[np.floating[Any]]
) -> NDArray[np.float64]:
    """Return the steps (k, 4), in probes, that bring the marks nearest to the templates."""
    squares = (slopes @ slopes.transpose(0, 2, 1)).astype(np.float64)
    diagonal = squares.reshape(-1, 16)[:, ::5]
    diagonal += _DAMPING / 4 * diagonal.sum(axis=1, keepdims=True) + 1e-9
    wanted = np.einsum("kij,kj->ki", slopes, missing).astype(np.float64)
    return np.linalg.solve(squares, wanted[..., None])[..., 0]
