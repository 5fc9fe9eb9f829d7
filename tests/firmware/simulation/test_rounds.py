"""Simulated rounds: clumsy people are followed, by a weak eye without pictures and by the real one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.inner_circle.blunders import CLUMSY
from tests.firmware.simulation import rounds
from tests.firmware.simulation.comparing import Stood, announced
from tests.firmware.simulation.rounds import BAD_GLIMPSE, GLIMPSE, Effort, Outcome, play

# The end of a round with few pictures of hands.
SHORT = Effort(every=6, turns=2)


def fouls_alone(lines: list[str]) -> bool:
    """Tell whether nothing but fouls, and that they were put right, is among these events."""
    return all(line.split()[0] in {"illegal", "restored"} for line in lines)


@pytest.mark.parametrize("seed", range(1, 5))
def test_an_eye_that_errs_for_seconds_leads_to_no_false_alarm(seed: int) -> None:
    """Throws, turns and wins are told just so, and nobody is blamed for what only looked wrong.

    A foul that is taken back while the eye is not sure may pass unseen.
    """
    outcome = play(seed, CLUMSY, replace(GLIMPSE, turns=12))

    assert outcome.expected > 10
    assert outcome.extra == []
    assert fouls_alone(outcome.missing)
    assert all(late_s < 1.0 for late_s in outcome.late_s)


@pytest.mark.parametrize("seed", [4, 5])
def test_memory_without_pictures(seed: int) -> None:
    """With the Memory plates the same holds for the last turns of a round."""
    outcome = play(seed, CLUMSY, replace(GLIMPSE, turns=2), memory=True)

    assert outcome.expected > 8
    assert outcome.extra == []
    assert fouls_alone(outcome.missing)


def test_an_eye_at_its_worst_leads_to_no_false_alarm() -> None:
    """In six ends of rounds nobody is blamed for nothing, and one event in ten at most is not as it was."""
    outcomes = [play(seed, CLUMSY, replace(BAD_GLIMPSE, turns=3)) for seed in range(504, 510)]

    assert sum(each.expected for each in outcomes) > 50
    assert sum(len(each.false_s) for each in outcomes) == 0
    wrong = sum(len(each.missing) + len(each.extra) for each in outcomes)
    assert wrong <= sum(each.expected for each in outcomes) / 10


def test_painted_rounds() -> None:
    """Of painted ends of rounds most is told just so, and nobody is blamed wrongly.

    Four, three and two players play.
    Most of what is wrong are throws of dice that the eye could not read.
    """
    outcomes = [play(seed, CLUMSY, SHORT) for seed in (1, 2, 4)]

    assert [each.error for each in outcomes] == [""] * 3
    assert sum(each.expected for each in outcomes) > 40
    assert sum(len(each.false_s) for each in outcomes) == 0
    wrong = sum(len(each.missing) + len(each.extra) for each in outcomes)
    assert wrong <= sum(each.expected for each in outcomes) / 5


def test_a_foul_that_was_missed_excuses_none_that_was_made_up() -> None:
    """Of two fouls one is missed, and one called while nothing was wrong."""
    stood = [Stood(10.0, 11.0), Stood(20.0, 21.0)]

    assert announced(stood, [10.5, 15.0]) == ([0.5], [15.0])
    assert announced(stood, [10.5, 10.7, 20.6]) == ([0.5, 0.6], [10.7])


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds that the file holds are not played again."""
    played: list[int] = []

    def pretend(seed: int, *_: object, **__: object) -> Outcome:
        played.append(seed)
        return Outcome(seed, pictures=1, expected=1, missing=[], extra=[])

    monkeypatch.setattr(rounds, "play", pretend)
    file = tmp_path / "rounds.jsonl"

    assert rounds.main([str(file), "--rounds", "2"]) == 0
    assert rounds.main([str(file), "--rounds", "4"]) == 0

    assert played == [1, 2, 3, 4]
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()] == played
