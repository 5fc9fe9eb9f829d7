"""Throws of dice that could not be read: what the table says before it tells one by a guess."""

from collections.abc import Sequence

from referee.events import Event, Throw, Unsure
from referee.table.dice import dice_from_data
from referee.table.outcome import Act


def guessed_dice(act: Act) -> tuple[str, ...]:
    """Return the dice of a throw ("dice.number") that were not read, where it may have been another."""
    if not isinstance(act.what, Throw) or not act.memo.get("others"):
        return ()
    lie = dice_from_data(act.memo["dice"])
    return tuple(
        f"dice.{name}"
        for name, face in act.what.faces.items()
        if face is not None and (name not in lie or lie[name].blank)
    )


def asked(events: Sequence[Event]) -> bool:
    """Tell whether it was said, since the last throw that is told, that a die cannot be read."""
    for event in reversed(events):
        match event.what:
            case Throw():
                return False
            case Unsure(fields=places) if any(place.startswith("dice.") for place in places):
                return True
    return False
