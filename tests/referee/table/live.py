"""A board seen ten pictures a second, with dice that are never read."""

import itertools

from referee.events import standing
from referee.table.patience import LIVE
from tests.referee.table.scripted import MATCH, Board

PICTURES = 12


class LiveBoard(Board):
    """A game of clear balls, ten pictures a second."""

    def __init__(self, patience=LIVE):
        super().__init__(MATCH, patience, 0.1)
        self.look(5)

    def throws(self, number, option=None):
        """Let somebody throw under a hand, and see the dice lie."""
        self.look(4, hand=True, covered=["D"])
        self.throw(number, option)
        self.look(PICTURES)

    def moves(self, source, target, colour="red", **seen):
        """Let somebody move a ball under a hand."""
        self.look(4, hand=True, covered=["S0", "S1", source, target], **seen)
        self.move(source, target, colour, **seen)
        self.look(PICTURES, **seen)

    def blind(self, *places_mm, states=("lying",), pictures=PICTURES, option=None):
        """Throw the number die so that it is never read; it seems to lie here and there."""
        self.look(4, hand=True, covered=["D"])
        if option:
            self.mm["option"], self.faces["option"] = (self.mm["option"][0], 40.0), option
        for place, state in itertools.islice(
            zip(itertools.cycle(places_mm), itertools.cycle(states), strict=False), pictures
        ):
            self.mm["number"] = place
            self.see(dice=self.unread(state))

    def unread(self, state="lying"):
        """Return how the dice look while the number die is not read."""
        states = {"number": state, "option": "lying"}
        return {"state": states, "mm": self.mm, **self.faces, "number": None}


def told(board, kind):
    """Return what stands of one kind of event."""
    return [event.what for event in standing(board.table.events) if isinstance(event.what, kind)]
