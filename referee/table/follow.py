"""Following a game: what one settled look means in the state that the game is in. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic

from referee.events import Corrected, Restored, Step, Throw
from referee.evidence import against, clear_contents, differing
from referee.game import Defect, Game, P, T
from referee.table.dice import Roll, dice_data, rolled
from referee.table.explain import Kind, View, ended, explain, judged
from referee.table.outcome import Act, Blame, Outcome, step_acts, throw_act, turn_act
from referee.table.scoring import scoring, set_up_again
from referee.table.senses import Look
from referee.table.state import Fallen, Line, Stage, State
from referee.table.throwing import Way, fallen, guessed, ways, ways_without

LOST = 2
"""Throws that make no sense before the referee believes that it has lost the game and goes on from there."""

LOST_MEMO = {"agreed": True, "guessed": True}

PLAYED_ON = 1
"""Throws that are seen after a foul before the referee believes that the players let it stand."""


def follow(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Return what follows from a look."""
    if state.stage is Stage.PLAY or state.ready:
        return _playing(game, state, look)
    if look.hand:
        return Outcome()
    match state.stage:
        case Stage.CLEARING:
            return _clearing(game, state, look)
        case Stage.OVER:
            return set_up_again(game, state, look)
        case _:
            return Outcome()


def may_end(game: Game[P, T], state: State[P, T]) -> bool:
    """Tell whether the turn may end with what stands on the board."""
    line = state.line
    if state.stage is not Stage.PLAY or line is None or state.wrong is not None:
        return False
    return ended(game, line, line.stands)


def _playing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    assert state.line is not None
    if state.laying:
        return _laying(game, state.line, look)
    now = _Now.of(game, state, look)
    if look.hand:
        return _beside_a_hand(now)
    return (
        now.thrown()
        or now.put_right()
        or now.half_read()
        or now.pushed()
        or now.played_on()
        or now.found_again()
        or now.seen()
    )


@dataclass(frozen=True, slots=True)
class _Now(Generic[P, T]):
    """A look in the course of a turn.

    ``roll`` is how the dice changed, ``item`` the new throw that they show, ``queue`` all throws that
    are not explained yet, ``view`` what the board shows if nothing was thrown, ``loose`` the spots beside
    which their piece seems to lie.
    """

    game: Game[P, T]
    state: State[P, T]
    line: Line[P, T]
    look: Look
    roll: Roll
    item: Fallen[T] | None
    queue: tuple[Fallen[T], ...]
    view: View[P]
    loose: tuple[str, ...] = ()

    @classmethod
    def of(cls, game: Game[P, T], state: State[P, T], look: Look) -> "_Now[P, T]":
        """Return what a look means to begin with."""
        assert state.line is not None
        roll = rolled(state.dice, look.dice, look.unread)
        item = fallen(game, roll, state.dice, look.dice, gaps=look.gaps)
        look = _decided(game, state.line, look)
        loose = _unaccounted(game, state.line, look)
        # A piece that lies beside its hole has not left it for anywhere else.
        seen = {spot: costs for spot, costs in look.evidence.items() if spot not in loose}
        look = replace(look, evidence=seen)
        queue = state.queue
        if item is not None and state.half is not None and _again(game, state.half, item):
            # The dice were thrown from where they lay then, also the one that could not be read.
            lay = state.half.dice
            queue = (*queue, guessed(state.half))
            again = rolled(lay, look.dice, look.unread)
            item = fallen(game, again, lay, look.dice, gaps=look.gaps) or item
        queue = queue if item is None else (*queue, item)
        view = explain(game, state.line, look.evidence)
        return cls(game, state, state.line, look, roll, item, queue, view, loose)

    def thrown(self) -> Outcome[P, T] | None:
        """Explain the queue together with what stands there."""
        return self._first_of(self._ways(self.queue))

    def pushed(self) -> Outcome[P, T] | None:
        """Explain what stands there by all throws but one, which was none."""
        found = ways_without(self.game, self.line, self.queue, self.look.evidence)
        return self._first_of(found)

    def _first_of(self, found: list[Way]) -> Outcome[P, T] | None:
        if not found:
            return None
        first, *others = sorted(found, key=lambda way: len(way.strays))
        rivals = tuple(way.acts for way in others if len(way.strays) == len(first.strays))
        stepped = bool(first.acts) and isinstance(first.acts[0].what, Step)
        acts = first.acts
        if self.state.wrong is not None and not stepped:
            acts = (Act(Restored(self.game.position_data(self.line.stands))), *acts)
        return Outcome(acts, doubt=first.strays, rivals=rivals)

    def _ways(self, queue: tuple[Fallen[T], ...]) -> list[Way]:
        lines = _lines(self.game, self.state) if queue else []
        clear = not self.look.hand and not self._more_to_come()
        return [
            way
            for line in lines
            for way in ways(self.game, line, queue, self.look.evidence, surmise=clear)
        ]

    def _more_to_come(self) -> bool:
        """Tell whether a spot shows something new that has not been seen for long enough."""
        contents = self.game.contents(self.line.stands)
        return any(contents.get(spot, "") != now for spot, now in self.look.coming.items())

    def played_on(self) -> Outcome[P, T] | None:
        """Take a position that was called wrong for agreed if the players went on from it."""
        wrong = self.state.wrong
        if wrong is None or len(self.queue) <= PLAYED_ON:
            return None
        agreed: Line[P, T] = Line(wrong, wrong, agreed=True)
        found = ways(self.game, agreed, self.queue, self.look.evidence)
        if not found:
            return None
        step = Step(self.line.before.turn, self.game.position_data(wrong))
        return Outcome((Act(step, {"agreed": True}), *found[0].acts), doubt=found[0].strays)

    def found_again(self) -> Outcome[P, T] | None:
        """Go on from what stands there, whosever turn it may be, if several throws made no sense.

        The turns in between are lost; what follows shows who plays, and until then nobody is blamed.
        """
        if len(self.queue) <= (PLAYED_ON if self.state.doubtful else LOST) or self.loose:
            return None
        seen = self.game.seen(clear_contents(self.look.evidence), self.line.stands)
        if isinstance(seen, Defect) or self.game.winner(seen) is not None:
            return None
        found = tuple(
            (Act(Step(seat, self.game.position_data(position)), LOST_MEMO), *way.acts)
            for seat, position in _turns(self.game, seen)
            for way in ways(
                self.game, Line(position, position, agreed=True), self.queue[-1:],
                self.look.evidence, surmise=False,
            )[:1]
        )  # fmt: skip
        return Outcome(found[0], rivals=found[1:]) if found else None

    def put_right(self) -> Outcome[P, T] | None:
        """Explain what is seen by the next player's beginning, or by a die that was misread."""
        acts: tuple[Act, ...] = ()
        if self.view.kind in {Kind.FOUL, Kind.UNCLEAR} and not self.queue:
            acts = _next_began(self.game, self.line, self.look)
        acts = acts or _read_again(self.game, self.state, self.roll, self.item, self.look)
        return Outcome(acts) if acts else None

    def half_read(self) -> Outcome[P, T] | None:
        """Wait for a die that cannot be read, if with some face of it all would be in order."""
        if self.item is None or not self.item.guesses:
            return None
        found = self._ways((*self.queue[:-1], guessed(self.item)))
        if not found:
            return None
        if len(self.queue) > 1:
            # What the throws before it led to is certain now; it is looked at again after that.
            acts = found[0].acts
            last = max(i for i, act in enumerate(acts) if isinstance(act.what, Throw))
            return Outcome(acts[:last])
        lacking = [name for name in self.game.dice if not self._face(name)]
        return self.kept(Outcome(doubt=tuple(f"dice.{name}" for name in lacking)))

    def kept(self, outcome: Outcome[P, T] | None = None) -> Outcome[P, T]:
        """Return the outcome with the new throw kept until something explains it."""
        outcome = outcome or Outcome()
        item = self.item
        if item is None:
            return outcome
        if item.guesses:
            return replace(outcome, queue=self.queue[:-1], half=item)
        return replace(outcome, queue=self.queue, dice={**item.dice, **(outcome.dice or {})})

    def _face(self, name: str) -> str:
        die = self.look.dice.get(name)
        return die.face if die is not None else ""

    def seen(self) -> Outcome[P, T]:
        """Say what the view means while no new throw explains it."""
        view, game = self.view, self.game
        if self.queue and view.kind is Kind.SAME and not view.strays and not self._hidden():
            return self.kept(_too_early(game, self.state, self.queue))
        unclear = (*self.loose, *(f"dice.{name}" for name in self._changed_unread()))
        doubt = tuple(dict.fromkeys((*view.strays, *unclear, *self.look.contested)))
        acts: tuple[Act, ...] = ()
        blame: Blame[P] | None = None
        match view.kind:
            case Kind.SAME if self.state.wrong is not None and not self._in_doubt():
                acts = (Act(Restored(game.position_data(view.position))),)
            case Kind.STEP:
                acts = step_acts(game, self.line, view.position)
            case Kind.FOUL if not unclear and self._may_blame():
                blame = _blame(game, self.line, view.position)
            case _:
                pass
        baffled = blame is not None and self.state.doubtful > 0
        if baffled:
            wrong = differing(game.contents(self.line.stands), game.contents(view.position))
            blame, doubt = None, (*wrong, *doubt)
        return self.kept(Outcome(acts, blame, doubt, dice=self.roll.away, baffled=baffled))

    def _changed_unread(self) -> tuple[str, ...]:
        """Return the dice that cannot be read now and that may show something new: they lie elsewhere."""
        known, look = self.state.dice, self.look
        lies = {**look.dice, **look.unread}
        return tuple(
            name
            for name in self.roll.unread
            if name not in known or name not in lies or not known[name].near(lies[name])
        )

    def _in_doubt(self) -> bool:
        """Tell whether a spot that is wrong in the position that was called illegal is not clear now."""
        wrong = self.state.wrong
        assert wrong is not None
        contents = self.game.contents
        return not set(differing(contents(wrong), contents(self.line.stands))).isdisjoint(
            self.view.strays
        )

    def _may_blame(self) -> bool:
        """Tell whether the position is wrong for all that can be known, and was not called so before.

        With a die that is not seen, what looks wrong may be right; and players who throw on with a wrong
        position standing there have been told once.
        """
        wrong = self.state.wrong
        told = self.view.position == wrong or (wrong is not None and bool(self.queue))
        return not told and not self._hidden()

    def _hidden(self) -> bool:
        """Tell whether dice may have been thrown that are not seen."""
        half = self.state.half is not None or (self.item is not None and bool(self.item.guesses))
        return half or (bool(self.state.dice) and not self._face(self.game.dice[0]))


def _beside_a_hand(now: "_Now[P, T]") -> Outcome[P, T]:
    """Take dice that lie beside a hand for thrown; what stands on the board must wait."""
    if now.item is not None and now.view.kind is Kind.SAME and not now.view.strays:
        thrown = now.thrown()
        if thrown is not None:
            return thrown
    return now.kept()


def _again(game: Game[P, T], half: Fallen[T], item: Fallen[T]) -> bool:
    """Tell whether the dice were thrown again since a throw that could only be read in part."""
    was, now = (each.dice[game.dice[0]] for each in (half, item))
    return not (was.same(now) or was.beside(now))


def _laying(game: Game[P, T], line: Line[P, T], look: Look) -> Outcome[P, T]:
    """Wait until the board stands as it did before the events that people took back."""
    if look.hand or against(game.contents(line.stands), look.evidence):
        return Outcome(dice=look.dice)
    return Outcome((Act(Restored(game.position_data(line.stands))),), dice=look.dice)


def _next_began(game: Game[P, T], line: Line[P, T], look: Look) -> tuple[Act, ...]:
    """Return the events if the turn is over and the next player did something before throwing."""
    if not ended(game, line, line.stands):
        return ()
    passed = game.passed(line.stands)
    following: Line[P, T] = Line(passed, passed)
    view = explain(game, following, look.evidence)
    if view.kind is not Kind.STEP:
        return ()
    turn = turn_act(game, line, line.stands)
    return (turn, *step_acts(game, following, view.position))


def _read_again(
    game: Game[P, T], state: State[P, T], roll: Roll, item: Fallen[T] | None, look: Look
) -> tuple[Act, ...]:
    """Correct the last throw where dice that did not move show another face, if that explains all."""
    line = state.line
    assert line is not None
    if item is None or state.queue or not line.throws or not all(
        name in state.dice and state.dice[name].near(die) for name, die in roll.moved.items()
    ):  # fmt: skip
        return ()
    for throw in item.throws:
        other = replace(line, throws=(*line.throws[:-1], throw))
        if judged(game, other, line.stands).legal:
            view = explain(game, other, look.evidence)
            if view.explained:
                again = throw_act(game, line.before.turn, throw, {"dice": dice_data(item.dice)})
                steps = step_acts(game, other, view.position) if view.kind is Kind.STEP else ()
                return (Act(Corrected(state.thrown[-1:])), again, *steps)
    return ()


def _decided(game: Game[P, T], line: Line[P, T], look: Look) -> Look:
    """Return the look with what changed in plain view believed, if no piece is missing or too many then."""
    if not look.contested:
        return look
    changed = {**look.evidence, **look.contested}
    if isinstance(game.seen(clear_contents(changed), line.stands), Defect):
        return look
    return replace(look, evidence=changed, contested={})


def _unaccounted(game: Game[P, T], line: Line[P, T], look: Look) -> tuple[str, ...]:
    """Return the spots near loose pieces in which a piece should lie and is not seen.

    Such a piece lies between the holes: what looks like it elsewhere is another one, or misread.
    """
    contents, seen = game.contents(line.stands), clear_contents(look.evidence)
    return tuple(s for s in look.loose if contents.get(s) and seen.get(s) != contents[s])


def _blame(game: Game[P, T], line: Line[P, T], seen: P) -> Blame[P]:
    """Blame whose turn it is, or the next player if he began before he threw."""
    seat = line.before.turn
    passed = game.passed(line.stands)
    if ended(game, line, line.stands) and game.movers(line.stands, seen) == {passed.turn}:
        seat = passed.turn
        explained = partial(game.foul, passed, (), game.turned(seen, seat))
    else:
        explained = partial(game.foul, line.before, line.throws, seen)
    return Blame(seat, seen, explained)


def _turns(game: Game[P, T], seen: P) -> Iterator[tuple[int, P]]:
    """Yield each seat with the position in which it plays, beginning with the next one."""
    seats = len(game.match.seats)
    position = seen
    for _ in range(seats):
        position = game.turned(seen, game.passed(position).turn)
        yield position.turn, position


def _too_early(game: Game[P, T], state: State[P, T], queue: tuple[Fallen[T], ...]) -> Outcome[P, T]:
    """Blame a throw that came before the turn was over."""
    line = state.line
    assert line is not None
    passed = game.passed(line.stands)
    pushed = all(fallen.same_faces for fallen in queue)
    if state.early or state.doubtful or not line.throws or pushed:
        return Outcome()
    if game.judge(line.before, line.throws, passed).legal:
        return Outcome()
    explained = partial(game.foul, line.before, line.throws, passed)
    return Outcome(blame=Blame(line.before.turn, line.stands, explained, stands=False))


def _clearing(game: Game[P, T], state: State[P, T], look: Look) -> Outcome[P, T]:
    """Watch the score being moved on, and wait until the next round is set up; then it is played."""
    assert state.line is not None
    missing = against(game.contents(state.line.stands), look.evidence)
    if missing:
        return scoring(game, state, look, missing)
    dice = {} if state.dice else look.dice
    state = replace(state, dice={**state.dice, **dice})
    outcome = _playing(game, state, look)
    return replace(outcome, ready=True, dice={**dice, **(outcome.dice or {})})


def _lines(game: Game[P, T], state: State[P, T]) -> list[Line[P, T]]:
    """Return the turn that is being played; who plays the first one of a round may be open."""
    assert state.line is not None
    if not state.starting:
        return [state.line]
    before = state.line.before
    seats = game.starters(before)
    return [Line(turned, turned) for turned in (game.turned(before, seat) for seat in seats)]
