"""Whole games played at random by the rules, as rows of truth like those beside recordings.

The players hurry, hide things under their hands, let dice lean, make wrong moves and take them back.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.games.inner_circle.game import InnerCircle, open_game
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import FACES, NUMBERS, Throw
from referee.games.inner_circle.turn import Kind, Turn
from referee.match import Match

Row = dict[str, Any]

DICE_MM = 55.0


@dataclass(frozen=True)
class Habits:
    """How likely the players do what makes following hard, each time that they could."""

    hand: float = 0.3
    """A hand is seen over the board before a step."""
    skip: float = 0.0
    """A step is followed by the next without a clear view between them."""
    hurry: float = 0.0
    """The next player throws before the last step was clearly seen."""
    lean: float = 0.1
    """A die leans first and is thrown again."""
    wrong: float = 0.1
    """A wrong move is made and taken back."""
    lost: float = 0.05
    """A ball rolls between the holes and is put back."""
    nudge: float = 0.03
    """The camera is nudged."""


@dataclass
class Game:
    """One game in the making; `rows` yields what stands on the table picture by picture."""

    match: Match
    rng: random.Random
    habits: Habits = field(default_factory=Habits)
    rounds: int = 1

    def __post_init__(self) -> None:
        self.rules: InnerCircle = open_game(self.match)
        self.lying = {name: self._place() for name in ("number", "option")}
        self.faces: dict[str, str | None] = {"number": "2", "option": "half"}
        self.throws: list[Throw] = []
        self.count = 0
        self.camera = 0
        self.turn = self.match.first

    def rows(self) -> Iterator[Row]:
        """Yield the rows of truth."""
        position = self.rules.opening()
        yield self._row(position, kind="setup")
        for _ in range(self.rounds):
            starter = self.rng.choice(self.rules.starters(position))
            position = self.rules.turned(position, starter)
            while position.winner is None:
                self.turn, self.throws = position.turn, []
                position = yield from self._turn(position)
            yield from self._win(position)
            if self.rules.game_winner(position) is not None:
                return
            position = self.rules.next_round(position, starter)
            self.turn, self.throws = position.turn, []
            yield self._row(position)

    # ------------------------------------------------------------ a turn

    def _turn(self, before: Position) -> Iterator[Row]:
        """Play one turn; returns the position after it."""
        turn = self._play(before).begin()
        shown = before
        last = None
        while True:
            play = self._play(before)
            may_end = play.used_up(turn) and play.may_end(turn)
            if may_end and (turn.own == before.where[before.turn] or self.rng.random() < 0.8):
                break
            turn, threw = self._next(play, turn, may_end)
            if turn is None:
                turn = last
                break
            last = turn
            position = self._play(before).position(turn, ended=False)
            if threw:
                yield from self._throw_rows(position)
            elif position != shown:
                yield from self._step_rows(before, shown, position)
                shown = position
            if position.winner is not None:
                break
        if shown.winner is None and self.rng.random() < self.habits.lost:
            yield from self._lose(shown)
        return self._play(before).position(turn, ended=True)

    def _play(self, before: Position) -> Play:
        return Play.of(self.rules.house, before, tuple(self.throws))

    def _next(self, play: Play, turn: Turn, may_end: bool) -> tuple[Turn | None, bool]:
        """Choose a step at random, or throw where a throw is due."""
        steps = [after for step, after in play.steps(turn) if step.kind is not Kind.THROW]
        due = play.next_throws(turn)
        if due and (not steps or self.rng.random() < 0.5):
            self._roll(self.rng.choice(due))
            again = Play.of(self.rules.house, play.before, tuple(self.throws))
            return next(after for step, after in again.steps(turn) if step.kind is Kind.THROW), True
        if not steps:
            assert may_end
            return None, False
        home = [after for after in steps if after.own >> 96 != turn.own >> 96]
        return self.rng.choice(home or steps), False

    def _roll(self, kind: str) -> None:
        number = self.rng.choice(NUMBERS)
        self.faces["number"] = str(number)
        self.lying["number"] = self._place()
        if kind == "number":
            self.throws.append(Throw(number))
            return
        option = self.rng.choice(FACES)
        self.faces["option"] = str(option)
        self.lying["option"] = self._place()
        self.throws.append(Throw(number, option))

    def _place(self) -> tuple[float, float]:
        while True:
            x, y = (self.rng.uniform(-DICE_MM, DICE_MM) for _ in range(2))
            near = list(getattr(self, "lying", {}).values())
            if x * x + y * y < DICE_MM**2 and all(abs(x - a) + abs(y - b) > 9 for a, b in near):
                return x, y

    # ------------------------------------------------------------ rows

    def _throw_rows(self, position: Position) -> Iterator[Row]:
        if self.rng.random() < self.habits.lean:
            thrown = self.throws.pop()
            yield self._row(position, states={"number": "leaning"}, faces={"number": None})
            self.throws.append(thrown)
            self.lying["number"] = self._place()
        if self.rng.random() < self.habits.hurry:
            # The dice lie there for everybody to see while a hand is over the fields.
            for _ in range(2):
                yield self._row(position, hand=self._hidden(position))
        else:
            yield self._row(position)

    def _step_rows(self, before: Position, was: Position, now: Position) -> Iterator[Row]:
        changed = self._changed(was, now)
        if self.rng.random() < self.habits.wrong:
            yield from self._wrong(before, was)
        if self.rng.random() < self.habits.hand:
            yield self._row(was, hand=changed)
        if self.rng.random() < self.habits.skip:
            yield self._row(now, hand=changed, over=now.winner)
        else:
            yield self._row(now, over=now.winner)
        if self.rng.random() < self.habits.nudge:
            self.camera += 1
            yield self._row(now, over=now.winner)

    def _wrong(self, before: Position, stands: Position) -> Iterator[Row]:
        """Move some ball to a place where it may not be, and take it back."""
        on = dict(stands.on)
        fields = [name for name in on if name[0] != "T"]
        if not fields:
            return
        source = self.rng.choice(fields)
        target = f"{source[0]}{self.rng.randrange(32 if source[0] == 'I' else 64)}"
        if target in on:
            return
        on[target] = on.pop(source)
        wrong = Position.of(
            memory=stands.memory, seats=stands.seats, balls=stands.balls, on=on,
            counters=stands.counters, stored=stands.stored, turn=stands.turn,
        )  # fmt: skip
        verdict = self.rules.judge(before, self.throws, wrong)
        if verdict.legal:
            return
        yield self._row(wrong, illegal=self.rules.foul(before, self.throws, wrong, stands).rule)
        yield self._row(stands, note="restored")

    def _lose(self, position: Position) -> Iterator[Row]:
        """Let a ball roll between the holes, and put it back."""
        fields = [name for name in position.on if name[0] == "O"]
        if fields:
            field_name = self.rng.choice(fields)
            row = self._row(position)
            colour = row["on"].pop(field_name)
            row["loose"] = [{"colour": colour}]
            if self.rng.random() < 0.5:
                row["covered"] = [field_name]
            yield row
            yield self._row(position)

    def _win(self, won: Position) -> Iterator[Row]:
        winner = won.winner
        assert winner is not None
        yield self._row(won, over=winner)
        if self.rng.random() < self.habits.wrong:
            wrong = [seat for seat in won.seats if seat != winner and won.counters[seat] < 3]
            if wrong:
                moved = self._counted(won, self.rng.choice(wrong))
                yield self._row(moved, over=winner, illegal="G3")
                yield self._row(won, over=winner, note="restored")
        yield self._row(self._counted(won, winner), over=winner)
        cleared = self._counted(won, winner)
        for name in list(won.on):
            on = dict(cleared.on)
            del on[name]
            cleared = Position.of(
                memory=won.memory, seats=won.seats, balls=won.balls, on=on,
                counters=cleared.counters, stored=cleared.stored, turn=winner,
            )  # fmt: skip
            if on and self.rng.random() < 0.3:
                self.lying["number"] = self._place()
                yield self._row(cleared, over=winner)

    def _counted(self, position: Position, seat: int) -> Position:
        counters = dict(position.counters)
        counters[seat] += 1
        return Position.of(
            memory=position.memory, seats=position.seats, balls=position.balls, on=position.on,
            counters=counters, stored=position.stored, turn=position.turn,
        )  # fmt: skip

    def _changed(self, was: Position, now: Position) -> list[str]:
        fields = {*was.on.items()} ^ {*now.on.items()}
        starts = [f"S{seat}" for seat in was.seats if was.start[seat] != now.start[seat]]
        return sorted({name for name, _ in fields}) + starts

    def _hidden(self, position: Position) -> list[str]:
        return self.rng.sample(list(self.rules.fields), 8)

    def _row(
        self,
        position: Position,
        *,
        kind: str = "play",
        hand: list[str] | None = None,
        illegal: str | None = None,
        note: str | None = None,
        over: int | None = None,
        states: Mapping[str, str] | None = None,
        faces: Mapping[str, str | None] | None = None,
    ) -> Row:
        labels = self.match.seats
        self.count += 1
        shown = {**self.faces, **(faces or {})}
        row: Row = {
            "image": f"{self.count:04d}.jpg",
            "kind": kind,
            "on": {name: labels[seat] for name, seat in position.on.items()},
            "start": {str(s): {labels[s]: n} for s, n in position.start.items()},
            "counters": {str(s): at for s, at in position.counters.items()},
            "stored": {str(s): list(map(str, have)) for s, have in position.stored.items()},
            "dice": {
                "state": {"number": "lying", "option": "lying", **(states or {})},
                "mm": dict(self.lying),
                **shown,
            },
            "hand": hand is not None,
            "covered": hand or [],
            "light": 0,
            "camera": self.camera,
            "game": {"turn": self.turn, "throws": [t.to_json() for t in self.throws]},
        }
        if illegal:
            row["illegal"] = illegal
        if note:
            row["note"] = note
        if over is not None:
            row["game"]["round_over"] = over
        return row
