"""The one type of a picture."""

import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""A picture: (height, width, 3) uint8, channel order blue, green, red."""
