"""Finding the two dice in the dice area and reading their faces, or saying why they cannot be read."""

from vision.dice.evidence import Candidate
from vision.dice.faces import FACES, DiceFaces, learn_faces
from vision.dice.reader import DiceReader, DiceSeen, read_dice
from vision.dice.showing import ShownFace, shown_face

__all__ = [
    "FACES",
    "Candidate",
    "DiceFaces",
    "DiceReader",
    "DiceSeen",
    "ShownFace",
    "learn_faces",
    "read_dice",
    "shown_face",
]
