"""Levenberg-Marquardt with a robust loss, small and dense."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.camera import Points

Residuals = Callable[[Points], Points]

_STEP = 1e-6


@dataclass(frozen=True, slots=True)
class Fit:
    """The end of a fit: parameters ``x`` (n,), residuals ``r`` (m,), and how sure: ``covariance`` (n, n)."""

    x: Points
    r: Points
    covariance: Points


def minimise(
    residuals: Residuals, x: Points, scale: Points, *, weight: Points, rounds: int = 12
) -> Fit:
    """Minimise the residuals (m,), in standard deviations, from ``x`` on.

    The first residuals, as many as ``weight`` (k,) has entries, are measurements and get a Cauchy loss (those
    beyond three deviations hardly count), times their weight; the others are what is known beforehand.
    ``scale`` (n,) is the natural size of each parameter.
    """
    damping = 1e-3
    r = residuals(x)
    cost = _cost(r, weight)
    normal = np.eye(len(x))
    for _ in range(rounds):
        root = _root_weight(r, weight)
        jacobian = _jacobian(residuals, x, r, scale) * root[:, None]
        normal = jacobian.T @ jacobian
        gradient = jacobian.T @ (r * root)
        for _ in range(6):
            damped = normal + damping * np.diag(np.diag(normal) + 1e-9)
            step = -np.linalg.solve(damped, gradient) * scale
            trial = residuals(x + step)
            trial_cost = _cost(trial, weight)
            if trial_cost <= cost:
                break
            damping *= 8
        else:
            break
        gain = cost - trial_cost
        x, r, cost, damping = x + step, trial, trial_cost, max(damping / 8, 1e-9)
        if gain < 1e-4 * (1 + cost):
            break
    inverse = np.linalg.pinv(normal)
    return Fit(x, r, inverse * np.outer(scale, scale))


def _jacobian(residuals: Residuals, x: Points, r: Points, scale: Points) -> Points:
    columns = []
    for i in range(len(x)):
        ahead = x.copy()
        ahead[i] += _STEP * scale[i]
        columns.append((residuals(ahead) - r) / _STEP)
    return np.stack(columns, axis=1)


def _root_weight(r: Points, weight: Points) -> Points:
    root = np.ones(len(r))
    measured = r[: len(weight)]
    root[: len(weight)] = np.sqrt(weight / (1 + (measured / 2) ** 2))
    return root


def _cost(r: Points, weight: Points) -> float:
    measured, known = r[: len(weight)], r[len(weight) :]
    return float(np.sum(4 * weight * np.log1p((measured / 2) ** 2)) + np.sum(known**2))
