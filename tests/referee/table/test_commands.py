"""People decide at random while a game goes on: whatever they ask for, the game goes on from there."""

import math
import random
from dataclasses import replace
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee.errors import RefereeError
from referee.events import Start, event_from_record, standing
from referee.table.changes import fold
from referee.table.decisions import Refused
from referee.table.patience import FOLDER
from referee.table.state import Stage
from referee.table.table import Table
from tests.referee.table.following import story_of, table_of
from tests.referee.table.from_truth import Eye
from tests.referee.table.played import Game, Habits
from tests.referee.table.scripted import MATCH

CALM = Habits(hand=0.1, lean=0.0, wrong=0.0, lost=0.0, nudge=0.0)
NOISE = Habits(hand=0.3, lean=0.1, wrong=0.4, lost=0.1, skip=0.2, hurry=0.2)

WAITING = 0.3
"""Of so many evenings the last thing that is seen is a throw that has to wait."""


class Evening(RuleBasedStateMachine):
    """A table at which people play, blunder, decide, correct, take back, and switch off and on."""

    @initialize(seed=st.integers(0, 10**6))
    def set_up(self, seed: int) -> None:
        """Set up a game that people play at random."""
        self.rng = random.Random(seed)
        self.table = table_of(MATCH)
        self.eye = Eye(MATCH, self.table.game.fields)  # type: ignore[attr-defined]
        self.rows = Game(MATCH, self.rng, NOISE, rounds=5).rows()
        self.count = 0
        self.row: dict[str, Any] = {}
        self.look(3)

    # ------------------------------------------------------------ what people do

    @rule(times=st.integers(1, 8))
    def look(self, times: int) -> None:
        """The game goes on, whatever the table thinks of it."""
        for _ in range(times):
            row = next(self.rows, None)
            if row is not None:
                self.row = row
                self._see(self.table, row)

    @rule(number=st.sampled_from([2, 4, 6, 8, 10, 12]))
    def throw_while_balls_are_off(self, number: int) -> None:
        """Somebody throws while a ball of each lies beside the board, so that the throw has to wait."""
        on, start = dict(self.row["on"]), {**self.row["start"]}
        for seat, label in MATCH.seats.items():
            lost = next((name for name, each in on.items() if each == label), None)
            if lost is None:
                start[str(seat)] = {label: start[str(seat)].get(label, 1) - 1}
            else:
                del on[lost]
        x_mm, y_mm = self.row["dice"]["mm"]["number"] or (0.0, 0.0)
        mm = {**self.row["dice"]["mm"], "number": (x_mm - math.copysign(20.0, x_mm), y_mm)}
        state = {**self.row["dice"]["state"], "number": "lying"}
        dice = {**self.row["dice"], "state": state, "mm": mm, "number": str(number)}
        row = {**self.row, "on": on, "start": start, "dice": dice, "hand": False, "covered": []}
        for _ in range(2):
            self._see(self.table, row)

    @rule(which=st.sampled_from(["let_stand", "end_turn", "pause", "resume"]))
    def decide(self, which: str) -> None:
        """Somebody decides something, which may make no sense now."""
        self._try(lambda decisions: getattr(decisions, which)())

    @rule(share=st.floats(0, 1))
    def take_back(self, share: float) -> None:
        """Somebody goes back to some event."""
        events = standing(self.table.events)
        to = events[int(share * (len(events) - 1))].n
        self._try(lambda decisions: decisions.take_back(to))

    @rule(number=st.sampled_from([2, 4, 6, 8, 10, 12]), option=st.sampled_from(["half", "double"]))
    def correct_throw(self, number: int, option: str) -> None:
        """Somebody corrects the last throw."""
        data: dict[str, Any] = {"number": number, "option": option}
        line = self.table.state.line
        if line is not None and line.throws and not line.throws[-1].both:
            del data["option"]
        self._try(lambda decisions: decisions.correct_throw(data))

    @rule(place=st.integers(0, 63))
    def correct_position(self, place: int) -> None:
        """Somebody puts a ball of the seat on turn somewhere else."""
        line = self.table.state.line
        if line is None:
            return
        data = self.table.game.position_data(line.stands)
        seat = data["turn"]
        mine = [name for name, owner in data["on"].items() if owner == seat and name[0] != "T"]
        if mine and f"O{place}" not in data["on"]:
            on = {name: owner for name, owner in data["on"].items() if name != mine[0]}
            data |= {"on": on | {f"O{place}": seat}}
            self._try(lambda decisions: decisions.correct_position(data))

    @rule()
    def switch_off_and_on(self) -> None:
        """The power fails; what the journal holds is all that is left."""
        records = [event_from_record(event.record()) for event in self.table.events]
        self.table = Table(self.table.game, records, FOLDER)

    # ------------------------------------------------------------ what holds

    @invariant()
    def the_journal_keeps_all(self) -> None:
        """Events are numbered without a gap, and lead to the state that the table is in."""
        table = self.table
        assert [event.n for event in table.events] == list(range(1, len(table.events) + 1))
        again = fold(table.game, table.events)
        assert (again.stage, again.line, again.wrong, again.early, again.laying, again.paused) == (
            table.state.stage, table.state.line, table.state.wrong, table.state.early,
            table.state.laying, table.state.paused,
        )  # fmt: skip

    def teardown(self) -> None:
        """Laid out as the table believes, a game is followed without a mistake from there."""
        if not hasattr(self, "table") or self.table.state.stage is not Stage.PLAY:
            return
        self._try(lambda decisions: decisions.resume())
        self._begin_again()
        if self.rng.random() < WAITING:
            self.throw_while_balls_are_off(self.rng.choice((2, 4, 8, 10)))
        if self.table.state.queue or self.table.state.half:
            # A throw that fell before somebody decided is told as soon as all balls lie where they belong.
            for row in [next(self._played_on().rows())] * 3:
                self._see(self.table, row)
            assert not self.table.state.queue
            assert not self.table.state.half
            self._begin_again()
        line = self.table.state.line
        assert line is not None
        if line.throws or line.agreed or line.stands != line.before:
            return
        self._goes_on()

    def _begin_again(self) -> None:
        """Let the people agree to begin the turn again, if anything was thrown or is wrong."""
        state = self.table.state
        assert state.line is not None
        if state.line.throws or state.wrong is not None or state.early:
            first = state.events[0]
            start = max((e.n for e in standing(self.table.events) if e.n < first), default=1)
            self._try(lambda decisions: decisions.take_back(start))

    def _played_on(self) -> Game:
        """Return a game that goes on from what the table believes, with the dice as they lie."""
        game, state = self.table.game, self.table.state
        assert state.line is not None
        match = replace(MATCH, position=game.position_data(state.line.before))
        more = Game(match, self.rng, CALM)
        more.turn = state.line.before.turn
        lie = state.queue[-1].dice if state.queue else state.dice
        for name, die in lie.items():
            more.lying[name], more.faces[name] = (die.x_mm, die.y_mm), die.face
        return more

    def _goes_on(self) -> None:
        more = self._played_on()
        rows = list(islice(more.rows(), 30))
        fresh = table_of(more.match)
        before = len(self.table.events)
        for row in rows:
            self._see(fresh, row)
            self._see(self.table, row)
        told = story_of(event for event in self.table.events[before:])
        expected = story_of(event for event in fresh.events if not isinstance(event.what, Start))
        assert [each for each in told if each[0] != "restored"] == expected

    # ------------------------------------------------------------ hands

    def _see(self, table: Table[Any, Any], row: dict[str, Any]) -> None:
        self.count += 1
        [(name, _, sighting)] = self.eye.sightings([row], self.count)
        table.observe(sighting, name, float(self.count))

    def _try(self, decision: Any) -> None:
        try:
            acts = decision(self.table.decisions("Ada"))
        except (Refused, RefereeError):
            return
        self.table.carry_out(acts)


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=12,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
