"""A second reading of the rules: slow and plain, by field names, sharing no code with the engine.

It tries everything and remembers every state it has seen, so it is right wherever it is finished. Tests hold
the engine against it on positions made at random.
"""

from dataclasses import dataclass, replace

OPTIONS = ("half", "double", "swap-ball", "swap-ring", "direction", "hole-in", "exit")
DEFAULTS = {
    "round_starter": "winner", "enter_with_both_dice": True, "entry_uses_whole_number": True,
    "three_throws": "none-in-play", "own_ball": "blocks", "swap_ring_triggers_change": True,
    "swap_ball_may_hole": False, "direction_twice": "turns-back",
}  # fmt: skip


class TooLargeError(Exception):
    """The turn has more states than the oracle is asked to look at."""


@dataclass(frozen=True)
class State:
    """Everything the rules look at in the middle of a turn; ``board`` holds (field, seat) pairs."""

    board: frozenset
    stored: frozenset
    used: int = 0
    """Throws used."""
    phase: str = "begin"
    parts: tuple = ()
    number: int = 0
    """The number thrown last with both dice, while it is whole and unmodified; else 0."""
    doubled: bool = False
    part_entered: bool = False
    part_moved: bool = False
    option: str = ""
    fresh: frozenset = frozenset()
    """Options stored in this turn (X3)."""
    backward: bool = False
    owes_throw: bool = False


class Oracle:
    """All states of one turn, from the JSON of a request."""

    def __init__(self, house, before, throws, most=30_000):
        self.house = DEFAULTS | house
        self.seat = before["turn"]
        self.balls = before["balls"]
        self.memory = before["memory"]
        self.before = before
        self.throws = throws
        self.home = f"O{16 * self.seat}"
        board = frozenset(before["on"].items())
        stored = frozenset(before["stored"][str(self.seat)]) if self.memory else frozenset()
        self.states = self._all(State(board, stored), most)

    def _all(self, first, most):
        seen, queue = {first}, [first]
        for state in queue:
            for after in self.steps(state):
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
            if len(seen) > most:
                raise TooLargeError
        return seen

    def ends(self):
        """Return the canonical content of every end, and the throws that may be due."""
        used_up = [state for state in self.states if state.used == len(self.throws)]
        ends = {self.content(state, ended=True) for state in used_up if self.may_end(state)}
        due = {kind for state in used_up for kind in self.due(state)}
        return ends, due

    def judge(self, after):
        """Return (legal, complete) for the JSON of a position after."""
        wanted = self.content_of(after)
        used_up = [state for state in self.states if state.used == len(self.throws)]
        complete = any(
            self.may_end(state) and wanted in {self.content(state, ended=e) for e in (True, False)}
            for state in used_up
        )
        legal = complete or any(self.content(state, ended=False) == wanted for state in used_up)
        return legal, complete

    def content(self, state, *, ended):
        turn = self.seat
        if ended and not self.won(state):
            seats = self.before["seats"]
            turn = seats[(seats.index(turn) + 1) % len(seats)]
        return state.board, state.stored, turn

    def content_of(self, position):
        """Return what is compared of a position; counters and others' option balls do not change."""
        stored = frozenset(position["stored"][str(self.seat)]) if self.memory else frozenset()
        return frozenset(position["on"].items()), stored, position["turn"]

    # ------------------------------------------------------------ what stands where

    def mine(self, state):
        return {field for field, seat in state.board if seat == self.seat}

    def theirs(self, state):
        return {field for field, seat in state.board if seat != self.seat}

    def playing(self, fields):
        return {field for field in fields if field[0] != "T"}

    def waiting(self, state):
        return self.balls - len(self.mine(state))

    def won(self, state):
        return sum(field[0] == "T" for field in self.mine(state)) == self.balls

    def behind(self, field):
        """B4: the target fields behind a target-ring arrow."""
        if field[0] != "I" or int(field[1:]) % 8:
            return []
        each = 4 if self.memory else 2
        first = int(field[1:]) // 8 * each
        return [f"T{first + i}" for i in range(each)]

    def all_targets(self):
        return [f"T{i}" for i in range(16 if self.memory else 8)]

    def facing(self, field):
        """B3: O(8+16k) and I(4+8k) face each other."""
        ring, i = field[0], int(field[1:])
        if ring == "O" and i % 16 == 8:
            return f"I{4 + 8 * (i // 16)}"
        if ring == "I" and i % 8 == 4:
            return f"O{8 + 16 * (i // 8)}"
        return None

    def free(self, state, field):
        return field not in dict(state.board)

    # ------------------------------------------------------------ the end and the throws

    def may_end(self, state):
        if self.won(state):
            return True
        if state.phase in {"begin", "exited", "try1", "try2"} or state.owes_throw:
            return False
        return not self.part_left(state)

    def part_left(self, state):
        """T5: a part is left that some own ball in play could move."""
        return any(self.moves(state, part) for part in state.parts)

    def due(self, state):
        """Return which throws may come next: "number" (alone) or "both"."""
        if self.won(state):
            return set()
        if state.phase == "begin":
            playing, waiting = self.playing(self.mine(state)), self.waiting(state)
            found = {"both"} if playing else set()
            if waiting and (not playing or self.house["three_throws"] == "always"):
                found.add("number")
            return found
        if state.phase == "exited":
            return {"both"}
        if state.phase in {"try1", "try2"}:
            return {"number"}
        return {"both"} if state.owes_throw and not self.part_left(state) else set()

    # ------------------------------------------------------------ steps

    def steps(self, state):
        """Return every state that one step or one throw leads to."""
        if self.won(state):
            return
        yield from self.throw(state)
        yield from self.enter_by_try(state)
        if state.phase == "begin" and "exit" in state.stored:
            for board in self.entries(state):
                yield replace(state, board=board, stored=state.stored - {"exit"},
                              phase="exited", owes_throw=True)  # fmt: skip
        if state.phase == "play":
            yield from self.use_number(state)
            yield from self.store(state)
        if state.phase in {"play", "try3"}:
            yield from self.use_options(state)

    def throw(self, state):
        if state.used == len(self.throws):
            return
        throw = self.throws[state.used]
        kind = "both" if "option" in throw else "number"
        if kind not in self.due(state):
            return
        later = replace(state, used=state.used + 1)
        if kind == "number":
            yield replace(later, phase=f"try{state.used + 1}", number=0)
        else:
            number = throw["number"]
            yield replace(
                later, phase="play", parts=(number,), number=number if number in {6, 12} else 0,
                doubled=False, part_entered=False, part_moved=False, option=throw["option"],
                owes_throw=False,
            )  # fmt: skip

    def enter_by_try(self, state):
        """T2: at once, before anything else is used (an option used in try3 leaves that phase)."""
        if not state.phase.startswith("try") or state.number == -1:
            return
        numbers = [throw["number"] for throw in self.throws[: state.used]]
        if numbers[-1] in {6, 12} or (len(numbers) == 3 and len(set(numbers)) == 1):
            for board in self.entries(state):
                yield replace(state, board=board, phase="play", owes_throw=True)

    def entries(self, state):
        """Return the board after an entry, if it is possible (M2, M3)."""
        if self.waiting(state) and self.home not in self.mine(state):
            board = {(f, s) for f, s in state.board if f != self.home}
            yield frozenset(board | {(self.home, self.seat)})

    def use_number(self, state):
        for part in set(state.parts):
            parts = list(state.parts)
            parts.remove(part)
            for board in self.moves(state, part):
                yield replace(state, board=board, parts=tuple(parts), number=0, part_moved=True)
            by_part = not self.house["entry_uses_whole_number"] and state.doubled
            if part in {6, 12} and by_part and not state.part_entered:
                yield from self.enter_with(replace(state, parts=tuple(parts), part_entered=True))
        if state.number:
            yield from self.enter_with(replace(state, parts=()))

    def enter_with(self, state):
        if self.house["enter_with_both_dice"]:
            for board in self.entries(state):
                yield replace(state, board=board, number=0, owes_throw=True)

    def store(self, state):
        if not self.memory:
            return
        if state.option and state.option not in state.stored:
            yield replace(state, option="", stored=state.stored | {state.option},
                          fresh=state.fresh | {state.option})  # fmt: skip
        if state.number and "exit" not in state.stored:
            yield replace(state, parts=(), number=0, stored=state.stored | {"exit"},
                          fresh=state.fresh | {"exit"})  # fmt: skip

    def use_options(self, state):
        spent = -1 if state.phase == "try3" else state.number
        if state.option:
            yield from self.use(replace(state, option="", number=spent), state.option)
        for option in state.stored - state.fresh:
            later = replace(state, stored=state.stored - {option}, number=spent)
            yield from self.use(later, option)

    def use(self, state, option):
        match option:
            case "half":
                for part in set(state.parts):
                    if part % 2 == 0:
                        parts = list(state.parts)
                        parts[parts.index(part)] = part // 2
                        yield replace(state, parts=tuple(sorted(parts)), number=0)
            case "double":
                ways = [(*state.parts, part) for part in set(state.parts)]
                if state.parts and not state.part_moved and not state.part_entered:
                    ways.append(state.parts * 2)
                for parts in ways:
                    yield replace(state, parts=tuple(sorted(parts)), number=0, doubled=True)
            case "direction":
                back = self.house["direction_twice"] == "stays" or not state.backward
                yield replace(state, backward=back)
            case "exit":
                yield from (replace(state, board=board) for board in self.entries(state))
            case "swap-ball":
                yield from (replace(state, board=board) for board in self.swap_ball(state))
            case "swap-ring":
                yield from (replace(state, board=board) for board in self.swap_ring(state))
            case "hole-in":
                for field in self.playing(self.mine(state)):
                    for hole in self.all_targets():
                        if self.free(state, hole):
                            board = state.board - {(field, self.seat)} | {(hole, self.seat)}
                            yield replace(state, board=board)

    # ------------------------------------------------------------ the board

    def moves(self, state, part):
        """Return the boards to which moving this part with any ball can lead (M1 to M6)."""
        found = set()
        for field in self.playing(self.mine(state)):
            size = 64 if field[0] == "O" else 32
            steps = -part if state.backward else part
            landing = f"{field[0]}{(int(field[1:]) + steps) % size}"
            facing = self.facing(landing)
            if facing is None or len(state.parts) > 1:
                found |= self.land(state, field, [landing], go_in=True)
            if facing is not None:
                found |= self.land(state, field, [landing, facing], go_in=False)
        return found

    def swap_ring(self, state):
        """O5, M6, M8."""
        found = set()
        for field in self.playing(self.mine(state)):
            i = int(field[1:])
            slant = field[0] == "O" and i % 2 == 1
            if field[0] == "I":
                landing = f"O{2 * i}"
            elif slant:
                landing = f"I{((i - 1) // 2 if state.backward else (i + 1) // 2) % 32}"
            else:
                landing = f"I{i // 2}"
            facing = self.facing(landing)
            if slant and facing and self.house["swap_ring_triggers_change"]:
                found |= self.land(state, field, [landing, facing], go_in=False)
            else:
                found |= self.land(state, field, [landing], go_in=True)
        return found

    def land(self, state, field, touched, *, go_in):
        """Return the boards after a ball from ``field`` touches down on these fields, one by one."""
        board = dict(state.board)
        del board[field]
        for there in touched:
            if board.get(there) == self.seat and self.house["own_ball"] == "blocks":
                return set()
            board.pop(there, None)
        stays = frozenset({**board, touched[-1]: self.seat}.items())
        holes = [h for h in self.behind(touched[-1]) if go_in and h not in board]
        return {stays, *(frozenset({**board, hole: self.seat}.items()) for hole in holes)}

    def swap_ball(self, state):
        """O3."""
        board = dict(state.board)
        for own in self.playing(self.mine(state)):
            for other in self.playing(self.theirs(state)):
                swapped = {**board, own: board[other], other: self.seat}
                yield frozenset(swapped.items())
                if self.house["swap_ball_may_hole"]:
                    for hole in self.behind(other):
                        if hole not in board:
                            inside = {f: s for f, s in swapped.items() if f != other}
                            yield frozenset({**inside, hole: self.seat}.items())
