"""Replies: verdicts and steps as the machine interface writes them."""

from collections.abc import Sequence
from typing import Any

from referee.catalogue import Say
from referee.games.inner_circle import ring
from referee.games.inner_circle.counting import counted, right_count
from referee.games.inner_circle.throw import options_in
from referee.games.inner_circle.turn import Kind, Step
from referee.games.inner_circle.verdict import Verdict


def verdict_data(verdict: Verdict, say: Say) -> dict[str, Any]:
    """Return the reply of ``judge``, the id aside; ``say`` puts the reason into words."""
    steps = [
        step_data(step, turned=sum(s.kind is Kind.DIRECTION for s in verdict.steps[:at]))
        for at, step in enumerate(verdict.steps)
    ]
    if verdict.foul is None:
        return {
            "legal": True,
            "complete": verdict.complete,
            "steps": steps,
            "rules": list(verdict.rules),
        }
    foul = verdict.foul
    return {
        "legal": False,
        "rule": foul.rule,
        "reason": " ".join(map(say, (foul.reason, *foul.further))),
        "nearest": foul.nearest.to_json(),
        "legal_under": list(verdict.legal_under),
        "steps": steps,
    }


def way_of_the_first_mistake(steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the way of a turn's first wrong step, field by field; the right way of a miscounted one."""
    at = next((place for place, step in enumerate(steps) if step.breaks), None)
    if at is None:
        return ()
    turned = sum(step.kind is Kind.DIRECTION for step in steps[:at])
    return tuple(step_data(steps[at], turned).get("counted", ()))


def step_data(step: Step, turned: int = 0) -> dict[str, Any]:
    """Return a step as an object; ``counted`` is its way field by field, ``breaks`` the rule it breaks.

    Where the number was counted wrong (M1, B3), ``counted`` is the way that it should have gone, in the
    direction left by the ``turned`` direction options before it.
    """
    data: dict[str, Any] = {"step": str(step.kind)}
    if step.number:
        data["number"] = step.number
    if step.option:
        data["option"] = str(options_in(step.option)[0])
    if step.remembered:
        data["remembered"] = True
    if step.path:
        data["path"] = [ring.NAMES[field] for field in step.path]
        # Whether a second direction turns back is the house's business: then only what was done is told.
        miscounted = step.breaks.startswith(("M1", "B3")) and step.kind is Kind.MOVE and turned < 2
        way = right_count(step, back=turned == 1) if miscounted else counted(step)
        data["counted"] = [ring.NAMES[field] for field in way]
    if step.breaks:
        data["breaks"] = step.breaks.partition(".")[0]
    return data
