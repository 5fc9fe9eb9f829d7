"""A table in bad light: some spots look as a test says, the others as they are."""

from dataclasses import replace

from referee.events import Illegal
from referee.sighting import Look, Reading
from referee.table.patience import LIVE
from tests.referee.table.scripted import MATCH, Board

PICTURES = 12


class Dusk(Board):
    """A table of which some spots look as a test says, ten pictures a second."""

    def __init__(self, **position):
        whole = {
            "game": "inner-circle", "memory": False, "seats": [0, 1], "balls": 2,
            "counters": {"0": 0, "1": 0}, "turn": 0, **position,
        }  # fmt: skip
        super().__init__(replace(MATCH, position=whole), LIVE, 0.1)
        self.fields, self.areas = {}, {}
        labels = {0: "red", 1: "blue"}
        self.on = {field: labels[seat] for field, seat in position["on"].items()}
        self.look(5)

    def _picture(self, **seen):
        name, sighting = super()._picture(**seen)
        seen_so = {f: r for f, r in self.fields.items() if sighting.fields[f].look is Look.CLEAR}
        fields = {**sighting.fields, **seen_so}
        areas = {s: c for s, c in self.areas.items() if sighting.start[s].look is Look.CLEAR}
        return name, replace(sighting, fields=fields, start={**sighting.start, **areas})

    def throws(self, number, option):
        """Let somebody throw under a hand, and see the dice lie."""
        self.look(4, hand=True, covered=["D"])
        self.throw(number, option)
        self.look(PICTURES)

    def moves(self, *moves):
        """Let somebody move balls under a hand."""
        self.look(
            4, hand=True, covered=["S0", "S1", *(spot for move in moves for spot in move[:2])]
        )
        for source, target, colour in moves:
            self.on.pop(source, None)
            if target:
                self.on[target] = colour
        self.look(PICTURES)

    def called(self):
        """Return the rules of all fouls that were ever called."""
        return [event.what.rule for event in self.table.events if isinstance(event.what, Illegal)]


def dim(**likelihoods):
    """Return what an eye says that is not sure."""
    return Reading(
        Look.UNSURE, None, {key.replace("empty", ""): p for key, p in likelihoods.items()}
    )


ONE_EACH = {"on": {"O20": 0, "O40": 1}, "start": {"0": 1, "1": 1}}
