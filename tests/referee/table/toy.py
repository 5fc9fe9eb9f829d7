"""A toy game without dice: two stones on a track, each turn moves the own stone one or two spots on.

It keeps the `Game` protocol with nothing that The Inner Circle has: no throws, no areas, no counters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.evidence import Contents, Evidence, cost, reading_costs
from referee.game import Candidate, Defect, Foul, Verdict
from referee.match import Match
from referee.sighting import Sighting
from referee.snapshot import Choice, Sentence

LENGTH = 8
MATCH = Match(game="toy", seats={0: "black", 1: "white"}, first=0)


@dataclass(frozen=True)
class Track:
    """Where each seat's stone lies, and whose turn it is."""

    at: tuple[int, int]
    turn: int = 0


class Toy:
    """The toy game."""

    match = MATCH
    kinds: Mapping[str, frozenset[str]] = {}
    dice: tuple[str, ...] = ()
    faces: Mapping[str, tuple[str, ...]] = {}

    def position(self, data: Mapping[str, Any]) -> Track:
        return Track((data["at"][0], data["at"][1]), data["turn"])

    def position_data(self, position: Track) -> dict[str, Any]:
        return {"at": list(position.at), "turn": position.turn}

    def throw(self, data: Mapping[str, Any]) -> int:
        raise AssertionError(data)

    def throw_data(self, throw: int) -> dict[str, Any]:
        raise AssertionError(throw)

    def opening(self) -> Track:
        return Track((0, 1))

    def starters(self, position: Track) -> tuple[int, ...]:
        return (position.turn,)

    def winner(self, position: Track) -> int | None:
        return next((seat for seat in (0, 1) if position.at[seat] >= LENGTH - 1), None)

    def next_round(self, won: Track, starter: int) -> Track:
        return Track((0, 1), 1 - starter)

    def tally(self, won: Track) -> Mapping[int, int]:
        return {seat: int(seat == self.winner(won)) for seat in (0, 1)}

    def score_spots(self, position: Track) -> frozenset[str]:
        return frozenset()

    def score(self, position: Track) -> Mapping[int, int]:
        return {}

    def scorer(self, position: Track, seen: Contents) -> int | None:
        return None

    def with_score(self, position: Track, score: Mapping[int, int]) -> Track:
        return position

    def champion(self, score: Mapping[int, int]) -> int | None:
        return None

    def game_winner(self, won: Track) -> int | None:
        return None

    def new_game(self) -> Track:
        return Track((0, 1))

    def clearing(self, won: Track, seen: Contents) -> Verdict[Track]:
        return Verdict(legal=True, position=won)

    def judge(self, before: Track, throws: Sequence[int], after: Track) -> Verdict[Track]:
        seat, other = before.turn, 1 - before.turn
        steps = after.at[seat] - before.at[seat]
        if steps == 0 and after.at == before.at and after.turn == seat:
            return Verdict(legal=True)
        if steps in {1, 2} and after.at[other] == before.at[other] != after.at[seat]:
            return Verdict(legal=True, complete=True)
        return Verdict(legal=False)

    def foul(
        self, before: Track, throws: Sequence[int], after: Track, seen: Track | None = None
    ) -> Foul[Track]:
        return Foul("Y1", Sentence("toy.foul"), replace(before, turn=after.turn))

    def wrong_score(self, won: Track, seen: Track) -> Foul[Track]:
        raise AssertionError(won, seen)

    def next_throws(self, before: Track, throws: Sequence[int]) -> frozenset[str]:
        return frozenset()

    def due(self, before: Track, throws: Sequence[int], stands: Track) -> frozenset[str]:
        return frozenset()

    def thrown(self, faces: Mapping[str, str]) -> int | None:
        return None

    def movers(self, was: Track, now: Track) -> frozenset[int]:
        return frozenset(seat for seat in (0, 1) if was.at[seat] != now.at[seat])

    def passed(self, position: Track) -> Track:
        return replace(position, turn=1 - position.turn)

    def turned(self, position: Track, seat: int) -> Track:
        return replace(position, turn=seat)

    def fit(
        self, before: Track, throws: Sequence[int], evidence: Evidence, *, limit: int,
        slack: float, ceiling: float,
    ) -> Sequence[Candidate[Track]]:  # fmt: skip
        found = []
        for steps in (0, 1, 2):
            at = list(before.at)
            at[before.turn] += steps
            after = Track((at[0], at[1]), before.turn)
            if self.judge(before, (), after).legal:
                found.append(Candidate(after, cost(self.contents(after), evidence), steps > 0))
        return sorted(found, key=lambda candidate: candidate.cost)[:limit]

    def used(self, before: Track, throws: Sequence[int], after: Track) -> Sequence[str]:
        return ()

    def back(self, before: Track, throws: Sequence[int], stands: Track, place: str) -> bool:
        return False

    def choices(self, before: Track, throws: Sequence[int], stands: Track) -> Sequence[Choice]:
        return ()

    def contents(self, position: Track) -> Contents:
        return {f"P{place}": str(seat) for seat, place in enumerate(position.at)}

    def beside(self, spot: str) -> frozenset[str]:
        return frozenset()

    def evidence(self, sighting: Sighting) -> Evidence:
        seats = {label: str(seat) for seat, label in MATCH.seats.items()}
        weighed = {spot: reading_costs(r, seats.get) for spot, r in sighting.fields.items()}
        return {spot: costs for spot, costs in weighed.items() if costs is not None}

    def seen(self, shown: Contents, like: Track) -> Track | Defect:
        now = {**self.contents(like), **shown}
        places: list[int] = []
        for seat in ("0", "1"):
            found = [int(spot[1:]) for spot, content in now.items() if content == seat]
            if len(found) != 1:
                return Defect(tuple(now))
            places += found
        return replace(like, at=(places[0], places[1]))
