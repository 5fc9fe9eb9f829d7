"""Following rows of truth with a table, and games to follow."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from referee.events import Event
from referee.game import open_game
from referee.match import Match, match_from_data
from referee.table.patience import FOLDER, Patience
from referee.table.table import Table
from tests.referee.table.expected import Story, Truth, seen_story
from tests.referee.table.film import PICTURES_A_SECOND
from tests.referee.table.from_truth import PERFECT, Errors, Eye
from tests.referee.table.played import Game, Habits, Row

LABELS = ("red", "blue", "green", "yellow")


def random_match(
    rng: random.Random, *, memory: bool = False, house: Mapping[str, Any] | None = None
) -> Match:
    """Return a match of two to four players with one or two balls each."""
    seats = sorted(rng.sample(range(4), rng.choice((2, 3, 4))))
    return match_from_data(
        {
            "game": "inner-circle",
            "memory": memory,
            "balls": rng.choice((1, 2)),
            "house": house or {},
            "seats": {str(seat): LABELS[seat] for seat in seats},
            "first": rng.choice(seats),
        }
    )


@dataclass(frozen=True)
class Played:
    """A game at random: its match and its rows of truth."""

    match: Match
    rows: Sequence[Row]

    @property
    def story(self) -> list[Story]:
        """What truly happened."""
        return list(Truth(self.match).story(self.rows))


def played(
    seed: int,
    habits: Habits,
    *,
    memory: bool = False,
    house: Mapping[str, Any] | None = None,
    most: int = 150,
    rounds: int = 1,
) -> Played:
    """Return a game played from this seed, at most so many rows of it."""
    rng = random.Random(seed)
    match = random_match(rng, memory=memory, house=house)
    game = Game(match, rng, habits, rounds=rounds)
    return Played(match, list(islice(game.rows(), most)))


def table_of(match: Match, patience: Patience = FOLDER) -> Table[Any, Any]:
    """Return a table that has seen nothing yet."""
    return Table(open_game(match), patience=patience)


def follow_rows(
    table: Table[Any, Any],
    rows: Iterable[Row],
    *,
    errors: Errors = PERFECT,
    seed: int = 0,
    live: bool = False,
) -> list[Event]:
    """Let the table see the rows; ``live``: they are a film's pictures."""
    game = table.game
    eye = Eye(game.match, game.fields, None, errors)  # type: ignore[attr-defined]
    for name, index, sighting in eye.sightings(rows, seed):
        t_s = index / PICTURES_A_SECOND if live else index
        table.observe(sighting, name, t_s)
    table.finish()
    return table.events


def story_of(events: Iterable[Event], *, steps: bool = True) -> list[Story]:
    """Return the story that the events tell."""
    lines = [event.line(lambda sentence: sentence.key) for event in events]
    return [event for event in seen_story(lines) if steps or event[0] != "step"]


def without(story: Iterable[Story], *kinds: str) -> list[Story]:
    """Return the story without these kinds of events."""
    return [event for event in story if event[0] not in kinds]
