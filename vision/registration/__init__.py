"""Finding the board in a picture: camera, ring radii, variant, and how good the fit is."""

from vision.registration.board_finder import Registration, register

__all__ = ["Registration", "register"]
