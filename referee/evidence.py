"""What pictures say for and against each content of each spot, as costs that add up.

Evidence maps a spot ("O0", "start.0") to the contents that may lie in it and what is said against each:
0 for the likeliest, a log-likelihood ratio for the others. A spot that is left out was not seen, which says
nothing; a content that is left out of a spot costs `OTHER_COST`. So the cost of a position is the sum over
its spots, and positions can be compared without knowing what they mean.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from referee.sighting import Choice, Count, Look, Reading

Evidence = Mapping[str, Mapping[str, float]]
Contents = Mapping[str, str]

OTHER_COST = 8.0
"""Against what a clear reading rules out: a likelihood ratio of 3000, about the eye's error rate."""

CLEAR_MARGIN = 4.0
"""A spot whose second likeliest content costs this much more than the likeliest is clear."""

UNSURE_COST = CLEAR_MARGIN - 0.5
"""The most that an eye which is not sure can say against a content."""

UNKNOWN_COST = UNSURE_COST - 1.0
"""The same against a colour that the eye does not name at all."""

HAIR = 0.5
"""Two contents one of which costs no more than this above the other are as likely (five to three at most):
a brown ball on a walnut board of painted rounds was 0.49 to 0.53 likely for as long as it lay there, and each
picture spoke for something else than the one before."""

STRANGE = 0.02
"""How likely something is that the eye does not know, like a ball between two holes. Where it takes all that
it knows for hardly likelier than that, it has not told what lies there."""

NOTHING: Evidence = MappingProxyType({})


def reading_costs(
    reading: Reading, content_of: Callable[[str], str | None], contents: Iterable[str] = ()
) -> dict[str, float] | None:
    """Return the costs of a field's contents, or None where it says nothing.

    ``content_of`` turns a label into a content ("" stays ""); None for a label that nobody plays with.
    ``contents`` are all that may lie there: an eye that is unsure rules out none of them, whether it
    named them or not.
    """
    if reading.look is Look.COVERED:
        return None
    if reading.look is Look.CLEAR:
        return {_content(content_of, reading.label or ""): 0.0}
    likelihoods = {label: p for label, p in reading.likelihoods.items() if p > 0}
    if not likelihoods:
        return None
    best = max(likelihoods.values())
    # What the eye itself is not sure of never weighs as much as a clear reading.
    # An eye knows what an empty hole looks like, but it may never have learned a colour.
    costs = {each: UNKNOWN_COST if each else UNSURE_COST for each in contents}
    for label, likelihood in likelihoods.items():
        content = _content(content_of, label)
        odds = (best + STRANGE) / (likelihood + STRANGE)
        cost = min(math.log(odds), UNSURE_COST)
        costs[content] = min(cost, costs.get(content, math.inf))
    return costs


def count_costs(count: Count, label: str, most: int) -> dict[str, float] | None:
    """Return the costs of 0 to ``most`` pieces of colour ``label`` in an area; others are "mixed"."""
    if count.look is Look.COVERED:
        return None
    if any(n for other, n in count.of.items() if other != label) and count.look is Look.CLEAR:
        return {"mixed": 0.0}
    seen = count.of.get(label, 0)
    if count.look is Look.CLEAR:
        return {str(seen): 0.0}
    if not count.of:
        # An eye that is not sure and counted nothing has not counted none.
        return {str(n): 0.0 for n in range(most + 1)}
    return {str(n): min(abs(n - seen), 2) * 1.0 for n in range(most + 1)}


def choice_costs(choice: Choice, holes: int) -> dict[str, float] | None:
    """Return the costs of each hole that a piece may be in; a piece that is in none says nothing."""
    if choice.look is not Look.CLEAR or choice.at is None:
        return None
    return {str(choice.at): 0.0} if choice.at < holes else None


def _content(content_of: Callable[[str], str | None], label: str) -> str:
    if not label:
        return ""
    content = content_of(label)
    return f"strange:{label}" if content is None else content


def cost(contents: Contents, evidence: Evidence) -> float:
    """Return what the evidence says against these contents."""
    return sum(costs.get(contents.get(spot, ""), OTHER_COST) for spot, costs in evidence.items())


def against(contents: Contents, evidence: Evidence) -> tuple[str, ...]:
    """Return the spots that clearly show something else than these contents."""
    return tuple(
        spot
        for spot, costs in evidence.items()
        if costs.get(contents.get(spot, ""), OTHER_COST) - min(costs.values()) >= CLEAR_MARGIN
    )


def likeliest(costs: Mapping[str, float]) -> str:
    """Return the content that costs least."""
    if len(costs) == 1:
        # Most spots are clear, and are asked again and again.
        return next(iter(costs))
    return min(costs, key=costs.__getitem__)


def clear_contents(evidence: Evidence) -> dict[str, str]:
    """Return what lies in every spot that is clearly seen."""
    return {
        spot: likeliest(costs) for spot, costs in evidence.items() if margin(costs) >= CLEAR_MARGIN
    }


def margin(costs: Mapping[str, float]) -> float:
    """Return how much the second likeliest content costs more than the likeliest."""
    if len(costs) == 1:
        # Most spots are clear, and are asked again and again.
        [only] = costs.values()
        return OTHER_COST - only
    least, second = sorted(costs.values())[:2]
    return min(second, OTHER_COST) - least


def may_hold(costs: Mapping[str, float]) -> bool:
    """Tell whether a piece is as likely to lie there as nothing is, or less by a hair."""
    of_pieces = [each for content, each in costs.items() if content]
    return min(of_pieces, default=OTHER_COST) <= min(costs.values()) + HAIR


def as_likely(costs: Mapping[str, float], content: str = "") -> bool:
    """Tell whether this is as likely to lie there as anything else is, or less by a hair."""
    return costs.get(content, OTHER_COST) <= min(costs.values(), default=0.0) + HAIR


def mean(old: Mapping[str, float], new: Mapping[str, float], weight: float) -> dict[str, float]:
    """Return the costs of two looks at one spot together, the new one weighing ``weight`` (0 to 1).

    What the old one named comes first, so that of contents that cost the same it stays the likeliest.
    """
    return {
        content: (1 - weight) * old.get(content, OTHER_COST) + weight * new.get(content, OTHER_COST)
        for content in dict.fromkeys((*old, *new))
    }


def differing(first: Contents, second: Contents) -> tuple[str, ...]:
    """Return the spots in which two positions differ, in the order of the first."""
    spots = dict.fromkeys((*first, *second))
    return tuple(spot for spot in spots if first.get(spot, "") != second.get(spot, ""))
