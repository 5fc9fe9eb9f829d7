"""Whole random matches: balls are conserved, and the judge accepts what was played and little else."""

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.games.inner_circle import Position, judge, ring
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.notation import steps_from_text, steps_to_text
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import most_balls
from referee.games.inner_circle.search import turns
from referee.games.inner_circle.turn import Stage
from tests.referee.inner_circle.generated import nudged, play_on, random_house

FEW = 3000
"""States of a turn up to which a changed position is looked for among all that the turn can reach."""


class Matches(RuleBasedStateMachine):
    """One match of any variant, played at random, judged after every turn."""

    @initialize(seed=st.integers(0, 2**32), memory=st.booleans())
    def set_up(self, seed, memory):
        """Set up any number of players and balls, with any house rules."""
        self.rng = Random(seed)
        self.house = random_house(self.rng, 4)
        seats = sorted(self.rng.sample(range(4), self.rng.randint(2, 4)))
        balls = self.rng.randint(1, most_balls(len(seats), memory))
        turn = self.rng.choice(seats)
        self.position = Position.set_up(seats, balls, turn, memory=memory)
        self._begin()

    def _begin(self):
        self.play = Play.of(self.house, self.position, ())
        self.turn = self.play.begin()

    @rule()
    @precondition(lambda self: self.turn.means.stage is not Stage.WON)
    def step(self):
        """Take one more step, if there is one; the turn so far stays legal."""
        self.play, after = play_on(self.rng, self.play, self.turn, entry=0.4)
        if after is not None:
            self.turn = after

    @rule()
    @precondition(lambda self: self.play.may_end(self.turn))
    def end(self):
        """End the turn where it may end: the judge accepts it, and its steps lead there again."""
        after = self.play.position(self.turn, ended=True)
        verdict = judge(self.house, self.position, self.play.throws, after)

        assert verdict.legal
        assert verdict.complete
        assert verdict.steps == steps_from_text(steps_to_text(verdict.steps))

        self._changed(after)
        self.position = self._next_round(after) if after.winner is not None else after
        self._begin()

    def _changed(self, after):
        """Change one thing: the judge accepts it only if the turn can reach it."""
        other = nudged(self.rng, after, self.position.turn)
        reached = set()
        for count, turn in enumerate(turns(self.play)):
            if count > FEW:
                return
            if self.play.used_up(turn):
                reached.add(self.play.position(turn, ended=False))
                if self.play.may_end(turn):
                    reached.add(self.play.position(turn, ended=True))

        found = find(self.house, self.position, self.play.throws, other)
        assert (other in reached) == (found is not None)

    def _next_round(self, won):
        return won.with_balls((0, 0, 0, 0), won.remembered, won.winner)

    @invariant()
    def balls_are_conserved(self):
        """No ball is lost, none is on two fields, none where the board has no field."""
        if not hasattr(self, "play"):
            return
        position = self.play.position(self.turn, ended=False)
        fields = sum(1 << field for field in ring.targets(position.memory)) | ring.IN_PLAY

        assert sum(position.where).bit_count() == sum(map(int.bit_count, position.where))
        assert not sum(position.where) & ~fields
        assert all(0 <= count <= position.balls for count in position.start.values())

    @invariant()
    def only_what_a_turn_can_change_changes(self):
        """Others' option balls, balls at home and all counting balls stay as they are."""
        if not hasattr(self, "play"):
            return
        now = self.play.position(self.turn, ended=False)

        assert now.counted == self.position.counted
        for seat in now.seats:
            home = self.position.where[seat] & ring.HOME
            assert home & now.where[seat] == home
            if seat != self.position.turn:
                assert now.remembered[seat] == self.position.remembered[seat]


TestMatches = Matches.TestCase
TestMatches.settings = settings(
    max_examples=50,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
