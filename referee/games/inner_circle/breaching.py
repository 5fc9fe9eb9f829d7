"""Fouls that another house rule would allow: the step at which the turn leaves the rules of this house."""

from collections.abc import Iterator

from referee.games.inner_circle.allowing import Allowed
from referee.games.inner_circle.blaming import Way
from referee.games.inner_circle.counting import replayed
from referee.games.inner_circle.finding import Played
from referee.games.inner_circle.house import House
from referee.games.inner_circle.mistakes import why_not_due
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.turn import Kind, Step, Turn

BREACHES = {
    "own_ball=throws": "M3.landed",
    "swap_ring_triggers_change=false": "M8.stayed",
    "swap_ring_triggers_change=true": "M8.changed",
    "swap_ball_may_hole=true": "O3.hole",
    "direction_twice=turns-back": "O4.stays",
    "enter_with_both_dice=true": "T3.barred",
    "entry_uses_whole_number=false": "T6.entered",
    "three_throws=always": "T7.tries",
}
"""What a step breaks that only this switch allows, as a key of the catalogue."""


def breaches(play: Play, allowed: Allowed) -> Iterator[Way]:
    """Yield for each switch that allows the turn how it was played, with the step that this house forbids."""
    for switch, (other, played) in allowed.items():
        if switch in BREACHES:
            way = list(_marked(play, BREACHES[switch], other, played))
            if any(step.breaks for _, step in way):
                yield way


def _marked(play: Play, breaks: str, other: House, played: Played) -> Iterator[tuple[Turn, Step]]:
    """Yield each state and step, by this house's rules up to the first step that they do not allow."""
    here: Turn | None = play.begin()
    for turn, step, _ in replayed(Play.of(other, play.before, play.throws), played.steps):
        if here is None:
            yield turn, step
            continue
        after = next((later for legal, later in play.steps(here) if legal == step), None)
        yield here, step if after else _wrong(play, here, step, breaks)
        here = after


def _wrong(play: Play, turn: Turn, step: Step, breaks: str) -> Step:
    if step.kind is not Kind.THROW:
        return step._replace(breaks=breaks)
    left = max(turn.means.parts, default=0)
    kind = "both" if step.option else "number"
    return step._replace(breaks=why_not_due(play, turn, kind), number=left or step.number)
