"""Mistakes: what players do against the rules, as steps that break one rule each.

To explain a foul, one such step is put between legal ones, and a search sees whether that leads to what
stands on the board. Each function yields the wrong steps of one kind that can be taken now towards
``after``; a step's ``breaks`` is the key of its sentence in the catalogue, and what stands before the dot
is the rule.
"""

from collections.abc import Callable, Iterator

from referee.games.inner_circle import ring
from referee.games.inner_circle.goal import Goal
from referee.games.inner_circle.play import Onward, Play, throw_step
from referee.games.inner_circle.throw import BITS, ENTRY_NUMBERS, OPTIONS
from referee.games.inner_circle.turn import Kind, Means, Stage, Step, Turn
from referee.games.inner_circle.uses import DOUBLE, EXIT, HALF, without

Mistake = Callable[[Play, Turn, Goal], Iterator[Onward]]


def throwing(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield a throw that is not due (T2, T3, T5, T7, X5)."""
    del after
    means = turn.means
    if means.stage is Stage.TRIED:
        means = means._replace(stage=Stage.TRYING)
    if means.thrown == len(play.throws) or means.stage is Stage.WON:
        return
    throw = play.throws[means.thrown]
    if throw.kind not in play.next_throws(turn):
        breaks = why_not_due(play, turn, throw.kind)
        step = throw_step(throw)._replace(breaks=breaks)
        left = max(means.parts, default=0)
        later = turn._replace(means=play.after_throw(means, throw))
        yield step._replace(number=left or step.number), later


def why_not_due(play: Play, turn: Turn, kind: str) -> str:
    """Return what a throw of this kind breaks that is not due."""
    means = turn.means
    match means.stage:
        case Stage.BEGIN:
            return "T7.tries" if kind == "number" else "T2.thrown"
        case Stage.OPENED | Stage.TRYING:
            return "T2.thrown"
        case Stage.TRIED:
            return "T2.over"
    if means.due:
        return "T5.thrown"
    exit_used = play.before.remembered[play.before.turn] & EXIT & ~means.stored
    return "X5.thrown" if exit_used else "T3.thrown"


def staying(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield landing on a ring-change arrow without changing ring (M4, M5, X7, M8)."""
    own, others, means = turn
    for part, moved in _moved(means):
        breaks = _stay_broken(means)
        for field in ring.fields_of(own & ring.IN_PLAY):
            landing = ring.ADVANCE[field][-part if means.back else part]
            if landing in ring.FACING and len(means.parts) == 1 and after.own.may >> landing & 1:
                step = Step(Kind.MOVE, part, (field, landing), breaks=breaks)
                yield step, _moved_to(own, others, moved, field, landing)
    for step, later, _ in play.uses.of(means):
        if step.kind is Kind.SWAP_RING:
            for field in ring.fields_of(own & ring.IN_PLAY):
                landing = ring.BESIDE[-1 if means.back else 1][field]
                if ring.slantwise(field) and landing in ring.FACING:
                    wrong = step._replace(path=(field, landing), breaks="M8.stayed")
                    yield wrong, _moved_to(own, others, later, field, landing)


def _stay_broken(means: Means) -> str:
    return "M5.stayed" if means.multiplied or means.moved else "M4.stayed"


def landing_on_own(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield landing on an own ball, which goes back to the start area (M3)."""
    del play, after
    own, others, means = turn
    for part, moved in _moved(means):
        for field in ring.fields_of(own & ring.IN_PLAY):
            landing = ring.ADVANCE[field][-part if means.back else part]
            if own >> landing & 1:
                step = Step(Kind.MOVE, part, (field, landing), breaks="M3.landed")
                yield step, Turn(own & ~(1 << field), others, moved)


def going_home(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield going into the target ring without right, or out of it (M6, O6, T1)."""
    own, others, means = turn
    behind = ring.targets_behind(play.before.memory)
    for hole in ring.fields_of(after.own.must & ring.HOME & ~own & ~sum(others)):
        for field in ring.fields_of(own & ring.IN_PLAY & ~after.own.must):
            for part, moved in _moved(means):
                landing = ring.ADVANCE[field][-part if means.back else part]
                breaks = "M6.behind" if landing in behind else "M6.without"
                step = Step(Kind.MOVE, part, (field, landing, hole), breaks=breaks)
                yield step, _moved_to(own, others, moved, field, hole)
            stood = behind.get(field, 0) >> hole & 1 and field in _own_before(play)
            step = Step(Kind.HOLE_IN, 0, (field, hole), breaks="M6.later" if stood else "M6.taken")
            yield step, _moved_to(own, others, means, field, hole)
        if own.bit_count() < play.before.balls:
            step = Step(Kind.HOLE_IN, 0, (hole,), breaks="O6.start")
            yield step, Turn(own | 1 << hole, others, means)
    home = own & play.before.where[play.before.turn] & ring.HOME
    for hole in ring.fields_of(home & ~after.own.may):
        for field in ring.fields_of(after.own.must & ~own):
            step = Step(Kind.MOVE, 0, (hole, field), breaks="T1.moved")
            yield step, _moved_to(own, others, means, hole, field)


def _own_before(play: Play) -> frozenset[int]:
    return frozenset(ring.fields_of(play.before.where[play.before.turn]))


def sparing(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield landing on another player's ball without throwing it (M2, M4)."""
    for step, onward in play.steps(turn):
        if step.kind not in {Kind.MOVE, Kind.SWAP_RING}:
            continue
        for field in step.path[1:-1]:
            kept = tuple(
                now | was & wanted.may & 1 << field
                for now, was, wanted in zip(onward.others, turn.others, after.others, strict=True)
            )
            if kept != onward.others:
                yield step._replace(breaks="M2.spared"), onward._replace(others=kept)


def entering(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield an entry without right (T2, T3)."""
    entered = _entered(play, turn, after)
    if entered is None:
        return
    means, start = turn.means, play.moves.start_field
    tries = means.stage in {Stage.BEGIN, Stage.TRYING, Stage.TRIED}
    step = Step(Kind.ENTER, 0, (start,), breaks="T2.entered" if tries else "T3.entered")
    yield step, entered
    if means.parts:
        yield step, entered._replace(means=means._replace(parts=(), whole=False, due=True))


def entering_by_part(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield an entry by one part of a doubled number (T6)."""
    entered = _entered(play, turn, after)
    means = turn.means
    if entered is None or not means.multiplied:
        return
    for part in sorted(set(means.parts) & set(ENTRY_NUMBERS)):
        step = Step(Kind.ENTER, part, (play.moves.start_field,), breaks="T6.entered")
        parts = without(means.parts, part)
        yield step, entered._replace(means=means._replace(parts=parts, due=True, moved=True))


def _entered(play: Play, turn: Turn, after: Goal) -> Turn | None:
    """Return the turn with another ball on the start field, if that is wanted and could be."""
    start = 1 << play.moves.start_field
    if turn.own & start or not after.own.must & start or turn.own.bit_count() == after.balls:
        return None
    others = _without_field(turn.others, play.moves.start_field)
    return Turn(turn.own | start, others, turn.means)


def misplacing(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield what the player may do, done onto a wrong field: swap-ring, going in, entries (B1, B2, B4)."""
    own, others, _ = turn
    arrows = ring.targets_behind(play.before.memory)
    reached = ring.fields_of(after.own.must & ~own)
    thrown_on = turn.means.thrown < len(play.throws)
    for step, onward in play.steps(turn):
        if step.kind in {Kind.ENTER, Kind.EXIT}:
            for field in set(ring.START_FIELDS) - {step.path[0]}:
                # After a further throw the ball went on from there, or it was miscounted instead.
                if not own >> field & 1 and (after.own.must >> field & 1) != thrown_on:
                    entered = Turn(own | 1 << field, _without_field(others, field), onward.means)
                    yield step._replace(path=(field,), breaks="B2.entered"), entered
        elif step.kind is Kind.SWAP_RING and step.path[-1] < ring.FIRST_TARGET:
            for field in reached:
                home = field >= ring.FIRST_TARGET
                if field in step.path or (home and step.path[-1] not in arrows):
                    continue
                breaks = "B4.behind" if home else "B1.beside"
                wrong = step._replace(path=(step.path[0], field), breaks=breaks)
                if home or (field < ring.OUTER) != (step.path[0] < ring.OUTER):
                    yield wrong, _moved_to(own, others, onward.means, step.path[0], field)


def option_balls(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield option balls that were moved without right, or left lying (B6, O1, O2, X2, X3, X4, X6)."""
    means = turn.means
    for bit in (BITS[option] for option in OPTIONS):
        if means.stored & bit & ~after.stored_may:
            breaks = {HALF: "O1.unused", DOUBLE: "O2.unused"}.get(bit, "X2.down")
            later = means._replace(stored=means.stored & ~bit)
            yield Step(Kind.STORE, 0, (), bit, breaks=breaks), turn._replace(means=later)
        if after.stored_must & bit & ~means.stored:
            later = means._replace(stored=means.stored | bit, locked=means.locked | bit)
            yield (
                Step(Kind.STORE, 0, (), bit, breaks=_stored_broken(play, means, bit)),
                turn._replace(means=later),
            )
    for step, onward in play.steps(turn):
        if step.remembered and after.stored_must & step.option:
            later = onward.means
            kept = later._replace(
                stored=later.stored | step.option, locked=later.locked | step.option
            )
            yield step._replace(breaks="X2.up"), onward._replace(means=kept)
            for bit in (BITS[option] for option in OPTIONS):
                if kept.stored & bit & ~after.stored_may:
                    swapped = kept._replace(stored=kept.stored & ~bit)
                    yield step._replace(breaks="B6.down"), onward._replace(means=swapped)
    if means.stage in _TOO_SOON:
        for step, onward in play.steps(turn._replace(means=means._replace(stage=Stage.TRIED))):
            if step.remembered:
                later = onward.means._replace(stage=means.stage)
                yield (
                    step._replace(breaks=_TOO_SOON[means.stage]),
                    onward._replace(means=later),
                )


_TOO_SOON = {
    Stage.BEGIN: "X2.before",
    Stage.OPENED: "X5.before",
    Stage.TRYING: "X6.between",
}
"""What using a remembered option breaks while a throw is due first."""


def _stored_broken(play: Play, means: Means, bit: int) -> str:
    if bit == EXIT:
        return "X4.without"
    thrown = play.throws[means.thrown - 1].option if means.thrown else None
    return "X3.both" if thrown and BITS[thrown] == bit else "X3.without"


def options(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield options used that the player does not have (O3, O4, O5)."""
    own, others, means = turn
    for field in ring.fields_of(own & ring.IN_PLAY & ~after.own.may):
        for sign in (1, -1):
            landing = ring.BESIDE[sign][field]
            if after.own.may & ~own & (1 << landing):
                step = Step(Kind.SWAP_RING, 0, (field, landing), breaks="O5.without")
                yield step, _moved_to(own, others, means, field, landing)
        for part, moved in _moved(means):
            landing = ring.ADVANCE[field][part if means.back else -part]
            if after.own.may & ~own & (1 << landing):
                breaks = "O4.forward" if means.back else "O4.without"
                step = Step(Kind.MOVE, part, (field, landing), breaks=breaks)
                yield step, _moved_to(own, others, moved, field, landing)
        for swap in play.moves.by_swap_ball(own, others):
            if swap.path[0] == field and after.own.may >> swap.path[-1] & 1:
                step = Step(Kind.SWAP_BALL, 0, swap.path, breaks="O3.without")
                yield step, Turn(swap.own, swap.others(others), means)


def counting(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield moving a part of the number to a field where it does not lead (M1, B3)."""
    del play
    own, others, means = turn
    for part, moved in _moved(means):
        for field in ring.fields_of(own & ring.IN_PLAY & ~after.own.must):
            landing = ring.ADVANCE[field][-part if means.back else part]
            changed = ring.BESIDE[-1 if means.back else 1][landing]
            for reached in ring.fields_of(after.own.must & ~own & ring.IN_PLAY):
                if reached not in {landing, ring.FACING.get(landing)}:
                    breaks = "B3.changed" if reached == changed else "M1.count"
                    step = Step(Kind.MOVE, part, (field, reached), breaks=breaks)
                    yield step, _moved_to(own, others, moved, field, reached)


def others_balls(play: Play, turn: Turn, after: Goal) -> Iterator[Onward]:
    """Yield moving somebody else's ball, or an own one more than was thrown (T4)."""
    own, others, means = turn
    for field in ring.fields_of(own & ring.IN_PLAY & ~after.own.must):
        for reached in ring.fields_of(after.own.must & ~own & ring.IN_PLAY):
            step = Step(Kind.MOVE, 0, (field, reached), breaks="T4.more")
            yield step, _moved_to(own, others, means, field, reached)
    for place, (theirs, wanted) in enumerate(zip(others, after.others, strict=True)):
        leaving = list(ring.fields_of(theirs & ~wanted.may))
        coming = list(ring.fields_of(wanted.must & ~theirs))
        for field in leaving:
            yield _their(turn, place, 1 << field, (field,), "T4.gone")
            for reached in coming:
                moved = 1 << field | 1 << reached
                yield _their(turn, place, moved, (field, reached), "T4.other")
        if theirs.bit_count() < play.before.balls:
            for reached in coming:
                yield _their(turn, place, 1 << reached, (reached,), "T4.put")


def _their(turn: Turn, place: int, changed: int, path: tuple[int, ...], breaks: str) -> Onward:
    others = list(turn.others)
    others[place] ^= changed
    return Step(Kind.MOVE, 0, path, breaks=breaks), turn._replace(others=tuple(others))


MISTAKES: tuple[tuple[Mistake, float], ...] = (
    (throwing, 0.0),
    (staying, 0.0),
    (landing_on_own, 0.0),
    (entering_by_part, 0.0),
    (sparing, 0.0),
    (option_balls, 0.0),
    (going_home, 1.5),
    (entering, 1.5),
    (misplacing, 1.0),
    (options, 3.5),
    (counting, 3.5),
    (others_balls, 3.5),
)
"""The kinds of mistakes, and how general each is: by so many steps an explanation by a particular mistake may
be longer. A number quadrupled and moved onto an arrow is told as that, not as a ball put anywhere.
"""


def _moved(means: Means) -> list[tuple[int, Means]]:
    """Return each part that may be moved now, and the means after it."""
    if means.stage is not Stage.PLAY:
        return []
    return [
        (part, means._replace(parts=without(means.parts, part), whole=False, moved=True))
        for part in sorted(set(means.parts))
    ]


def _moved_to(own: int, others: tuple[int, ...], means: Means, field: int, reached: int) -> Turn:
    """Return the turn after an own ball went there, throwing what lay there."""
    return Turn(own & ~(1 << field) | 1 << reached, _without_field(others, reached), means)


def _without_field(others: tuple[int, ...], field: int) -> tuple[int, ...]:
    return tuple(theirs & ~(1 << field) for theirs in others)
