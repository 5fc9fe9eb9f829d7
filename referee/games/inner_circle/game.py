"""The Inner Circle as a game of the house: its rules and its pieces in the terms of the `Game` protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

from referee.errors import InvalidRequest
from referee.evidence import Contents, Evidence, differing
from referee.game import Candidate, Defect, Foul, Verdict
from referee.games.inner_circle import ring
from referee.games.inner_circle.choices import choices
from referee.games.inner_circle.counting import backwards
from referee.games.inner_circle.explaining import explain
from referee.games.inner_circle.fitting import contents, fit
from referee.games.inner_circle.house import House, RoundStarter
from referee.games.inner_circle.listing import next_throws
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import LAST_COUNTER, Four, Position
from referee.games.inner_circle.replies import way_of_the_first_mistake
from referee.games.inner_circle.search import turns
from referee.games.inner_circle.seeing import counters_seen, position_seen, weighed
from referee.games.inner_circle.throw import FACES, NUMBERS, OPTIONS, Throw
from referee.games.inner_circle.turn import Kind, Stage
from referee.games.inner_circle.verdict import find, judge
from referee.match import Match
from referee.sighting import Sighting
from referee.snapshot import Choice, Sentence

MOST_STATES = 20_000
"""States of a turn that are looked through for a win; only with Memory there are more."""

_KEPT = 256
"""Answers that are kept of what is asked again and again about the same turn."""

_TERMS = ("memory", "balls")

# Steps that use no option.
_PLAIN = frozenset({Kind.THROW, Kind.MOVE, Kind.ENTER, Kind.STORE})


def open_game(match: Match) -> "InnerCircle":
    """Return the game of a match.

    Raises:
        InvalidRequest: a term, house rule, seat or position of the match does not fit the game.

    """
    for key in match.terms:
        if key not in _TERMS:
            raise InvalidRequest(
                f"the match has the unknown key {key!r}; known: {', '.join(_TERMS)}"
            )
    balls, memory = match.terms.get("balls"), match.terms.get("memory", False)
    if not isinstance(memory, bool):
        raise InvalidRequest(f"memory is {memory!r}; expected true or false")
    if isinstance(balls, bool) or not isinstance(balls, int):
        raise InvalidRequest(f"balls is {balls!r}; expected the number of balls of each player")
    strange = [seat for seat in match.seats if seat not in range(ring.SEATS)]
    if strange:
        raise InvalidRequest(
            f"seats has {strange[0]}; the board has the seats 0 to {ring.SEATS - 1}"
        )
    game = InnerCircle(match, House.from_json(match.house), memory, balls)
    opening = game.opening()
    if (opening.seats, opening.balls, opening.memory) != (tuple(match.seats), balls, memory):
        raise InvalidRequest("the position does not have the seats, balls and memory of the match")
    return game


@dataclass(frozen=True)
class InnerCircle:
    """One match; see `referee.game.Game` for what each method is for."""

    match: Match
    house: House
    memory: bool
    balls: int
    _due: dict[object, frozenset[str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """The number die alone, or both dice (T2, T3)."""
        return {"number": frozenset({"number"}), "both": frozenset({"number", "option"})}

    @property
    def dice(self) -> tuple[str, ...]:
        """The number die, which every throw takes, and the option die."""
        return ("number", "option")

    @property
    def faces(self) -> Mapping[str, tuple[str, ...]]:
        """The faces of both dice."""
        return {"number": tuple(map(str, NUMBERS)), "option": tuple(map(str, FACES))}

    # ------------------------------------------------------------ notation

    def under(self, rule: str) -> "InnerCircle":
        """Return the game with one house rule set."""
        name, _, _ = rule.partition("=")
        value = House.from_text(rule).to_json().get(name)
        return open_game(replace(self.match, house={**self.match.house, name: value}))

    def position(self, data: Mapping[str, Any]) -> Position:
        """Read a position of this match."""
        return Position.from_json(data)

    def position_data(self, position: Position) -> dict[str, Any]:
        """Return the machine interface's object."""
        return position.to_json()

    def throw(self, data: Mapping[str, Any]) -> Throw:
        """Read a throw."""
        return Throw.from_json(data)

    def throw_data(self, throw: Throw) -> dict[str, Any]:
        """Return the machine interface's object."""
        return throw.to_json()

    # ------------------------------------------------------------ rounds

    def opening(self) -> Position:
        """Return the position of the match, or its set-up (S2)."""
        if self.match.position is not None:
            return Position.from_json(self.match.position)
        return self.new_game()

    def new_game(self) -> Position:
        """Return the set-up of a game (S2, X1)."""
        return Position.set_up(self.match.seats, self.balls, self.match.first, memory=self.memory)

    def next_round(self, won: Position, starter: int) -> Position:
        """Return the set-up of the next round (G1, S3); remembered options are kept (X1)."""
        winner = _winner(won)
        begins = winner
        if self.house.round_starter is RoundStarter.NEXT:
            begins = won.seats[(won.seats.index(starter) + 1) % len(won.seats)]
        return replace(won, where=(0, 0, 0, 0), counted=_counted(won, winner), turn=begins)

    def starters(self, position: Position) -> tuple[int, ...]:
        """Return who may begin the round (S3)."""
        if self.house.round_starter is not RoundStarter.ANY:
            return (position.turn,)
        return (position.turn, *(seat for seat in position.seats if seat != position.turn))

    def winner(self, position: Position) -> int | None:
        """Return who has won the round (G1)."""
        return position.winner

    def tally(self, won: Position) -> Mapping[int, int]:
        """Return the counting balls with the winner's moved on (G1)."""
        counted = _counted(won, _winner(won))
        return {seat: counted[seat] for seat in won.seats}

    def score_spots(self, position: Position) -> frozenset[str]:
        """Return the counting balls (B5)."""
        return frozenset(f"counters.{seat}" for seat in position.seats)

    def score(self, position: Position) -> Mapping[int, int]:
        """Return where each seat's counting ball lies."""
        return position.counters

    def scorer(self, position: Position, seen: Contents) -> int | None:
        """Return whose counting ball alone lies one field further (G1)."""
        on = {
            seat: counters_seen(seen, position)[seat] - position.counted[seat]
            for seat in position.seats
        }
        moved = [seat for seat, fields in on.items() if fields]
        return moved[0] if len(moved) == 1 and on[moved[0]] == 1 else None

    def with_score(self, position: Position, score: Mapping[int, int]) -> Position:
        """Return the position with the counting balls elsewhere."""
        counted = [score.get(seat, at) for seat, at in enumerate(position.counted)]
        return replace(position, counted=_four(counted))

    def champion(self, score: Mapping[int, int]) -> int | None:
        """Return whose counting ball is on III (G2)."""
        return next((seat for seat, at in score.items() if at == LAST_COUNTER), None)

    def game_winner(self, won: Position) -> int | None:
        """Return whose counting ball reaches III (G2)."""
        return self.champion(self.tally(won))

    def clearing(self, won: Position, seen: Contents) -> Verdict[Position]:
        """Watch the counting balls: none may move but the winner's, by one (G3).

        When the game is over they may be put back for the next one.
        """
        expected = _counted(won, _winner(won))
        counted = [
            int(seen.get(f"counters.{seat}", won.counted[seat])) for seat in range(ring.SEATS)
        ]
        position = replace(won, counted=_four(counted))
        put_back = (0,) if self.game_winner(won) is not None else ()
        if position.counted == won.counted or all(
            now in {then, *put_back}
            for now, then in zip(position.counted, expected, strict=True)
        ):  # fmt: skip
            return Verdict(legal=True, position=position)
        return Verdict(legal=False, position=position)

    def wrong_score(self, won: Position, seen: Position) -> Foul[Position]:
        """Explain which counting ball is wrong (G3)."""
        moved = replace(won, counted=_counted(won, _winner(won)))
        nearest = min(
            (moved, won) if seen.counted != won.counted else (moved,),
            key=lambda legal: len(differing(contents(seen), contents(legal))),
        )
        return Foul("G3", Sentence("foul.G3.won", {"seat": _winner(won)}), nearest)

    # ------------------------------------------------------------ rules

    def judge(
        self, before: Position, throws: Sequence[Throw], after: Position
    ) -> Verdict[Position]:
        """Judge a turn; a counting ball that was moved before the last ball is home is early, not wrong."""
        if before.counted != after.counted:
            early = self._counter_first(before, throws, after)
            if early is not None:
                return early
        played = find(self.house, before, throws, after)
        return Verdict(legal=played is not None, complete=played is not None and played.complete)

    def used(self, before: Position, throws: Sequence[Throw], after: Position) -> tuple[str, ...]:
        """Return which options a finished turn used, thrown or remembered ones (O1 to O6, X2, X5)."""
        played = find(self.house, before, throws, after)
        steps = played.steps if played is not None else ()
        return tuple(str(s.kind) for s in steps if s.kind not in _PLAIN)

    def back(self, before: Position, throws: Sequence[Throw], stands: Position, place: str) -> bool:
        """Tell whether a number brought a ball here counter-clockwise (O4)."""
        return place in backwards(self.house, before, tuple(throws), stands)

    def foul(
        self, before: Position, throws: Sequence[Throw], after: Position,
        seen: Position | None = None,
    ) -> Foul[Position]:  # fmt: skip
        """Explain why a turn is not legal."""
        judged = judge(self.house, before, throws, after, seen)
        found = judged.foul or explain(self.house, before, throws, after, seen=seen)
        counted = way_of_the_first_mistake(found.steps)
        return Foul(found.rule, found.reason, found.nearest, counted, judged.legal_under)

    def _counter_first(
        self, before: Position, throws: Sequence[Throw], after: Position
    ) -> Verdict[Position] | None:
        """Judge a position in which the player has moved his counting ball for a win (G1, G3)."""
        seat = before.turn
        if after.counted != _counted(before, seat):
            return None
        balls_alone = replace(after, counted=before.counted)
        verdict = self.judge(before, throws, balls_alone)
        if not verdict.legal:
            return None
        if after.winner == seat:
            return replace(verdict, position=balls_alone)
        states = islice(turns(self._play(before, throws)), MOST_STATES)
        can_win = any(turn.means.stage is Stage.WON for turn in states)
        return Verdict(legal=False, wait=True) if can_win else None

    def next_throws(self, before: Position, throws: Sequence[Throw]) -> frozenset[str]:
        """Return the kinds of throw that may be due next."""
        return next_throws(self.house, before, throws)

    def due(self, before: Position, throws: Sequence[Throw], stands: Position) -> frozenset[str]:
        """Return the kinds of throw that may follow in this turn (T2, T3, X5)."""
        asked = (before, tuple(throws), stands)
        if asked not in self._due:
            exactly = self._exactly(stands)
            found = fit(self.house, before, throws, exactly, slack=0.0, ceiling=0.0)
            while len(self._due) >= _KEPT:
                self._due.pop(next(iter(self._due)))
            self._due[asked] = frozenset(kind for each in found for kind in each.due)
        return self._due[asked]

    def _exactly(self, position: Position) -> Evidence:
        """Return evidence that nothing but this position fits."""
        shown = contents(position)
        stored = [f"stored.{seat}.{option}" for seat in position.seats for option in OPTIONS]
        spots = (*self.fields, *shown, *(stored if self.memory else ()))
        return {spot: {shown.get(spot, ""): 0.0} for spot in spots}

    def thrown(self, faces: Mapping[str, str]) -> Throw | None:
        """Return the throw of these faces."""
        number = faces.get("number", "")
        if number not in map(str, NUMBERS):
            return None
        data: dict[str, Any] = {"number": int(number)}
        if "option" in faces:
            data["option"] = faces["option"]
        try:
            return Throw.from_json(data)
        except InvalidRequest:
            return None

    def movers(self, was: Position, now: Position) -> frozenset[int]:
        """Return the seats whose balls, counting ball or option balls lie elsewhere now."""
        return frozenset(
            seat
            for seat in was.seats
            if (was.where[seat], was.counted[seat], was.remembered[seat])
            != (now.where[seat], now.counted[seat], now.remembered[seat])
        )

    def passed(self, position: Position) -> Position:
        """Return the position with the next seat on turn (T8)."""
        return replace(position, turn=position.next_seat)

    def turned(self, position: Position, seat: int) -> Position:
        """Return the position with this seat on turn."""
        return replace(position, turn=seat)

    def fit(
        self,
        before: Position,
        throws: Sequence[Throw],
        evidence: Evidence,
        *,
        limit: int,
        slack: float,
        ceiling: float,
    ) -> Sequence[Candidate[Position]]:
        """Return positions that the turn can reach, the best first."""
        found = fit(self.house, before, throws, evidence, limit, slack=slack, ceiling=ceiling)
        return [Candidate(each.position, each.cost, each.complete) for each in found]

    def choices(
        self, before: Position, throws: Sequence[Throw], stands: Position
    ) -> Sequence[Choice]:
        """Return what the player may do next, the most sensible first."""
        return choices(self.house, before, tuple(throws), stands)

    def _play(self, before: Position, throws: Sequence[Throw]) -> Play:
        return Play.of(self.house, before, tuple(throws))

    # ------------------------------------------------------------ the eye

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of this board."""
        return ring.NAMES[: ring.targets(self.memory).stop]

    def beside(self, spot: str) -> frozenset[str]:
        """Return the fields next to a field in its ring, and the one that faces it in the other ring."""
        return ring.NEIGHBOURS.get(spot, frozenset())

    def contents(self, position: Position) -> Contents:
        """Return the seats whose balls lie on the fields, and the counts of everything else."""
        return contents(position)

    def evidence(self, sighting: Sighting) -> Evidence:
        """Weigh the readings of fields, start areas, counting balls and memory fields."""
        costs = weighed(sighting, self.match.seats, self.fields, self.balls, memory=self.memory)
        return {spot: each for spot, each in costs if each is not None}

    def seen(self, shown: Contents, like: Position) -> Position | Defect:
        """Return the position with these contents; each seat's balls must add up."""
        return position_seen(shown, like)


def _winner(won: Position) -> int:
    assert won.winner is not None
    return won.winner


def _counted(position: Position, seat: int) -> Four:
    """Return the counting balls with this seat's moved on by one."""
    return _four([at + (s == seat) for s, at in enumerate(position.counted)])


def _four(values: Sequence[int]) -> Four:
    first, second, third, fourth = values
    return first, second, third, fourth
