"""Simulated rounds through painter, eye and table: `python -m tests.firmware.simulation.rounds FILE`.

Each round has its own table, people and blunders. What the table tells is compared with the script; a line of
FILE holds one round's outcome. Stopped and started again, the run goes on with the rounds that FILE lacks.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from firmware.cameras.port import Shot
from firmware.commands.watch import follow
from firmware.resources import nominal_board
from firmware.simulation.gestures import Beat
from firmware.simulation.recording import measures_of
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.board import Variant
from referee.events import Event, standing
from referee.game import open_game
from referee.games.inner_circle.blunders import CLUMSY, NEAT, Clumsiness
from referee.table.patience import LIVE
from referee.table.table import Table
from vision.calibration import calibrate
from vision.errors import VisionError
from vision.eye import Eye
from vision.painter.painter import Painter

# Seats and balls, by seed.
_PARTIES = (((0, 2), 4), ((0, 1, 2, 3), 2), ((1, 2, 3), 3), ((0, 1), 2))
# What is compared; steps are told whenever the view is clear, which a script does not foresee.
COMPARED = ("throw", "turn", "illegal", "restored", "round", "game")


@dataclass(frozen=True)
class Outcome:
    """What came of one round: events expected, and those that the table missed or made up."""

    seed: int
    pictures: int
    expected: int
    missing: list[str]
    extra: list[str]
    error: str = ""

    @property
    def flawless(self) -> bool:
        """Whether all was told as it was."""
        return not self.missing and not self.extra and not self.error


def stage_of(seed: int, clumsiness: Clumsiness, size_px: tuple[int, int], *, memory: bool) -> Stage:
    """Return the stage of a seed."""
    board = nominal_board(variant=Variant.MEMORY if memory else Variant.BASE)
    table = simulated_table(board, seed, size_px=size_px)
    seats, balls = _PARTIES[seed % len(_PARTIES)]
    match = match_at(table, seats, balls, seats[seed % len(seats)])
    return Stage(table, Cast(match=match, clumsiness=clumsiness, seed=seed))


class Filming:
    """The pictures of one round, so many a second, and meanwhile what a referee should tell."""

    def __init__(self, stage: Stage, per_second: float) -> None:
        self._stage, self._painter = stage, Painter(stage.table)
        self._noise = np.random.default_rng(stage.cast.seed)
        self._step_s, self._now_s = 1 / per_second, 0.0
        self.told: list[Mapping[str, Any]] = []
        self.pictures = 0

    def shots(self) -> Iterator[Shot]:
        """Yield pictures until the round is won and the board is cleared, or the game is over."""
        opening = self._stage.world.scene()
        yield from self._film(Beat(2.0, lambda _: opening, "still"))
        for deed, beats in self._stage.deeds():
            for beat in beats:
                yield from self._film(beat)
            self.told += deed.events
            if deed.note == "new round":
                return

    def _film(self, beat: Beat) -> Iterator[Shot]:
        count = max(1, round(beat.seconds / self._step_s))
        for i in range(count):
            scene = beat.scene((i + 0.5) / count)
            self._now_s += self._step_s
            self.pictures += 1
            picture = self._painter.paint(scene, self._noise)
            yield Shot(picture, self._now_s, str(self.pictures))


def play(seed: int, clumsiness: Clumsiness, per_second: float, *, memory: bool = False) -> Outcome:
    """Play one round before the eye and compare what the table tells."""
    stage = stage_of(seed, clumsiness, (1280, 960), memory=memory)
    filming = Filming(stage, per_second)
    match = stage.cast.match
    table: Table[Any, Any] = Table(open_game(match), patience=LIVE)
    board = nominal_board()
    measures = measures_of(stage.table.board)

    def learn(shot: Shot) -> Eye:
        return Eye(calibrate([shot.picture], board, measures=measures, match=match.data()))

    error = ""
    try:
        for _ in follow(table, filming.shots(), learn):
            pass
    except VisionError as problem:
        error = str(problem)
    expected = [_line(event) for event in filming.told]
    found = [_told(event) for event in standing(table.events) if event.what.kind in COMPARED]
    missing, extra = differences(expected, found)
    return Outcome(seed, filming.pictures, len(expected), missing, extra, error)


def differences(expected: Sequence[str], found: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what is missing and what is too much."""
    missing, extra = list[str](), list[str]()
    for what, a, b, c, d in SequenceMatcher(None, expected, found, autojunk=False).get_opcodes():
        if what != "equal":
            missing += expected[a:b]
            extra += found[c:d]
    return missing, extra


def _told(event: Event) -> str:
    return _line(event.line(str))


def _line(event: Mapping[str, Any]) -> str:
    """The part of an event that is compared, as one line."""
    keys = {
        "throw": ("seat", "number", "option"), "turn": ("seat", "throws", "position"),
        "illegal": ("seat", "rule"), "restored": (), "round": ("winner", "counters"), "game": ("winner",),
    }[event["event"]]  # fmt: skip
    values = {key: event[key] for key in keys}
    return f"{event['event']} {json.dumps(values, sort_keys=True)}"


def report(outcomes: Sequence[Outcome]) -> str:
    """Sum outcomes up."""
    events = sum(each.expected for each in outcomes)
    wrong = sum(len(each.missing) + len(each.extra) for each in outcomes)
    flawed = sum(not each.flawless for each in outcomes)
    kinds = Counter(line.split()[0] for each in outcomes for line in (*each.missing, *each.extra))
    return (
        f"{len(outcomes)} rounds, {flawed} with a mistake; {events} events, {wrong} missed or made up "
        f"{dict(kinds) or ''}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play the rounds that the file lacks."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.simulation.rounds")
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--per-second", type=float, default=3.0, help="pictures a second")
    parser.add_argument("--neat", action="store_true", help="people who do not blunder")
    parser.add_argument("--memory", action="store_true", help="with the Memory plates")
    wanted = parser.parse_args(arguments)
    lines = wanted.file.read_text(encoding="utf-8").splitlines() if wanted.file.exists() else []
    outcomes = [Outcome(**json.loads(line)) for line in lines]
    done = {each.seed for each in outcomes}
    for seed in range(1, wanted.rounds + 1):
        if seed in done:
            continue
        clumsiness = NEAT if wanted.neat else CLUMSY
        outcome = play(seed, clumsiness, wanted.per_second, memory=wanted.memory)
        with wanted.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(outcome)) + "\n")
        outcomes.append(outcome)
        print(f"round {seed}: {outcome.expected} events, missing {outcome.missing}, extra {outcome.extra} "
              f"{outcome.error}", file=sys.stderr)  # fmt: skip
    print(report(outcomes))
    return 0 if all(each.flawless for each in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
