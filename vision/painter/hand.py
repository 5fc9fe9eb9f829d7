"""A hand and its forearm as chains of balls, in the poses of people who play."""

import math
from dataclasses import dataclass

import numpy as np

from vision.painter.colour import Floats
from vision.painter.scene import Hand

# Lengths in millimetres of an adult's hand; x runs from wrist to finger tips, y to the thumb, z up.
_KNUCKLES = {
    "index": (88.0, 27.0, 0.0), "middle": (92.0, 6.0, 2.0), "ring": (86.0, -14.0, 0.0),
    "little": (76.0, -31.0, -3.0),
}  # fmt: skip
_BONES = {
    "index": (42.0, 25.0, 19.0), "middle": (47.0, 29.0, 20.0), "ring": (43.0, 27.0, 20.0),
    "little": (34.0, 20.0, 17.0), "thumb": (44.0, 33.0, 26.0),
}  # fmt: skip
_RADII = {
    "index": (10.2, 9.0, 8.2, 7.0), "middle": (10.4, 9.2, 8.4, 7.2), "ring": (9.8, 8.7, 7.9, 6.8),
    "little": (8.8, 7.6, 6.9, 6.0), "thumb": (14.0, 11.5, 10.2, 8.2),
}  # fmt: skip
_WRIST_MM = 15.5
_APART_MM = 11.0
_ARM_MM = (620.0, 34.0)
_SLEEVE_EXTRA_MM = 6.0
# Neighbouring balls of a chain lie this share of their radius apart.
_STEP = 0.36
_PALM_STEP, _ARM_STEP = 0.5, 0.45

SKIN, NAIL, SLEEVE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class _Pose:
    """Angles in degrees: wrist pitch; each finger's spread and the bends of its three joints.

    The thumb's are its turn away from the palm's axis, how far it dips, and two bends.
    """

    pitch: float
    fingers: dict[str, tuple[float, float, float, float]]
    tip: str


_POSES = {
    "pinch": _Pose(24, {"index": (4, 38, 42, 22), "middle": (0, 48, 50, 30), "ring": (-3, 58, 55, 35),
                        "little": (-8, 62, 55, 35), "thumb": (33, 40, 6, 12)}, "pinch"),
    "flat": _Pose(4, {"index": (7, 4, 8, 6), "middle": (1, 4, 8, 6), "ring": (-6, 4, 8, 6),
                      "little": (-15, 5, 8, 6), "thumb": (46, 10, 4, 6)}, "middle"),
    "fist": _Pose(12, {"index": (2, 55, 75, 45), "middle": (0, 60, 80, 45), "ring": (-2, 62, 80, 45),
                       "little": (-5, 64, 80, 45), "thumb": (22, 34, 30, 35)}, "index"),
    "point": _Pose(16, {"index": (3, 20, 10, 6), "middle": (0, 62, 85, 45), "ring": (-3, 66, 85, 45),
                        "little": (-7, 68, 85, 45), "thumb": (20, 32, 30, 30)}, "index"),
    "cup": _Pose(14, {"index": (6, 34, 34, 20), "middle": (1, 36, 34, 20), "ring": (-5, 36, 34, 20),
                      "little": (-12, 38, 34, 20), "thumb": (40, 34, 14, 18)}, "middle"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flesh:
    """Balls in board axes: ``centres`` (n, 3), ``radii`` (n,) float32, ``stuff`` (n,) SKIN or SLEEVE.

    ``nails`` (m, 3) are the places of finger nails; ``tip`` (3,) is where a held piece sits.
    """

    centres: Floats
    radii: Floats
    stuff: np.ndarray
    nails: Floats
    nail_radii: Floats
    tip: Floats


def flesh_of(hand: Hand) -> Flesh:
    """Return the hand in space, its finger tips at the place the scene says."""
    pose = _POSES[hand.pose]
    chains, nails, tips = _chains(pose)
    side = 1.0 if hand.right else -1.0
    turn = _turn(pose.pitch, hand.arm_deg + 180.0, side)
    pinch = (tips["index"] + tips["thumb"]) / 2
    anchor = pinch if pose.tip == "pinch" else tips[pose.tip]
    shift = np.array([hand.x_mm, hand.y_mm, hand.z_mm]) - turn @ anchor
    if pose.tip != "pinch":
        lowest = min(float((turn @ c)[2]) - r for c, r in chains)
        shift[2] = hand.z_mm - lowest
    else:
        shift[2] += 3.0
    centres = np.array([turn @ c + shift for c, _ in chains])
    radii = np.array([r for _, r in chains])
    arm, arm_radii, stuff = _arm(hand, turn @ np.array([-2.0, 0, 2.0]) + shift)
    return Flesh(
        centres=np.concatenate([centres, arm]).astype(np.float32),
        radii=np.concatenate([radii, arm_radii]).astype(np.float32),
        stuff=np.concatenate([np.full(len(centres), SKIN), stuff]).astype(np.uint8),
        nails=np.array([turn @ n + shift for n, _ in nails], dtype=np.float32),
        nail_radii=np.array([r for _, r in nails], dtype=np.float32),
        tip=(turn @ pinch + shift).astype(np.float32),
    )


def _turn(pitch_deg: float, heading_deg: float, side: float) -> np.ndarray:
    """The rotation (3, 3) of a hand that dips by ``pitch_deg``; ``side`` -1 mirrors it to a left hand."""
    p, h = math.radians(pitch_deg), math.radians(heading_deg)
    dip = np.array([[math.cos(p), 0, math.sin(p)], [0, 1, 0], [-math.sin(p), 0, math.cos(p)]])
    turn = np.array([[math.cos(h), -math.sin(h), 0], [math.sin(h), math.cos(h), 0], [0, 0, 1]])
    mirrored: np.ndarray = turn @ dip @ np.diag([1.0, side, 1.0])
    return mirrored


_Balls = list[tuple[np.ndarray, float]]


def _chains(pose: _Pose) -> tuple[_Balls, _Balls, dict[str, np.ndarray]]:
    balls: _Balls = []
    nails: _Balls = []
    tips: dict[str, np.ndarray] = {}
    for name, angles in pose.fingers.items():
        joints = _thumb(angles) if name == "thumb" else _finger(name, angles)
        radii = _RADII[name]
        for a, b, ra, rb in zip(joints, joints[1:], radii, radii[1:], strict=False):
            balls += _bone(a, b, ra, rb)
        tips[name] = joints[-1]
        along = (joints[-1] - joints[-2]) / np.linalg.norm(joints[-1] - joints[-2])
        back = np.array([0, 0, 1.0]) - along[2] * along
        back /= max(float(np.linalg.norm(back)), 1e-6)
        nails.append((joints[-1] + 0.80 * radii[-1] * back - 2.0 * along, 0.62 * radii[-1]))
    balls += _palm()
    # The ball of the thumb, and the flesh between thumb and index finger.
    thumb = _thumb(pose.fingers["thumb"])
    balls += _bone(np.array([12.0, 14.0, -6.0]), thumb[0], 15.0, 14.0)
    balls += _bone((thumb[0] + thumb[1]) / 2, np.array([70.0, 24.0, -4.0]), 11.0, 10.0)
    return balls, nails, tips


def _palm() -> _Balls:
    """Bones from the wrist to the knuckles, and between them, so that the back of the hand is closed."""
    knuckles = [np.array(k) for k in _KNUCKLES.values()]
    radii = [_RADII[name][0] + 0.6 for name in _KNUCKLES]
    balls: _Balls = []
    for i in range(2 * len(knuckles) - 1):
        a, b = i // 2, (i + 1) // 2
        end, radius = (knuckles[a] + knuckles[b]) / 2, (radii[a] + radii[b]) / 2
        if a != b:
            end = end - [5.0, 0.0, 1.5]
        start = np.array([-2.0, 0.36 * end[1], 0.0])
        balls += _bone(start, end, 14.5, radius, _PALM_STEP)
    return balls


def _finger(name: str, angles: tuple[float, float, float, float]) -> list[np.ndarray]:
    spread, pitch = math.radians(angles[0]), 0.0
    joints = [np.array(_KNUCKLES[name])]
    for length, bend in zip(_BONES[name], angles[1:], strict=True):
        pitch += math.radians(bend)
        step = np.array(
            [
                math.cos(pitch) * math.cos(spread),
                math.cos(pitch) * math.sin(spread),
                -math.sin(pitch),
            ]
        )
        joints.append(joints[-1] + length * step)
    return joints


def _thumb(angles: tuple[float, float, float, float]) -> list[np.ndarray]:
    away, dip, first, second = (math.radians(a) for a in angles)
    joints = [np.array([24.0, 26.0, -8.0])]
    for length, bend in zip(_BONES["thumb"], (0.0, first, second), strict=True):
        away -= bend
        step = np.array(
            [math.cos(dip) * math.cos(away), math.cos(dip) * math.sin(away), -math.sin(dip)]
        )
        joints.append(joints[-1] + length * step)
    return joints


def _bone(a: np.ndarray, b: np.ndarray, ra: float, rb: float, step: float = _STEP) -> _Balls:
    count = max(2, math.ceil(float(np.linalg.norm(b - a)) / (step * min(ra, rb))))
    return [(a + (b - a) * i / count, ra + (rb - ra) * i / count) for i in range(count + 1)]


def _arm(hand: Hand, wrist: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The forearm from the wrist to an elbow a little higher, bare until the sleeve begins."""
    length, thick = _ARM_MM
    to = math.radians(hand.arm_deg)
    rise = max(0.0, 120.0 - float(wrist[2])) / length
    along = np.array([math.cos(to), math.sin(to), rise])
    aside = np.array([-math.sin(to), math.cos(to), 0.0])
    centres, radii, stuff, way = [], [], [], 0.0
    while way < length:
        share = min(way / 200.0, 1.0)
        radius = _WRIST_MM + (thick - _WRIST_MM) * share
        sleeve = way >= hand.sleeve_mm
        if sleeve:
            # Folds of cloth, closer towards the cuff.
            radius += _SLEEVE_EXTRA_MM + 1.6 * math.sin(way / 9.0) * math.sin(way / 31.0 + 1.0)
        # Radius, ulna and the flesh between: the wrist is twice as wide as it is high.
        for side in (-1.0, 0.0, 1.0):
            height = 1.5 * (1 - abs(side))
            centres.append(
                wrist + way * along + side * _APART_MM * (1 - 0.6 * share) * aside + [0, 0, height]
            )
            radii.append(radius)
            stuff.append(SLEEVE if sleeve else SKIN)
        way += _ARM_STEP * radius
    return np.array(centres), np.array(radii), np.array(stuff)
