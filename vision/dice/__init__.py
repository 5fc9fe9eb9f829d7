"""Finding the two dice in the dice area and reading their faces, or saying why they cannot be read."""

from vision.dice.faces import DiceFaces
from vision.dice.reader import Candidate, DiceReader, DiceSeen, read_dice

__all__ = ["Candidate", "DiceFaces", "DiceReader", "DiceSeen", "read_dice"]
