"""What a player may do now: all of it and nothing else, in words, by the one search."""

import random

import pytest

from referee.games.inner_circle import ring
from referee.games.inner_circle.choices import MOST_CHOICES, TOLD, choices
from referee.games.inner_circle.house import House
from referee.games.inner_circle.players import PLAYERS, play_turn
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Option, Throw
from referee.games.inner_circle.turn import Step
from referee.snapshot import Choice

BEFORE = Position.from_json(
    {
        "game": "inner-circle", "memory": False, "seats": [0, 1, 2, 3], "balls": 2,
        "on": {"O20": 0, "I5": 1, "O26": 2, "T4": 2, "O50": 3},
        "start": {"0": 1, "1": 1, "2": 0, "3": 1},
        "counters": {"0": 0, "1": 0, "2": 0, "3": 0}, "turn": 0,
    }
)  # fmt: skip


def told(throw: Throw, before: Position = BEFORE) -> dict[tuple[str, str, str], Choice]:
    """Return the choices right after a throw, by their key and the ends of their way."""
    found = choices(House(), before, (throw,), before)
    return {(c.says.key, c.path[0], c.path[-1]): c for c in found}


def test_a_number_an_entry_and_the_option_are_offered() -> None:
    """VI with swap-ring: move it and throw what stands there, enter instead, or swap rings first."""
    found = told(Throw(6, Option.SWAP_RING))

    assert set(found) == {
        ("choice.move-and-throws", "O20", "O26"),
        ("choice.enter", "S0", "O0"),
        ("choice.swap-ring", "O20", "I10"),
    }
    move = found["choice.move-and-throws", "O20", "O26"]
    assert move.path == tuple(f"O{i}" for i in range(20, 27))
    assert move.throws == ("O26",)
    assert move.says.params["other_seat"] == 2


def test_half_and_direction_show_in_what_then_moves() -> None:
    """A half and a turned number are ways of their own; IV ends on the arrow and changes ring (M4)."""
    half, back = told(Throw(8, Option.HALF)), told(Throw(8, Option.DIRECTION))

    assert half["choice.move", "O20", "I12"].path == ("O20", "O21", "O22", "O23", "O24", "I12")
    assert half["choice.move", "O20", "I12"].says.params["number"] == 4
    assert back["choice.move-back", "O20", "O12"].path[1] == "O19"


def test_a_hole_is_a_hole() -> None:
    """Which of the free holes a ball goes into is no choice worth a line."""
    assert [key for key in told(Throw(8, Option.HOLE_IN)) if key[0] == "choice.hole-in"] == [
        ("choice.hole-in", "O20", "T0")
    ]


def test_swapping_balls_names_whose() -> None:
    """Each ball of the others in play can be swapped with; those at home cannot (T1)."""
    found = [
        c for c in told(Throw(8, Option.SWAP_BALL)).values() if c.says.key == "choice.swap-ball"
    ]

    assert {(c.path[-1], c.says.params["other_seat"]) for c in found} == {
        ("I5", 1), ("O26", 2), ("O50", 3),
    }  # fmt: skip


def test_moves_after_direction_are_called_backwards() -> None:
    """O4: a number that goes counter-clockwise says so, and its way leads back."""
    found = [c for c in told(Throw(4, Option.DIRECTION)).values() if "choice.move" in c.says.key]
    back = {c.path[1] for c in found if "-back" in c.says.key}

    assert back == {f"O{int(c.path[0][1:]) - 1}" for c in found if c.path[0][0] == "O"}
    assert len(found) == 2 * len(back)


def test_the_best_comes_first_and_says_why() -> None:
    """A ball that can get home is told to, and only one choice has a reason."""
    at_arrow = Position.from_json({**BEFORE.to_json(), "on": {"I4": 0, "O26": 2, "O50": 3},
        "start": {"0": 1, "1": 2, "2": 1, "3": 1}})  # fmt: skip
    found = choices(House(), at_arrow, (Throw(4, Option.HALF),), at_arrow)

    assert found[0].path == ("I4", "I5", "I6", "I7", "I8", "T2")
    assert found[0].why
    assert found[0].why.key == "choice.why.home"
    assert [c.why for c in found[1:]] == [None] * (len(found) - 1)


def test_in_mid_turn_only_what_is_left_is_offered() -> None:
    """After the number was moved, the option is left; after that nothing."""
    throw = Throw(8, Option.SWAP_RING)
    others = {"I5": 1, "O26": 2, "T4": 2, "O50": 3}
    moved = Position.from_json({**BEFORE.to_json(), "on": {"O28": 0, **others}})
    done = Position.from_json({**BEFORE.to_json(), "on": {"I14": 0, **others}})

    assert [c.path for c in choices(House(), BEFORE, (throw,), moved)] == [("O28", "I14")]
    assert choices(House(), BEFORE, (throw,), done) == ()


@pytest.mark.parametrize("memory", [False, True])
def test_what_is_played_was_offered(memory: bool) -> None:
    """In random games every step that somebody took stood in the list before."""
    rng = random.Random(7)
    house, player = House(), PLAYERS["random"]()
    position = Position.from_json(
        {
            **BEFORE.to_json(), "memory": memory,
            **({"stored": {str(seat): [] for seat in range(4)}} if memory else {}),
        }
    )  # fmt: skip
    opening, checked = position, 0
    for _ in range(60):
        turn = play_turn(house, position, player, rng)
        throws: tuple[Throw, ...] = ()
        stands = turn.before
        for played in turn.played:
            if isinstance(played.done, Throw):
                throws = (*throws, played.done)
            elif played.done.kind in TOLD:
                offered = choices(house, turn.before, throws, stands)
                assert len(offered) == MOST_CHOICES or any(fits(c, played.done) for c in offered)
                checked += 1
            stands = played.position
        position = opening if turn.after.turn == turn.before.turn else turn.after

    assert checked > 20


def fits(choice: Choice, step: Step) -> bool:
    """Tell whether a choice is this step (the hole that a ball goes into aside)."""
    kind = choice.says.key.removesuffix("-and-throws").removesuffix("-back").removeprefix("choice.")
    if kind != step.kind or kind in {"hole-in", "store"}:
        return kind == step.kind
    ends = [ring.NAMES[step.path[0]], ring.NAMES[step.path[-1]]]
    if kind in {"enter", "exit"}:
        return choice.path[-1] == ends[1]
    return [choice.path[0], choice.path[-1]] == ends
