"""Counting: how many positions a game can be in after one, two, three turns, over all throws.

``python -m tests.referee.inner_circle.plies`` counts anew and writes counts.toml (some seven minutes; the
tests count the first turns); with ``--name NAME`` only that position. A count that changes shows that a rule
changed; with ``--split NAME`` the second count is split up by the first turn, to show where.
"""

import argparse
import itertools
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.games.inner_circle import House, Position, Throw, ring
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.plays import Plays
from referee.games.inner_circle.position import Four
from referee.games.inner_circle.throw import FACES, NUMBERS
from referee.games.inner_circle.turn import Turn

PLIES = 3
FILE = Path(__file__).parent / "counts.toml"

ALONE = tuple(Throw(number) for number in NUMBERS)
UNLIKE = ALONE[:2]
"""Stands for all tries that are not equal."""

BOTH = tuple(Throw(number, option) for number, option in itertools.product(NUMBERS, FACES))


class Counting:
    """All ends of turns by one set of house rules, whatever is thrown."""

    def __init__(self, house: House) -> None:
        self.plays = Plays(house)
        self.known: dict[Position, frozenset[Position]] = {}
        self.rests: dict[Four, int] = {}

    def ends(self, before: Position) -> frozenset[Position]:
        """Return every position in which the turn can end, over all throws; asked again, it is known."""
        if before not in self.known:
            self.known[before] = frozenset(self._ends(before))
        return self.known[before]

    def _ends(self, before):
        play = self.plays.of(before)
        first = (play.begin(), ())
        seen, stack = {first}, [first]
        while stack:
            turn, tries = stack.pop()
            if play.may_end(turn):
                yield play.position(turn, ended=True)
            onward = ((after, tries) for _, after in play.steps(turn))
            for state in itertools.chain(onward, _thrown(play, turn, tries)):
                if state not in seen:
                    seen.add(state)
                    stack.append(state)

    def plies(self, position: Position, most: int) -> list[int]:
        """Return how many positions there are after 1 … ``most`` turns; a won round goes no further."""
        level = [position]
        counts = []
        for _ in range(most):
            ends = self._next_ply(level)
            counts.append(sum(rests.bit_count() for rests in ends.values()))
            level = self._together(ends)
        return counts

    def _next_ply(self, level: Iterable[Position]) -> dict[Position, int]:
        """Return where turns from these positions can end; the options that others remember stand apart.

        No turn sees or changes those, so positions that differ in nothing else share their ends. Each end
        comes with the set of what the others may remember, as bits in the order of ``self.rests``.
        """
        alike: dict[Position, int] = defaultdict(int)
        for one in level:
            if one.winner is None:
                mine, rest = _apart(one)
                alike[mine] |= 1 << self.rests.setdefault(rest, len(self.rests))
        ends: dict[Position, int] = defaultdict(int)
        for mine, rests in alike.items():
            for end in set(self._ends(mine)):
                ends[end] |= rests
        return ends

    def _together(self, ends: dict[Position, int]) -> Iterator[Position]:
        """Yield the positions with what the others remember put back."""
        known = tuple(self.rests.items())
        for end, rests in ends.items():
            for rest, place in known:
                if rests >> place & 1:
                    both = [
                        mine | others for mine, others in zip(end.remembered, rest, strict=True)
                    ]
                    yield end.with_balls(end.where, both, end.turn)

    def split(self, position: Position) -> Counter[str]:
        """Return for each end of the first turn in how many positions the second can end."""
        return Counter(
            {
                end.to_text(): len(self.ends(end)) if end.winner is None else 0
                for end in self.ends(position)
            }
        )


def _apart(position: Position) -> tuple[Position, Four]:
    """Return the position without the options that others remember, and those."""
    mine, rest = [0] * ring.SEATS, [*position.remembered]
    mine[position.turn], rest[position.turn] = position.remembered[position.turn], 0
    first, second, third, fourth = rest
    return position.with_balls(position.where, mine, position.turn), (first, second, third, fourth)


def _thrown(play: Play, turn: Turn, tries):
    """Yield the turn after each throw that may be due; what was thrown before matters only to tries."""
    for kind in play.next_throws(turn):
        for throw in BOTH if kind == "both" else ALONE:
            means = play.after_throw(turn.means, throw, tries)
            if kind == "both":
                yield turn._replace(means=means._replace(thrown=0)), ()
            else:
                alike = all(tried == throw for tried in tries)
                yield turn._replace(means=means), (*tries, throw) if alike else UNLIKE


def rows():
    """Return the counts of the file."""
    return tomllib.loads(FILE.read_text("utf-8"))["count"]


def counted(row, most: int) -> list[int]:
    """Count one row anew, so many turns deep."""
    house = House.from_text(row["house"])
    return Counting(house).plies(Position.from_text(row["position"]), most)


def write(name: str, counts: list[int]) -> None:
    """Put the counts of one position into the file."""
    lines = FILE.read_text("utf-8").splitlines()
    at = lines.index(f'name = "{name}"')
    place = next(i for i in range(at, len(lines)) if lines[i].startswith("plies = "))
    lines[place] = f"plies = {counts}"
    FILE.write_text("\n".join([*lines, ""]), "utf-8")


def main():
    """Count anew, or split one count up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", metavar="NAME", help="count this position alone")
    parser.add_argument("--split", metavar="NAME")
    options = parser.parse_args()
    if options.split:
        row = next(row for row in rows() if row["name"] == options.split)
        split = Counting(House.from_text(row["house"])).split(Position.from_text(row["position"]))
        for text, count in sorted(split.items()):
            sys.stdout.write(f"{count:8} {text}\n")
        return
    for row in rows():
        if options.name in {None, row["name"]}:
            began = time.process_time()
            counts = counted(row, PLIES)
            took = time.process_time() - began
            sys.stdout.write(f"{row['name']}: {counts} ({took:.0f} s)\n")
            sys.stdout.flush()
            write(row["name"], counts)


if __name__ == "__main__":
    main()
