"""How fast the judge is: ``python -m tests.benchmarks.judge [--cases N]`` prints a table.

For the vectors and for generated worst cases (seven options remembered, four balls each, several throws):
the time of ``legal`` and ``complete``, the worst whole reply with explanation and ``legal_under`` (of every
tenth turn), and the memory. Times are processor time, so that other programs disturb them little.
"""

import argparse
import resource
import sys
import time
from collections.abc import Sequence

from referee.games.inner_circle import Position, judge
from referee.games.inner_circle.finding import find
from tests.referee.inner_circle.generated import Case, worst_cases
from tests.referee.inner_circle.vectors import load, turn_of

HEAD = f"{'turns':14} {'n':>5} {'legal':>6} {'median':>9} {'99 %':>9} {'worst':>9} {'reply':>9}"

REPLIED = 10


def vector_cases(name: str) -> list[Case]:
    """Return the turns of one file of vectors."""
    return [
        Case(*turn_of(row["request"]), Position.from_json(row["request"]["after"]))
        for row in load(name)
    ]


def measured(name: str, cases: Sequence[Case]) -> str:
    """Return one line of the table; times in milliseconds, ``reply`` is the worst whole reply."""
    times, replies, legal = [], [], 0
    for place, case in enumerate(cases):
        turn = (case.house, case.before, case.throws, case.after)
        start = time.process_time()
        legal += find(*turn) is not None
        times.append((time.process_time() - start) * 1000)
        if place % REPLIED == 0:
            start = time.process_time()
            judge(*turn)
            replies.append((time.process_time() - start) * 1000)
    times.sort()
    middle, most = times[len(times) // 2], times[min(int(len(times) * 0.99), len(times) - 1)]
    return (
        f"{name:14} {len(cases):5} {legal:6} {middle:9.2f} {most:9.1f} "
        f"{times[-1]:9.1f} {max(replies):9.0f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", metavar="N", type=int, default=1000, help="worst cases made")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.stdout.write(f"milliseconds of processor time\n{HEAD}\n")
    for name in ("judge-base", "judge-memory", "judge-hard"):
        sys.stdout.write(measured(name, vector_cases(name)) + "\n")
        sys.stdout.flush()
    sys.stdout.write(measured("worst cases", worst_cases(options.cases, options.seed)) + "\n")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"peak memory {peak_mb:.0f} MB\n")


if __name__ == "__main__":
    main()
