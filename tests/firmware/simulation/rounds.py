"""Simulated rounds through painter, eye and table: `python -m tests.firmware.simulation.rounds FILE`.

Each round has its own table, people and blunders. What the table tells is compared with the script; a line of
FILE holds one round's outcome. Stopped and started again, the run goes on with the rounds that FILE lacks.

The table sees ten pictures a second, and every fifth one while hands and dice move, as on a slow machine.
Of a scene in which nothing moves three pictures are painted, each with its own noise, and seen in turn. An
eye that finds no rest there, since it is unsure of something, is given six, and the table sees what it said
of the last three in turn.
With ``--glimpse`` nothing is painted: the scene itself is read, by an eye that errs on purpose, and with
``--bad`` by one that errs in all ways.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from firmware.resources import nominal_board
from firmware.simulation.gestures import Beat
from firmware.simulation.recording import measures_of
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.board import Variant
from referee.events import Illegal, standing
from referee.game import open_game
from referee.games.inner_circle.blunders import CLUMSY, NEAT, Clumsiness
from referee.games.inner_circle.game import open_game as inner_circle
from referee.games.inner_circle.people import Deed, People
from referee.games.inner_circle.players import seated
from referee.match import Match
from referee.sighting import Sighting
from referee.table.patience import LIVE
from referee.table.table import Table
from tests.firmware.simulation.comparing import (
    Stood,
    announced,
    differences,
    in_order,
    named_otherwise,
)
from tests.firmware.simulation.glimpse import BAD, WEAK, Glimpses, Weakness, over_board
from vision.calibration import calibrate
from vision.errors import VisionError
from vision.eye import Eye
from vision.frame import Frame
from vision.painter.painter import Painter
from vision.painter.scene import Scene

# Seats and balls, by seed.
_PARTIES = (((0, 2), 4), ((0, 1, 2, 3), 2), ((1, 2, 3), 3), ((0, 1), 2))
SIZE_PX = (1280, 960)
PER_SECOND = 10
_OPENING_S = 2.0
# So many pictures of a still scene are painted, and so many are read at most by an eye that does not rest.
_TAKES, _READINGS = 3, 6


@dataclass(frozen=True)
class Outcome:
    """What came of one round: events expected, those that the table missed or made up, and the cost.

    ``late_s`` is for each foul how long after the hand had left the board it was announced; ``false_s``
    when something was called illegal while nothing was wrong, also if it was taken back later. ``named``
    are fouls that break another rule than the script thought ("M1 M4"): a ball that was to go astray may
    land on an arrow.
    """

    seed: int
    pictures: int
    expected: int
    missing: list[str]
    extra: list[str]
    error: str = ""
    late_s: list[float] = field(default_factory=list)
    false_s: list[float] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    cpu_s: float = 0.0

    @property
    def flawless(self) -> bool:
        """Whether all was told as it was."""
        return not (self.missing or self.extra or self.error or self.false_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How many pictures are painted and read.

    Args:
        every: of hands and dice that move each so many'th picture is taken.
        size_px: width and height of the pictures.
        turns: the round begins so many turns before its end; None: with the set-up.
        glimpse: how weak an eye reads the scenes themselves; None: they are painted and read.

    """

    every: int = 5
    size_px: tuple[int, int] = SIZE_PX
    turns: int | None = None
    glimpse: Weakness | None = None


GLIMPSE = Effort(every=1, size_px=(160, 120), glimpse=WEAK)
"""Nothing is painted, and each picture is another glimpse."""

BAD_GLIMPSE = replace(GLIMPSE, glimpse=BAD)


def stage_of(seed: int, clumsiness: Clumsiness, effort: Effort, *, memory: bool) -> Stage:
    """Return the stage of a seed."""
    board = nominal_board(variant=Variant.MEMORY if memory else Variant.BASE)
    table = simulated_table(board, seed, size_px=effort.size_px)
    seats, balls = _PARTIES[seed % len(_PARTIES)]
    match = match_at(table, seats, balls, seats[seed % len(seats)])
    if effort.turns is not None:
        match = near_the_end(match, effort.turns, seed)
    return Stage(table, Cast(match=match, clumsiness=clumsiness, seed=seed))


def near_the_end(match: Match, turns: int, seed: int) -> Match:
    """Return the match with a position that is so many turns away from somebody's win."""
    people = People(
        inner_circle(match), seated(("greedy",), tuple(match.seats)), NEAT, random.Random(seed)
    )
    positions: list[Mapping[str, Any]] = []
    for deed in people.deeds():
        ended = [event["position"] for event in deed.events if event["event"] == "turn"]
        positions += ended
        if any(event["event"] == "round" for event in deed.events):
            break
    return replace(match, position=positions[-min(turns + 1, len(positions))])


class Seen(NamedTuple):
    """One picture as the table gets it."""

    sighting: Sighting
    name: str
    t_s: float


Read = Callable[[Scene, float], Sighting]
"""Reads a scene at a moment (seconds)."""


def painted(stage: Stage) -> Read:
    """Return an eye that reads painted pictures and has learned the table from the first one.

    Raises:
        VisionError: the table cannot be learned.

    """
    painter, noise = Painter(stage.table), np.random.default_rng(stage.cast.seed)
    first = painter.paint(stage.world.scene(), noise)
    measures, match = measures_of(stage.table.board), stage.cast.match
    learned = calibrate([first], nominal_board(), measures=measures, match=match.data())
    eye = Eye(learned, live=True)
    shown: deque[tuple[Scene, Frame]] = deque(maxlen=_TAKES)

    def read(scene: Scene, _: float) -> Sighting:
        if len(shown) == _TAKES and all(before is scene for before, _ in shown):
            shown.rotate()
        else:
            shown.append((scene, painter.paint(scene, noise)))
        return eye.read(shown[-1][1])

    return read


def glimpsed(stage: Stage, weakness: Weakness) -> Read:
    """Return an eye that reads the scenes themselves."""
    labels, rng = tuple(stage.cast.match.seats.values()), random.Random(stage.cast.seed + 5)
    return Glimpses(stage.table.board, labels, weakness, rng).read


class Filming:
    """The pictures of one round as an eye reads them, and meanwhile what a referee should tell."""

    def __init__(self, stage: Stage, effort: Effort) -> None:
        self._stage, self._effort = stage, effort
        self._read = glimpsed(stage, effort.glimpse) if effort.glimpse else painted(stage)
        self._frames = 0
        self.told: list[Mapping[str, Any]] = []
        self.pictures = 0
        self.stood: list[Stood] = []
        """When each foul stood there for all to see."""
        self._hand_s = 0.0
        """When a hand was over the board last."""

    def seen(self) -> Iterator[Seen]:
        """Yield pictures until the round is won and the board is cleared, or the game is over."""
        opening = self._stage.world.scene()
        yield from self._film(Beat(_OPENING_S, lambda _: opening, "still"), None)
        for deed, beats in self._stage.deeds():
            for beat in beats:
                yield from self._film(beat, deed)
            self.told += deed.events
            if deed.note == "new round":
                return

    def _film(self, beat: Beat, deed: Deed | None) -> Iterator[Seen]:
        count = max(1, round(beat.seconds * PER_SECOND))
        if beat.kind == "moving":
            self._watch_hands(beat, count)
            for i in range(-self._frames % self._effort.every, count, self._effort.every):
                yield self._seen(i, self._look(beat.scene((i + 0.5) / count), i))
        else:
            if deed is not None and deed.illegal and beat.kind == "still":
                self.stood.append(Stood(self._hand_s, self._time_s(self._frames + count)))
            yield from self._rest(beat.scene(0.5), count)
        self._frames += count

    def _watch_hands(self, beat: Beat, count: int) -> None:
        """Remember when a hand was over the board last."""
        board = self._stage.table.board
        for i in range(count):
            if any(over_board(hand, board) for hand in beat.scene((i + 0.5) / count).hands):
                self._hand_s = self._time_s(self._frames + i)

    def _rest(self, scene: Scene, count: int) -> Iterator[Seen]:
        """Yield pictures in which nothing moves."""
        readings: list[Sighting] = []
        for i in range(count):
            rests = len(readings) > 1 and readings[-1] is readings[-2]
            if rests or len(readings) < _READINGS or self._effort.glimpse:
                readings.append(self._look(scene, i))
                yield self._seen(i, readings[-1])
            else:
                yield self._seen(i, readings[-1 - i % _TAKES])

    def _look(self, scene: Scene, frame: int) -> Sighting:
        self.pictures += 1
        return self._read(scene, (self._frames + frame) / PER_SECOND)

    def _seen(self, frame: int, sighting: Sighting) -> Seen:
        number = self._frames + frame
        return Seen(sighting, str(number), self._time_s(number))

    def _time_s(self, number: int) -> float:
        """Return when a picture was taken."""
        return (number + 0.5) / PER_SECOND


def play(
    seed: int, clumsiness: Clumsiness, effort: Effort | None = None, *, memory: bool = False
) -> Outcome:
    """Play one round before the eye and compare what the table tells."""
    began_s = time.process_time()
    stage = stage_of(seed, clumsiness, effort or Effort(), memory=memory)
    table: Table[Any, Any] = Table(open_game(stage.cast.match), patience=LIVE)
    filming, error = None, ""
    try:
        filming = Filming(stage, effort or Effort())
        for seen in filming.seen():
            table.observe(*seen)
        table.finish()
    except VisionError as problem:
        error = str(problem)
    told = in_order(filming.told if filming else [])
    found = in_order(event.line(str) for event in standing(table.events))
    missing, extra = differences(told, found)
    fouls_s = [event.t for event in table.events if isinstance(event.what, Illegal)]
    late_s, false_s = announced(filming.stood if filming else [], fouls_s)
    return Outcome(
        seed,
        filming.pictures if filming else 0,
        len(told),
        missing,
        extra,
        error,
        late_s=late_s,
        false_s=false_s,
        named=named_otherwise(told, found),
        cpu_s=round(time.process_time() - began_s, 1),
    )


def report(outcomes: Sequence[Outcome]) -> str:
    """Sum outcomes up."""
    events = sum(each.expected for each in outcomes)
    wrong = sum(len(each.missing) + len(each.extra) for each in outcomes)
    flawed = sum(not each.flawless for each in outcomes)
    kinds = Counter(line.split()[0] for each in outcomes for line in (*each.missing, *each.extra))
    late_s = sorted(s for each in outcomes for s in each.late_s) or [0.0]
    cpu_s = sum(each.cpu_s for each in outcomes) / max(len(outcomes), 1)
    named = Counter(rules for each in outcomes for rules in each.named)
    return (
        f"{len(outcomes)} rounds, {flawed} with a mistake; {events} events, {wrong} missed or made up "
        f"{dict(kinds) or ''}, {sum(len(each.false_s) for each in outcomes)} false alarms; "
        f"{len(late_s)} fouls announced after {late_s[len(late_s) // 2]} s, {late_s[-1]} s at most, "
        f"named by another rule than the script's: {dict(named)}; "
        f"{cpu_s:.0f} s of processor time a round"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play the rounds that the file lacks."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.simulation.rounds")
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="the first round's seed")
    parser.add_argument("--turns", type=int, help="only the last turns of each round")
    parser.add_argument("--glimpse", action="store_true", help="without pictures")
    parser.add_argument("--bad", action="store_true", help="--glimpse by an eye at its worst")
    parser.add_argument("--neat", action="store_true", help="people who do not blunder")
    parser.add_argument("--memory", action="store_true", help="with the Memory plates")
    wanted = parser.parse_args(arguments)
    lines = wanted.file.read_text(encoding="utf-8").splitlines() if wanted.file.exists() else []
    outcomes = [Outcome(**json.loads(line)) for line in lines]
    done = {each.seed for each in outcomes}
    clumsiness = NEAT if wanted.neat else CLUMSY
    glimpse = BAD_GLIMPSE if wanted.bad else GLIMPSE
    effort = replace(glimpse if wanted.glimpse or wanted.bad else Effort(), turns=wanted.turns)
    for seed in range(wanted.first, wanted.first + wanted.rounds):
        if seed in done:
            continue
        outcome = play(seed, clumsiness, effort, memory=wanted.memory)
        with wanted.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(outcome)) + "\n")
        outcomes.append(outcome)
        print(f"round {seed}: {outcome.expected} events, missing {outcome.missing}, extra {outcome.extra} "
              f"false alarms at {outcome.false_s} s {outcome.error}", file=sys.stderr)  # fmt: skip
    print(report(outcomes))
    return 0 if all(each.flawless for each in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
