"""The Inner Circle, the wooden board game: base game and Memory."""

from referee.games.inner_circle.fitting import Fit, fit
from referee.games.inner_circle.house import House
from referee.games.inner_circle.listing import Ends, ends, next_throws
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Option, Throw
from referee.games.inner_circle.verdict import Verdict, judge

__all__ = [
    "Ends",
    "Fit",
    "House",
    "Option",
    "Position",
    "Throw",
    "Verdict",
    "ends",
    "fit",
    "judge",
    "next_throws",
]
