"""Rates on painted tables with balls that are hard to see: like the wood, dark as a hole, or clear.

python -m tests.vision.fields.hard_to_see --seeds 97000-97039 [--wrong]
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import cv2

from tests.vision.fields.painted_balls import LIKE, painted_stills
from vision.fields import learn, read

# What was said of a field: of one with a ball, and of an empty one.
RIGHT, UNSURE, MISSED, OTHERWISE, INVENTED = "right", "unsure", "missed", "otherwise", "invented"


def read_table(seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield what lies on each field of a table's pictures (like, other, empty), what was said, and where.

    The table is calibrated with its first picture; board and camera are the true ones.
    """
    first, *later = painted_stills(seed)
    appearance = learn([first.frame], first.view, first.row["seats"])
    for still in later:
        for name, reading in read(still.frame, still.view, appearance).fields.items():
            true = still.row["on"].get(name)
            what = "empty" if true is None else "like" if true == still.row["like"] else "other"
            if not reading.sure:
                said = UNSURE
            elif reading.label == true:
                said = RIGHT
            else:
                said = INVENTED if true is None else OTHERWISE if reading.label else MISSED
            yield what, said, f"{seed}/{still.path.name} {name}: {true}, said {reading.label}"


def main(arguments: list[str] | None = None) -> int:
    """Print the rates by what makes a table's balls hard to see."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="97000-97039", help="a seed or FIRST-LAST")
    parser.add_argument("--wrong", action="store_true", help="list what was wrong")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    first, _, last = given.seeds.partition("-")
    counts: dict[tuple[str, str], Counter[str]] = {}
    for seed in range(int(first), int(last or first) + 1):
        for what, said, where in read_table(seed):
            for kind in (LIKE[seed % len(LIKE)], "all"):
                counts.setdefault((kind, what), Counter())[said] += 1
            if given.wrong and said not in (RIGHT, UNSURE):
                print(said, where, flush=True)
    for (kind, what), count in sorted(counts.items()):
        print(f"{kind:8} {what:6}", dict(count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
