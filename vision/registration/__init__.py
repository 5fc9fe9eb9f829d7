"""Finding the board in a picture: camera, ring radii, variant, and how good the fit is."""

from vision.registration.following import Tracked, moved, reregister, settled, track
from vision.registration.registering import Registration, register, register_all

__all__ = [
    "Registration",
    "Tracked",
    "moved",
    "register",
    "register_all",
    "reregister",
    "settled",
    "track",
]
