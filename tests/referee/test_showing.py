"""What pages and lights are shown of a table: places that are worth a look, dice, whose turn it is."""

from dataclasses import replace
from typing import Any

import pytest

from referee.events import AFTER, Corrected, Event, Throw, place_after
from referee.showing import Live, Players, show
from referee.sighting import BoardView, Count, Look, Sighting
from referee.snapshot import CameraView, Due, Phase, PlaceView, Sentence, Snapshot
from referee.telling import foul, tell
from tests.referee.table.scripted import Board

CAMERA = CameraView(driver="simulated", seeing=True, board=True)


def shown(
    board: Board, sighting: Sighting | None, camera: CameraView = CAMERA, **live: Any
) -> Snapshot:
    """Return the snapshot of a scripted table; ``sighting`` is what is seen at this moment."""
    table = board.table
    names = Players({0: "Anna"}, {"red": "#ff0000"})
    whole: dict[str, Any] = {
        "game": table.game, "state": table.state, "told": tell(table.game, table.events, {}),
        "players": names, "foul": foul(table.game, table.state, table.events),
    }  # fmt: skip
    return show(Live(**(whole | live)), sighting, camera, 7)


@pytest.fixture
def board() -> Board:
    """A game in which red has just entered."""
    board = Board()
    board.see()
    board.throw(6)
    board.move("", "O0")
    return board


def test_places_are_named_where_they_are_not_as_expected(board: Board) -> None:
    """A field that is sure and as it should be is no news; one that is covered or looks otherwise is."""
    sighting = board.sighting()
    fields = dict(sighting.fields)

    assert shown(board, sighting).places == {}
    fields["O5"] = fields["O0"]
    fields["O6"] = replace(fields["O6"], look=Look.COVERED)
    places = shown(board, replace(sighting, fields=fields)).places

    assert places["O5"] == PlaceView(fields["O0"].look, 0)
    assert places["O6"].look is Look.COVERED
    assert set(places) == {"O5", "O6"}


def test_nothing_is_pointed_at_while_only_the_score_is_kept(board: Board) -> None:
    """Who looks only at the score does not care for fields."""
    sighting = board.sighting()
    fields = {**sighting.fields, "O5": sighting.fields["O0"]}
    seen = shown(board, replace(sighting, fields=fields), refereeing=False)

    assert (seen.places, seen.phase) == ({}, Phase.SCORE)


def test_a_foul_is_what_is_said(board: Board) -> None:
    """While a foul stands there, it is the phase and the sentence; the players' names are shown."""
    board.throw(6, "half")
    assert shown(board, None).phase is Phase.PLAY
    assert board.move("O0", "O7") == ["illegal"]
    seen = shown(board, None)

    assert seen.phase is Phase.WRONG
    assert seen.foul is not None
    assert seen.says == seen.foul.says
    assert seen.match is not None
    assert (seen.match.variant, seen.match.balls, seen.match.round) == ("base", 2, 1)
    assert [(view.player, view.rgb) for view in seen.match.seats] == [("Anna", "#ff0000"), ("", "")]


def test_a_throw_that_is_told_anew_is_what_is_said(board: Board) -> None:
    """It stands where the misread one stood, before the correction; people hear the throw."""
    table = board.table
    entry = next(event for event in table.events if isinstance(event.what, Throw))
    misread = replace(
        entry, n=len(table.events) + 1, what=Throw(0, {"number": 4, "option": "half"})
    )
    corrected = Event(n=misread.n + 1, frame="", t=9.0, what=Corrected((misread.n,)))
    memo = {AFTER: place_after(table.events[-1])}
    anew = replace(
        misread, n=misread.n + 2, what=Throw(0, {"number": 8, "option": None}), memo=memo
    )
    told = tell(table.game, [*table.events, misread, corrected, anew], {})

    assert [event.kind for event in told.events][-2:] == ["throw", "corrected"]
    assert shown(board, None, told=told).says == Sentence(
        "event.throw.number", {"seat": 0, "number": 8}
    )


def test_a_throw_is_due_after_an_entry(board: Board) -> None:
    """Red entered and throws both dice; without a camera nobody can say."""
    seen = shown(board, board.sighting())

    assert seen.phase is Phase.THROW
    assert seen.expectation.seat == 0
    assert seen.expectation.due is Due.THROW_BOTH
    assert shown(board, None, replace(CAMERA, board=False)).phase is Phase.NO_BOARD
    assert shown(board, None, replace(CAMERA, seeing=False)).phase is Phase.NO_CAMERA


def test_a_mirrored_picture_and_a_turned_board_are_said(board: Board) -> None:
    """A mirrored picture stops the game and says so first; a quarter turn is said when it has happened."""
    board.throw(6, "half")
    board.move("O0", "O7")
    sighting = board.sighting()
    mirrored = replace(sighting, board=BoardView(seen=False, moved=True, mirrored=True))

    assert shown(board, mirrored).says == Sentence("board.mirrored")

    board.move("O7", "O0")
    sighting = board.sighting()
    turned = replace(sighting, board=BoardView(seen=True, moved=True, shift_mm=1.0, quarters=1))
    board.table.observe(turned, "turned", 100.0)
    told = shown(board, turned).says

    assert told == Sentence("board.turned", {"degrees": 90})
    assert shown(board, sighting).says != told


def test_only_thrown_dice_count(board: Board) -> None:
    """The option die lies there, too, but was not thrown in a try; places are rounded."""
    dice = shown(board, board.sighting()).dice

    assert {name: die.counts for name, die in dice.items()} == {"number": True, "option": False}
    assert all(die.x_mm is not None and die.x_mm % 4 == 0 for die in dice.values())


def test_start_areas_are_known_by_the_one_colour_in_them(board: Board) -> None:
    """What is unsure, empty or of two colours is nobody's yet."""
    sighting = board.sighting()
    mixed = replace(
        sighting,
        start={
            0: Count(Look.CLEAR, {"red": 2}),
            1: Count(Look.CLEAR, {"blue": 1, "red": 1}),
            2: Count(Look.UNSURE, {"green": 1}),
            3: Count(Look.CLEAR),
        },
    )

    assert [(s.seat, s.colour) for s in show(None, mixed, CAMERA, 7).found] == [(0, "red")]
