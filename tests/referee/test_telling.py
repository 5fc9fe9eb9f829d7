import random
import tomllib
from collections.abc import Mapping
from dataclasses import astuple, fields, replace

import pytest

from referee.catalogue import flat
from referee.events import Corrected, Event, Illegal, RoundWon, Start, Step, Throw, Turn
from referee.game import open_game
from referee.match import Match
from referee.snapshot import Repair, Sentence, Thrown
from referee.statistics import Counts, counts, faces, fairness
from referee.table.patience import FOLDER
from referee.table.table import Table
from referee.telling import moved, moves_of, put_right, repairs, sentence, tell
from tests.referee.table.from_truth import Eye
from tests.referee.table.played import Game
from tests.shared import ROOT

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

    def test_a_ball_that_entered_and_was_exchanged(self) -> None:
        """It comes from its start area; whose ball took its place is told."""
        move = moved({"I7": "2", "start.0": "1"}, {"O0": "2", "I7": "0", "start.0": "0"}, 0, 1)

        assert (("S0", "I7"), (), 2) == (move.path, move.thrown, move.swapped)

    def test_a_counting_ball_is_no_move(self) -> None:
        """Only pieces on places of the board move."""
        assert moved({"counters.0": "0"}, {"counters.0": "1"}, 0, 1) is None


def position(
    turn: int, stored: Mapping[int, list[str]] | None = None, **on: int
) -> dict[str, object]:
    """Return a position of two players with two balls each, by what lies on its fields."""
    data: dict[str, object] = {
        "game": "inner-circle", "memory": stored is not None, "seats": [0, 2], "balls": 2, "on": on,
        "start": {str(s): 2 - sum(o == s for o in on.values()) for s in (0, 2)},
        "counters": {"0": 0, "2": 0}, "turn": turn,
    }  # fmt: skip
    if stored is not None:
        data["stored"] = {"0": [], "2": []} | {str(s): have for s, have in stored.items()}
    return data


class TestSteps:
    """Steps in words, as the events of a turn tell them."""

    def told(self, *happened: object, memory: bool = False) -> list[tuple[str, dict[str, object]]]:
        """Return the keys and values of all steps' sentences; each is put into words in both languages."""
        terms = {"memory": memory, "balls": 2}
        game = open_game(replace(MATCH, terms=terms))
        events = [Event(n=n, frame="", t=0.0, what=what) for n, what in enumerate(happened, 1)]  # type: ignore[arg-type]
        moves = moves_of(game, events)
        found = [sentence(e, moves.get(e.n)) for e in events if isinstance(e.what, Step)]
        for language in ("de", "en"):
            words = tomllib.loads((ROOT / "referee" / f"texts.{language}.toml").read_text("utf-8"))
            texts = flat(words)
            assert all(texts[each.key].format_map(each.params) for each in found)
        return [(each.key.removeprefix("event.step."), dict(each.params)) for each in found]

    def test_backwards(self) -> None:
        """O4: what a number moved counter-clockwise is told so, from then on only, and in this turn only."""
        told = self.told(
            Start(match=MATCH.data(), position=position(0, O10=0, O30=0, O6=2)),
            Throw(0, {"number": 4, "option": "direction"}),
            Step(0, position(0, O6=0, O30=0)),
            Turn(0, ({"number": 4, "option": "direction"},), position(2, O6=0, O30=0)),
            Throw(2, {"number": 6, "option": None}),
            Step(2, position(2, O6=0, O30=0, O32=2)),
            Throw(2, {"number": 2, "option": "half"}),
            Step(2, position(2, O6=0, O30=0, O34=2)),
        )

        assert told == [
            ("moves-back-and-throws",
             {"seat": 0, "from_place": "O10", "to_place": "O6", "other_seat": 2}),
            ("enters", {"seat": 2, "to_place": "O32"}),
            ("moves", {"seat": 2, "from_place": "O32", "to_place": "O34"}),
        ]  # fmt: skip

    def test_backwards_by_a_remembered_option(self) -> None:
        """X2: an option ball that went down shows it; a ball moved without it goes forwards."""
        told = self.told(
            Start(match=MATCH.data(), position=position(0, {0: ["direction"]}, O10=0, O30=0)),
            Throw(0, {"number": 4, "option": "double"}),
            Step(0, position(0, {0: ["direction"]}, O14=0, O30=0)),
            Step(0, position(0, {}, O14=0, O26=0)),
            memory=True,
        )

        assert [key for key, _ in told] == ["moves", "moves-back"]

    def test_exchanged(self) -> None:
        """O3: a ball that changed places is not told as moved; one that had just entered neither."""
        told = self.told(
            Start(match=MATCH.data(), position=position(0, O0=0, I7=2)),
            Throw(0, {"number": 6, "option": "swap-ball"}),
            Step(0, position(0, I7=0, O0=2)),
            Start(match=MATCH.data(), position=position(0, O20=0, I7=2)),
            Throw(0, {"number": 6, "option": "swap-ball"}),
            Step(0, position(0, O20=0, I7=0, O0=2)),
        )

        assert told == [
            ("moves-and-swaps", {"seat": 0, "from_place": "O0", "to_place": "I7", "other_seat": 2}),
            ("enters-and-swaps", {"seat": 0, "to_place": "I7", "other_seat": 2}),
        ]


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

    def test_the_ball_of_the_sentence_goes_where_the_sentence_says(self) -> None:
        """Lights and list lead to the field that was counted out, not back to where the move began."""
        asks = Sentence("foul.M1.count", {"seat": 1, "to_place": "O5", "right_place": "O4"})
        plain = Sentence("foul.T4.moved", {"seat": 1})

        assert put_right({"O5": "1"}, {"O3": "1"}, asks) == (Repair(1, "O5", "O4"),)
        assert put_right({"O5": "1"}, {"O3": "1"}, plain) == (Repair(1, "O5", "O3"),)

    def test_where_more_is_to_be_moved_all_goes_back(self) -> None:
        """Another piece stands where the ball should be, or was moved as well."""
        asks = Sentence("foul.M1.count", {"seat": 1, "to_place": "O5", "right_place": "O4"})

        assert put_right({"O5": "1", "O4": "2"}, {"O3": "1", "O4": "2"}, asks) == (
            Repair(1, "O5", "O3"),
        )
        both = put_right({"O5": "1", "O9": "2"}, {"O3": "1", "O8": "2"}, asks)
        assert {repair.belongs for repair in both} == {"O3", "O8"}

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

    def test_what_people_asked_for_is_told_as_theirs(self) -> None:
        """Going back is no mistake of the referee, and a position taken for true is no move."""
        asked = {"by": "Anna"}
        back = Event(n=3, frame="", t=0, what=Corrected((2,)), memo=asked)
        stands = Event(n=4, frame="", t=0, what=Step(0, {}), memo={**asked, "agreed": True})
        seen = Event(n=5, frame="", t=0, what=Corrected((4,)))

        assert [sentence(event).key for event in (back, stands, seen)] == [
            "event.corrected.back",
            "event.agreed",
            "event.corrected",
        ]

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
        names = [field.name for field in fields(Counts)]
        one = Counts(**{name: 10 + place for place, name in enumerate(names)})
        two = Counts(**{name: 3 * place for place, name in enumerate(names)})

        assert set(astuple(Counts())) == {0}
        both = {name: 10 + 4 * place for place, name in enumerate(names)}
        both["longest_wait"] = max(one.longest_wait, two.longest_wait)
        assert one + two == Counts(**both)

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


def test_a_round_that_nobody_won_on_the_board_is_counted_all_the_same() -> None:
    """A position corrected by hand may stand behind a round that was told as won."""
    happened = [
        Start(match=MATCH.data(), position=position(0, O1=0, O40=2)),
        RoundWon(winner=0, counters={"0": 1}),
        Turn(seat=0, throws=({"number": 4, "option": "half"},), position=position(2, O5=0, O40=2)),
    ]
    events = [Event(n=n, frame="", t=0.0, what=what) for n, what in enumerate(happened, 1)]
    found = counts(open_game(MATCH), events, {})

    assert (found[0].rounds, found[0].options) == (1, 0)
