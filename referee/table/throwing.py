"""New throws: what the dice that fell may be.

Throws that are seen are queued until a view of the board explains them all: the dice often lie there
for everybody to see while hands still cover what they were thrown for.
"""

import itertools
from dataclasses import replace

from referee.game import Game, P, T
from referee.table.dice import NO_FACE, Dice, Roll, rolled
from referee.table.senses import Look
from referee.table.state import Fallen, Reads


def fallen(
    game: Game[P, T],
    roll: Roll,
    before: Dice,
    look: Look,
    read: Reads,
    *,
    leant: bool = False,
) -> Fallen[T] | None:
    """Return the throw that the dice show, or None where there is no new one that can be read.

    ``read`` is how often each face was read: of a die that cannot be read the rarest are the likeliest.
    ``leant``: a die that seems to lean, now or since the last throw, may have counted all the same, and one
    may have been thrown unseen to where it lay.

    The dice that moved are those that were thrown. Where the rules ask for another kind of throw, one
    die may have been moved by hand besides, or have come to lie exactly where it lay before. A die that
    lies unreadable where it did not lie before was most likely thrown as well, and so was one that has been
    nowhere to be found for long while another one fell anew.
    """
    now = look.dice
    moved = set(roll.moved)
    if leant:
        leaning = {name: die for name, die in look.unread.items() if _leant(before, name)}
        roll = replace(roll, away={**roll.away, **leaning})
    if game.dice and _came_back(game.dice[0], roll, before, now, unseen=look.gaps or leant):
        moved.add(game.dice[0])
    # A die that leans is thrown again; one that lies flat and shows nothing was thrown all the same.
    lost = moved and not look.hand
    gone = look.gone.intersection(game.dice[:1]) if lost else frozenset[str]()
    flattened = _flattened(before, now)
    unread = roll.away.keys() | gone | flattened
    flat = roll.away.keys() & (roll.away if leant else now).keys() | gone | flattened
    if not game.dice or game.dice[0] not in moved | flat:
        return None
    throws: list[T] = []
    guesses: list[T] = []
    moved |= unread
    seen = {**look.unread, **now}
    for kind in sorted(game.kinds, key=lambda kind: (len(game.kinds[kind] ^ moved), kind)):
        faces = {name: _faces(game, name, seen, read) for name in sorted(game.kinds[kind])}
        sure = all(name in now and now[name].face for name in faces) and faces.keys() >= unread
        combined = itertools.product(*faces.values())
        thrown = (game.thrown(dict(zip(faces, each, strict=True))) for each in combined)
        (throws if sure else guesses).extend(throw for throw in thrown if throw is not None)
    same = all(name in before and before[name].face == die.face for name, die in roll.moved.items())
    lying = {**before, **{name: replace(die, face="") for name, die in roll.away.items()}, **now}
    dice = {
        name: die
        for name, die in lying.items()
        if name in now or name not in unread - roll.away.keys()
    }
    missed = look.gaps and game.dice[0] in look.missed
    return Fallen(tuple(throws), tuple(guesses), dice, same, bool(gone), frozenset(moved), missed)


def _leant(before: Dice, name: str) -> bool:
    """Tell whether a die has been seen to lean since the last throw that is told."""
    return name in before and before[name].face == NO_FACE


def _flattened(before: Dice, now: Dice) -> frozenset[str]:
    """Return the dice that seemed to lean or to lie on each other, and now flat, though they show no face."""
    return frozenset(
        name
        for name, die in now.items()
        if not die.face and _leant(before, name) and not before[name].apart(die)
    )


def glimpsed(game: Game[P, T], before: Dice, look: Look, read: Reads) -> Fallen[T] | None:
    """Return the throw of dice that lay there too briefly to be believed, or None if none did.

    Dice that roll seem to lie now and then, so this counts only where the throws that are certain need it.
    What showed the same so shortly before it came to rest elsewhere rolled on.
    """
    there = {
        name: die
        for name, die in look.brief.items()
        if die.face and not (name in look.dice and die.rolled_on(look.dice[name]))
    }
    roll = rolled(before, there, {})
    item = fallen(
        game, roll, before, replace(look, dice={**before, **there}, gone=frozenset()), read
    )
    return None if item is None or item.guesses else replace(item, perhaps=True)


def unseen(game: Game[P, T], before: Dice) -> Fallen[T]:
    """Return a throw of the die that every throw takes which nobody saw; it may have shown any face.

    Most likely it showed what the die seemed to show that was to be seen and not read.
    """
    name = game.dice[0]
    seemed = before[name].guesses if name in before and before[name].blank else ()
    faces = dict.fromkeys((*seemed, *game.faces[name]))
    alone = (game.thrown({name: face}) for face in faces)
    guesses = tuple(throw for throw in alone if throw is not None)
    return Fallen(guesses, guesses, before, same_faces=False, perhaps=True)


def guessed(item: Fallen[T]) -> Fallen[T]:
    """Return the throw with a die that cannot be read taken for whatever explains it."""
    return replace(item, throws=(*item.throws, *item.guesses))


def read_anew(game: Game[P, T], item: Fallen[T], now: Dice) -> Fallen[T]:
    """Return a throw by the faces that are read by now of dice that lie as they fell."""
    faces = {
        name: now[name].face
        for name, die in item.dice.items()
        if name in now and die.known_by(now[name])
    }
    if not faces or not item.throws:
        return item
    shown = [game.throw_data(throw) for throw in item.throws]
    texts = [{name: str(face) for name, face in data.items()} for data in shown]
    read = [
        game.thrown({name: faces.get(name, face) for name, face in text.items()}) for text in texts
    ]
    throws = dict.fromkeys(throw for throw in read if throw is not None)
    lie = {name: now[name] if name in faces else die for name, die in item.dice.items()}
    return replace(item, throws=tuple(throws), dice=lie)


def _faces(game: Game[P, T], name: str, seen: Dice, read: Reads) -> tuple[str, ...]:
    """Return the face of a die or, if it cannot be read, all that it may be."""
    die = seen.get(name)
    if die is not None and not die.blank:
        return (die.face,)
    likely = die.guesses if die is not None else ()
    rarely = sorted(game.faces[name], key=lambda face: read.get(name, {}).get(face, 0))
    return (*likely, *(face for face in rarely if face not in likely))


def _came_back(name: str, roll: Roll, before: Dice, now: Dice, *, unseen: bool) -> bool:
    """Tell whether a die was thrown with the others and fell where it had lain.

    That is so if another one shows a new face and this one was taken, which may have been unseen.
    """
    another = any(
        other not in before or before[other].face != die.face for other, die in roll.moved.items()
    )
    return another and name in now and (now[name].lifted or unseen)
