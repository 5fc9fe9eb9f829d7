"""Hands that only seem to be there: what hides the same spots all the time, moves nothing and does not go.

A shadow or a cloth at the rim may look like a hand for a whole evening. A hand that plays comes and goes, or
hides other spots each time; so for each spot it is kept how usual it is that something hides it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.sighting import DieState, Look, Sighting

RESTING_S = 5.0
"""What has been hidden for so long altogether does not tell any more that a hand moves there: what is seen
beside it is followed. Real hands rest for about three seconds."""

IDLE_S = 1.0
"""A hand that has hidden nothing at all for so long has done what it came for, and rests at the rim."""

ABSENT_S = 15.0
"""After so long there is no hand to wait for, so that fouls are called, too."""

MOST_S = 20.0
"""More is not kept, so that what was usual is forgotten once it is over."""

FADES = 0.5
"""What is in sight again becomes less usual by so many seconds a second: slower than it became usual, since
what looks like a hand flickers, and is joined with the real ones that come near."""

GAP_S = 1.0
"""Nothing is known of more than this before a picture."""

WATCHED_S = 0.35
"""Between two pictures that are further apart a hand may have come back and gone again."""

NOTHING = ""
"""Stands for the rim: a hand that hides no spot hides this."""


@dataclass(frozen=True, slots=True)
class Standing:
    """For how long each spot has been hidden, less the time for which it was not, in seconds."""

    hidden_s: Mapping[str, float] = field(default_factory=dict)
    seen_s: float | None = None
    least_s: float = 0.0
    """The least of those that are hidden now; nothing if there is no hand or it hides a die."""
    idle_s: float = 0.0
    """For how long there has been a hand that hides nothing."""
    free: bool = False
    """Whether the board has been seen without anything like a hand."""

    def after(self, sighting: Sighting, t_s: float) -> "Standing":
        """Return what is known after one more picture."""
        passed_s = 0.0 if self.seen_s is None else min(t_s - self.seen_s, GAP_S)
        now = _hidden(sighting)
        hidden_s = {name: min(MOST_S, self.hidden_s.get(name, 0.0) + passed_s) for name in now} | {
            name: so_far - FADES * passed_s
            for name, so_far in self.hidden_s.items()
            if name not in now and so_far > FADES * passed_s
        }
        free = self.free or not sighting.hand
        if _hides_dice(sighting):
            return Standing(hidden_s, t_s, free=free)
        least_s = min((hidden_s[name] for name in now), default=0.0)
        idle = now == {NOTHING} and passed_s <= WATCHED_S
        idle_s = self.idle_s + passed_s if idle else 0.0
        return Standing(hidden_s, t_s, least_s, idle_s, free)

    @property
    def resting(self) -> bool:
        """Whether what looks like a hand need not be waited for."""
        return self.least_s >= RESTING_S or self.idle_s >= IDLE_S

    @property
    def absent(self) -> bool:
        """Whether what looks like a hand is none, sooner so if nobody ever saw the board without it."""
        return self.least_s >= (ABSENT_S if self.free else RESTING_S)


def _hidden(sighting: Sighting) -> frozenset[str]:
    """Return the spots that a hand hides; none without one."""
    if not sighting.hand:
        return frozenset()
    looks = {name: reading.look for name, reading in sighting.fields.items()}
    looks |= {f"start.{seat}": count.look for seat, count in sighting.start.items()}
    looks |= {f"counters.{seat}": choice.look for seat, choice in sighting.counters.items()}
    hidden = frozenset(name for name, look in looks.items() if look is Look.COVERED)
    return hidden or frozenset({NOTHING})


def _hides_dice(sighting: Sighting) -> bool:
    return any(reading.state is DieState.COVERED for reading in sighting.dice.values())
