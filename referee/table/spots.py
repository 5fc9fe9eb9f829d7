"""One spot over several pictures: what lies there is what has been seen there for long.

Pieces change places under hands. What a spot shows otherwise while it is in plain view all the time is most
likely an error of the eye, which passes; so the longer a spot was seen to be like this, the longer it must
be seen to be different. A spot that comes out from under a hand may well have changed, and so may one that
was not looked at for a moment.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.evidence import CLEAR_MARGIN, HAIR, OTHER_COST, likeliest, margin, mean
from referee.table.patience import Patience

MOST_LOOKS = 6
"""Later pictures of an unchanged spot weigh at least one in so many, so that it can still be outvoted."""

GAP_S = 0.35
"""Between two pictures that are further apart than this a hand may have come and gone."""

LASTS_S = 3.0
"""Errors of the eye in plain view pass within this time, nearly always."""

FADES_S = 1.0
"""What was seen clearly is not clear any more if it has looked doubtful for so long: perhaps it changed."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One spot over several pictures: the costs of its contents, and for how long it was like this.

    ``held_s`` is since when it has shown this, whenever it was to be seen; ``seen_s`` when it was seen
    last, ``dim_s`` since when it has not been clear any more, for ``dims`` looks, ``was_clear`` whether it
    ever was since it came into sight. ``contrary`` counts unclear glances since that spoke for something
    else, the first at ``contrary_s``, ``rival`` is what the clear ones or many unclear ones show instead.
    ``covered``: something hides it now.
    """

    costs: Mapping[str, float]
    since_s: float
    held_s: float
    seen_s: float
    looks: int = 1
    contrary: int = 0
    contrary_s: float = 0.0
    rival: "Spot | None" = None
    covered: bool = False
    dim_s: float | None = None
    dims: int = 0
    was_clear: bool = True

    @classmethod
    def at(cls, costs: Mapping[str, float], t_s: float) -> "Spot":
        """Return a spot that comes into sight."""
        return cls(costs, t_s, t_s, t_s, was_clear=margin(costs) >= CLEAR_MARGIN)

    def settled(self, patience: Patience, t_s: float) -> bool:
        """Tell whether it has been seen like this for long enough to be believed."""
        enough = self.looks >= patience.looks and t_s - self.since_s >= patience.still_s
        return enough and not self.covered

    def contested(self, patience: Patience, t_s: float) -> bool:
        """Tell whether it has been seen otherwise for long enough to count if all else goes with that."""
        rival = self.rival
        if rival is None or self.covered or self.seen_s - rival.seen_s > LASTS_S:
            return False
        return rival.settled(patience, t_s)

    def wavers(self, t_s: float) -> bool:
        """Tell whether it has lately begun to look otherwise, and does so now."""
        rival = self.rival
        if rival is None or self.covered or rival.seen_s < self.seen_s:
            return False
        return t_s - rival.since_s < LASTS_S

    def hidden(self) -> "Spot":
        """Return what is known of it while something covers it."""
        return self if self.covered else replace(self, covered=True)

    def after(self, costs: Mapping[str, float], t_s: float, patience: Patience) -> "Spot":
        """Return what is known after one more picture of it."""
        if self.covered:
            return self._uncovered(costs, t_s)
        held_s = t_s if t_s - self.seen_s > GAP_S else self.held_s
        alike = _alike(self.costs, costs)
        unclear = margin(costs) < CLEAR_MARGIN <= margin(self.costs)
        if alike and not unclear:
            return self._confirmed(costs, t_s, held_s)
        now = replace(self, seen_s=t_s, held_s=held_s)
        if alike:
            return _dimmed(now, costs)
        if unclear:
            first_s = self.contrary_s if self.contrary else t_s
            now = replace(now, contrary=self.contrary + 1, contrary_s=first_s)
            if now.contrary < patience.looks:
                return now
        return _unlike(now, costs, t_s, patience)

    def _confirmed(self, costs: Mapping[str, float], t_s: float, held_s: float) -> "Spot":
        """Return what is known after a picture that shows the same; most of all pictures of all spots do."""
        looks = self.looks + 1
        if costs != self.costs:
            costs = mean(self.costs, costs, 1 / min(looks, MOST_LOOKS))
        clear = self.was_clear or margin(costs) >= CLEAR_MARGIN
        return Spot(costs, self.since_s, held_s, t_s, looks, was_clear=clear)

    def _uncovered(self, costs: Mapping[str, float], t_s: float) -> "Spot":
        """Return what is known when it comes into sight again: mostly nothing has changed."""
        fresh = Spot.at(costs, t_s)
        if _alike(self.costs, costs):
            if t_s - self.seen_s <= GAP_S:
                return replace(self, seen_s=t_s, covered=False)
            return replace(fresh, held_s=self.held_s)
        rival = self.rival
        lately = rival is not None and self.seen_s - rival.seen_s <= GAP_S
        if rival is not None and lately and _alike(rival.costs, costs):
            # It was seen to differ before anything covered it, so that is no news.
            return replace(self, seen_s=t_s, covered=False)
        return fresh


def _alike(known: Mapping[str, float], costs: Mapping[str, float]) -> bool:
    """Tell whether two looks show the same: the same is likeliest, or likely enough by the other look."""
    if costs == known:
        return True
    was, now = likeliest(known), likeliest(costs)
    if was == now:
        return True
    return known.get(now, OTHER_COST) <= HAIR and costs.get(was, OTHER_COST) <= HAIR


def _dimmed(spot: Spot, costs: Mapping[str, float]) -> Spot:
    """Return what is known after a glance that agrees but is not clear: one takes nothing, many do.

    Many are those of a while, or more than had been clear before.
    """
    dim_s = spot.seen_s if spot.dim_s is None else spot.dim_s
    looks, dims = spot.looks + 1, spot.dims + 1
    known = spot.costs
    if spot.seen_s - dim_s >= FADES_S:
        known = costs
    elif 2 * dims > looks:
        known = mean(known, costs, dims / looks)
    return replace(spot, costs=known, looks=looks, contrary=0, dim_s=dim_s, dims=dims)


def _unlike(spot: Spot, costs: Mapping[str, float], t_s: float, patience: Patience) -> Spot:
    rival = spot.rival
    if rival is not None and _alike(rival.costs, costs):
        rival = rival.after(costs, t_s, patience)
    elif margin(costs) < CLEAR_MARGIN:
        # It has been seen to differ since the first unclear glance that said so.
        since_s = spot.contrary_s if spot.contrary else t_s
        rival = replace(Spot.at(costs, t_s), since_s=since_s, looks=max(spot.contrary, 1))
    else:
        rival = Spot.at(costs, t_s)
    # Whichever of the two was an error lasted as long as it was seen.
    lasted_s = min(rival.since_s - spot.held_s, 2 * LASTS_S)
    if not spot.was_clear and rival.was_clear:
        # An eye that was never sure has not erred.
        lasted_s = 0.0
    if rival.settled(patience, t_s) and t_s - rival.since_s >= lasted_s / 2:
        return rival
    return replace(spot, rival=rival)
