"""Counting: how many positions a game can be in after one, two, three turns, over all throws.

``python -m tests.referee.inner_circle.plies`` counts anew and writes counts.toml. A count that changes shows
that a rule changed; with ``--split NAME`` the second count is split up by the first turn, to show where.
"""

import argparse
import itertools
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

from referee.games.inner_circle import House, Position, Throw
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.throw import FACES, NUMBERS
from referee.games.inner_circle.turn import Kind, Stage, Turn

FILE = Path(__file__).parent / "counts.toml"

ALONE = tuple(Throw(number) for number in NUMBERS)
BOTH = tuple(Throw(number, option) for number, option in itertools.product(NUMBERS, FACES))


class Counting:
    """All ends of turns by one set of house rules, whatever is thrown."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.known: dict[Position, frozenset[Position]] = {}

    def ends(self, before: Position) -> frozenset[Position]:
        """Return every position in which the turn can end, over all throws."""
        if before not in self.known:
            self.known[before] = frozenset(self._ends(before))
        return self.known[before]

    def _ends(self, before):
        plays = cache(lambda throws: Play.of(self.house, before, throws))
        first = (plays(()).begin(), ())
        seen, stack = {first}, [first]
        while stack:
            turn, throws = stack.pop()
            play = plays(throws)
            if play.may_end(turn):
                yield play.position(turn, ended=True)
            onward = [(after, throws) for _, after in play.steps(turn)]
            for state in itertools.chain(onward, self._thrown(plays, turn, throws)):
                if state not in seen:
                    seen.add(state)
                    stack.append(state)

    def _thrown(self, plays, turn: Turn, throws):
        """Yield the turn after each throw that may be due; what was thrown before matters only to tries."""
        due = plays(throws).next_throws(turn)
        for throw in (ALONE if "number" in due else ()) + (BOTH if "both" in due else ()):
            tries = throws if throw.option is None else ()
            since = (*tries, throw)
            ready = turn._replace(means=turn.means._replace(thrown=len(tries)))
            steps = plays(since).steps(ready)
            after = next(later for step, later in steps if step.kind is Kind.THROW)
            if after.means.stage is Stage.PLAY:
                yield after._replace(means=after.means._replace(thrown=0)), ()
            else:
                yield after, since

    def plies(self, position: Position, most: int) -> list[int]:
        """Return how many positions there are after 1 … ``most`` turns; a won round goes no further."""
        level = {position}
        counts = []
        for _ in range(most):
            level = {end for one in level if one.winner is None for end in self.ends(one)}
            counts.append(len(level))
        return counts

    def split(self, position: Position) -> Counter[str]:
        """Return for each end of the first turn in how many positions the second can end."""
        return Counter(
            {
                end.to_text(): len(self.ends(end)) if end.winner is None else 0
                for end in self.ends(position)
            }
        )


def rows():
    """Return the counts of the file."""
    return tomllib.loads(FILE.read_text("utf-8"))["count"]


def counted(row) -> list[int]:
    """Count one row anew."""
    house = House.from_text(row["house"])
    return Counting(house).plies(Position.from_text(row["position"]), len(row["plies"]))


def main():
    """Count anew, or split one count up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", metavar="NAME")
    options = parser.parse_args()
    if options.split:
        row = next(row for row in rows() if row["name"] == options.split)
        split = Counting(House.from_text(row["house"])).split(Position.from_text(row["position"]))
        for text, count in sorted(split.items()):
            sys.stdout.write(f"{count:8} {text}\n")
        return
    lines = ["# How many positions there are after 1, 2, 3 turns, over all throws (see plies.py)."]
    for row in rows():
        counts = counted(row)
        sys.stdout.write(f"{row['name']}: {counts}\n")
        lines += [
            "", "[[count]]", *(f'{key} = "{row[key]}"' for key in ("name", "house", "position")),
            f"plies = {counts}",
        ]  # fmt: skip
    FILE.write_text("\n".join([*lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
