import random

import pytest

from referee.events import Event, Illegal, RoundWon, Start, Step, Throw, Turn
from referee.game import open_game
from referee.match import Match
from referee.snapshot import Repair, Sentence, Thrown
from referee.statistics import Counts, counts, faces, fairness
from referee.table.patience import FOLDER
from referee.table.table import Table
from referee.telling import moved, moves_of, repairs, sentence, tell
from tests.referee.table.from_truth import Eye
from tests.referee.table.played import Game

MATCH = Match(
    game="inner-circle", seats={0: "red", 2: "blue"}, first=0, terms={"memory": False, "balls": 2}
)


@pytest.fixture(scope="module")
def played() -> Table:
    """A round, followed by the table: with fouls that were put right."""
    game = Game(MATCH, random.Random(8))
    table: Table = Table(open_game(MATCH), patience=FOLDER)
    eye = Eye(MATCH, game.rules.fields)
    for name, t_s, sighting in eye.sightings(game.rows()):
        table.observe(sighting, name, t_s)
    return table


class TestMoved:
    def test_a_ball_that_goes_from_field_to_field(self) -> None:
        """The way has both ends."""
        move = moved({"O1": "0", "O9": "2"}, {"O7": "0", "O9": "2"}, 0, 5)

        assert (("O1", "O7"), (), 5) == (move.path, move.thrown, move.number)

    def test_a_ball_that_enters(self) -> None:
        """It comes from the start area of its seat."""
        move = moved({"start.2": "2"}, {"start.2": "1", "O32": "2"}, 2, 1)

        assert ("S2", "O32") == move.path

    def test_a_ball_that_throws_another(self) -> None:
        """Whose ball goes home, and from where, is told."""
        move = moved({"O1": "0", "O7": "2", "start.2": "0"}, {"O7": "0", "start.2": "1"}, 0, 1)

        assert (Thrown(2, "O7"),) == move.thrown

    def test_balls_that_change_places_throw_nobody(self) -> None:
        """Swapping is no throwing."""
        move = moved({"O1": "0", "I7": "2"}, {"O1": "2", "I7": "0"}, 0, 1)

        assert (("O1", "I7"), ()) == (move.path, move.thrown)

    def test_a_counting_ball_is_no_move(self) -> None:
        """Only pieces on places of the board move."""
        assert moved({"counters.0": "0"}, {"counters.0": "1"}, 0, 1) is None


class TestRepairs:
    def test_a_ball_on_the_wrong_field(self) -> None:
        """It stands here and belongs there."""
        assert repairs({"O5": "0"}, {"O3": "0"}) == (Repair(0, "O5", "O3"),)

    def test_balls_too_many_and_missing(self) -> None:
        """What has no counterpart goes away, or comes from outside; colours are not mixed up."""
        assert repairs({"O5": "0", "O6": "2"}, {"O8": "2", "O9": "2"}) == (
            Repair(0, "O5", None),
            Repair(2, "O6", "O8"),
            Repair(2, None, "O9"),
        )

    def test_nothing_to_repair(self) -> None:
        """Equal positions need nothing, whatever the counting balls do."""
        assert repairs({"O5": "0", "counters.0": "1"}, {"O5": "0"}) == ()


class TestTell:
    def test_a_played_round_is_told(self, played: Table) -> None:
        """The newest events come last, hands are no news, the winner is known."""
        told = tell(played.game, played.events, {played.events[-1].n: "20:15"})

        assert told.rounds == 1
        assert told.winner in {0, 2}
        assert len(told.events) == 30
        assert [view.n for view in told.events] == sorted(view.n for view in told.events)
        assert not {"covered", "clear"} & {view.kind for view in told.events}
        assert told.move is not None
        assert told.move.seat == told.winner

    def test_a_throw_names_its_dice(self) -> None:
        """One die or both are different sentences; faces and player are put in."""
        alone = Event(n=1, frame="", t=0, what=Throw(2, {"number": 6, "option": None}))
        both = Event(n=2, frame="", t=0, what=Throw(2, {"number": 6, "option": "half"}))

        assert sentence(alone) == Sentence("event.throw.number", {"seat": 2, "number": 6})
        assert sentence(both).key == "event.throw.number-option"

    def test_a_foul_speaks_for_itself(self) -> None:
        """The referee's reason is what is told."""
        reason = Sentence("foul.M1", {"seat": 0})
        event = Event(n=1, frame="", t=0, what=Illegal(0, "M1", reason, ("O5",)))

        assert sentence(event) == reason


class TestMovesOf:
    def test_the_next_round_begins_with_every_ball_in_its_start_area(self, played: Table) -> None:
        """What was cleared away after a win neither moved nor was thrown."""
        moves = moves_of(played.game, [*played.events, *second_round(played)])

        assert (("S2", "O32"), ()) == (moves[9_002].path, moves[9_002].thrown)


def second_round(played: Table) -> list[Event]:
    """A six, and the ball that enters with it."""
    turn = next(e.what for e in reversed(played.events) if isinstance(e.what, Turn))
    game = played.game
    fresh = game.turned(game.next_round(game.position(turn.position), 2), 2)
    entered = {**game.position_data(fresh), "on": {"O32": 2}, "start": {"0": 2, "2": 1}}
    return [
        Event(n=9_001, frame="", t=0, what=Throw(2, {"number": 6, "option": None})),
        Event(n=9_002, frame="", t=0, what=Step(2, entered)),
    ]


class TestStatistics:
    def test_counts_add_up(self, played: Table) -> None:
        """Rounds, throws, thrown balls and fouls are those of the events."""
        counted = counts(played.game, played.events, {})
        whats = [event.what for event in played.events]

        assert sum(c.rounds for c in counted.values()) == 1
        assert sum(c.throws for c in counted.values()) == sum(isinstance(w, Throw) for w in whats)
        assert sum(c.fouls for c in counted.values()) == sum(isinstance(w, Illegal) for w in whats)
        assert sum(c.thrown for c in counted.values()) == sum(c.suffered for c in counted.values())
        winner = next(w.winner for w in whats if isinstance(w, RoundWon))
        assert counted[winner].rounds == 1
        assert any(isinstance(what, Step) for what in whats)

    def test_the_longest_wait_survives_a_clock_that_is_set_back(self, played: Table) -> None:
        """Waits are counted from the end of a turn to the next throw, never below zero."""
        forth = counts(played.game, played.events, {e.n: 10.0 * e.n for e in played.events})
        back = counts(played.game, played.events, {e.n: -10.0 * e.n for e in played.events})

        assert all(c.longest_wait > 0 for c in forth.values())
        assert {c.longest_wait for c in back.values()} == {0}

    def test_evenings_add_up(self) -> None:
        """Sums for all but the longest wait."""
        one, two = Counts(throws=3, longest_wait=9), Counts(throws=4, rounds=1, longest_wait=5)

        assert one + two == Counts(throws=7, rounds=1, longest_wait=9)

    def test_faces_are_counted_by_die(self, played: Table) -> None:
        """A die that was not thrown is not counted."""
        found = faces(played.events)

        assert sum(found["number"].values()) >= sum(found["option"].values()) > 0

    @pytest.mark.parametrize(
        ("rolled", "low", "high"),
        [
            ([10] * 6, 1.0, 1.0),
            ([12, 8, 11, 9, 10, 10], 0.94, 0.97),
            ([25, 7, 7, 7, 7, 7], 5e-5, 6e-5),
            ([60], 0.0, 1e-9),
        ],
    )
    def test_uneven_dice_are_improbable(self, rolled: list[int], low: float, high: float) -> None:
        """The probability is that of the chi-squared test (values from its tables)."""
        p = fairness({str(i): count for i, count in enumerate(rolled)})

        assert p is not None
        assert low - 1e-9 <= p <= high

    def test_a_few_throws_say_nothing(self) -> None:
        """Below thirty throws no verdict is given."""
        assert fairness({"6": 20, "2": 9}) is None


def test_options_that_were_used_are_counted() -> None:
    """What was thrown and left alone is not counted."""

    def position(turn: int, **on: int) -> dict[str, object]:
        return {
            "game": "inner-circle", "memory": False, "seats": [0, 2], "balls": 2, "on": on,
            "start": {str(s): 2 - sum(o == s for o in on.values()) for s in (0, 2)},
            "counters": {"0": 0, "2": 0}, "turn": turn,
        }  # fmt: skip

    def turn(seat: int, number: int, option: str, after: dict[str, object]) -> Turn:
        return Turn(seat=seat, throws=({"number": number, "option": option},), position=after)

    happened = [
        Start(match=MATCH.data(), position=position(0, O1=0, O40=2)),
        turn(0, 6, "half", position(2, O4=0, O40=2)),
        turn(2, 4, "double", position(0, O4=0, O44=2)),
        turn(0, 2, "swap-ring", position(2, I3=0, O44=2)),
    ]
    events = [Event(n=n, frame="", t=0.0, what=what) for n, what in enumerate(happened, 1)]
    found = counts(open_game(MATCH), events, {})

    assert (found[0].options, found[2].options) == (2, 0)
