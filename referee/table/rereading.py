"""Dice whose face is read only when their throw has been told: what was told is told anew, as it was read.

A die that cannot be read is guessed when the game goes on, and may be read after all as long as it lies
there; and one that was read wrong at first is read right when most pictures say so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from referee.events import (
    Clear,
    Corrected,
    Covered,
    Event,
    GameWon,
    Illegal,
    Light,
    MovedCamera,
    RoundWon,
    Step,
    Throw,
    Turn,
    Unsure,
    standing,
)
from referee.game import Game, P, T
from referee.table.changes import apply, fold
from referee.table.dice import Dice, dice_data, dice_from_data
from referee.table.outcome import Act
from referee.table.state import State
from referee.table.view import judged

_AROUND = (Clear, Covered, Light, MovedCamera, Unsure)
"""Events that tell nothing of the game."""

_FOLLOWED = (Step, Turn, RoundWon, GameWon)
"""Events that may have followed the throw and hold all the same, if they are legal by what was read."""


def read_again(game: Game[P, T], events: Sequence[Event], dice: Dice) -> tuple[Act, ...]:
    """Return the last throw and what followed it, told by the faces that are read now; empty: nothing new.

    ``dice`` lie there now. What people decided holds, and so does what would be wrong by the new faces.
    """
    if not any(die.reread or die.shifted for die in dice.values()):
        return ()
    told = [event for event in standing(events) if not _is_silent(event)]
    at = max((i for i, each in enumerate(told) if isinstance(each.what, Throw)), default=None)
    if at is None:
        return ()
    thrown, after = told[at], told[at + 1 :]
    gone = tuple(each.n for each in (thrown, *after))
    if after and isinstance(after[-1].what, Illegal):
        # What stands there is judged once more by the faces that are read now.
        after = after[:-1]
    faces = _read(thrown, dice)
    if not faces or not all(isinstance(each.what, _FOLLOWED) for each in after):
        return ()
    state: State[P, T] = fold(game, told[:at])
    again = _anew(game, state, thrown, after, faces, dice)
    return (Act(Corrected(gone)), *again) if again else ()


def _is_silent(event: Event) -> bool:
    """Tell whether an event tells nothing of the game: also that something was told anew in its place."""
    mended = isinstance(event.what, Corrected) and "by" not in event.memo
    return mended or isinstance(event.what, _AROUND)


def _read(thrown: Event, dice: Dice) -> Mapping[str, str]:
    """Return the faces that are read now of dice that lie as they fell, where others were told."""
    assert isinstance(thrown.what, Throw)
    if "by" in thrown.memo or "dice" not in thrown.memo:
        return {}
    lay = dice_from_data(thrown.memo["dice"])
    return {
        name: dice[name].face
        for name, face in thrown.what.faces.items()
        if face is not None
        and name in dice
        and name in lay
        and lay[name].known_by(dice[name])
        and dice[name].face != str(face)
    }


def _anew(
    game: Game[P, T],
    state: State[P, T],
    thrown: Event,
    after: Iterable[Event],
    faces: Mapping[str, str],
    dice: Dice,
) -> tuple[Act, ...]:
    """Return a throw and what followed it with other faces, nothing where that would be against the rules."""
    assert isinstance(thrown.what, Throw)
    shown = {name: str(face) for name, face in thrown.what.faces.items() if face is not None}
    throw = game.thrown({**shown, **faces})
    if throw is None:
        return ()
    data = game.throw_data(throw)
    lie = {**dice_from_data(thrown.memo["dice"]), **{name: dice[name] for name in faces}}
    memo = {"dice": dice_data(lie)}
    told = replace(thrown.what, faces={**thrown.what.faces, **data})
    acts = [Act(told, memo)]
    state = apply(game, state, told, memo, 0)
    for each in after:
        what = each.what
        if isinstance(what, Step) and state.line is not None:
            if not judged(game, state.line, game.position(what.position)).legal:
                return ()
        elif isinstance(what, Turn):
            what = replace(what, throws=(*what.throws[:-1], data))
        acts.append(Act(what, each.memo))
        state = apply(game, state, what, each.memo, 0)
    return tuple(acts)
