"""Finding the two dice in the dice area and reading their faces, or saying why they cannot be read."""

from vision.dice.evidence import Candidate
from vision.dice.faces import DiceFaces, learn_faces
from vision.dice.reader import DiceReader, DiceSeen, read_dice

__all__ = ["Candidate", "DiceFaces", "DiceReader", "DiceSeen", "learn_faces", "read_dice"]
