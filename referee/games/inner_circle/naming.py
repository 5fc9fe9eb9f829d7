"""A wrong step put into words: what happened, which rule it breaks, and what it should have been."""

from referee.games.inner_circle import ring
from referee.games.inner_circle.blaming import Way
from referee.games.inner_circle.counting import counted
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.throw import options_in
from referee.games.inner_circle.turn import Kind, Step, Turn
from referee.snapshot import Sentence

Params = dict[str, str | int | None]

_DOUBLING = {Kind.DOUBLE, Kind.DOUBLE_ALL}

_BACKWARDS = {"M1.count", "M1.blocked", "B3.changed", "M6.without", "T5.thrown"}
"""Sentences about a number that have another form where it moves counter-clockwise."""


def named(play: Play, way: Way, at: int, after: Position) -> Sentence:
    """Return the sentence about the wrong step at this place of a turn that led to ``after``."""
    turn, wrong = way[at]
    right = right_step(play, turn, wrong)
    key = _key(wrong, right, tuple(step for _, step in way))
    params = params_of(play.before.turn, wrong, right)
    if wrong.breaks == "M3.landed":
        params["to_place"] = ring.NAMES[next(f for f in wrong.path[1:] if turn.own >> f & 1)]
    if wrong.breaks == "B6.down":
        later = (
            way[at + 1][0].means.stored if at + 1 < len(way) else after.remembered[play.before.turn]
        )
        params["other_option"] = str(options_in(turn.means.stored & ~later)[0])
    if wrong.breaks.startswith(("T4.", "M2.")) and wrong.path:
        params |= _concerned(play, way, at, after)
    if key in _BACKWARDS and turn.means.back:
        key += "-back"
    return Sentence(f"foul.{key}", params)


def right_step(play: Play, turn: Turn, wrong: Step) -> Step | None:
    """Return what the wrong step should have been: the same ball and part, put where it belongs."""
    legal = [step for step, _ in play.steps(turn)]
    if wrong._replace(breaks="") in legal:
        return wrong._replace(breaks="")
    if wrong.breaks == "O3.hole":
        return wrong._replace(path=wrong.path[:2], breaks="")
    if wrong.breaks == "B2.entered":
        return wrong._replace(path=(play.moves.start_field,), breaks="")
    if wrong.kind not in {Kind.MOVE, Kind.SWAP_RING} or not wrong.path:
        return None
    if not wrong.number | wrong.option:
        return None
    same = [step for step in legal if _same_but_for_the_way(step, wrong)]
    return min(same, key=lambda step: (step.path[-1] >= ring.FIRST_TARGET, step.path), default=None)


def _same_but_for_the_way(step: Step, wrong: Step) -> bool:
    return step._replace(path=step.path[:1]) == wrong._replace(path=wrong.path[:1], breaks="")


def _key(wrong: Step, right: Step | None, steps: tuple[Step, ...]) -> str:
    """Return the key of the sentence, where it depends on more than the wrong step."""
    match wrong.breaks:
        case "M1.count" | "B3.changed" | "O4.without" | "O4.forward" | "M6.without" if not right:
            return "M1.blocked"
        case "O4.stays" | "M8.changed" if not right:
            return "M1.astray"
        case "M4.stayed" | "M5.stayed" | "M8.stayed" if not right:
            return "M4.blocked" if wrong.kind is Kind.MOVE else "M8.blocked"
        case "M5.stayed" if sum(step.kind in _DOUBLING for step in steps) > 1:
            return "X7.stayed"
        case "T4.gone" if any(wrong.path[0] in _jumped(step) for step in steps if step != wrong):
            return "M2.jumped"
    return wrong.breaks


def _jumped(step: Step) -> set[int]:
    """Return the fields that a step passes without landing there."""
    return set(counted(step)) - set(step.path)


def params_of(seat: int, wrong: Step, right: Step | None) -> Params:
    """Return what a sentence about a wrong step of this seat can say."""
    params: Params = {"seat": seat}
    if wrong.number:
        params["number"] = wrong.number
    if wrong.option and wrong.kind is not Kind.THROW:
        params["option"] = str(options_in(wrong.option)[0])
    if wrong.path:
        params["from_place"] = ring.NAMES[wrong.path[0]]
        params["to_place"] = ring.NAMES[wrong.path[-1]]
    if right and right.path:
        params["right_place"] = ring.NAMES[right.path[-1]]
    return params


def _concerned(play: Play, way: Way, at: int, after: Position) -> Params:
    """Return whose ball was moved, taken away, put on the board or left lying by the wrong step."""
    turn, wrong = way[at]
    seats = [seat for seat in play.before.seats if seat != play.before.turn]
    if wrong.breaks == "M2.spared":
        spared = ((f, s) for f in wrong.path[1:-1] for s in seats if after.where[s] >> f & 1)
        field, seat = next(spared, (wrong.path[1], None))
        return {"other_seat": seat, "to_place": ring.NAMES[field]}
    now = way[at + 1][0].others if at + 1 < len(way) else tuple(after.where[s] for s in seats)
    for place, seat in enumerate(seats):
        if turn.others[place] != now[place]:
            return {"other_seat": seat}
    return {"other_seat": None}
