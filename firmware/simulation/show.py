"""A simulated game as it goes by: at every second there is a scene to be seen, and the truth about it."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.simulation.gestures import Beat, Gestures, people_from
from firmware.simulation.world import World
from referee.board import Board, Variant
from referee.games.inner_circle.blunders import NEAT, Clumsiness
from referee.games.inner_circle.game import InnerCircle, open_game
from referee.games.inner_circle.people import Deed, People
from referee.games.inner_circle.players import seated
from referee.games.inner_circle.resuming import Begun
from referee.match import Match
from vision.painter.chance import table_from_seed
from vision.painter.scene import Scene
from vision.painter.table import Table
from vision.painter.views import Hanging

# The set-up position is shown for so long before anybody moves.
_OPENING_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Who plays at a simulated table, and how: kinds of players (taken in turn), clumsiness.

    ``begun``: the turn that is being played, which began with the match's position.
    """

    match: Match
    players: tuple[str, ...] = ("greedy", "careful")
    clumsiness: Clumsiness = NEAT
    seed: int = 0
    begun: Begun | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be seen at one instant; ``deed`` is what is being done (None: nothing yet)."""

    scene: Scene
    kind: str
    deed: Deed | None


def simulated_table(
    board: Board,
    seed: int,
    *,
    size_px: tuple[int, int] | None = None,
    hanging: Hanging | None = None,
) -> Table:
    """Draw a table; ``board`` is the nominal one with the variant that is played."""
    return table_from_seed(seed, board, size_px=size_px, hanging=hanging)


def match_at(table: Table, seats: Sequence[int], balls: int, first: int) -> Match:
    """Return the match that these seats play at a table, with the colours that lie there."""
    labels = list(table.balls.colours)
    return Match(
        game=table.board.game,
        seats={seat: labels[seat] for seat in seats},
        first=first,
        terms={"memory": table.board.variant is Variant.MEMORY, "balls": balls},
    )


class Stage:
    """One simulated table with its people; the same cast gives the same show."""

    def __init__(self, table: Table, cast: Cast) -> None:
        self.table, self.cast = table, cast
        self.game: InnerCircle = open_game(cast.match)
        rng = random.Random(cast.seed)
        seats = tuple(cast.match.seats)
        self.world = World(table.board, cast.match.seats, self.game.balls, seats, rng)
        self._set_up(rng)
        self._gestures = Gestures(self.world, people_from(seats, rng), rng)
        self._people = People(
            self.game,
            seated(cast.players, seats),
            cast.clumsiness,
            random.Random(cast.seed + 1),
            cast.begun,
        )

    def _set_up(self, rng: random.Random) -> None:
        """Lay everything as the match's position, or the turn so far, has it; the dice lie in the middle."""
        opening = self.cast.begun.position if self.cast.begun else self.game.opening()
        for name, seat in opening.on.items():
            self.world.put(name, self.world.take(f"S{seat}"))
        self.world.counters.update(opening.counters)
        for seat, options in opening.stored.items():
            if self.world.memory:
                self.world.stored[seat].update(map(str, options))
        faces = {"number": str(rng.choice([2, 4, 8, 10])), "option": rng.choice(["half", "double"])}
        for name in ("number", "option"):
            self.world.dice |= self.world.land((name,), faces, "lying")

    def deeds(self, *, endless: bool = False) -> Iterator[tuple[Deed, Iterator[Beat]]]:
        """Yield each deed with its beats, which must be gone through before the next deed."""
        for deed in self._people.games() if endless else self._people.deeds():
            yield deed, self._gestures.beats(deed.act)


class Show:
    """A stage seen over time; ``pace`` above 1 is faster than life."""

    def __init__(self, stage: Stage, *, pace: float = 1.0, endless: bool = False) -> None:
        self._stage, self._pace = stage, pace
        opening = stage.world.scene()
        self._beat = Beat(_OPENING_S, lambda _: opening, "still")
        self._began_s = 0.0
        self._deed: Deed | None = None
        self._beats = self._all_beats(endless)
        self.over = False
        self.told: list[Mapping[str, Any]] = []
        """The events that have become certain so far."""

    def _all_beats(self, endless: bool) -> Iterator[tuple[Deed, Beat]]:
        for deed, beats in self._stage.deeds(endless=endless):
            for beat in beats:
                yield deed, beat
            self.told += deed.events

    def at(self, seconds: float) -> Moment:
        """Return the moment at this time since the show began; time must not go back."""
        now = seconds * self._pace
        while now >= self._began_s + self._beat.seconds and not self.over:
            following = next(self._beats, None)
            if following is None:
                self.over = True
                break
            self._began_s += self._beat.seconds
            self._deed, self._beat = following
        share = min((now - self._began_s) / max(self._beat.seconds, 1e-6), 1.0)
        return Moment(self._beat.scene(share), self._beat.kind, self._deed)
