"""Explanations of random fouls: always a rule and a sentence, and a way out that is legal."""

import re
import tomllib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.catalogue import speaker
from referee.games.inner_circle import House, Position, Throw, judge
from referee.games.inner_circle.counting import right_count
from referee.games.inner_circle.explaining import explain
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.notation import throw_from_text
from referee.games.inner_circle.replies import verdict_data
from referee.games.inner_circle.turn import Kind, Step
from tests.referee.inner_circle.generated import nudged, random_case
from tests.shared import ROOT

FOLDER = ROOT / "referee" / "games" / "inner_circle"
SAY = [
    speaker(tomllib.loads((FOLDER / f"texts.{language}.toml").read_text("utf-8")), names)
    for language in ("de", "en")
    for names in ({}, {0: "A", 1: "B", 2: "C", 3: "D"})
]


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=25, deadline=None)
def test_every_foul_is_explained(seed, memory):
    """Whatever is wrong, the referee names a rule, says it in words, and shows only legal ways out."""
    rng = Random(seed)
    case = random_case(rng, memory=memory)
    after = nudged(rng, case.after, case.before.turn)
    if find(case.house, case.before, case.throws, after) is not None:
        return

    foul = explain(case.house, case.before, case.throws, after)

    assert re.fullmatch(r"[BSTMOGX][1-8]", foul.rule)
    for sentence in (foul.reason, *foul.further):
        assert all(say(sentence) and "{" not in say(sentence) for say in SAY)
    prefixes = [case.throws[:count] for count in range(len(case.throws) + 1)]
    assert any(find(case.house, case.before, throws, foul.nearest) for throws in prefixes)


@pytest.mark.parametrize(
    ("house", "before", "throws", "after", "rules"),
    [
        # A miscounted number, and somebody else's ball taken away.
        ("", "b2_0.O10.c0_2.O40.c0_t0", "4+half", "b2_0.O15.c0_2.c0_t2", ["M1", "T4"]),
        # A ball at home moved, and an option ball of somebody else.
        ("", "m2_0.O10.c0_2.T3.c0_t0", "4+swap-ring", "m2_0.O14.c0_2.O5.c0.half_t2", ["X1", "T1", "T4"]),
        # A further throw that was not due, and what was moved by it.
        ("", "b2_0.O10.O20.c0_2.O40.c0_t0", "4+half 2+half", "b2_0.O14.O22.c0_2.O40.c0_t2", ["T3"]),
        # Three things at once.
        ("", "b3_0.O10.O20.c0_2.O40.O41.c0_t0", "4+half", "b3_0.O11.O25.c0_2.O41.O44.c0_t2",
         ["M1", "M1", "T4"]),
    ],
)  # fmt: skip
def test_several_mistakes_are_told_one_by_one(house, before, throws, after, rules):
    """Each mistake has a sentence of its own, in the reply one after the other."""
    stood, stands = Position.from_text(before), Position.from_text(after)
    thrown = tuple(map(throw_from_text, throws.split()))

    verdict = judge(House.from_text(house), stood, thrown, stands)

    told = [verdict.foul.reason, *verdict.foul.further]
    assert rules == [sentence.key.split(".")[1] for sentence in told]
    reason = verdict_data(verdict, SAY[0])["reason"]
    assert all(SAY[0](sentence) in reason for sentence in told)


@pytest.mark.parametrize(
    ("house", "before", "throws", "after", "key", "switch"),
    [
        ("", "b2_0.O7.c0_2.O40.c0_t0", "2+swap-ring", "b2_0.I6.c0_2.O40.c0_t2",
         "M8.stayed", "swap_ring_triggers_change=false"),
        ("swap_ring_triggers_change=false", "b2_0.O7.c0_2.O40.c0_t0", "2+swap-ring",
         "b2_0.O10.c0_2.O40.c0_t2", "M8.changed", "swap_ring_triggers_change=true"),
        ("", "b2_0.O10.O14.c0_2.O40.c0_t0", "4+half", "b2_0.O14.c0_2.O40.c0_t2",
         "M3.landed", "own_ball=throws"),
        ("", "b2_0.O10.c0_2.I8.c0_t0", "4+swap-ball", "b2_0.T2.c0_2.O14.c0_t2",
         "O3.hole", "swap_ball_may_hole=true"),
        ("enter_with_both_dice=false", "b2_0.O10.c0_2.O40.c0_t0", "6+half 4+half",
         "b2_0.O0.O14.c0_2.O40.c0_t2", "T3.barred", "enter_with_both_dice=true"),
        ("", "b2_0.O10.c0_2.O40.c0_t0", "6+double 4+half", "b2_0.O0.O20.c0_2.O40.c0_t2",
         "T6.entered", "entry_uses_whole_number=false"),
        ("", "b2_0.O10.c0_2.O40.c0_t0", "6 4+half", "b2_0.O0.O14.c0_2.O40.c0_t2",
         "T7.tries", "three_throws=always"),
        ("direction_twice=stays", "m2_0.O12.c0.double.direction_2.O40.c0_t0", "4+direction",
         "m2_0.T4.c0_2.O40.c0_t2", "O4.stays", "direction_twice=turns-back"),
    ],
)  # fmt: skip
def test_what_another_house_rule_allows_is_named_by_it(house, before, throws, after, key, switch):
    """The sentence names the step that this house forbids, and the reply the switch that allows it."""
    stood, stands = Position.from_text(before), Position.from_text(after)
    thrown = tuple(map(throw_from_text, throws.split()))

    verdict = judge(House.from_text(house), stood, thrown, stands)

    assert f"foul.{key}" == verdict.foul.reason.key
    assert switch in verdict.legal_under


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("O20", "O15", "M1.count-back"),
        ("O20", "O20", "T5.back"),
    ],
)
def test_what_goes_backwards_is_called_backwards(before, after, key):
    """O4: sentences about a number say which way it had to be counted."""
    stood = Position.from_text(f"m2_0.{before}.c0.direction_2.O40.c0_t0")
    stands = Position.from_text(f"m2_0.{after}.c0_2.O40.c0_t2")

    foul = explain(House(), stood, (Throw.from_json({"number": 4, "option": "half"}),), stands)

    assert f"foul.{key}" == foul.reason.key


@pytest.mark.parametrize(
    ("house", "before", "throws", "after", "told"),
    [
        # Something lies on the board though nothing was thrown, and not on a start field: left over.
        ("", "b2_0.c0_2.c0_t0", "", "b2_0.O0.T2.c0_2.O5.c0_t0",
         [("S2.ball", 0, "T2"), ("S2.ball", 2, "O5")]),
        ("", "b2_0.c0_2.c0_t0", "", "b2_0.O0.c0_2.c0_t0", [("T2.entered", None, "O0")]),
        # Somebody else entered, by a throw or by exit, and whose turn it is now does not matter.
        ("", "b2_0.c0_2.c0_t0", "6", "b2_0.c0_2.O32.c0_t0", [("S3.winner", 2, None)]),
        ("round_starter=next", "m2_0.c0_2.c0.exit_t0", "4+half", "m2_0.c0_2.O36.c0_t2",
         [("S3.next", 2, None)]),
        ("", "m2_0.c0_2.c0.exit_t0", "", "m2_0.c0_2.O32.c0_t0", [("S3.winner", 2, None)]),
        # Not by their own throw either; and where anybody may begin.
        ("", "b2_0.c0_2.c0_t0", "4", "b2_0.c0_2.O32.c0_t0", [("T4.put", 2, "O32")]),
        ("round_starter=any", "b2_0.c0_2.c0_t0", "6", "b2_0.c0_2.O32.c0_t0", [("T4.put", 2, "O32")]),
        # A round that is under way.
        ("", "b2_0.T1.c0_2.c0_t0", "6", "b2_0.T1.c0_2.O32.c0_t0", [("T4.put", 2, "O32")]),
    ],
)  # fmt: skip
def test_wrong_beginnings(house, before, throws, after, told):
    """S2, S3: what was not set up and who may not begin are told as that, and the set-up is right."""
    stood, stands = Position.from_text(before), Position.from_text(after)
    thrown = tuple(map(throw_from_text, throws.split()))

    foul = explain(House.from_text(house), stood, thrown, stands)

    found = [
        (s.key.removeprefix("foul."), s.params.get("other_seat"), s.params.get("to_place"))
        for s in (foul.reason, *foul.further)
    ]
    assert told == found
    assert foul.nearest == stood


@pytest.mark.parametrize(
    ("before", "throws", "after", "key", "params", "nearest"),
    [
        # Swap-ring slantwise and backwards onto an arrow.
        ("m2_0.O9.O20.c0.direction_2.O40.c0_t0", "2+swap-ring", "m2_0.O18.I4.c0_2.O40.c0_t2",
         "M8.stayed", {"to_place": "I4", "right_place": "O8"}, "m2_0.O8.O18.c0_2.O40.c0_t2"),
        # The ball of the second of two others was hit on the arrow and left there.
        ("b2_0.O0.c0_1.c0_2.O8.c0_t0", "8+half", "b2_0.I4.c0_1.c0_2.O8.c0_t1",
         "M2.spared", {"other_seat": 2, "to_place": "O8"}, "b2_0.I4.c0_1.c0_2.c0_t1"),
        # A ball of somebody else came home; where it stood before is free, or it comes from the start area.
        ("b2_0.O10.c0_2.O40.c0_t0", "4+half", "b2_0.O14.c0_2.T3.c0_t2",
         "T4.home", {"other_seat": 2, "to_place": "T3"}, "b2_0.O14.c0_2.O40.c0_t2"),
        ("b2_0.O10.c0_2.O40.c0_t0", "4+half", "b2_0.O14.c0_2.O40.T3.c0_t2",
         "T4.home", {"other_seat": 2, "to_place": "T3"}, "b2_0.O14.c0_2.O40.c0_t2"),
        # Nothing was thrown at all.
        ("b2_0.O10.c0_2.O40.c0_t0", "", "b2_0.O10.c0_2.O40.c0_t2", "T3.begin", {}, "b2_0.O10.c0_2.O40.c0_t0"),
        ("b2_0.T1.c0_2.O40.c0_t0", "", "b2_0.T1.c0_2.O40.c0_t2", "T2.tries", {}, "b2_0.T1.c0_2.O40.c0_t0"),
        # Too much is wrong for a story; the turn goes on, or is over, as it is with what stands there.
        ("b2_0.O10.O12.c0_2.O40.O44.c0_t0", "4+half", "b2_0.c0_2.O41.O46.c0_t0",
         "T4.off", {"from_place": "O10"}, "b2_0.O10.O12.c0_2.O40.O44.c0_t0"),
        ("b2_0.O10.O12.c0_2.O40.O44.c0_t0", "4+half", "b2_0.c0_2.O41.O46.c0_t2",
         "T4.off", {"from_place": "O12"}, "b2_0.O12.O14.c0_2.O40.O44.c0_t2"),
        # A ring changed away from the arrows, also backwards.
        ("m2_0.O10.c0.direction_2.O40.c0_t0", "4+half", "m2_0.I3.c0_2.O40.c0_t2",
         "B3.changed-back", {"right_place": "O6"}, "m2_0.O6.c0_2.O40.c0_t2"),
    ],
)  # fmt: skip
def test_what_is_told_and_where_it_belongs(before, throws, after, key, params, nearest):
    """The first mistake has its sentence and places, and the way out is the legal position next to it."""
    stood, stands = Position.from_text(before), Position.from_text(after)

    foul = explain(House(), stood, tuple(map(throw_from_text, throws.split())), stands)

    assert f"foul.{key}" == foul.reason.key
    assert params.items() <= foul.reason.params.items()
    assert (key == "T4.off") == bool(foul.further)
    assert nearest == foul.nearest.to_text()


@pytest.mark.parametrize(
    ("before", "throws", "seen", "after", "blind", "key", "nearest"),
    [
        # The ring was changed as it may be, and seen; then one field too many was counted.
        ("b2_0.O10.c0_2.O40.c0_t0", "6+swap-ring", "b2_0.I5.c0_2.O40.c0_t0",
         "b2_0.I12.c0_2.O40.c0_t0", "B1.beside", "M1.count", "b2_0.I11.c0_2.O40.c0_t0"),
        # The ball was on the right ring and was put back onto the arrow.
        ("b2_0.O0.c0_2.O40.c0_t0", "8+half", "b2_0.I4.c0_2.O40.c0_t0",
         "b2_0.O8.c0_2.O40.c0_t0", "M4.stayed", "M4.stayed", "b2_0.I4.c0_2.O40.c0_t0"),
        # Counted again after it was right, it is miscounted all the same.
        ("b2_0.O0.c0_2.O40.c0_t0", "6+half", "b2_0.O6.c0_2.O40.c0_t0",
         "b2_0.O9.c0_2.O40.c0_t0", "M1.count", "M1.count", "b2_0.O6.c0_2.O40.c0_t0"),
        # Somebody else's ball, before or after the own one was moved.
        ("b2_0.O0.c0_2.O40.c0_t0", "6+half", "b2_0.O6.c0_2.O40.c0_t0",
         "b2_0.O6.c0_2.O45.c0_t0", "T4.other", "T4.other", "b2_0.O6.c0_2.O40.c0_t0"),
        # What was seen is nothing that the turn can have led to.
        ("b2_0.O0.c0_2.O40.c0_t0", "6+half", "b2_0.O5.c0_2.O40.c0_t0",
         "b2_0.O7.c0_2.O40.c0_t0", "M1.count", "M1.count", "b2_0.O6.c0_2.O40.c0_t0"),
    ],
)  # fmt: skip
def test_what_was_seen_in_between_tells_fouls_apart(
    before, throws, seen, after, blind, key, nearest
):
    """A foul is looked for from where the turn was seen to stand, unless a particular one explains all."""
    stood, stands = Position.from_text(before), Position.from_text(after)
    thrown = tuple(map(throw_from_text, throws.split()))

    foul = explain(House(), stood, thrown, stands, seen=Position.from_text(seen))

    assert explain(House(), stood, thrown, stands).reason.key == f"foul.{blind}"
    assert foul.reason.key == f"foul.{key}"
    assert foul.nearest.to_text() == nearest


@pytest.mark.parametrize(("back", "way"), [(False, (62, 63, 0)), (True, (62, 61, 60))])
def test_a_number_is_counted_in_the_direction_that_holds(back, way):
    """O4: backwards after direction, and over the end of the ring's numbers."""
    step = Step(Kind.MOVE, 2, (62, 5))

    assert way == right_count(step, back=back)


@pytest.mark.parametrize(
    ("before", "throw", "after", "way"),
    [
        ("O4", {"number": 6, "option": "half"}, "O11", ["O4", "O5", "O6", "O7", "O8", "O9", "O10"]),
        ("I30", {"number": 4, "option": "half"}, "I3", ["I30", "I31", "I0", "I1", "I2"]),
    ],
)
def test_a_miscounted_number_is_counted_out_field_by_field(before, throw, after, way):
    """M1: the reply counts the fields on which the number should have gone."""
    stood = Position.from_json(
        {"game": "inner-circle", "memory": False, "seats": [0, 2], "balls": 2, "on": {before: 0},
         "start": {"0": 1, "2": 2}, "counters": {"0": 0, "2": 0}, "turn": 0}
    )  # fmt: skip
    stands = Position.from_json(stood.to_json() | {"on": {after: 0}, "turn": 2})

    reply = verdict_data(judge(House(), stood, [Throw.from_json(throw)], stands), str)

    assert ("M1", way) == (reply["rule"], reply["steps"][-1]["counted"])
