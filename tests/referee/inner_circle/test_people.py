"""The script of simulated people: its truth is what the rules say."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice

import pytest

from referee.acting import Handle
from referee.games.inner_circle import Position, Throw, judge
from referee.games.inner_circle.blunders import CLUMSY, NEAT, Clumsiness
from referee.games.inner_circle.carrying import carries_between
from referee.games.inner_circle.game import InnerCircle, open_game
from referee.games.inner_circle.people import Deed, People
from referee.games.inner_circle.players import play_round, seated
from referee.match import match_from_data

COLOURS = ("red", "blue", "green", "yellow")
VERY_CLUMSY = Clumsiness(
    **{**{item.name: 0.3 for item in fields(Clumsiness)}, "wrong_counter": 1.0}
)


def a_game(*, memory: bool, seats: tuple[int, ...] = (0, 1, 2, 3)) -> InnerCircle:
    data = {
        "game": "inner-circle", "memory": memory, "balls": 2, "house": {}, "first": seats[0],
        "seats": {str(seat): COLOURS[seat] for seat in seats},
    }  # fmt: skip
    return open_game(match_from_data(data))


def script(clumsiness: Clumsiness, seed: int, *, memory: bool = False) -> Iterator[Deed]:
    game = a_game(memory=memory)
    players = seated(("greedy", "careful", "random"), tuple(game.match.seats))
    return People(game, players, clumsiness, random.Random(seed)).deeds()


@pytest.mark.parametrize("memory", [False, True])
def test_every_turn_told_is_legal(memory: bool) -> None:
    """The events of turns stand in the order of play, each judged legal and complete from the one before."""
    game = a_game(memory=memory)
    before, turns = game.opening(), 0
    for deed in script(CLUMSY, 4, memory=memory):
        for event in deed.events:
            if event["event"] == "turn":
                throws = [Throw.from_json(throw) for throw in event["throws"]]
                after = Position.from_json(event["position"])
                verdict = judge(game.house, before, throws, after)
                assert (verdict.legal, verdict.complete) == (True, True)
                before, turns = after, turns + 1
            if event["event"] == "round":
                before = game.next_round(before, before.turn)

    assert turns > 20


def test_what_is_called_illegal_is_illegal() -> None:
    """The judge finds no way to any position that the script calls a foul."""
    game, fouls = a_game(memory=False), Counter[str]()
    before, throws = game.opening(), tuple[Throw, ...]()
    for deed in script(VERY_CLUMSY, 7):
        for event in deed.events:
            if event["event"] == "turn":
                before = Position.from_json(event["position"])
        throws = deed.throws
        if deed.illegal and deed.illegal != "G3":
            assert isinstance(deed.act, Handle)
            wrong = stands(deed)
            assert not judge(game.house, before, throws, wrong).legal
        fouls[deed.illegal] += 1
        if deed.note == "new round":
            before = deed.position

    assert {"M1", "T2", "T4", "G3"} < set(fouls)


def stands(deed: Deed) -> Position:
    """The position that stands on the board after a foul."""
    assert isinstance(deed.act, Handle)
    on = dict(deed.position.on)
    (carry,) = deed.act.carries
    on[carry.target] = on.pop(carry.source) if carry.source in on else int(carry.source[1:])
    return Position.of(
        memory=deed.position.memory, seats=deed.position.seats, balls=deed.position.balls, on=on,
        counters=deed.position.counters, stored=deed.position.stored, turn=deed.position.turn,
    )  # fmt: skip


def test_every_foul_is_put_right_at_once() -> None:
    """A foul is followed by its undoing, and both are told."""
    told = [event["event"] for deed in script(VERY_CLUMSY, 3) for event in deed.events]
    pairs = [told[i : i + 2] for i, name in enumerate(told) if name == "illegal"]

    assert pairs
    assert all(pair == ["illegal", "restored"] for pair in pairs)


def test_neat_people_commit_no_fouls() -> None:
    """Without clumsiness nothing is illegal and no camera is pushed."""
    deeds = list(script(NEAT, 2))

    assert not any(deed.illegal for deed in deeds)
    assert deeds[-1].events[-1]["event"] == "game"


def test_games_follow_one_another() -> None:
    """After a game the board is set up again and another begins from the set-up."""
    game = a_game(memory=False, seats=(0, 2))
    people = People(game, seated(("greedy",), (0, 2)), NEAT, random.Random(1))
    deeds = list(islice(people.games(), 900))
    at = next(i for i, deed in enumerate(deeds) if deed.note == "new game")

    assert [deed.note for deed in deeds].count("game over") >= 1
    assert deeds[at + 1].position == game.new_game()


def test_people_who_come_back_to_a_won_game_set_up_another() -> None:
    """Where a counting ball lies on III already, the board is set up before anybody plays."""
    game = a_game(memory=False)
    won = replace(game.opening(), counted=(0, 3, 0, 0))
    back = open_game(replace(game.match, position=won.to_json()))
    rng = random.Random(2)
    people = People(back, seated(("greedy",), back.match.seats), NEAT, rng)

    deeds = list(islice(people.games(), 60))
    carried_to = [c.target for d in deeds if isinstance(d.act, Handle) for c in d.act.carries]

    assert carried_to[0] == "C1.0"
    assert not [target for target in carried_to if target.endswith(".4")]


@pytest.mark.parametrize("memory", [False, True])
def test_carries_lead_from_position_to_position(memory: bool) -> None:
    """Carrying out what hands do on the contents of one position gives the next one's."""
    rng = random.Random(11)
    opening = Position.set_up((0, 1, 2), 3, 0, memory=memory)
    for turn in play_round(
        a_game(memory=memory).house, opening, seated(("random",), (0, 1, 2)), rng
    ):
        position = turn.before
        for played in turn.played:
            path = getattr(played.done, "path", ())
            on = carried(position, carries_between(position, played.position, path))
            assert on == played.position.on
            position = replace(played.position, turn=turn.before.turn)


def carried(position: Position, carries: tuple) -> dict[str, int]:
    on = dict(position.on)
    for carry in carries:
        if carry.source[0] == "M":
            continue
        ball = int(carry.source[1:]) if carry.source[0] == "S" else on.pop(carry.source)
        if carry.target[0] != "S":
            assert carry.target not in on
            on[carry.target] = ball
    return dict(sorted(on.items(), key=lambda item: list(position_fields()).index(item[0])))


def position_fields() -> tuple[str, ...]:
    return (
        *(f"O{i}" for i in range(64)),
        *(f"I{i}" for i in range(32)),
        *(f"T{i}" for i in range(16)),
    )
