"""The protocol that the folder of every game keeps; all that the rest of the house knows of games.

A game is seen as turns. A turn starts from a position, takes what chance gives (throws) and leads to
another position; a position is told by what lies in its spots. Spots are the places of the board and
what else a player could point at ("O0", "start.0", "counters.0"); what lies in one is a short text
(the seat whose ball it is, a count, "" for nothing). So positions can be weighed against what was seen
without knowing what they mean.
"""

import importlib
import pkgutil
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar, cast

from referee import games
from referee.errors import InvalidRequest
from referee.evidence import Contents, Evidence
from referee.match import Match
from referee.sighting import Sighting
from referee.snapshot import Choice, Sentence


class Standing(Protocol):
    """A position: a frozen value, compared and hashed by what it holds."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""

    def __hash__(self) -> int:
        """Positions are keys."""


P = TypeVar("P", bound=Standing)
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Generic[P]):
    """What the rules say about a position that stands there in the course of a turn.

    ``complete``: the turn may end here. ``wait``: not legal yet, but a legal way of playing passes
    through it (the counting ball moved before the last ball), so nobody is blamed. ``position`` is what
    counts where something was seen early.
    """

    legal: bool
    complete: bool = False
    wait: bool = False
    position: P | None = None


@dataclass(frozen=True, slots=True)
class Foul(Generic[P]):
    """Why a position is not legal: the rule, a sentence, and the nearest legal position if one is known.

    ``counted`` is the way that a piece should have gone, place by place, ``legal_under`` the house rules
    (``name=value``) under which nothing would be wrong.
    """

    rule: str
    reason: Sentence
    nearest: P | None = None
    counted: tuple[str, ...] = ()
    legal_under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate(Generic[P]):
    """A position that the turn can reach, and what the evidence says against it."""

    position: P
    cost: float
    complete: bool


@dataclass(frozen=True, slots=True)
class Defect:
    """What was seen is no position: pieces are missing or too many; ``spots`` are concerned.

    ``foul`` tells what rule that breaks, if all pieces are clearly seen and none is missing.
    """

    spots: tuple[str, ...]
    foul: Foul[Any] | None = None


class Game(Protocol[P, T]):
    """One match of one game: its rules under the house's switches. All methods are pure."""

    @property
    def match(self) -> Match:
        """What is played."""

    @property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """The dice that each kind of throw takes, by kind; empty for a game without dice."""

    @property
    def dice(self) -> tuple[str, ...]:
        """The names of the dice in a sighting, the one first that every throw takes."""

    @property
    def faces(self) -> Mapping[str, tuple[str, ...]]:
        """The faces of each die."""

    def under(self, rule: str) -> Self:
        """Return the game with one house rule set, "name=value" as in `Foul.legal_under`.

        Raises:
            InvalidRequest: there is no such rule or value.

        """

    # ------------------------------------------------------------ notation
    def position(self, data: Mapping[str, Any]) -> P:
        """Read a position from its JSON form; raises InvalidRequest."""

    def position_data(self, position: P) -> dict[str, Any]:
        """Return the JSON form."""

    def throw(self, data: Mapping[str, Any]) -> T:
        """Read a throw from its JSON form; raises InvalidRequest."""

    def throw_data(self, throw: T) -> dict[str, Any]:
        """Return the JSON form: the face of every die that was thrown."""

    # ------------------------------------------------------------ rounds
    def opening(self) -> P:
        """Return the position that the match starts from."""

    def starters(self, position: P) -> tuple[int, ...]:
        """Return who may begin a round from this position, first whoever most likely does."""

    def winner(self, position: P) -> int | None:
        """Return who has won the round in this position."""

    def next_round(self, won: P, starter: int) -> P:
        """Return the position of the round after this win, the score moved on.

        ``starter`` is the seat that began the round that is won.
        """

    def tally(self, won: P) -> Mapping[int, int]:
        """Return each seat's score as it will stand after this win."""

    def score_spots(self, position: P) -> frozenset[str]:
        """Return the spots in which the score is kept."""

    def score(self, position: P) -> Mapping[int, int]:
        """Return each seat's score in the position."""

    def scorer(self, position: P, seen: Contents) -> int | None:
        """Return whose score alone is one round further than in the position."""

    def with_score(self, position: P, score: Mapping[int, int]) -> P:
        """Return the position with another score."""

    def champion(self, score: Mapping[int, int]) -> int | None:
        """Return who has won the whole game with this score."""

    def game_winner(self, won: P) -> int | None:
        """Return who wins the whole game with this win."""

    def new_game(self) -> P:
        """Return the position that another game of this match starts from."""

    def clearing(self, won: P, seen: Contents) -> Verdict[P]:
        """Judge what stands there (as far as it is clear) between a win and the next round.

        The verdict's ``position`` tells what counts of it; it is ``won`` where nothing was done yet.
        """

    def wrong_score(self, won: P, seen: P) -> Foul[P]:
        """Explain why the score is wrong that is seen after a win."""

    # ------------------------------------------------------------ rules
    def judge(self, before: P, throws: Sequence[T], after: P) -> Verdict[P]:
        """Judge ``after``; with ``before.turn`` on turn it may be unfinished (legal so far?)."""

    def used(self, before: P, throws: Sequence[T], after: P) -> Sequence[str]:
        """Return which options a finished turn used, by name; nothing where it was not legal."""

    def back(self, before: P, throws: Sequence[T], stands: P, place: str) -> bool:
        """Tell whether the piece that has come to this place in the turn went backwards there."""

    def foul(self, before: P, throws: Sequence[T], after: P, seen: P | None = None) -> Foul[P]:
        """Explain why `judge` called the position not legal.

        ``seen`` is the last legal position that the turn was seen to stand in.
        """

    def next_throws(self, before: P, throws: Sequence[T]) -> frozenset[str]:
        """Return the kinds of throw that may be due next in the turn ("number", "both")."""

    def due(self, before: P, throws: Sequence[T], stands: P) -> frozenset[str]:
        """Return the kinds of throw that may follow when the turn has come to stand like this."""

    def thrown(self, faces: Mapping[str, str]) -> T | None:
        """Return the throw of these dice with these faces (None: no throw of this game)."""

    def movers(self, was: P, now: P) -> frozenset[int]:
        """Return the seats whose pieces lie elsewhere now."""

    def passed(self, position: P) -> P:
        """Return the position with the next seat on turn."""

    def turned(self, position: P, seat: int) -> P:
        """Return the position with this seat on turn."""

    def fit(
        self,
        before: P,
        throws: Sequence[T],
        evidence: Evidence,
        *,
        limit: int,
        slack: float,
        ceiling: float,
    ) -> Sequence[Candidate[P]]:
        """Return positions that the turn can reach, the best first, at most ``limit``.

        All within ``slack`` of the best are found; positions whose cost is more than ``ceiling`` above
        what the evidence costs at least are not looked for.
        """

    def choices(self, before: P, throws: Sequence[T], stands: P) -> Sequence[Choice]:
        """Return what the player may do next, the most sensible first."""

    # ------------------------------------------------------------ the eye
    def contents(self, position: P) -> Contents:
        """Return what lies in every spot: how the position should look to the eye."""

    def beside(self, spot: str) -> frozenset[str]:
        """Return the spots so near to this one that a piece beside it may look as if it lay in them."""

    def evidence(self, sighting: Sighting) -> Evidence:
        """Return what one picture says about every spot."""

    def seen(self, shown: Contents, like: P) -> P | Defect:
        """Return the position with these contents and, in spots not named, those of ``like``.

        Pieces are conserved: what does not add up is a `Defect`. The turn is that of ``like``.
        """


def package_of(game: str) -> str:
    """Return the package that holds a game's rules and texts."""
    return f"{games.__name__}.{game.replace('-', '_')}"


def game_ids() -> tuple[str, ...]:
    """Return the ids of the games that can be played."""
    names = (item.name for item in pkgutil.iter_modules(games.__path__) if item.ispkg)
    return tuple(sorted(name.replace("_", "-") for name in names))


def open_game(match: Match) -> Game[Any, Any]:
    """Return the game of a match.

    Raises:
        InvalidRequest: there is no such game, or it does not take these terms.

    """
    if match.game not in game_ids():
        raise InvalidRequest(f"there is no game {match.game!r}; known: {', '.join(game_ids())}")
    module = importlib.import_module(f"{package_of(match.game)}.game")
    return cast("Game[Any, Any]", module.open_game(match))
