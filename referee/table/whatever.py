"""What stands on the board and is wrong whatever a die shows that cannot be read."""

from collections.abc import Iterator
from dataclasses import replace

from referee.evidence import NOTHING
from referee.game import Game, P, T
from referee.table.changes import apply
from referee.table.explain import explain
from referee.table.moment import Moment
from referee.table.outcome import Act, step_acts
from referee.table.state import Fallen, Shown, State
from referee.table.view import Kind, judged
from referee.table.ways import ways

MOST_FACES = 12
"""Throws that are tried: one unread die may have fallen alone or with the other one. What two unread dice may
have led to is left open."""


def wrong_whatever(now: Moment[P, T]) -> tuple[tuple[Act, ...], Moment[P, T]] | None:
    """Return the likeliest throw as acts, and the moment after it in which the board is seen to be wrong.

    None unless it is wrong by each throw that the dice lying there may be and that explains what stood there
    before; also if anything but that throw is open, or what stood there before was not in order, either.
    """
    item, shown = now.item or now.state.half, now.state.shown
    if item is None or shown is None or now.queue not in ((), (item,)) or now.look.gaps:
        return None
    if not item.guesses or not _lies(now, item, shown):
        return None
    throws = dict.fromkeys((*item.guesses, *item.throws))
    if len(throws) > MOST_FACES:
        return None
    found: list[tuple[tuple[Act, ...], Moment[P, T]]] = []
    for throw in throws:
        for acts, state in _after(now, item, throw, shown.position):
            assert state.line is not None
            view = explain(now.game, state.line, now.look.evidence, state.order)
            if view.kind is not Kind.FOUL:
                return None
            later = replace(now, state=state, line=state.line, view=view, queue=(), item=None)
            found.append((acts, later))
    return found[0] if found else None


def _lies(now: Moment[P, T], item: Fallen[T], shown: Shown[P]) -> bool:
    """Tell whether the dice of a throw lie there, just where they lay when all was in order.

    Two throws of dice that are not read may fall near by.
    """
    lie = {**now.look.dice, **now.look.unread}
    return all(n in lie and n in shown.dice and shown.dice[n].near(lie[n]) for n in item.taken)


def _after(
    now: Moment[P, T], item: Fallen[T], throw: T, shown: P
) -> Iterator[tuple[tuple[Act, ...], State[P, T]]]:
    """Yield what leads to the state in which the throw is told, with the step that was seen since."""
    one = replace(item, throws=(throw,))
    for way in ways(now.game, now.line, (one,), NOTHING, surmise=False):
        state = _told(now.game, now.state, way.acts)
        assert state.line is not None
        if shown == now.line.stands:
            yield way.acts, state
        elif judged(now.game, state.line, shown).legal:
            steps = step_acts(now.game, state.line, shown)
            yield (*way.acts, *steps), _told(now.game, state, steps)


def _told(game: Game[P, T], state: State[P, T], acts: tuple[Act, ...]) -> State[P, T]:
    for act in acts:
        state = apply(game, state, act.what, act.memo, 0)
    return state
