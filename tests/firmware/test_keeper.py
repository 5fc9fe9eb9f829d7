import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware import evidence as evidence_module
from firmware.buttons.panel import Action
from firmware.cameras.port import Shot
from firmware.errors import JournalError
from firmware.evidence import Evidence
from firmware.journal import Journal
from firmware.keeper import Keeper
from referee.events import GameWon, Illegal, Resumed, RoundWon, Turn
from referee.sighting import Sighting
from referee.snapshot import Lamp, Phase, Snapshot
from referee.table.patience import FOLDER
from tests.firmware.evening import (
    MATCH,
    EveningEye,
    Habits,
    picture_of,
    sightings,
)
from web import commands as c

SEEN = sightings(seed=5)
COUNT = len(SEEN)
WRONG = sightings(seed=8, habits=Habits(hand=0.0, lean=0.0, wrong=1.0, lost=0.0, nudge=0.0))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield journal


def keeper(journal: Journal, seen: list[Sighting] = SEEN, **more: Any) -> Keeper:
    eye = EveningEye(seen)
    return Keeper(journal, lambda *_: eye, wall=lambda: 1000.0, patience=FOLDER, **more)


def shot(moment: int) -> Shot:
    return Shot(picture_of(moment), float(moment), str(moment + 1))


def started(journal: Journal, seen: list[Sighting] = SEEN, **more: Any) -> Keeper:
    kept = keeper(journal, seen, **more)
    kept.look(shot(0))
    assert kept.begin(MATCH, {0: "Anna", 2: "Ben"}) is None
    return kept


def test_the_button_begins_a_match_anew(journal: Journal) -> None:
    """The same players begin again from the set-up; the match before stays in the journal."""
    kept = started(journal)
    for moment in range(1, 20):
        kept.look(shot(moment))
    kept.look(shot(0))

    kept.press(Action.NEW_MATCH)

    assert kept.live is not None
    assert kept.live.id == 2
    assert kept.live.game.match == MATCH
    assert kept.live.players.names == {0: "Anna", 2: "Ben"}
    assert [record.id for record in journal.matches()] == [1, 2]


def test_the_button_resumes_a_match_that_was_paused_before_the_table_was_switched_off(
    journal: Journal,
) -> None:
    """Another evening, another keeper: the menu's first item lets the referee look again, for everybody."""
    started(journal).answer(c.Pause(), "Anna", 0)
    kept = keeper(journal, eye=EveningEye(SEEN))
    kept.look(shot(1))
    assert kept.snapshot().phase is Phase.PAUSED

    kept.press(Action.RESUME)
    kept.press(Action.RESUME)  # of a match that is not paused: nothing happens, nothing is said

    kept.look(shot(1))
    assert kept.snapshot().phase is not Phase.PAUSED
    assert kept.snapshot().says.key != "decision.not-paused"
    (last,) = [event for event in kept.live.events if isinstance(event.what, Resumed)]
    assert last.memo["by"] == "button"


@pytest.mark.parametrize("action", [Action.END_TURN, Action.TAKE_BACK])
def test_a_knock_does_not_wake_a_referee_that_looks_away(journal: Journal, action: Action) -> None:
    """Pressed in a pause, the button says how to go on and does nothing."""
    kept = started(journal)
    for moment in range(1, 20):
        kept.look(shot(moment))
    kept.answer(c.Pause(), "Anna", 0)
    before = kept.live.events[:]

    kept.press(action)

    assert kept.live.events == before
    assert kept.snapshot().says.key == "decision.looks-away"


def test_the_button_says_so_when_there_is_no_match(journal: Journal) -> None:
    """At a new table nobody knows who plays: a match is begun on the page."""
    kept = keeper(journal, eye=EveningEye(SEEN))
    kept.look(shot(0))

    kept.press(Action.RESUME)
    assert kept.snapshot().says is None
    kept.press(Action.NEW_MATCH)
    assert kept.snapshot().says.key == "command.no-match"


def until(kept: Keeper, seen: list[Sighting], phase: Phase) -> Snapshot:
    """Look at picture after picture until the table shows a phase."""
    for moment in range(len(seen)):
        kept.look(shot(moment))
        if kept.snapshot().phase is phase:
            return kept.snapshot()
    raise AssertionError(f"{phase} never came")


def test_a_game_is_followed_to_its_end_and_is_in_the_journal(journal: Journal) -> None:
    """All pictures of a round: every event is committed, and the winner is shown."""
    kept = started(journal)
    phases = []
    for moment in range(COUNT):
        kept.look(shot(moment))
        phases.append(kept.snapshot().phase)

    live = kept.live
    assert live is not None
    assert {Phase.THROW, Phase.PLAY, Phase.MAY_END, Phase.MOVING, Phase.ROUND_OVER} <= set(phases)
    assert sum(isinstance(event.what, RoundWon) for event in live.events) == 1
    assert [entry.data for entry in journal.events(live.id)] == [e.record() for e in live.events]


def test_what_is_shown_was_committed_before(journal: Journal) -> None:
    """At no moment does a snapshot tell of an event that is not on the disk."""
    kept = started(journal)
    for moment in range(COUNT):
        kept.look(shot(moment))
        told = [event.n for event in kept.snapshot().events]
        assert kept.live is not None
        assert set(told) <= {entry.n for entry in journal.events(kept.live.id)}


def test_a_new_keeper_goes_on_with_the_same_game(tmp_path: Path) -> None:
    """Begun anew at any picture, the table is in the state that it was in, and ends in the same one."""
    with Journal(tmp_path / "a.sqlite") as journal:
        kept = started(journal)
        for moment in range(COUNT):
            kept.look(shot(moment))
        whole = [event.what for event in kept.live.events if isinstance(event.what, Turn)]
    with Journal(tmp_path / "b.sqlite") as journal:
        kept = started(journal)
        for moment in range(COUNT):
            if moment % 7 == 3:
                before = kept.live.table.state
                kept = keeper(journal, eye=EveningEye(SEEN))
                assert before.line == kept.live.table.state.line
            kept.look(shot(moment))

        assert whole == [event.what for event in kept.live.events if isinstance(event.what, Turn)]


def test_a_foul_is_shown_with_the_way_back(journal: Journal) -> None:
    """What is wrong stands in the snapshot: rule, sentence, where the ball stands and belongs."""
    kept = started(journal, WRONG)
    shown = until(kept, WRONG, Phase.WRONG)

    assert shown.foul is not None
    assert shown.foul.rule
    assert shown.says == shown.foul.says
    (repair,) = shown.foul.repairs
    assert repair.seat == shown.position["on"][repair.stands]
    assert repair.belongs is not None


def test_players_may_let_a_foul_stand(journal: Journal) -> None:
    """What was wrong counts from then on, who said so is kept, and the turn may end."""
    kept = started(journal, WRONG)
    shown = until(kept, WRONG, Phase.WRONG)

    result = kept.answer(c.LetStand(version=3), "Anna", 3)

    assert result.accepted
    after = kept.snapshot()
    assert after.phase is Phase.MAY_END
    assert after.position == shown.position
    assert after.events[-1].by == "Anna"
    assert not kept.answer(c.LetStand(), "Ben", 4).accepted


def test_undo_goes_back_and_keeps_both(journal: Journal) -> None:
    """The game stands as it did after that event; the journal still has what was taken back."""
    kept = started(journal, WRONG)
    until(kept, WRONG, Phase.WRONG)
    events = list(kept.live.events)
    foul = next(event for event in events if isinstance(event.what, Illegal))

    assert kept.answer(c.Undo(to=foul.n - 1), "Ben", 9).accepted

    assert kept.snapshot().phase is not Phase.WRONG
    assert events == list(kept.live.events)[: len(events)]
    assert not kept.answer(c.Undo(to=9999), "Ben", 9).accepted


def _balls_out(sighting: Sighting) -> bool:
    return not sighting.hand and any(reading.label for reading in sighting.fields.values())


def test_a_position_can_be_corrected_by_hand(journal: Journal) -> None:
    """What people lay out on the page counts; nonsense is refused with a reason."""
    kept = started(journal)
    moment = next(i for i, sighting in enumerate(SEEN) if _balls_out(sighting))
    for earlier in range(moment + 1):
        kept.look(shot(earlier))
    position = dict(kept.snapshot().position)
    field, seat = next(iter(position["on"].items()))
    moved = {**position, "on": {**position["on"], "O63": seat}}
    del moved["on"][field]

    assert kept.answer(c.Correct(position=moved), "Anna", 5).accepted
    assert kept.snapshot().position == moved

    refused = kept.answer(c.Correct(position={"game": "chess"}), "Anna", 6)
    assert not refused.accepted
    assert refused.says is not None


def test_a_throw_can_be_corrected(journal: Journal) -> None:
    """The dice as people say they lay replace what was read."""
    kept = started(journal)
    shown = until(kept, SEEN, Phase.PLAY)
    wrong = shown.throws[-1]
    right = {**wrong, "number": 4 if wrong["number"] != 4 else 2}

    assert kept.answer(c.Correct(throw=right), "Anna", 5).accepted
    assert kept.snapshot().throws[-1] == right


def test_pause_and_resume(journal: Journal) -> None:
    """While the referee looks away nothing that happens counts."""
    kept = started(journal)
    until(kept, SEEN, Phase.PLAY)

    assert kept.answer(c.Pause(), "Anna", 1).accepted
    assert kept.snapshot().phase is Phase.PAUSED
    count = len(kept.live.events)
    kept.look(shot(COUNT - 1))
    assert (
        len([e for e in kept.live.events[count:] if e.what.kind not in {"covered", "clear"}]) == 0
    )
    assert not kept.answer(c.Pause(), "Anna", 1).accepted
    assert kept.answer(c.Resume(), "Anna", 1).accepted
    assert kept.snapshot().phase is not Phase.PAUSED


def test_of_two_wishes_about_one_moment_the_first_counts(journal: Journal) -> None:
    """A second command that was given before its sender saw the first one's effect is refused."""
    kept = started(journal)
    until(kept, SEEN, Phase.PLAY)

    assert kept.answer(c.Abandon(version=7), "Anna", 7).accepted
    refused = kept.answer(c.Pause(version=7), "Ben", 8)

    assert (False, "command.late") == (refused.accepted, refused.says.key)
    assert kept.snapshot().phase is Phase.GAME_OVER


def test_a_match_is_begun_from_the_phone(journal: Journal) -> None:
    """The colours are learned from the last picture; without a picture, or with nonsense, it is refused."""
    asked = c.NewMatch(balls=2, seats={0: "red", 2: "blue"}, players={0: "Anna"})
    kept = keeper(journal)
    assert not kept.answer(asked, "Anna", 1).accepted

    kept.look(shot(0))
    assert not kept.answer(c.NewMatch(balls=9, seats={0: "red", 2: "blue"}), "Anna", 1).accepted
    assert kept.answer(asked, "Anna", 1).accepted

    shown = kept.snapshot()
    assert shown.match is not None
    assert [("red", "Anna"), ("blue", "")] == [(s.colour, s.player) for s in shown.match.seats]
    assert [match.headers["match"]["balls"] for match in journal.matches()] == [2]


def test_without_a_match_the_table_rests_and_shows_what_lies_there(journal: Journal) -> None:
    """Commands about a game are refused; the colours found serve the next match."""
    kept = keeper(journal, eye=EveningEye(SEEN))
    assert kept.snapshot().phase is Phase.NO_CAMERA
    kept.look(shot(0))

    assert kept.snapshot().phase is Phase.IDLE
    assert [(0, "red"), (2, "blue")] == [(s.seat, s.colour) for s in kept.snapshot().found]
    assert kept.answer(c.Pause(), "Anna", 1).says.key == "command.no-match"


def test_a_camera_without_an_eye_finds_no_board(journal: Journal) -> None:
    """Pictures that nobody has learned to read are said to show no board."""
    kept = keeper(journal)
    kept.look(shot(0))

    assert kept.snapshot().phase is Phase.NO_BOARD


def test_everything_can_be_deleted(journal: Journal) -> None:
    """After that there is no match, neither on the table nor on the disk."""
    kept = started(journal)
    for moment in range(30):
        kept.look(shot(moment))

    assert kept.answer(c.DeleteEverything(), "owner", 1).accepted

    assert journal.matches() == ()
    assert kept.snapshot().match is None
    assert b"Anna" not in journal.path.read_bytes()


def test_lights_follow_the_snapshot(journal: Journal) -> None:
    """What the lights are to show is part of what is shown."""
    kept = started(
        journal, lights=lambda shown: {"corner.0": Lamp("#ffffff")} if shown.match else {}
    )

    assert kept.snapshot().lamps == {"corner.0": Lamp("#ffffff")}


def test_with_a_full_disk_the_game_stands_still_and_goes_on(journal: Journal) -> None:
    """What cannot be committed is not shown; with room again the same pictures make it happen."""
    kept = started(journal)
    for moment in range(20):
        kept.look(shot(moment))
    stands = kept.live.table.state
    count = len(kept.live.events)
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    failed = None
    for moment in range(20, COUNT):
        try:
            kept.look(shot(moment))
        except JournalError as error:
            failed = moment
            kept.troubled(error)
            break

    assert failed is not None
    assert kept.snapshot().says.key == "trouble.journal"
    assert len(kept.live.events) == len(journal.events(kept.live.id)) >= count
    assert stands.stage == kept.live.table.state.stage

    journal._connection.execute("PRAGMA max_page_count = 100000")
    for moment in range(failed, COUNT):
        kept.look(shot(moment))
    assert any(isinstance(event.what, RoundWon | GameWon) for event in kept.live.events)


def test_pictures_of_a_foul_are_kept_until_they_are_deleted(
    journal: Journal, tmp_path: Path
) -> None:
    """The board before and after the wrong move stands beside the foul, and goes when people want it."""
    evidence = Evidence(tmp_path / "evidence")
    kept = started(journal, WRONG, evidence=evidence)
    names = until(kept, WRONG, Phase.WRONG).foul.evidence

    assert [name.split("-")[-1] for name in names] == ["before", "after", "dice"]
    pictures = [evidence.read(name) for name in names]
    assert all(data.startswith(b"\xff\xd8") for data in pictures)

    assert kept.answer(c.DeletePictures(), "owner", 1).accepted
    assert [evidence.read(name) for name in names] == [None, None, None]
    assert kept.snapshot().foul.evidence == ()


def test_only_names_of_evidence_are_read(tmp_path: Path) -> None:
    """Nobody reaches another file through a picture's name."""
    (tmp_path / "secret.jpg").write_bytes(b"x")
    evidence = Evidence(tmp_path / "evidence")

    assert evidence.read("../secret") is None
    assert evidence.read("1-2-before") is None


def test_no_more_than_so_many_pictures_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest pictures make room for new ones."""
    monkeypatch.setattr(evidence_module, "_MOST", 3)
    evidence = Evidence(tmp_path)
    for n in range(5):
        evidence.keep(f"1-{n}-after", picture_of(n))
        os.utime(tmp_path / f"1-{n}-after.jpg", (n, n))

    assert [n for n in range(5) if evidence.read(f"1-{n}-after")] == [2, 3, 4]
