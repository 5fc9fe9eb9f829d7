"""One settled look in the course of a turn, and what can be said of it before it is explained."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic

from referee.evidence import OTHER_COST, as_likely, clear_contents, differing
from referee.game import Defect, Game, P, T
from referee.table.dice import NO_FACE, Dice, Roll, rolled
from referee.table.explain import LIKELIER, explain
from referee.table.outcome import Outcome
from referee.table.possible import taken, unsure
from referee.table.senses import Look
from referee.table.state import Fallen, Line, Shown, State
from referee.table.throwing import fallen, glimpsed, guessed, read_anew, unseen
from referee.table.view import Kind, View
from referee.table.ways import Way, ways


@dataclass(frozen=True, slots=True)
class Moment(Generic[P, T]):
    """A look in the course of a turn.

    ``roll`` is how the dice changed, ``item`` the new throw that they show, ``queue`` all throws that
    are not explained yet, ``view`` what the board shows if nothing was thrown, ``loose`` the spots beside
    which their piece seems to lie. ``found_late`` is the queue if a die that was nowhere to be found
    before fell with the throw that waits for it. ``untouched``: something changed while no hand was there,
    and adds up. ``without`` is the queue if the throw that could only be read in part did not count.
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
    untouched: bool = False
    found_late: tuple[Fallen[T], ...] = ()
    without: tuple[Fallen[T], ...] = ()

    @classmethod
    def of(cls, game: Game[P, T], state: State[P, T], look: Look) -> "Moment[P, T]":
        """Return what a look means to begin with."""
        line = state.line
        assert line is not None
        roll = rolled(state.dice, look.dice, look.unread)
        item = _fallen(game, state, look)
        look, untouched = _decided(game, state, look)
        loose = _unaccounted(game, line, look)
        # A piece that lies beside its hole has not left it for anywhere else.
        seen = {spot: costs for spot, costs in look.evidence.items() if spot not in loose}
        look = replace(look, evidence=seen)
        queue = tuple(read_anew(game, each, look.dice) for each in state.queue)
        found_late: tuple[Fallen[T], ...] = ()
        without: tuple[Fallen[T], ...] = ()
        if item is not None and state.half is not None and _again(game, state.half, item, look):
            found_late = (*queue, item) if state.half.perhaps else ()
            without = (*queue, item) if not item.guesses else ()
            # The dice were thrown from where they lay then, also the one that could not be read.
            lay = state.half.dice
            queue = (*queue, guessed(state.half))
            roll_since = rolled(lay, look.dice, look.unread)
            item = fallen(game, roll_since, lay, look, state.read) or item
        view = explain(game, line, look.evidence, state.order)
        if item is None and state.half is None and _moved_on(view, look):
            item = fallen(game, roll, state.dice, look, state.read, leant=True)
        queue = queue if item is None else (*queue, item)
        return cls(
            game, state, line, look, roll, item, queue, view, loose, untouched, found_late, without
        )  # fmt: skip

    def ways(self, queue: tuple[Fallen[T], ...]) -> list[Way]:
        """Return the ways to explain these throws by what stands on the board."""
        lines = starting_lines(self.game, self.state) if queue else []
        quiet = not self.look.hand and not self.more_to_come()
        return [
            way
            for line in lines
            for way in ways(self.game, line, queue, self.look.evidence, surmise=quiet)
        ]

    def missed(self) -> tuple[Fallen[T], ...]:
        """Return the queue if there was one more throw, of a die that was to be seen and never read.

        It is empty where there was no such die.
        """
        places = [
            place for place, item in enumerate(self.queue) if item.missed and not item.guesses
        ]
        if not places:
            return ()
        before, after = self.queue[: places[-1]], self.queue[places[-1] :]
        return (*before, unseen(self.game, self.state.dice), *after)

    def more_ways(self, found: list[Way]) -> list[Way]:
        """Return the ways in which dice were thrown once more before the last throw, and taken up at once.

        They count before what ``found`` says of the queue if other dice fell than the rules asked for.
        """
        before, last = self.queue[:-1], self.queue[-1:]
        if self.item is None or not last or not self.game.dice:
            return found
        dice, look = self.state.dice, self.look
        item = glimpsed(self.game, dice, look, self.state.read)
        if item is None and (not found or not all(way.forced for way in found)):
            return found
        others = [
            way
            for way in self.ways((*before, item or unseen(self.game, dice), *last))
            if way not in found
        ]
        plain = [way for way in found if not way.forced]
        fitting = [way for way in others if not way.forced]
        return [*plain, *fitting, *(way for way in found if way.forced)]

    def kept(self, outcome: Outcome[P, T] | None = None) -> Outcome[P, T]:
        """Return the outcome with the new throw kept until something explains it."""
        outcome = outcome or Outcome()
        item = self.item
        if item is None:
            return outcome
        if item.guesses:
            return replace(outcome, queue=self.queue[:-1], half=item)
        return replace(outcome, queue=self.queue, dice={**item.dice, **(outcome.dice or {})})

    def shown(self, position: P) -> Shown[P]:
        """Return that this position stands there in order, beside the dice as they lie."""
        return Shown(position, {**self.look.dice, **self.look.unread})

    def face(self, name: str) -> str:
        """Return what a die that lies still shows, nothing if that is not seen."""
        die = self.look.dice.get(name)
        return die.face if die is not None else ""

    def hidden(self) -> bool:
        """Tell whether dice may have been thrown that are not seen."""
        half = self.state.half is not None or (self.item is not None and bool(self.item.guesses))
        return half or (bool(self.state.dice) and not self.face(self.game.dice[0]))

    def unread(self) -> tuple[str, ...]:
        """Return the dice that cannot be read now and that may show something new: they lie elsewhere.

        One that seems to roll was thrown, wherever it has seemed to be since.
        """
        known, look = self.state.dice, self.look
        lies = {**look.dice, **look.unread}
        strange = (
            name
            for name in self.roll.unread
            if name not in known or name not in lies or not known[name].near(lies[name])
        )
        return tuple(dict.fromkeys((*sorted(look.restless), *strange)))

    def wrong_in_doubt(self) -> bool:
        """Tell whether a spot that is wrong in the position that was called illegal is not clear now."""
        wrong = self.state.wrong
        assert wrong is not None
        contents = self.game.contents
        spots = differing(contents(wrong), contents(self.line.stands))
        return not set(spots).isdisjoint(self.view.strays)

    def more_to_come(self) -> bool:
        """Tell whether a spot shows something new that has not been seen for long enough."""
        contents = self.game.contents(self.line.stands)
        return any(contents.get(spot, "") != now for spot, now in self.look.coming.items())

    def arrives_dimly(self) -> bool:
        """Tell whether the view is a step to a dim or unseen spot that must wait for another look.

        It must while a spot shows something new that is not believed yet, while one that the step changed has
        begun to look as before, while something has begun to be seen that the step would not bring there, and
        while a piece, whosever it is, surely lies where none lay before and the step would bring none.
        """
        was, now = self.game.contents(self.line.stands), self.game.contents(self.view.position)
        changed = differing(was, now)
        arrived = {spot for spot in changed if now.get(spot)}
        evidence = self.look.evidence
        dim = unsure(evidence) | {spot for spot in arrived if spot not in evidence}
        if self.view.kind is not Kind.STEP or arrived.isdisjoint(dim):
            return False
        back = any(self.look.turning.get(spot) == was.get(spot, "") for spot in changed)
        elsewhere = any(
            content and content != now.get(spot) for spot, content in self.look.turning.items()
        )
        elsewhere |= any(not (was.get(spot) or now.get(spot)) for spot in taken(evidence))
        return self.more_to_come() or back or elsewhere


def starting_lines(game: Game[P, T], state: State[P, T]) -> list[Line[P, T]]:
    """Return the turn that is being played; who plays the first one of a round may be open."""
    assert state.line is not None
    if not state.starting:
        return [state.line]
    before = state.line.before
    seats = game.starters(before)
    return [Line(turned, turned) for turned in (game.turned(before, seat) for seat in seats)]


def _fallen(game: Game[P, T], state: State[P, T], look: Look) -> Fallen[T] | None:
    """Return the new throw that the dice show, with those that fell with it and are hidden by now.

    Whoever takes the dice up covers one first, while the one that is not read still lies there.
    """
    look = _uncovered(game, state.half, look)
    roll = rolled(state.dice, look.dice, look.unread)
    return fallen(game, roll, state.dice, look, state.read)


def _uncovered(game: Game[P, T], half: Fallen[T] | None, look: Look) -> Look:
    """Return the look with the dice that fell with one which lies as it fell still where they lay."""
    lie = {**look.dice, **look.unread}
    if half is None or look.gaps or not _lies(game, half, lie):
        return look
    hidden = {n: die for n, die in half.dice.items() if n in half.taken and n not in lie}
    blank = {name for name, die in hidden.items() if die.blank}
    unread = {name: replace(hidden[name], face=NO_FACE) for name in blank}
    hidden |= {name: replace(hidden[name], face="") for name in blank}
    return replace(look, dice={**look.dice, **hidden}, unread={**look.unread, **unread})


def _lies(game: Game[P, T], half: Fallen[T], lie: Dice) -> bool:
    """Tell whether the die that every throw takes is to be seen, and lies as it fell."""
    first = next(iter(game.dice), "")
    return first in lie and first in half.dice and half.dice[first].lay(lie[first], gaps=False)


def _again(game: Game[P, T], half: Fallen[T], item: Fallen[T], look: Look) -> bool:
    """Tell whether the dice were thrown again since a throw that could only be read in part."""
    for name in game.dice:
        was, now = half.dice.get(name), item.dice.get(name)
        if was is None and half.perhaps and now is not None and now.face:
            return True
        if was is not None and now is not None:
            return not was.lay(now, gaps=look.gaps)
    return False


def _moved_on(view: View[P], look: Look) -> bool:
    """Tell whether somebody moved what no throw so far explains, so that a newer one may have counted.

    Whoever moves by a die that seems to lean has seen it lie, unless it was thrown again unseen.
    """
    # One picture alone, as slow ones are, tells little of what is not clear.
    odd = {Kind.FOUL} if look.gaps else {Kind.FOUL, Kind.UNCLEAR}
    return view.kind in odd and not look.hand


def _decided(game: Game[P, T], state: State[P, T], look: Look) -> tuple[Look, bool]:
    """Return the look with what changed in plain view believed, if no piece is missing or too many then.

    And whether it changed without a hand: that is not enough to blame anybody.
    """
    if not look.contested:
        return look, False
    assert state.line is not None
    changed = {**look.evidence, **look.contested}
    clear, stands = clear_contents(changed), state.line.stands
    # A hole may never be seen for certain to be empty.
    ways = clear, {**clear, **dict.fromkeys(_lost(game, state, look), "")}
    if all(isinstance(game.seen(contents, stands), Defect) for contents in ways):
        return look, False
    return replace(look, evidence=changed, contested={}), not look.touched


def _lost(game: Game[P, T], state: State[P, T], look: Look) -> Iterator[str]:
    """Yield the dim spots whose piece was clear while all was in order, and most likely is there no more."""
    assert state.line is not None
    contents = game.contents(state.line.stands)
    for spot in unsure(look.evidence) - state.order.faint:
        costs, content = look.evidence[spot], contents.get(spot, "")
        if content and as_likely(costs) and costs.get(content, OTHER_COST) >= LIKELIER:
            yield spot


def _unaccounted(game: Game[P, T], line: Line[P, T], look: Look) -> tuple[str, ...]:
    """Return the spots near loose pieces in which a piece should lie and is not seen.

    Such a piece lies between the holes: what looks like it elsewhere is another one, or misread.
    """
    if not look.loose:
        return ()
    contents, seen = game.contents(line.stands), clear_contents(look.evidence)
    return tuple(s for s in look.loose if contents.get(s) and seen.get(s) != contents[s])
