"""What can go wrong in the eye's room."""


class VisionError(Exception):
    """Base of every error of the eye; the message says what to do next."""


class NoBoardError(VisionError, ValueError):
    """No board was found in the picture, or not well enough to be used."""


class CalibrationError(VisionError, ValueError):
    """A calibration is missing, damaged or does not fit this board."""


class DieNotShownError(VisionError, ValueError):
    """A die's face was to be learned, but no die lies alone and well seen in the dice area."""
