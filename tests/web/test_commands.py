"""What people may ask for: read strictly, allowed by role, answered in their language."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.snapshot import Sentence
from tests.web.conftest import Table
from tests.web.fake_table import said
from web.commands import (
    KINDS,
    Abandon,
    Correct,
    DeleteEverything,
    NewMatch,
    Undo,
    command_from_json,
)
from web.errors import CommandError
from web.ports import Result

NEW_MATCH = {
    "do": "new-match", "version": 4, "memory": True, "balls": 3, "first": 2,
    "seats": {"0": "red", "2": "blue"}, "players": {"2": " Ben "}, "house": {"own_ball": "throws"},
}  # fmt: skip


def test_a_new_match_is_read_whole() -> None:
    """Seats become numbers, names lose their blanks, nothing else changes."""
    expected = NewMatch(
        version=4, memory=True, balls=3, seats={0: "red", 2: "blue"}, players={2: "Ben"},
        house={"own_ball": "throws"}, first=2,
    )  # fmt: skip

    assert expected == command_from_json(NEW_MATCH)


def test_names_of_all_writings_are_taken() -> None:
    """Joined emoji, Persian and Hebrew are names like any other."""
    names = {
        "0": "\U0001f469\u200d\U0001f467 Oma",
        "2": "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    }
    command = command_from_json({**NEW_MATCH, "players": names})

    assert isinstance(command, NewMatch)
    assert [command.players[0], command.players[2]] == list(names.values())


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ([], "object"),
        ({"do": "fly"}, "fly"),
        ({"do": ["pause"]}, "pause"),
        ({}, "do is None"),
        ({"do": "pause", "loud": True}, "loud"),
        ({"do": "undo"}, "to is missing"),
        ({"do": "undo", "to": "3"}, "to is '3'"),
        ({"do": "undo", "to": True}, "to is True"),
        ({"do": "pause", "version": 10**12}, "version"),
        ({**NEW_MATCH, "memory": "yes"}, "memory"),
        ({**NEW_MATCH, "seats": ["red"]}, "seats"),
        ({**NEW_MATCH, "seats": {"x": "red"}}, "seats"),
        ({**NEW_MATCH, "players": {"0": "a" * 41}}, "players"),
        ({**NEW_MATCH, "players": {"0": "Anna\x00"}}, "players"),
        ({**NEW_MATCH, "players": {"0": "Anna\u202e"}}, "players"),
        ({"do": "correct", "position": 3}, "position"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(data: Any, names: str) -> None:
    """The message names the key and what it found."""
    with pytest.raises(CommandError, match=names):
        command_from_json(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["do", "to", "seats", "balls", "house", "position", "version", "x"]
                ),
                inner | st.sampled_from(sorted(KINDS)),
                max_size=4,
            )
        ),
        max_leaves=8,
    )
)
def test_junk_is_refused_and_never_breaks(data: Any) -> None:
    """Whatever JSON comes in is a command or a sentence about what is wrong."""
    refused = False
    try:
        command_from_json(data)
    except CommandError:
        refused = True

    assert refused or (isinstance(data, dict) and data["do"] in KINDS)


def test_spectators_ask_for_nothing(table: Table) -> None:
    """Who only watches is told how to join, and the table hears nothing."""
    status, answer = table.phone().command(do="abandon")

    assert status == 403
    assert "PIN" in str(answer["says"])
    assert table.desk.taken == []


def test_a_player_s_command_comes_with_the_name(table: Table) -> None:
    """Every correction says who asked for it."""
    phone = table.phone(role="player")
    status, answer = phone.command(do="undo", to=3, version=7)

    assert (status, answer["accepted"]) == (200, True)
    assert table.desk.taken == [(Undo(to=3, version=7), "Anna")]


def test_only_the_owner_deletes(table: Table) -> None:
    """Deleting needs the owner's PIN."""
    player = table.phone(role="player").command(do="delete-everything")
    owner = table.phone(role="owner").command(do="delete-everything")

    assert (player[0], owner[0]) == (403, 200)
    assert [command for command, _ in table.desk.taken] == [DeleteEverything()]


def test_a_refused_command_says_why(table: Table) -> None:
    """Of two that conflict the second is told, in its language."""
    table.desk.answer = Result(accepted=False, says=said("Ben was first.", "Ben war schneller."))
    phone = table.phone(role="player")
    answer = phone.client.post(
        "/command?lang=de", json={"do": "abandon"}, headers={"X-Token": phone.token}
    )

    assert answer.status_code == 409
    assert answer.get_json() == {"accepted": False, "says": "Ben war schneller."}
    assert table.desk.taken[0][0] == Abandon()


def test_an_answer_is_worded_from_the_catalogue(table: Table) -> None:
    """The table answers with a key; the phone shows the sentence."""
    table.desk.answer = Result(accepted=True, says=Sentence("js.by", {"by": "Ben"}))

    assert table.phone(role="player").command(do="pause")[1]["says"] == "asked for by Ben"


@pytest.mark.parametrize("body", [b"", b"{", b"[1", b"\xff"])
def test_what_is_no_json_is_refused(table: Table, body: bytes) -> None:
    """A broken body is a clear refusal, not a failure."""
    phone = table.phone(role="player")
    answer = phone.client.post(
        "/command", data=body, content_type="application/json", headers={"X-Token": phone.token}
    )

    assert answer.status_code == 400
    assert answer.get_json()["accepted"] is False


def test_a_correction_carries_position_and_throw() -> None:
    """Both parts of a correction are kept as they came."""
    data = {"do": "correct", "position": {"turn": 1}, "throw": {"number": 6}}

    assert command_from_json(data) == Correct(position={"turn": 1}, throw={"number": 6})
