"""The simulated table: hands carry what the script says, and nothing gets lost on the way."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from firmware.cameras.simulated import SimulatedCamera
from firmware.errors import SimulationError
from firmware.resources import nominal_board
from firmware.simulation.show import Cast, Show, Stage, match_at, simulated_table
from firmware.simulation.world import World, in_dice_area, on_board
from referee.board import Variant
from referee.games.inner_circle.blunders import CLUMSY, NEAT, Clumsiness
from referee.games.inner_circle.people import Deed
from vision.painter.scene import Scene
from vision.painter.table import Table

SMALL_PX = (320, 240)


def a_table(*, memory: bool = False, seed: int = 3) -> Table:
    board = nominal_board(variant=Variant.MEMORY if memory else Variant.BASE)
    return simulated_table(board, seed, size_px=SMALL_PX)


def a_stage(clumsiness: Clumsiness, seed: int, *, memory: bool = False) -> Stage:
    table = a_table(memory=memory)
    match = match_at(table, (0, 1, 3), 3, 1)
    return Stage(table, Cast(match=match, clumsiness=clumsiness, seed=seed))


def carried_out(stage: Stage) -> Iterator[Deed]:
    for deed, beats in stage.deeds():
        for _ in beats:
            pass
        yield deed


class Clock:
    """A clock that goes on by ``step`` seconds whenever it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("memory", [False, True])
def test_the_world_stands_as_the_script_says(memory: bool) -> None:
    """After each deed that leaves a legal position, exactly its balls, counters and options lie there."""
    stage = a_stage(CLUMSY, 5, memory=memory)
    seat_of = {label: seat for seat, label in stage.cast.match.seats.items()}
    compared = 0
    for deed in carried_out(stage):
        if deed.illegal or "ball" in deed.note or "clearing" in deed.note or "begun" in deed.note:
            continue
        on = {n: seat_of[label] for n, label in stage.world.on.items() if n[0] in "OIT"}
        assert on == deed.position.on
        if memory:
            stored = {seat: stage.world.stored[seat] for seat in deed.position.seats}
            assert stored == {seat: set(have) for seat, have in deed.position.stored.items()}
        compared += 1

    assert compared > 50


@pytest.mark.parametrize("memory", [False, True])
def test_no_ball_is_lost_or_made(memory: bool) -> None:
    """At every instant all game balls are on the board, in start areas, loose, or in a hand."""
    stage = a_stage(CLUMSY, 6, memory=memory)
    show = Show(stage)
    counts, seconds = set[tuple[tuple[str, int], ...]](), 0.0
    while not show.over and seconds < 400:
        seconds += 0.17
        counts.add(tuple(sorted(balls_in(show.at(seconds).scene).items())))

    assert counts == {tuple(sorted((label, 3) for label in stage.cast.match.seats.values()))}


def balls_in(scene: Scene) -> Counter[str]:
    labels = [*scene.on.values(), *(ball.label for ball in (*scene.start, *scene.loose))]
    return Counter([*labels, *(hand.held for hand in scene.hands if hand.held)])


def test_the_same_cast_gives_the_same_show() -> None:
    """What is to be seen depends on seed and time alone."""
    first, second, other = (Show(a_stage(CLUMSY, seed)) for seed in (1, 1, 2))
    times = np.arange(0, 60, 0.31)
    scenes = [[show.at(t).scene for t in times] for show in (first, second, other)]

    assert scenes[0] == scenes[1]
    assert scenes[0] != scenes[2]


def test_a_pace_of_two_takes_half_the_time() -> None:
    """The same moments come sooner."""
    slow, quick = Show(a_stage(NEAT, 4)), Show(a_stage(NEAT, 4), pace=2.0)
    times = np.arange(0, 40, 0.5)

    assert [slow.at(2 * t) for t in times][-1].scene == [quick.at(t) for t in times][-1].scene


def test_dice_land_apart_and_where_they_should() -> None:
    """Thrown dice lie in the dice area without touching; fallen ones lie off the board."""
    table = a_table()
    world = World(table.board, {0: "red"}, 1, (0,), random.Random(1))
    for _ in range(200):
        dice = world.land(("number", "option"), {"number": "6", "option": "half"}, "lying")
        a, b = dice.values()
        assert in_dice_area(a, table.board)
        assert in_dice_area(b, table.board)
        assert np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) > 1.42 * table.board.die_mm
    fallen = world.land(("number",), {"number": "6"}, "off-board")["number"]

    assert not on_board(fallen, table.board)


def test_a_hand_cannot_take_what_is_not_there() -> None:
    """A script that asks for a missing ball is told the spot."""
    world = World(a_table().board, {0: "red"}, 1, (0,), random.Random(1))

    with pytest.raises(SimulationError, match="nothing lies on O5"):
        world.take("O5")


def test_the_camera_shows_the_game_picture_by_picture() -> None:
    """Each read gives a fresh picture of the right size, its time and its number."""
    stage = a_stage(NEAT, 9)
    with SimulatedCamera(stage, Clock(0.5)) as camera:
        shots = [camera.read() for _ in range(30)]

    assert all(shot is not None for shot in shots)
    sizes = {shot.picture.shape for shot in shots if shot}
    assert sizes == {(SMALL_PX[1], SMALL_PX[0], 3)}
    assert [shot.name for shot in shots if shot] == [str(i + 1) for i in range(30)]
    times = [shot.at_s for shot in shots if shot]
    assert times == sorted(times)
    assert any(
        np.abs(a.picture.astype(int) - b.picture).max() > 60 for a, b in pairwise(shots) if a and b
    )


def test_the_camera_ends_with_the_game_if_told_to() -> None:
    """Without ``endless`` there is no picture after the last deed."""
    stage = a_stage(NEAT, 9)
    with SimulatedCamera(stage, Clock(600.0), endless=False) as camera:
        shots = [camera.read() for _ in range(20)]

    assert shots[-1] is None
    assert camera.show.told[-1]["event"] == "game"
