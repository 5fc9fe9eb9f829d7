"""Fitting: the positions that go best with what was seen, and no other, with all rivals near the best."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.evidence import OTHER_COST, cost
from referee.games.inner_circle import House, Position, Throw, fit, ring
from referee.games.inner_circle.fitting import SLACK, contents
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.search import turns
from referee.games.inner_circle.throw import OPTIONS
from tests.referee.inner_circle.generated import play_out, random_house, random_position

FEW = 2000


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=80, deadline=None)
def test_fit_finds_what_listing_finds(seed, memory):
    """With covered, doubtful and wrong readings, fit returns what weighing every position returns."""
    rng = Random(seed)
    house, before = random_house(rng), random_position(rng, memory=memory)
    throws, turn, play = play_out(rng, house, before)
    seen = play.position(turn, ended=False)
    reached = reachable(Play.of(house, before, throws))
    if reached is None:
        return
    evidence = readings(rng, seen)
    expected = sorted(cost(contents(position), evidence) for position in reached)
    expected = [each for each in expected if each <= expected[0] + SLACK + 1e-9]

    found = fit(house, before, throws, evidence)

    assert [round(each, 6) for each in expected] == [round(each.cost, 6) for each in found]
    assert all(each.complete == reached[each.position] for each in found)


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_misread_ball_of_somebody_else_is_an_exception(seed):
    """Where one of the others' balls is clearly seen wrong, all positions within the slack are found."""
    rng = Random(seed)
    house, before = random_house(rng), random_position(rng, memory=False)
    throws, turn, play = play_out(rng, house, before)
    seen, reached = play.position(turn, ended=False), reachable(Play.of(house, before, throws))
    others = [field for field, seat in seen.on.items() if seat != before.turn]
    if reached is None or not others:
        return
    there = contents(seen)
    evidence = {
        field: {there.get(field, ""): 0.0} for field in ring.NAMES[: ring.targets(False).stop]
    }
    gone, other = rng.choice(others), str(seen.on[rng.choice(others)])
    evidence[gone] = {"": 0.0}
    if rng.random() < 0.5:
        evidence[rng.choice(list(evidence))] = {other: 0.0}
    weighed = sorted(cost(contents(position), evidence) for position in reached)

    found = fit(house, before, throws, evidence)

    expected = [each for each in weighed if each <= weighed[0] + SLACK + 1e-9]
    assert [round(each, 6) for each in expected] == [round(each.cost, 6) for each in found]


def test_a_hidden_ball_leaves_rivals():
    """Where the field of arrival is covered, every position that could hide there is a rival."""
    before = Position.from_text("b2_0.O10.O30.c0_2.c0_t0")
    evidence = {
        name: {contents(before).get(name, ""): 0.0}
        for name in ring.NAMES[: ring.FIRST_TARGET]
        if name not in {"O10", "O14", "O30", "O34"}
    }

    found = fit(House(), before, (Throw.from_json({"number": 4, "option": "hole-in"}),), evidence)

    best = {each.position.to_text() for each in found if each.cost == 0}
    assert {"b2_0.O14.O30.c0_2.c0_t0", "b2_0.O10.O34.c0_2.c0_t0"} <= best


def test_a_ceiling_ends_the_search():
    """If nothing costs so little, nothing is returned."""
    before = Position.from_text("b1_0.O10.c0_2.O40.c0_t0")
    evidence = {name: {"0": 0.0} for name in ring.NAMES[:20]}

    assert [] == fit(House(), before, (), evidence, ceiling=OTHER_COST)


def reachable(play):
    """Return every position of the turn, and whether it may end there; None if there are too many."""
    found: dict = {}
    for count, turn in enumerate(turns(play)):
        if play.used_up(turn):
            position = play.position(turn, ended=False)
            found[position] = found.get(position, False) or play.may_end(turn)
        if count > FEW:
            return None
    return found


def readings(rng, position):
    """Return evidence as an eye might give it: mostly clear, partly covered or doubtful, one spot wrong."""
    there = contents(position)
    spots = [*ring.NAMES[: ring.targets(position.memory).stop]]
    spots += [f"start.{seat}" for seat in position.seats]
    if position.memory:
        spots += [f"stored.{seat}.{option}" for seat in position.seats for option in OPTIONS]
    covered, doubtful = rng.choice([(0.0, 0.0), (0.1, 0.0), (0.0, 0.1), (0.1, 0.1)])
    evidence = {}
    for spot in spots:
        roll = rng.random()
        if roll < covered:
            continue
        evidence[spot] = {there.get(spot, ""): 0.0}
        if roll > 1 - doubtful:
            evidence[spot][rng.choice(["", "0", "1"])] = rng.random() * 3
    if rng.random() < 0.3 and evidence:
        evidence[rng.choice(list(evidence))] = {"": 0.0}
    return evidence
