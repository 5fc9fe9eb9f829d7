"""People at the board: what simulated players' hands do, blunders included, and what a referee should say.

A script is a stream of deeds. Each deed is an act of hands (`referee.acting`) with what is true after it
and the events that a referee should have told by then, as in the machine interface. Legal play comes from
`players`; blunders are put right before the game goes on.
"""

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.acting import Act, Bump, Carry, Dim, Handle, Pause, Rest, Roll, beside
from referee.games.inner_circle import ring
from referee.games.inner_circle.blunders import Clumsiness
from referee.games.inner_circle.carrying import carries_between
from referee.games.inner_circle.game import InnerCircle
from referee.games.inner_circle.players import Played, PlayedTurn, Player, play_turn, throw_dice
from referee.games.inner_circle.plays import Plays
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.resuming import Begun
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Step
from referee.games.inner_circle.verdict import find


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One act and what is true after it.

    ``position`` is the last legal one; ``throws`` those of the turn so far; ``illegal`` the rule that
    what stands now breaks. ``events`` have become certain by this act (without n, frame and t).
    """

    act: Act
    position: Position
    throws: tuple[Throw, ...] = ()
    last: Mapping[str, Any] | None = None
    note: str = ""
    illegal: str = ""
    round_over: int | None = None
    events: tuple[Mapping[str, Any], ...] = ()


@dataclass(slots=True)
class _Table:
    """Where the script stands: the position on the board, and the one in which the turn began."""

    position: Position
    began: Position
    starter: int
    throws: tuple[Throw, ...] = ()
    last: Mapping[str, Any] | None = None
    told: list[Mapping[str, Any]] = field(default_factory=list)
    round_over: int | None = None


class People:
    """Simulated people who play one match; the same seed gives the same script.

    ``begun``: they go on with this turn, whose throws have fallen, instead of beginning it.
    """

    def __init__(
        self,
        game: InnerCircle,
        players: Mapping[int, Player],
        clumsiness: Clumsiness,
        rng: random.Random,
        begun: Begun | None = None,
    ) -> None:
        self._game, self._players, self._clumsy, self._rng = game, players, clumsiness, rng
        self._begun = begun
        self._plays = Plays(game.house)

    def deeds(self) -> Iterator[Deed]:
        """Yield the script of one game (all its rounds); the last deed tells the end."""
        yield from self._play(self._game.opening())

    def games(self) -> Iterator[Deed]:
        """Yield the script of one game after the other, without end."""
        opening = self._game.opening()
        if self._game.champion(self._game.score(opening)) is not None:
            # They come back to a game that was won already: another one is set up first.
            yield from self._put_back(opening)
            opening = self._game.new_game()
        while True:
            last = yield from self._play(opening)
            yield from self._put_back(last)
            opening = self._game.new_game()

    def _play(self, opening: Position) -> Generator[Deed, None, Position]:
        """Yield one game's script and return the position that won it, the counting ball moved."""
        table = _Table(opening, opening, opening.turn)
        while True:
            played = self._next_turn(table)
            yield from self._turn(table, played)
            won = played.after
            if won.winner is None:
                continue
            table.round_over = won.winner
            table.told += self._won(won)
            yield from self._count(table, won)
            if self._game.game_winner(won) is not None:
                tally = self._game.tally(won)
                first, second, third, fourth = (tally.get(seat, 0) for seat in range(ring.SEATS))
                return replace(won, counted=(first, second, third, fourth))
            yield from self._clear(table, won)

    # ------------------------------------------------------------ a turn

    def _next_turn(self, table: _Table) -> PlayedTurn:
        """Return the turn that is played now, or the rest of the one that is being played."""
        begun, self._begun = self._begun, None
        if begun is None:
            seat = table.position.turn
            return play_turn(self._plays, table.position, self._players[seat], self._rng)
        table.position, table.throws = begun.position, begun.throws
        return begun.rest

    def _turn(self, table: _Table, turn: PlayedTurn) -> Iterator[Deed]:
        if self._happens(self._clumsy.bump):
            yield self._deed(table, _bump(self._rng), note="camera nudged")
        if self._happens(self._clumsy.lamp):
            yield self._deed(
                table, Dim("", self._rng.choice([0.5, 0.7, 1.0])), note="light changed"
            )
        table.began = turn.before
        waiting: list[tuple[Carry, ...]] = []
        for played in turn.played:
            if isinstance(played.done, Throw):
                yield from self._hand_over(table, waiting)
                yield from self._throw(table, played)
            else:
                yield from self._step(table, played, waiting)
        yield from self._hand_over(table, waiting)
        told = [throw.to_json() for throw in turn.throws]
        table.told.append(
            {
                "event": "turn",
                "seat": turn.before.turn,
                "throws": told,
                "position": turn.after.to_json(),
            }
        )
        table.position, table.throws = turn.after, ()

    def _throw(self, table: _Table, played: Played) -> Iterator[Deed]:
        assert isinstance(played.done, Throw)
        throw, seat = played.done, table.position.turn
        if (
            not throw.both
            and not table.position.where[seat]
            and self._happens(self._clumsy.early_entry)
        ):
            yield from self._early_entry(table)
        for landing, chance in (
            ("leaning", self._clumsy.leaning),
            ("off-board", self._clumsy.off_board),
        ):
            if self._happens(chance):
                other = throw_dice("both" if throw.both else "number", self._rng)
                yield self._deed(
                    table, Roll(seat, _faces(other), landing), note=f"die {landing}, thrown again"
                )
        table.throws = (*table.throws, throw)
        table.last = {"type": "throw"}
        faces = {"number": throw.number, "option": str(throw.option) if throw.both else None}
        table.told.append({"event": "throw", "seat": seat, **faces})
        yield self._deed(table, Roll(seat, _faces(throw)))

    def _step(
        self, table: _Table, played: Played, waiting: list[tuple[Carry, ...]]
    ) -> Iterator[Deed]:
        assert isinstance(played.done, Step)
        carries = carries_between(table.position, played.position, played.done.path)
        if carries:
            if not waiting:
                yield from self._blunders(table, played)
            if self._happens(self._clumsy.slid):
                carries = tuple(replace(carry, slid=not _from_start(carry)) for carry in carries)
            waiting.append(carries)
        table.position = played.position
        table.last = _told_step(played.done)
        if carries and not self._happens(self._clumsy.at_once):
            yield from self._hand_over(table, waiting)

    def _hand_over(self, table: _Table, waiting: list[tuple[Carry, ...]]) -> Iterator[Deed]:
        """Carry out the steps that wait, in one go."""
        if waiting:
            seat = table.position.turn
            act = Handle(seat, tuple(carry for carries in waiting for carry in carries))
            waiting.clear()
            yield from self._clumsily(table, act)

    def _clumsily(self, table: _Table, act: Handle) -> Iterator[Deed]:
        """Carry pieces; a thrown ball may come to the wrong start area first."""
        home = act.carries[0].target
        # Nobody puts it where the next ball of this move is taken from: the hands would take it again.
        taken = {home, *(carry.source for carry in act.carries)}
        astray = [start for seat in table.position.seats if (start := f"S{seat}") not in taken]
        at_home = home in {"S0", "S1", "S2", "S3"}
        if astray and at_home and self._happens(self._clumsy.wrong_start):
            wrong = self._rng.choice(astray)
            first = replace(act.carries[0], target=wrong, slid=False)
            yield self._deed(
                table,
                Handle(act.seat, (first, *act.carries[1:])),
                note="ball in a wrong start area",
            )
            yield self._deed(table, Handle(act.seat, (Carry(wrong, home),)), note="ball put right")
        else:
            yield self._deed(table, act)

    # ------------------------------------------------------------ blunders

    def _blunders(self, table: _Table, played: Played) -> Iterator[Deed]:
        """Blunder before a step, and put it right."""
        seat, position = table.position.turn, table.position
        balls = [name for name, owner in position.on.items() if name[0] in "OI"]
        if self._happens(self._clumsy.resting):
            spot = self._rng.choice(balls) if balls else "O0"
            yield self._deed(
                table, Rest(seat, spot, self._rng.uniform(1.5, 4)), note="hand rests on the board"
            )
        if balls and self._happens(self._clumsy.dropped):
            ball = self._rng.choice(balls)
            yield self._deed(
                table, Handle(seat, (Carry(ball, beside(ball)),)), note=f"ball beside {ball}"
            )
            yield self._deed(
                table, Handle(seat, (Carry(beside(ball), ball),)), note="ball put back"
            )
        own = [name for name in balls if position.on[name] == seat]
        others = [name for name in balls if position.on[name] != seat]
        if own and self._happens(self._clumsy.wrong_count):
            yield from self._foul(table, self._rng.choice(own), "M1")
        if others and self._happens(self._clumsy.others_ball):
            yield from self._foul(table, self._rng.choice(others), "T4")
        if own and self._happens(self._clumsy.taken_back):
            yield from self._take_back(table, played)

    def _foul(self, table: _Table, source: str, rule: str) -> Iterator[Deed]:
        """Move a ball where it must not go; it is seen, said and taken back."""
        position, seat = table.position, table.position.turn
        for _ in range(20):
            steps = self._rng.randint(1, 13)
            target = (
                ring.NAMES[ring.ADVANCE[ring.NUMBERS[source]][steps]]
                if steps <= ring.LONGEST
                else ""
            )
            if not target or target in position.on:
                continue
            wrong = _moved(position, source, target)
            if find(self._game.house, table.began, table.throws, wrong) is not None:
                continue
            yield from self._wrong(table, Carry(source, target), rule, seat)
            return

    def _early_entry(self, table: _Table) -> Iterator[Deed]:
        seat = table.position.turn
        name = ring.NAMES[ring.START_FIELDS[seat]]
        if name not in table.position.on and not table.throws:
            yield from self._wrong(table, Carry(f"S{seat}", name), "T2", seat)

    def _wrong(self, table: _Table, carry: Carry, rule: str, seat: int) -> Iterator[Deed]:
        table.told.append({"event": "illegal", "seat": table.position.turn, "rule": rule})
        last = {"type": "illegal", "from": carry.source, "to": carry.target, "path": [carry.target]}
        yield replace(self._deed(table, Handle(seat, (carry,))), last=last, illegal=rule)
        table.told.append({"event": "restored", "position": table.position.to_json()})
        yield self._deed(table, Handle(seat, (Carry(carry.target, carry.source),)), note="restored")

    def _take_back(self, table: _Table, played: Played) -> Iterator[Deed]:
        """Begin the step, think again, take it back (and then do it after all)."""
        assert isinstance(played.done, Step)
        carries = carries_between(table.position, played.position, played.done.path)
        if len(carries) != 1:
            return
        seat = table.position.turn
        there, back = carries[0], Carry(carries[0].target, carries[0].source)
        yield self._deed(table, Handle(seat, (there,)), note="move begun")
        yield self._deed(table, Handle(seat, (back,)), note="move taken back")

    # ------------------------------------------------------------ the end of a round

    def _won(self, won: Position) -> list[Mapping[str, Any]]:
        counters = {str(seat): at for seat, at in self._game.tally(won).items()}
        told: list[Mapping[str, Any]] = [
            {"event": "round", "winner": won.winner, "counters": counters}
        ]
        if self._game.game_winner(won) is not None:
            told.append({"event": "game", "winner": won.winner, "counters": counters})
        return told

    def _count(self, table: _Table, won: Position) -> Iterator[Deed]:
        """Move the winner's counting ball (G1), or first a wrong one (G3)."""
        assert won.winner is not None
        if self._happens(self._clumsy.wrong_counter):
            seat = self._rng.choice([seat for seat in won.seats if seat != won.winner])
            at = won.counted[seat]
            if at < 3:
                yield from self._wrong(
                    table, Carry(f"C{seat}.{at}", f"C{seat}.{at + 1}"), "G3", won.winner
                )
        at = won.counted[won.winner]
        carry = Carry(f"C{won.winner}.{at}", f"C{won.winner}.{at + 1}")
        yield self._deed(table, Handle(won.winner, (carry,)), note="counting ball moved")

    def _clear(self, table: _Table, won: Position) -> Iterator[Deed]:
        """Put all balls back (G1)."""
        balls = list(won.on.items())
        for seat in won.seats:
            mine = tuple(Carry(name, f"S{owner}") for name, owner in balls if owner == seat)
            if mine:
                yield self._deed(table, Handle(seat, mine), note="clearing")
        table.position = self._game.next_round(won, table.starter)
        table.starter = table.position.turn
        table.round_over, table.last = None, None
        yield self._deed(table, Pause(1.5), note="new round")

    def _put_back(self, last: Position) -> Iterator[Deed]:
        """Set the board up for another game: balls home, counting balls on 0, options forgotten."""
        table = _Table(last, last, last.turn, round_over=last.winner)
        yield self._deed(table, Pause(6.0), note="game over")
        for seat in last.seats:
            mine = [Carry(name, f"S{owner}") for name, owner in last.on.items() if owner == seat]
            if last.counted[seat]:
                mine.append(Carry(f"C{seat}.{last.counted[seat]}", f"C{seat}.0"))
            mine += [Carry(f"M{seat}.{o}.upper", f"M{seat}.{o}.lower") for o in last.stored[seat]]
            if mine:
                yield self._deed(table, Handle(seat, tuple(mine)), note="set up again")
        yield self._deed(table, Pause(3.0), note="new game")

    # ------------------------------------------------------------ words

    def _happens(self, chance: float) -> bool:
        return self._rng.random() < chance

    def _deed(self, table: _Table, act: Act, note: str = "") -> Deed:
        told, table.told = tuple(table.told), []
        return Deed(act=act, position=table.position, throws=table.throws, last=table.last, note=note,
                    round_over=table.round_over, events=told)  # fmt: skip


def _faces(throw: Throw) -> tuple[tuple[str, str], ...]:
    number = ("number", str(throw.number))
    return (number,) if throw.option is None else (number, ("option", str(throw.option)))


def _bump(rng: random.Random) -> Bump:
    x, y = (rng.choice([-1, 1]) * rng.uniform(4, 22) for _ in range(2))
    return Bump(x, y, rng.uniform(-2.5, 2.5))


def _from_start(carry: Carry) -> bool:
    return "S" in carry.source[0] + carry.target[0] or carry.source.startswith("M")


def _moved(position: Position, source: str, target: str) -> Position:
    seat = position.on[source]
    where = list(position.where)
    where[seat] ^= 1 << ring.NUMBERS[source] | 1 << ring.NUMBERS[target]
    first, second, third, fourth = where
    return replace(position, where=(first, second, third, fourth))


def _told_step(step: Step) -> dict[str, Any]:
    """Return a step in plain words, for the truth beside pictures."""
    names = [ring.NAMES[number] for number in step.path]
    told: dict[str, Any] = {"type": str(step.kind)}
    if names:
        told |= {"from": names[0], "path": names[1:], "to": names[-1]}
    if step.number:
        told["n"] = step.number
    return told
