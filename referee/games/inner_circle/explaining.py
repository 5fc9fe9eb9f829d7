"""Explaining a foul: which rule a turn breaks, in a sentence, and what it should have been.

A player seldom breaks more than one rule at a time. So what stands on the board is explained, as far as it
goes, by one thing after the other:

1. a round that was not set up, or that somebody else began (`beginning`);
2. what no turn can change (`plainly`), each put right before looking on;
3. a turn that is right, but ended too early;
4. a turn that another house rule allows, or that is legal but for one wrong step (`mistakes`);
5. one with two wrong steps;
6. the most similar legal position, and where the balls lie otherwise (`differing`).

The last always succeeds, so every foul is told, and with a legal position near by.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.games.inner_circle import ring
from referee.games.inner_circle.allowing import Allowed, allowed_by
from referee.games.inner_circle.beginning import wrong_beginning
from referee.games.inner_circle.blaming import Blame, Links, Way
from referee.games.inner_circle.breaching import breaches
from referee.games.inner_circle.differing import differences
from referee.games.inner_circle.finding import find
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.house import House
from referee.games.inner_circle.mistakes import MISTAKES, others_balls, throwing
from referee.games.inner_circle.naming import named, params_of, right_step
from referee.games.inner_circle.plainly import plainly_wrong
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import Throw
from referee.games.inner_circle.turn import Kind, Stage, Step, Turn
from referee.snapshot import Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """Why a turn is not legal.

    ``reason`` tells the first mistake and ``further`` the others. ``steps`` is the turn as it seems to have
    been played, the wrong steps with their ``breaks`` among them, or empty. ``nearest`` is a legal position
    that these throws, or the first few of them, can lead to.
    """

    reason: Sentence
    nearest: Position
    further: tuple[Sentence, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def rule(self) -> str:
        """The rule that the first mistake breaks."""
        return self.reason.key.removeprefix("foul.").partition(".")[0]


def explain(
    house: House,
    before: Position,
    throws: Sequence[Throw],
    after: Position,
    allowed: Allowed | None = None,
    seen: Position | None = None,
) -> Foul:
    """Explain why a turn that is not legal is not; ``allowed`` spares finding out what would allow it.

    ``seen`` is where the turn was seen to stand last, by the rules, if anybody looked.
    """
    begun = wrong_beginning(house, before, throws, after)
    if begun:
        return Foul(reason=begun[0], further=begun[1:], nearest=before)
    told: list[Sentence] = []
    stands = after
    while (plain := plainly_wrong(before, stands)) and len(told) < _MOST_PLAIN:
        stands = plain.right
        # A round that was not won by the rules is not over: then it is told what was wrong before.
        if plain.key not in {"G1.over", "G2.over"} or find(house, before, throws, stands):
            told.append(plain.sentence)
    if told and find(house, before, throws, stands):
        return Foul(reason=told[0], further=tuple(told[1:]), nearest=stands)
    if allowed is None or told:
        allowed = allowed_by(house, before, throws, stands)
    found = _played_wrong(Play.of(house, before, tuple(throws)), stands, allowed, seen)
    told += [found.reason, *found.further]
    reason, *further = (each for at, each in enumerate(told) if each not in told[:at])
    return Foul(reason=reason, further=tuple(further), nearest=found.nearest, steps=found.steps)


_MOST_PLAIN = 40
"""More option balls and balls at home there are not."""


def _played_wrong(play: Play, after: Position, allowed: Allowed, seen: Position | None) -> Foul:
    """Explain a turn in which all is as it was that no turn can change."""
    near = Blame(play, after)
    legal = near.nearest()
    if near.stands(legal.turn) and after.turn != play.before.turn:
        return _ended_too_early(play, legal.turn)
    way = _likeliest(play, after, allowed, seen) or Blame(play, after, _ALL, most=2).find()
    return _foul(play, way, after) if way else _unlike(play, near.way(legal), legal.turn, after)


_ALL = tuple(mistake for mistake, _ in MISTAKES)


def _likeliest(play: Play, after: Position, allowed: Allowed, seen: Position | None) -> Way | None:
    """Return the shortest turn with one mistake; a particular mistake is worth a few steps more."""
    found = [(len(way) - _CERTAIN, way) for way in breaches(play, allowed)]
    for mistake, general in MISTAKES:
        way = Blame(play, after, (mistake,)).find()
        if way:
            found.append((len(way) + general, way))
    if seen is not None and seen.where != play.before.where:
        through = Blame(play, seen).reached()
        found = [(cost + _UNSEEN * (not _passes(way, through)), way) for cost, way in found]
        found += _gone_on(play, after, through)
    return min(found, key=lambda each: each[0])[1] if found else None


def _gone_on(play: Play, after: Position, through: Sequence[Links]) -> Iterator[tuple[float, Way]]:
    """Yield the turns that went wrong after they were seen to stand by the rules, and what each costs.

    That a ball was moved on although nothing was left of the throw explains whatever is done then, so it is
    not looked for: it may as well have been miscounted from the beginning, and put there twice.
    """
    for mistake, general in MISTAKES:
        if through and mistake is not others_balls:
            way = Blame(play, after, (mistake,), begun=through).find()
            if way:
                yield len(way) + general, way


def _passes(way: Way, through: Sequence[Links]) -> bool:
    """Tell whether a turn stood by the rules where it was seen."""
    stood = {list(links)[-1].turn for links in through}
    wrong = next(at for at, (_, step) in enumerate(way) if step.breaks)
    return any(turn in stood for turn, _ in way[: wrong + 1])


_CERTAIN = 2.0
"""A turn that another house rule allows wholly may be longer by so many steps than one with a mistake."""

_UNSEEN = 4.0
"""A turn that does not pass where it was seen to stand is as likely as one longer by so many steps: it takes
a particular mistake (a forgotten change of ring, put back) to believe it rather than a miscount."""


def _ended_too_early(play: Play, turn: Turn) -> Foul:
    """Explain a turn that is right so far, but may not end yet (T2, T3, T5, X5)."""
    means = turn.means
    params: dict[str, str | int | None] = {"seat": play.before.turn}
    if play.movable(turn) and means.stage is Stage.PLAY:
        params["number"] = max(play.movable(turn))
        key = "T5.back" if means.back else "T5.part"
    elif means.stage is Stage.TRYING:
        key = "T2.tries"
    elif means.stage is Stage.BEGIN:
        key = "T3.begin" if turn.own & ring.IN_PLAY else "T2.tries"
    else:
        key = "X5.again" if means.stage is Stage.OPENED else "T3.again"
    return Foul(reason=Sentence(f"foul.{key}", params), nearest=play.position(turn, ended=False))


def _foul(play: Play, way: Way, after: Position) -> Foul:
    """Put a turn with mistakes into words; ``way`` has each step with the state before it."""
    wrong = [place for place, (_, step) in enumerate(way) if step.breaks]
    first, *further = (named(play, way, place, after) for place in wrong)
    return Foul(
        reason=first,
        further=tuple(further),
        nearest=_mended(play, way, after),
        steps=tuple(step for _, step in way),
    )


def _mended(play: Play, way: Way, after: Position) -> Position:
    """Return what stands there with each wrong step put right or left out, as far as the rules allow."""
    turn = play.begin()
    for was, step in way:
        wanted = right_step(play, was, step) if step.breaks else step
        onward = next((later for legal, later in play.steps(turn) if legal == wanted), None)
        if onward is not None:
            turn = onward
        elif step.kind is Kind.THROW:
            break
    ended = after.turn != play.before.turn and play.used_up(turn) and play.may_end(turn)
    return play.position(turn, ended=ended)


def _unlike(play: Play, way: Way, legal: Turn, after: Position) -> Foul:
    """Name the most similar legal position, and where what stands there differs from it."""
    seat = play.before.turn
    wrong: list[Sentence] = []
    if legal.means.thrown < len(play.throws):
        step = next(iter(throwing(play, legal, Goal.exactly(after, seat, ended=False))), None)
        if step is not None:
            wrong.append(Sentence(f"foul.{step[0].breaks}", params_of(seat, step[0], None)))
    others = [other for other in play.before.seats if other != seat]
    for each, owner in differences(legal, Goal.exactly(after, seat, ended=False)):
        params = params_of(seat, each, None)
        if each.path:
            params |= {"right_place": ring.NAMES[each.path[0]]}
        if owner is not None:
            params["other_seat"] = others[owner]
        wrong.append(Sentence(f"foul.{each.breaks}", params))
    if not wrong or (after.turn != seat and not play.may_end(legal)):
        early = _ended_too_early(play, legal)
        wrong.append(early.reason)
    ended = after.turn != seat and play.used_up(legal) and play.may_end(legal)
    return Foul(
        reason=wrong[0],
        further=tuple(wrong[1:]),
        nearest=play.position(legal, ended=ended),
        steps=tuple(step for _, step in way),
    )
