"""Writes painted tables in the form of the photographs: `python -m tests.vision.painted FOLDER --seeds 1-5`.

Each seed gives a folder of stills (table-SEED) and one of a game (session-SEED); every third table has the
Memory plates. The scoring commands run on FOLDER as on the photographs.
"""

import argparse
import json
import random
import sys
from pathlib import Path

from firmware.resources import nominal_board
from firmware.simulation.recording import write_pictures, write_recording
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from firmware.simulation.stills import stills
from referee.board import Variant
from referee.games.inner_circle.blunders import CLUMSY
from vision.painter.table import Table
from vision.painter.views import Hanging

# Seats and balls of the games, by seed.
_PARTIES = (((0, 2), 4), ((0, 1, 2, 3), 2), ((1, 2, 3), 3), ((0, 1), 2))


def painted_table(seed: int, *, turned: bool = False, cut: bool = False) -> Table:
    """Return the table of a seed; ``turned`` far, or its edges ``cut`` off by the picture's."""
    board = nominal_board(variant=Variant.MEMORY if seed % 3 == 0 else Variant.BASE)
    rng = random.Random(seed)
    hanging = Hanging(
        turn_deg=rng.uniform(0, 360) if turned else None,
        fill=rng.uniform(1.0, 1.2) if cut else None,
    )
    return simulated_table(board, seed, hanging=hanging)


def painted_stage(seed: int) -> Stage:
    """Return the stage of a seed, with clumsy people."""
    table = painted_table(seed)
    seats, balls = _PARTIES[seed % len(_PARTIES)]
    match = match_at(table, seats, balls, seats[seed % len(seats)])
    return Stage(table, Cast(match=match, clumsiness=CLUMSY, seed=seed))


def _seeds(text: str) -> list[int]:
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def main(arguments: list[str] | None = None) -> int:
    """Write the folders."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.painted", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=_seeds, default=[1, 2, 3], help="a seed or FIRST-LAST")
    parser.add_argument("--stills", type=int, default=5, help="stills of each table")
    parser.add_argument(
        "--turned", action="store_true", help="cameras on any side (for the score of registration)"
    )
    parser.add_argument("--cut", action="store_true", help="boards larger than the picture")
    parser.add_argument("--pictures", type=int, default=40, help="pictures of each game")
    wanted = parser.parse_args(arguments)
    for seed in wanted.seeds:
        if wanted.stills:
            table = painted_table(seed, turned=wanted.turned, cut=wanted.cut)
            folder = wanted.folder / f"table-{seed:02d}"
            write_pictures(folder, table, stills(table, wanted.stills, seed))
        if wanted.pictures:
            folder = wanted.folder / f"session-{seed:02d}"
            told = write_recording(folder, painted_stage(seed), wanted.pictures)
            lines = "".join(json.dumps(event) + "\n" for event in told)
            (folder / "events.jsonl").write_text(lines, encoding="utf-8")
        print(f"{wanted.folder}: seed {seed}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
