"""The simulated table of `ringrichter try`: painted pictures of people who play what the keeper follows."""

import itertools
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from firmware.cameras.port import FrameSource, Shot
from firmware.cameras.simulated import SimulatedCamera
from firmware.entered import Entered
from firmware.errors import TrialError
from firmware.hub import Desk, Wish
from firmware.keeper import Keeper
from firmware.live_match import LiveMatch
from firmware.simulation.show import Cast, Stage, match_at, simulated_table
from referee.board import Board
from referee.events import Event, Paused, Throw, standing
from referee.games.inner_circle.blunders import NEAT, Clumsiness
from referee.games.inner_circle.house import House
from referee.games.inner_circle.resuming import Begun, resume
from referee.match import Match
from referee.table.dice import NO_FACE
from vision.painter.painter import Painter
from vision.painter.scene import Die
from web.commands import NewMatch

# So long the final position is looked at before the people begin another match.
_AFTER_S = 20.0

# The people wait for a machine that is slow: from one picture to the next they get on by no more than this,
# as much as an eye needs that is to see the dice roll and the hands come and go.
_STEP_S = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What a trial shows: the table's looks by its seed, who sits there, how fast and how well they play."""

    seed: int
    seats: tuple[int, ...] = (0, 2)
    balls: int = 2
    pace: float = 1.0
    clumsiness: Clumsiness = NEAT
    size_px: tuple[int, int] = (1280, 960)


class TrialCamera(Entered):
    """The camera over the simulated table.

    The people play the match that the keeper follows: they go on from the last turn after a restart,
    lay the board out anew when somebody corrects it from the page, and begin another match when one is over.
    """

    def __init__(
        self,
        script: Script,
        board: Board,
        keeper: Keeper,
        desk: Desk,
        *,
        now: Callable[[], float] = time.monotonic,
        make_camera: Callable[..., FrameSource] | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self._script = script
        self._keeper = keeper
        self._desk = desk
        self._now = now
        self._make_camera = make_camera or self._paint
        # Other people at each start, or all evenings would be alike.
        self._rng = rng or random.Random()
        self._table = simulated_table(board, script.seed, size_px=script.size_px)
        self._side_mm = board.side_mm
        self._painter: Painter | None = None
        self._own = match_at(self._table, script.seats, script.balls, script.seats[0])
        self._camera: FrameSource | None = None
        self._stage: Stage | None = None
        self._asked: Wish | None = None
        self._shown: object = None
        self._over_s: float | None = None
        self._count = 0
        self._people_s, self._looked_s = 0.0, now()

    def close(self) -> None:
        """Forget the people and what they were about to do."""
        self._camera = None

    def read(self) -> Shot | None:
        """Return a picture of the table as it is now."""
        self._go_on()
        live = self._keeper.live
        if self._asked is not None:
            self._wait(self._asked)
        elif live is None or self._is_over(live):
            self._set_up()
        elif self._camera is None or self._shown != _decided(live):
            self._lay_out(live)
        assert self._camera is not None
        shot = self._camera.read()
        assert shot is not None
        self._count += 1
        return replace(shot, at_s=self._now(), name=str(self._count))

    def _go_on(self) -> None:
        """Let the people's time go on."""
        now_s = self._now()
        self._people_s += min(now_s - self._looked_s, _STEP_S / self._script.pace)
        self._looked_s = now_s

    def _is_over(self, live: LiveMatch) -> bool:
        """Tell whether the match on the table has been over for long enough to begin another."""
        if not live.over:
            self._over_s = None
            return False
        self._over_s = self._over_s or self._now()
        return self._now() - self._over_s > _AFTER_S

    def _set_up(self) -> None:
        """Set up the pieces and ask for a match; it is begun when the picture of them was taken."""
        self._play(self._own)
        match = self._own
        self._asked = self._desk.ask(
            NewMatch(
                balls=self._script.balls,
                memory=bool(match.terms["memory"]),
                seats=match.seats,
                first=match.first,
            ),
            "",
        )

    def _wait(self, asked: Wish) -> None:
        """See whether the match that was asked for has begun."""
        if not asked.answer.done():
            return
        result = asked.answer.result()
        if not result.accepted:
            reason = result.says.params.get("reason", "") if result.says else ""
            raise TrialError(f"the simulated table cannot be learned: {reason}; try another --seed")
        assert self._keeper.live is not None
        self._asked, self._shown = None, _decided(self._keeper.live)

    def _lay_out(self, live: LiveMatch) -> None:
        """Lay the board out as it was when the turn began, or last agreed on, from where the people go on."""
        # Taking back would call a referee who was told to look away.
        begun = None if live.table.state.paused else _back_to_turn(live, self._rng)
        state = live.table.state
        match = live.as_the_turn_began()
        # The eye was told of no measures: it sees every board as large as the nominal one.
        scale = self._table.board.side_mm / self._side_mm
        dice = {
            name: Die(face=die.face, x_mm=scale * die.x_mm, y_mm=scale * die.y_mm, yaw_deg=30.0)
            for name, die in state.dice.items()
            if die.face not in {"", NO_FACE}
        }
        self._play(replace(match, seats=self._labels(match)), dice, begun)
        self._shown = _decided(live)

    def _labels(self, match: Match) -> dict[int, str]:
        """Return how the balls of each seat are painted, whatever the players call their colours."""
        labels = list(self._table.balls.colours)
        return {seat: labels[seat] for seat in match.seats}

    def _play(
        self,
        match: Match,
        dice: Mapping[str, Die] | None = None,
        begun: Begun | None = None,
    ) -> None:
        cast = Cast(
            match=match,
            clumsiness=self._script.clumsiness,
            seed=self._rng.randrange(1 << 30),
            begun=begun,
        )
        stage = Stage(self._table, cast)
        stage.world.dice |= dice or {}
        if self._stage is not None:
            # Nobody pushes the board back or turns the lamps up where people lay out what was decided.
            stage.world.nudge, stage.world.lamps = self._stage.world.nudge, self._stage.world.lamps
        self._stage = stage
        self._camera = self._make_camera(stage, lambda: self._people_s, pace=self._script.pace)
        self._camera.__enter__()

    def _paint(self, stage: Stage, now: Callable[[], float], *, pace: float) -> FrameSource:
        # What does not change from match to match is painted once.
        self._painter = self._painter or Painter(self._table)
        return SimulatedCamera(stage, now, pace=pace, painter=self._painter)


def _decided(live: LiveMatch) -> object:
    """Return what changes when somebody begins or corrects a match from the page, or resumes it."""
    asked = (event.what for event in live.events if event.memo.get("by"))
    return live.id, sum(1 for what in asked if not isinstance(what, Paused))


def _back_to_turn(live: LiveMatch, rng: random.Random) -> Begun | None:
    """Take back what the people had done of a turn, which they now begin again.

    What was agreed on in its course, or corrected by hand, is where it begins again. Returned is the turn
    so far where it goes on with a throw that was corrected.
    """
    done = live.table.state.events
    if not done:
        return None
    house = House.from_json(live.game.match.house)
    valid = standing(live.events)
    began = [event.n for event in itertools.takewhile(lambda event: event.n != done[0], valid)]
    settled = [event.n for event in valid if event.n in done and _is_settled(event)]
    for n in reversed([*began[-1:], *settled]):
        if live.table.state.events[-1:] != (n,):
            live.carry_out(live.table.decisions("").take_back(n))
        line = live.table.state.line
        if line is None or not line.throws:
            break
        begun = resume(house, line.before, line.throws, line.stands, rng)
        if begun is not None:
            return begun
    return None


def _is_settled(event: Event) -> bool:
    """Tell whether somebody said by hand what stands on the board, or what was thrown."""
    by_hand = isinstance(event.what, Throw) and bool(event.memo.get("by"))
    return by_hand or bool(event.memo.get("agreed"))
