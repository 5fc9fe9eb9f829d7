"""What lies on the board: balls by colour, counting and option balls, hands and loose pieces."""

from vision.fields.appearance import Appearance
from vision.fields.bare_holes import BareHoles
from vision.fields.counting_row import with_counting_row, with_measured_row
from vision.fields.following import follow as follow_colours
from vision.fields.learning import learn
from vision.fields.reader import FieldsSeen, picture_of, read
from vision.fields.reasons import Reason

__all__ = [
    "Appearance",
    "BareHoles",
    "FieldsSeen",
    "Reason",
    "follow_colours",
    "learn",
    "picture_of",
    "read",
    "with_counting_row",
    "with_measured_row",
]
