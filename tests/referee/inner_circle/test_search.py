"""The search misses nothing: what it leaves out cannot lead to the goal."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.inner_circle.finding import find
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.prospect import Prospect
from referee.games.inner_circle.search import turns
from tests.referee.inner_circle.generated import (
    nudged,
    play_on,
    random_case,
    random_house,
    random_position,
)

seeds = st.integers(min_value=0, max_value=2**32)
memories = st.booleans()


@given(seeds, memories, st.booleans())
@settings(max_examples=100, deadline=None)
def test_no_state_on_the_way_is_called_hopeless(seed, memory, worst):
    """On every way to a state, the bounds of the search towards that state let each step pass."""
    rng = Random(seed)
    house = random_house(rng, 4)
    before = random_position(rng, memory=memory, worst=worst)
    way, play = walk(rng, house, before)
    after = play.position(way[-1], ended=play.may_end(way[-1]))
    for ended in {False, play.may_end(way[-1])}:
        prospect = Prospect(play, Goal.exactly(after, before.turn, ended=ended))

        assert all(prospect.hopeful(turn.own, turn.means) for turn in way)
        assert all(prospect.others_hopeful(turn) for turn in way)


@given(seeds, memories)
@settings(max_examples=100, deadline=None)
def test_judge_agrees_with_listing(seed, memory):
    """A verdict is the same as looking for the position among all that the turn can reach."""
    rng = Random(seed)
    case = random_case(rng, memory=memory)
    play = Play.of(case.house, case.before, case.throws)
    reached: dict = {}
    for count, turn in enumerate(turns(play)):
        if play.used_up(turn):
            unfinished = play.position(turn, ended=False)
            reached[unfinished] = reached.get(unfinished, False) or play.may_end(turn)
            if play.may_end(turn):
                reached[play.position(turn, ended=True)] = True
        if count > 20_000:
            return
    for after in (case.after, nudged(rng, case.after, case.before.turn)):
        played = find(case.house, case.before, case.throws, after)

        assert (after in reached) == (played is not None)
        if played is not None:
            assert reached[after] == played.complete


def walk(rng, house, before):
    """Play at random until a step wins or nothing is left, and return every state on the way."""
    play = Play.of(house, before, ())
    way = [play.begin()]
    while True:
        play, turn = play_on(rng, play, way[-1], entry=0.4)
        if turn is None or (play.used_up(way[-1]) and rng.random() < 0.05):
            return way, play
        way.append(turn)
