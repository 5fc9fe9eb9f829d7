"""The engine agrees with a second, independent reading of the rules on turns made at random."""

import argparse
import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.inner_circle import House, Position, ends
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.house import values_of
from tests.referee.inner_circle.generated import SWITCHES, nudged, random_case
from tests.referee.inner_circle.oracle import Oracle, TooLargeError


def compared(case, rng: Random, most: int) -> int:
    """Compare ends, throws due and two verdicts of one turn; return how many things were compared."""
    throws = [throw.to_json() for throw in case.throws]
    try:
        oracle = Oracle(case.house.to_json(), case.before.to_json(), throws, most)
    except TooLargeError:
        return 0
    expected, due = oracle.ends()
    listed = ends(case.house, case.before, case.throws)
    found = {oracle.content_of(position.to_json()) for position in listed.positions}
    told = (case.house.to_text(), case.before.to_text(), throws)

    assert found == expected, told
    assert len(found) == listed.count, told
    assert listed.next_throws == due, told
    afters = [case.after, nudged(rng, case.after, case.before.turn)]
    if expected:
        end = rng.choice(sorted(listed.positions, key=Position.to_text)[:50])
        afters += [end, nudged(rng, end, case.before.turn)]
    for after in afters:
        played = find(case.house, case.before, case.throws, after)
        verdict = (played is not None, played is not None and played.complete)

        assert verdict == oracle.judge(after.to_json()), (*told, after.to_text())
    return 2 + len(afters)


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_engine_agrees_with_the_oracle(seed, memory):
    """Whatever the variant: the same ends, the same throws due, the same verdicts."""
    rng = Random(seed)

    compared(random_case(rng, memory=memory), rng, 1500)


@pytest.mark.parametrize(
    ("switch", "value"),
    [(switch, value) for switch in SWITCHES for value in values_of(switch)],
)
def test_every_switch_is_read_alike(switch, value):
    """Each value of each house rule, on a few turns with and without Memory."""
    rng, house, done = Random(f"{switch} {value}"), replace(House(), **{switch: value}), 0
    for turn in range(8):
        case = random_case(rng, memory=turn % 2 == 0)
        done += compared(replace(case, house=house), rng, 1500)

    assert done


def main():
    """Compare many turns: ``python -m tests.referee.inner_circle.test_oracle --turns 2000``."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--states", type=int, default=20_000, help="skip turns with more states")
    options = parser.parse_args()
    rng, done, skipped = Random(options.seed), 0, 0
    for turn in range(options.turns):
        count = compared(random_case(rng, memory=turn % 2 == 0), rng, options.states)
        done, skipped = done + count, skipped + (count == 0)
    sys.stdout.write(f"{done} answers agree; {skipped} of {options.turns} turns were too large\n")


if __name__ == "__main__":
    main()
