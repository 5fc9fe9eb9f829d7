"""How long the referee looks before it believes, blames or complains."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Looks and seconds that something must be seen alike before it counts.

    Args:
        looks: pictures in which a spot or a die must look the same.
        still_s: seconds between the first and the last of them.
        blame_s: seconds that a wrong position must stand before it is announced.
        doubt_s: seconds that something unclear may last before it is announced.
        rest_looks: pictures that must not differ before a hand over the board counts as resting.
        rest_s: seconds that the hand must have rested.

    """

    looks: int
    still_s: float
    blame_s: float
    doubt_s: float
    rest_looks: int
    rest_s: float


FOLDER = Patience(looks=1, still_s=0.0, blame_s=0.0, doubt_s=0.0, rest_looks=3, rest_s=2.0)
"""A slow recording, a picture every second or two: one settled picture is evidence enough."""

LIVE = Patience(looks=3, still_s=0.25, blame_s=0.2, doubt_s=1.5, rest_looks=15, rest_s=3.0)
"""A camera at 5 to 15 pictures a second. A hand that leaves takes 0.2 s to be out of the picture, so a
foul is announced about 0.5 s after it left; what is merely unclear mostly clears up by itself."""
