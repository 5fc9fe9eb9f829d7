"""A camera that was pushed."""

import dataclasses
import math

import numpy as np

from vision.camera import Camera
from vision.painter.scene import Nudge


def nudged(camera: Camera, nudge: Nudge) -> Camera:
    """Return the camera after it was pushed sideways and turned about the upright axis through it."""
    if nudge == Nudge():
        return camera
    turn = math.radians(nudge.turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    about = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return dataclasses.replace(
        camera,
        rotation=camera.rotation @ about.T,
        centre_mm=camera.centre_mm + np.array([nudge.x_mm, nudge.y_mm, 0.0]),
    )
