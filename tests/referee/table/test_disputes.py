"""Anything can be corrected, allowed or taken back in any state, and the game goes on from there."""

import random
from contextlib import suppress
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from referee.events import Corrected, Start, Throw, event_from_record, standing
from referee.table.changes import fold
from referee.table.decisions import Refused
from referee.table.state import Stage
from referee.telling import foul, tell
from tests.referee.table.scripted import Board
from tests.referee.table.test_state import lasting

DECISIONS = ("let_stand", "end_turn", "pause", "resume", "abandon")
NUMBERS, OPTIONS = (2, 4, 6, 8, 10, 12), ("half", "double", "swap-ball", "direction", "hole-in")
FIELDS = [f"O{i}" for i in range(0, 64, 3)] + [f"I{i}" for i in range(0, 32, 3)] + ["T0", "T5"]
THROWS = st.builds(
    lambda number, option: {"number": number} | ({"option": option} if option else {}),
    st.sampled_from(NUMBERS),
    st.sampled_from((None, *OPTIONS)),
)


def written(state):
    """Return the state without what only the next pictures tell."""
    return replace(lasting(state), half=None)


class Disputes(RuleBasedStateMachine):
    """Two people who play, move balls wrongly, and decide now this and now that."""

    def __init__(self):
        super().__init__()
        self.board = Board()
        self.board.see()
        self.kept = []
        """The records that the journal held before."""

    @property
    def table(self):
        """The table, which is another one after a restart."""
        return self.board.table

    # -------------------------------------------------------------- what people do

    def lay(self, position):
        """Lay the board out as a position has it."""
        colours = self.table.game.match.seats
        self.board.on = {field: colours[seat] for field, seat in position.on.items()}
        self.board.counters = {str(seat): at for seat, at in position.counters.items()}

    @rule(number=st.sampled_from(NUMBERS), option=st.sampled_from((None, *OPTIONS)))
    def throw(self, number, option):
        """Somebody throws, due or not."""
        self.board.throw(number, option)
        self.board.see()

    @precondition(lambda self: self.table.state.line is not None)
    @rule(pick=st.integers(0, 10**6))
    def play(self, pick):
        """Somebody makes a legal step."""
        game, line = self.table.game, self.table.state.line
        ends = game.fit(line.before, line.throws, {}, limit=12, slack=1.0, ceiling=1.0)
        if ends:
            self.lay(ends[pick % len(ends)].position)
        self.board.look(2)

    @rule(to=st.sampled_from(FIELDS), pick=st.integers(0, 9))
    def mess(self, to, pick):
        """Somebody moves a ball somewhere."""
        lying = sorted(self.board.on)
        if lying and to not in lying:
            source = lying[pick % len(lying)]
            self.board.move(source, to, self.board.on[source])
        self.board.see()

    @precondition(lambda self: self.table.state.line is not None)
    @rule()
    def put_right(self):
        """Somebody lays the board out as the referee has it."""
        self.lay(self.table.state.line.stands)
        self.board.look(2)

    # -------------------------------------------------------------- what people decide

    def decide(self, decision):
        """Decide; what makes no sense is refused in words."""
        with suppress(Refused):
            self.board.decide(decision)

    @rule(name=st.sampled_from(DECISIONS))
    def plainly(self, name):
        """Decide one of the things that need no more to be said."""
        self.decide(lambda decisions: getattr(decisions, name)())

    @rule(pick=st.integers(0, 99))
    def agree(self, pick):
        """Somebody wants the house rule by which nothing would be wrong."""
        called = foul(self.table.game, self.table.state, self.table.events)
        rules = (*(called.legal_under if called else ()), "own_ball=throws")
        self.decide(lambda decisions: decisions.agree(rules[pick % len(rules)]))

    @rule(throw=THROWS)
    def correct_throw(self, throw):
        """Somebody says what the dice showed."""
        self.decide(lambda decisions: decisions.correct_throw(throw))

    @precondition(lambda self: self.table.state.line is not None)
    @rule(seed=st.integers(0, 10**6))
    def correct_position(self, seed):
        """Somebody says how the board stands."""
        rng, stands = random.Random(seed), self.table.state.line.stands
        free = rng.sample(FIELDS, 2)
        on = dict(zip(free, stands.seats, strict=False))
        data = self.table.game.position_data(stands)
        left = {str(seat): stands.balls - 1 for seat in stands.seats}
        self.decide(lambda decisions: decisions.correct_position({**data, "on": on, "start": left}))

    @rule(pick=st.integers(0, 10**6))
    def take_back(self, pick):
        """Somebody wants to go back to some event."""
        events = standing(self.table.events)
        n = events[pick % len(events)].n
        self.decide(lambda decisions: decisions.take_back(n))

    @rule()
    def restart(self):
        """The power fails; the journal is read again."""
        records = [event.record() for event in self.table.events]
        table = type(self.table)
        self.board.table = table(
            self.table.opened,
            [event_from_record(record) for record in records],
            self.table._patience,
        )
        self.board.see()

    # -------------------------------------------------------------- what always holds

    @invariant()
    def journal_only_grows(self):
        """What was written stays, numbered without a gap; what was replaced is there still."""
        records = [event.record() for event in self.table.events]
        assert records[: len(self.kept)] == self.kept
        assert [event.n for event in self.table.events] == list(range(1, len(records) + 1))
        for event in self.table.events:
            if isinstance(event.what, Corrected):
                assert all(n < event.n for n in event.what.replaces)
        self.kept = records

    @invariant()
    def state_follows_from_the_journal(self):
        """The events alone lead to the state, and both can be shown."""
        table = self.table
        assert written(fold(table.opened, table.events)) == written(table.state)
        tell(table.game, table.events, {})
        foul(table.game, table.state, table.events)

    def teardown(self):
        """Whatever was decided: laid out as the referee has it, the game goes on."""
        if self.table.state.paused:
            self.decide(lambda decisions: decisions.resume())
        state = self.table.state
        if state.stage is Stage.OVER:
            self.lay(self.table.game.new_game())
            self.board.look(3)
            assert isinstance(standing(self.table.events)[-1].what, Start)
            return
        self.lay(state.line.stands)
        self.board.look(3)
        self.goes_on()

    def goes_on(self):
        """Throw what is due next; it is told."""
        table = self.table
        assert table.state.wrong is None
        assert not table.state.laying
        if table.state.line.throws:
            self.board.decide(lambda decisions: decisions.end_turn())
        line = table.state.line
        kind = min(table.game.next_throws(line.before, ()))
        count = len(table.events)
        self.board.throw(8, "double" if kind == "both" else None)
        self.board.look(3)
        assert any(isinstance(event.what, Throw) for event in table.events[count:])


Disputes.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestDisputes = Disputes.TestCase
