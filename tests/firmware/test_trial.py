import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.buttons.panel import Action
from firmware.cli import main
from firmware.errors import TrialError
from firmware.fittings import Fittings
from firmware.hub import Desk, Hub
from firmware.journal import Journal
from firmware.keeper import Keeper
from firmware.loop import Clock, Loop
from firmware.resources import nominal_board
from firmware.trial import Script, TrialCamera
from referee.events import GameWon, Illegal, Turn, standing
from referee.snapshot import Phase, Snapshot
from referee.table.state import Stage
from tests.firmware.evening import fast_clock
from tests.firmware.staged import StagedCamera, StagedEye
from vision.errors import NoBoardError
from vision.painter.scene import Nudge
from web import commands as c


class Table:
    """A trial that runs as fast as it can, for so many pictures."""

    def __init__(self, journal: Journal, *, learn: Any = None, clock: Clock | None = None) -> None:
        self.clock = clock or fast_clock()
        self.desk = Desk()
        self.hub = Hub(Snapshot(version=0, phase=Phase.IDLE))
        self.keeper = Keeper(journal, learn or (lambda *_: StagedEye()), StagedEye())
        self.camera = TrialCamera(
            Script(seed=3, balls=1, size_px=(320, 240)), nominal_board(), self.keeper, self.desk,
            now=self.clock.now, make_camera=StagedCamera, rng=random.Random(4),
        )  # fmt: skip
        self.rounds = 0
        self.loop = Loop(
            open_camera=lambda: self.camera, keeper=self.keeper, hub=self.hub, desk=self.desk,
            fittings=Fittings(), clock=self.clock, per_second=5.0, alive=self._count,
        )  # fmt: skip

    def run(self, pictures: int, stop: Callable[[], bool] = lambda: False) -> None:
        """Run for so many pictures, or until ``stop`` says so after one of them."""
        self.until, self.stop = self.rounds + pictures, stop
        self.loop._stopped = False
        self.loop.run()

    def _count(self) -> None:
        self.rounds += 1
        if self.rounds == self.until or self.stop():
            self.loop.stop()

    @property
    def happened(self) -> list[Any]:
        return [event.what for event in self.keeper.live.events]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def table(path: Path) -> Iterator[Table]:
    with Journal(path) as journal:
        yield Table(journal)


def test_people_begin_a_match_and_play_it(table: Table) -> None:
    """Without anybody's doing a match begins, and turn follows on turn without a foul."""
    table.run(600)

    turns = [what for what in table.happened if isinstance(what, Turn)]
    assert len(turns) > 5
    assert not any(isinstance(what, Illegal) for what in table.happened)
    assert table.keeper.live.id == 1


def test_a_restart_goes_on_with_the_same_match(path: Path) -> None:
    """Stopped anywhere, the people go on from the turn that was being played, and nobody is blamed."""
    turns = 0
    for pictures in (120, 155, 190, 143, 201, 160):
        with Journal(path) as journal:
            table = Table(journal)
            table.run(pictures)
            assert table.keeper.live.id == 1
            assert not any(isinstance(what, Illegal) for what in table.happened)
            now = sum(isinstance(what, Turn) for what in table.happened)
            assert now >= turns
            turns = now

    assert turns > 5


def test_another_evening_begins_with_how_to_go_on(path: Path) -> None:
    """A match that was left says that it goes on, until something is played; one that is over does not."""
    with Journal(path) as journal:
        Table(journal).run(300)
    with Journal(path) as journal:
        again = Table(journal)
        assert again.keeper.snapshot().says.key == "evening.goes-on"
        again.run(300)
        assert again.keeper.snapshot().says.key != "evening.goes-on"
        assert again.keeper.answer(c.Abandon(), "Anna", 0).accepted
    with Journal(path) as journal:
        assert Table(journal).keeper.snapshot().says.key == "event.abandon"


def test_a_pause_outlasts_a_restart(path: Path) -> None:
    """A referee who was told to look away does so until he is called; then the people play on."""
    with Journal(path) as journal:
        table = Table(journal)
        table.run(300)
        assert table.keeper.answer(c.Pause(), "Anna", 0).accepted
    with Journal(path) as journal:
        again = Table(journal)
        turns = len([what for what in again.happened if isinstance(what, Turn)])
        again.run(100)
        assert again.hub.current().phase is Phase.PAUSED

        again.keeper.press(Action.RESUME)
        again.run(300)

        assert len([what for what in again.happened if isinstance(what, Turn)]) > turns
        assert not any(isinstance(what, Illegal) for what in again.happened)


def test_the_people_wait_for_a_slow_machine(path: Path) -> None:
    """Where only one picture in three seconds is taken, the people play slower, and nobody is blamed."""
    now_s = [0.0]

    def sleep(_seconds: float) -> None:
        now_s[0] += 3.0

    with Journal(path) as journal:
        table = Table(journal, clock=Clock(lambda: now_s[0], sleep))
        table.run(400)

        assert sum(isinstance(what, Turn) for what in table.happened) > 2
        assert not any(isinstance(what, Illegal) for what in table.happened)


def test_one_match_follows_another(table: Table) -> None:
    """When a game is won its end is shown for a while; then the pieces are set up for the next."""
    for _ in range(40):
        table.run(500)
        if table.keeper.live.id > 1:
            break

    first, second = table.keeper._journal.matches()[:2]
    last = [entry.data["event"] for entry in table.keeper._journal.events(first.id)]
    assert GameWon.kind in last
    assert second.headers["match"] == first.headers["match"]


def test_the_people_lay_out_what_is_decided_on_the_page(table: Table) -> None:
    """After an undo the table is laid out as it was, and the game goes on from there."""
    table.run(500)
    events = table.keeper.live.events
    turn = [event.n for event in events if isinstance(event.what, Turn)][2]

    assert table.keeper.answer(c.Undo(to=turn), "Anna", 0).accepted
    count = len(table.keeper.live.events)
    table.run(200)

    after = [event.what for event in table.keeper.live.events[count:]]
    assert any(isinstance(what, Turn) for what in after)
    assert not any(isinstance(what, Illegal) for what in after)


def test_a_pushed_board_stays_where_it_was_pushed(table: Table) -> None:
    """People who lay out what was decided push nothing back, nor turn the lamps up again."""
    table.run(200)
    stage = table.camera._stage
    assert stage is not None
    stage.world.nudge, stage.world.lamps = Nudge(9.0, 4.0, 1.0), {"": 0.7}
    events = standing(table.keeper.live.events)
    assert table.keeper.answer(c.Undo(to=events[len(events) // 2].n), "Anna", 0).accepted
    table.run(5)

    assert table.camera._stage is not stage
    assert StagedCamera.scene.nudge == Nudge(9.0, 4.0, 1.0)
    assert StagedCamera.scene.lamps == {"": 0.7}


def test_a_correction_in_the_course_of_a_turn_stands(table: Table) -> None:
    """The people go on from a position that was corrected by hand while a turn was being played."""
    table.run(200)
    while (
        table.keeper.live.table.state.stage is not Stage.PLAY
        or not table.keeper.live.table.state.thrown
    ):
        table.run(1)
    live = table.keeper.live
    stands = live.game.position_data(live.table.state.line.stands)
    seat = stands["turn"]
    other = next(each for each in stands["seats"] if each != seat)
    corrected = stands | {"on": {"O5": seat}, "start": {str(seat): 0, str(other): 1}}

    assert table.keeper.answer(c.Correct(position=corrected), "Anna", 0).accepted
    count = len(live.events)
    table.run(200)

    agreed = next(event for event in standing(live.events) if event.n == count)
    assert agreed.what.position["on"] == {"O5": seat}
    after = [event.what for event in live.events[count:]]
    assert any(isinstance(what, Turn) for what in after)
    assert not any(isinstance(what, Illegal) for what in after)


@pytest.mark.parametrize("place", [1, 2], ids=["the first throw", "a throw after a move"])
def test_a_corrected_throw_counts_as_thrown(table: Table, place: int) -> None:
    """The people go on with a throw that was corrected by hand, and throw no other in its place."""
    table.run(60)
    live = table.keeper.live

    def has_just_thrown() -> bool:
        state = live.table.state
        moved = state.line.stands != state.line.before
        last = state.events[-1:] == state.thrown[-1:]
        return len(state.thrown) == place and last and moved is (place > 1)

    table.run(2000, has_just_thrown)
    assert has_just_thrown()
    line = live.table.state.line
    was = live.game.throw_data(line.throws[-1])
    throw = was | {"number": 4 if was["number"] != 4 else 2}

    assert table.keeper.answer(c.Correct(throw=throw), "Anna", 0).accepted
    corrected = live.table.state.thrown[-1]
    table.run(300)

    later = [event for event in standing(live.events) if event.n >= corrected]
    assert later[0].n == corrected
    turn = next(event.what for event in later if isinstance(event.what, Turn))
    assert turn.throws[place - 1] == throw
    after = [event.what for event in live.events if event.n > corrected]
    assert not any(isinstance(what, Illegal) for what in after)


def test_a_match_begun_on_the_page_is_played(table: Table) -> None:
    """The people at the simulated table play what is asked for on a phone."""
    table.run(60)
    colours = list(table.camera._table.balls.colours)
    asked = c.NewMatch(balls=2, seats={1: colours[1], 3: colours[3]}, first=3)

    assert table.keeper.answer(asked, "Anna", 0).accepted
    table.run(400)

    assert table.keeper.live.id == 2
    assert {1, 3} == {what.seat for what in table.happened if isinstance(what, Turn)}


def test_a_table_that_cannot_be_learned_is_one_sentence(path: Path) -> None:
    """If the eye finds no board in the painted picture, the trial ends and says so."""

    def learn(*_: Any) -> StagedEye:
        raise NoBoardError("no board found")

    with (
        Journal(path) as journal,
        pytest.raises(TrialError, match="no board found; try another --seed"),
    ):
        Table(journal, learn=learn).run(10)


@pytest.mark.parametrize(
    "words", [["--pace", "0"], ["--pace", "nan"], ["--pace", "fast"], ["--seed", "-1"]]
)
def test_a_table_that_cannot_be_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A pace or seed that makes no sense is told of before anything is opened."""
    with pytest.raises(SystemExit):
        main(["try", *words])

    assert f"{words[1]!r} is no {words[0].lstrip('-')}; expected" in capsys.readouterr().err
