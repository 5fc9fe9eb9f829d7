"""Balls that differ from the wood by their shape alone."""

from collections import Counter

from tests.vision.fields.hard_to_see import INVENTED, MISSED, OTHERWISE, RIGHT, UNSURE, read_table

# A table of wooden balls, one of the board's wood in wood and one in plastic; no judge learned from them.
SEEDS = (97_005, 97_006, 97_007)


def test_balls_like_the_wood_are_read_or_in_doubt():
    """No such ball is taken for a hole or for another, no hole for a ball, and most are read.

    A hole of a ball's colour whose shape may be one's is in doubt.
    """
    counts: dict[str, Counter[str]] = {}
    for what, said, _ in (each for seed in SEEDS for each in read_table(seed)):
        counts.setdefault(what, Counter())[said] += 1

    wrong = {MISSED, OTHERWISE, INVENTED}
    assert not any(count[said] for count in counts.values() for said in wrong)
    assert counts["like"][RIGHT] > 0.6 * counts["like"].total()
    assert counts["empty"][UNSURE] < 0.03 * counts["empty"].total()
