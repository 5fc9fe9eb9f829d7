"""How fast the judge is: ``python -m tests.benchmarks.judge [--cases N]`` prints a table.

For the vectors and for generated worst cases (seven options remembered, four balls each, several throws):
the time of ``legal`` and ``complete``, the worst whole reply with explanation and ``legal_under`` (of every
tenth turn), and the memory; and what ``ends`` takes to list the first of the worst cases, in a process of
its own. Times are processor time, so that other programs disturb them little.
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Sequence
from subprocess import PIPE, Popen
from typing import NamedTuple

from referee.games.inner_circle import Position, judge
from referee.games.inner_circle.finding import find
from tests.referee.inner_circle.generated import Case, worst_cases
from tests.referee.inner_circle.vectors import load, turn_of
from tests.shared import ROOT

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


class Listed(NamedTuple):
    """What listing ends took: processor time, the most memory at a time, and the reply's last bytes."""

    taken_s: float
    peak_mb: float
    written_mb: float
    tail: bytes


# A process begins with the peak of the one that started it, so a small one stands in between.
_BETWEEN = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "firmware", "ends", "--limit", sys.argv[1]], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=sys.stderr)
"""


def listed(case: Case, limit: int) -> Listed:
    """List the ends of a case by the command, with reading and writing."""
    request = {
        "id": 1, "house": case.house.to_json(), "before": case.before.to_json(),
        "throws": [throw.to_json() for throw in case.throws],
    }  # fmt: skip
    command = [sys.executable, "-c", _BETWEEN, str(limit)]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=ROOT) as ends:
        assert ends.stdin is not None
        assert ends.stdout is not None
        assert ends.stderr is not None
        ends.stdin.write(json.dumps(request).encode() + b"\n")
        ends.stdin.close()
        written, tail = 0, b""
        while some := ends.stdout.read(1 << 20):
            written, tail = written + len(some), (tail + some)[-120:]
        taken_s, peak_mb = map(float, ends.stderr.read().split())
    return Listed(taken_s, peak_mb, written / 1e6, tail)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", metavar="N", type=int, default=1000, help="worst cases made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--limits", metavar="N", type=int, nargs="*", default=[200_000], help="of ends to list"
    )
    options = parser.parse_args()
    sys.stdout.write(f"milliseconds of processor time\n{HEAD}\n")
    for name in ("judge-base", "judge-memory", "judge-hard"):
        sys.stdout.write(measured(name, vector_cases(name)) + "\n")
        sys.stdout.flush()
    cases = worst_cases(options.cases, options.seed)
    sys.stdout.write(measured("worst cases", cases) + "\n")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"peak memory {peak_mb:.0f} MB\n")
    for limit in options.limits:
        took = listed(cases[0], limit)
        sys.stdout.write(
            f"ends --limit {limit}: {took.taken_s:.1f} s, {took.peak_mb:.0f} MB of memory, "
            f"{took.written_mb:.0f} MB written\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
