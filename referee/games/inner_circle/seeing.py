"""How positions look to the eye, spot by spot, and what its readings of memory fields cost."""

from collections.abc import Iterator, Mapping

from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import OPTIONS
from referee.sighting import Chosen, Look


def standing(position: Position) -> dict[str, str]:
    """Return which seat's ball stands on each field that has one."""
    return {field: str(seat) for field, seat in position.on.items()}


def stored_costs(seat: int, chosen: Chosen) -> Iterator[tuple[str, Mapping[str, float] | None]]:
    """Yield the cost of each option of a seat being remembered or not, as far as it was seen."""
    if chosen.look is Look.COVERED:
        return
    for option in OPTIONS:
        if option not in chosen.unsure:
            yield f"stored.{seat}.{option}", {"1" if option in chosen.which else "": 0.0}
