"""How clumsy simulated people are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clumsiness:
    """How often people blunder: the chance at each opportunity."""

    wrong_count: float = 0.0
    """A ball is moved too few or too many fields (M1), before a step."""
    others_ball: float = 0.0
    """Somebody else's ball is moved (T4), before a step."""
    early_entry: float = 0.0
    """A ball enters before anything is thrown (T2)."""
    wrong_counter: float = 0.0
    """Another player's counting ball is moved on after a win (G3)."""
    taken_back: float = 0.0
    """A step is taken back, and then done after all."""
    dropped: float = 0.0
    """A ball falls beside its field and is put back, before a step."""
    wrong_start: float = 0.0
    """A thrown ball is put into a wrong start area first."""
    leaning: float = 0.0
    """A die comes to lean and is thrown again."""
    off_board: float = 0.0
    """A die falls off the board and is thrown again."""
    resting: float = 0.0
    """A hand rests on the board, before a step."""
    bump: float = 0.0
    """The camera is pushed, once a turn at most."""
    lamp: float = 0.0
    """The light is dimmed or turned up, once a turn at most."""
    at_once: float = 0.0
    """A further step follows without the hand leaving in between."""
    slid: float = 0.0
    """A ball is slid over the board, not lifted."""


NEAT = Clumsiness(at_once=0.1)
CLUMSY = Clumsiness(
    wrong_count=0.06, others_ball=0.02, early_entry=0.04, wrong_counter=0.25, taken_back=0.04, dropped=0.03,
    wrong_start=0.1, leaning=0.04, off_board=0.03, resting=0.05, bump=0.015, lamp=0.015, at_once=0.2,
    slid=0.1,
)  # fmt: skip
