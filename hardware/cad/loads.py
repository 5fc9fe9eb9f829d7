"""Whether the arm carries its camera without sagging: a beam on a beam, and the clamp's back.

The boom is a beam held at the cross, the upright bar one held at the clamp; both bend under the head, the
camera and the boom's own weight (Euler and Bernoulli). The least favourable bar is wood.
"""

import math
from dataclasses import dataclass

from hardware.cad.dimensions import Arm

GRAVITY = 9.81
# Beech or pine rods: the weaker of both (EN 338, C24), and its density, in N/mm² and kg/mm³.
WOOD_N_PER_MM2, WOOD_KG_PER_MM3 = 11_000.0, 7.2e-7
# PETG under lasting load creeps above this; at once it breaks at about 50 N/mm².
PETG_LASTING_N_PER_MM2 = 10.0
# Printed head with screws, holder, cable and the heaviest camera (HQ with its lens).
TIP_KG = 0.20
# What a hand gives an M8 knob of this size, as a force along the screw.
CLAMP_N = 250.0


@dataclass(frozen=True, slots=True)
class Sag:
    """How the arm gives way: the lens sinks, the upright leans, the clamp's back is stressed."""

    lens_mm: float
    lean_deg: float
    clamp_n_per_mm2: float
    swing_hz: float


def sag(arm: Arm, upright_mm: float) -> Sag:
    """Return how the arm gives way with the upright bar standing out this far over the clamp."""
    inertia = math.pi * arm.bar_mm**4 / 64
    stiff = WOOD_N_PER_MM2 * inertia
    tip_n = TIP_KG * GRAVITY
    boom_kg = WOOD_KG_PER_MM3 * math.pi / 4 * arm.bar_mm**2 * arm.reach_mm
    boom_n = boom_kg * GRAVITY
    reach = arm.reach_mm
    bend = tip_n * reach**3 / (3 * stiff) + boom_n * reach**3 / (8 * stiff)
    moment = tip_n * reach + boom_n * reach / 2
    lean = moment * upright_mm / stiff
    lens = bend + lean * reach
    swing = math.sqrt((tip_n / lens * 1000) / (TIP_KG + boom_kg / 3)) / (2 * math.pi)
    return Sag(lens, math.degrees(lean), clamp_stress(arm, moment), swing)


def clamp_stress(arm: Arm, moment_nmm: float) -> float:
    """Return the stress (N/mm²) in the clamp's back from its screw and the arm's moment together."""
    depth, thick = 2 * arm.half_mm + arm.ear_mm, 16.0
    lever = arm.throat_mm * 0.56 + thick / 2
    bending = (CLAMP_N * lever + moment_nmm) * 6 / (depth * thick**2)
    return bending + CLAMP_N / (depth * thick)
