"""Dice of the last throw that some pictures read otherwise: what the turn would be by that face.

Nobody is blamed by one of two faces that a die shows where it lies, unless it is a foul by both.
"""

import itertools
from collections.abc import Iterator

from referee.game import P, T
from referee.table.explain import explain
from referee.table.moment import Moment
from referee.table.state import Line
from referee.table.view import Kind, View


def other_views(now: Moment[P, T]) -> Iterator[tuple[T, Line[P, T], View[P]]]:
    """Yield each other throw that the last one may have been, the turn by it, and what is seen then.

    Only a face that was told as it is read counts: what people said, or was told anew, holds. Dice of a throw
    that waits tell nothing of the one before.
    """
    line, game, look = now.line, now.game, now.look
    if not line.throws or now.queue:
        return
    shown = {name: str(face) for name, face in game.throw_data(line.throws[-1]).items()}
    faces = {
        name: (face, look.doubted[name])
        if name in look.doubted and now.face(name) == face
        else (face,)
        for name, face in shown.items()
    }
    for each in itertools.product(*faces.values()):
        throw = game.thrown(dict(zip(faces, each, strict=True)))
        if throw is None or throw == line.throws[-1]:
            continue
        # What stood there last may have been a stop on the way.
        other = Line(line.before, line.stands, (*line.throws[:-1], throw), line.agreed)
        yield throw, other, explain(game, other, look.evidence, now.state.order)


def doubted_dice(now: Moment[P, T]) -> tuple[str, ...]:
    """Return the dice by whose other face what stands there may be no foul, as places to be asked for."""
    names = tuple(f"dice.{name}" for name in sorted(now.look.doubted))
    if now.queue or any(view.kind is not Kind.FOUL for _, _, view in other_views(now)):
        return names
    return ()
