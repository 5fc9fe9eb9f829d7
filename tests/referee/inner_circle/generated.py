"""Positions, throws and turns made from a seed: any variant, and the worst cases that the rules allow."""

from dataclasses import dataclass, replace
from random import Random

from referee.games.inner_circle import House, Position, Throw, ring
from referee.games.inner_circle.house import values_of
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import most_balls
from referee.games.inner_circle.throw import ENTRY_NUMBERS, FACES, NUMBERS, OPTIONS
from referee.games.inner_circle.turn import Kind, Turn

SWITCHES = tuple(House().to_json())


@dataclass(frozen=True)
class Case:
    """A turn to judge."""

    house: House
    before: Position
    throws: tuple[Throw, ...]
    after: Position


def random_house(rng: Random, changes: int = 2) -> House:
    """Return house rules with up to ``changes`` switches drawn anew."""
    house = House()
    for name in rng.sample(SWITCHES, rng.randint(0, changes)):
        house = replace(house, **{name: rng.choice(values_of(name))})
    return house


def random_position(rng: Random, *, memory: bool, worst: bool = False) -> Position:
    """Return a position in mid-game; ``worst``: four balls each, seven options remembered by the mover."""
    seats = sorted(rng.sample(range(4), rng.randint(2, 4)))
    most = most_balls(len(seats), memory)
    balls = most if worst else rng.randint(1, most)
    fields = list(range(ring.targets(memory).stop))
    rng.shuffle(fields)
    on: dict[str, int] = {}
    for seat in seats:
        for n in range(balls):
            where = rng.random()
            if where < (0.1 if worst else 0.3):
                continue
            home = where > (0.95 if worst else 0.85) and n < balls - 1
            field = next(f for f in fields if (f in ring.targets(memory)) == home)
            fields.remove(field)
            on[ring.NAMES[field]] = seat
    turn = rng.choice(seats)
    stored = {seat: rng.sample(OPTIONS, rng.randint(0, 7)) for seat in seats} if memory else {}
    if worst:
        stored[turn] = list(OPTIONS)
    counters = {seat: rng.randint(0, 2) for seat in seats}
    return Position.of(
        memory=memory, seats=seats, balls=balls, on=on, counters=counters, stored=stored, turn=turn
    )


def random_throw(rng: Random, kind: str, *, entry: float = 0.0) -> Throw:
    """Return a throw of the kind that is due; with probability ``entry`` one that may enter a ball."""
    number = rng.choice(ENTRY_NUMBERS if rng.random() < entry else NUMBERS)
    return Throw(number, rng.choice(FACES) if kind == "both" else None)


def play_out(
    rng: Random, house: House, before: Position, *, eager: float = 0.8, entry: float = 0.0
) -> tuple[tuple[Throw, ...], Turn, Play]:
    """Play one turn at random until it may end and is left there; ``eager`` is how likely it goes on."""
    play = Play.of(house, before, ())
    turn = play.begin()
    while not (play.may_end(turn) and rng.random() > eager):
        play, after = play_on(rng, play, turn, entry=entry)
        if after is None:
            break
        turn = after
    return play.throws, turn, play


def play_on(rng: Random, play: Play, turn: Turn, *, entry: float = 0.0) -> tuple[Play, Turn | None]:
    """Take one more step at random, throwing where a throw is due; None: nothing is left to do."""
    steps = list(play.steps(turn))
    due = play.next_throws(turn)
    if due and (not steps or rng.random() < 0.5):
        thrown = random_throw(rng, rng.choice(due), entry=entry)
        play = Play.of(play.house, play.before, (*play.throws, thrown))
        steps = [onward for onward in play.steps(turn) if onward[0].kind is Kind.THROW]
    return play, rng.choice(_by_kind(rng, steps))[1] if steps else None


def _by_kind(rng: Random, steps: list) -> list:
    """Return the steps of one kind, so that the many ways of one do not crowd out the others."""
    kind = rng.choice(sorted({step.kind for step, _ in steps}))
    return [onward for onward in steps if onward[0].kind is kind]


def nudged(rng: Random, position: Position, mover: int) -> Position:
    """Return the position with one thing changed: a ball shifted, a ball taken off, an option ball moved."""
    where, remembered = list(position.where), list(position.remembered)
    taken = sum(where)
    seat = mover if rng.random() < 0.7 else rng.choice(position.seats)
    playing = list(ring.fields_of(where[seat] & ring.IN_PLAY))
    kind = rng.random()
    if kind < 0.2 and position.memory:
        remembered[mover] ^= 1 << rng.randrange(7)
    elif playing:
        field = rng.choice(playing)
        free = [
            f
            for f in (
                *ring.ADVANCE[field][1:3],
                *ring.ADVANCE[field][-2:],
                *ring.targets(position.memory),
            )
            if not taken >> f & 1
        ]
        where[seat] &= ~(1 << field)
        if kind < 0.9 and free:
            where[seat] |= 1 << rng.choice(free)
    else:
        where[seat] |= 1 << next(f for f in range(ring.FIRST_TARGET) if not taken >> f & 1)
        if where[seat].bit_count() > position.balls:
            return position
    return replace(position, where=tuple(where), remembered=tuple(remembered))


def worst_cases(count: int, seed: int = 1) -> list[Case]:
    """Return turns with seven options remembered, four balls each and several throws, some of them wrong."""
    rng = Random(seed)
    cases = []
    while len(cases) < count:
        cases.append(random_case(rng, memory=True, worst=True))
    return cases


def random_case(rng: Random, *, memory: bool, worst: bool = False) -> Case:
    """Return one turn to judge: played by these house rules, by others, or with something changed."""
    house = random_house(rng)
    before = random_position(rng, memory=memory, worst=worst)
    while before.winner is not None:
        before = random_position(rng, memory=memory, worst=worst)
    played_by = house if rng.random() < 0.7 else random_house(rng, 4)
    throws, turn, play = play_out(
        rng, played_by, before, eager=0.97 if worst else 0.8, entry=0.6 if worst else 0.2
    )
    after = play.position(turn, ended=play.may_end(turn))
    if rng.random() < 0.4:
        after = nudged(rng, after, before.turn)
    return Case(house, before, throws, after)
