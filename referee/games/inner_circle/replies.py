"""Replies: verdicts and steps as the machine interface writes them."""

from typing import Any

from referee.catalogue import Say
from referee.games.inner_circle import ring
from referee.games.inner_circle.counting import counted
from referee.games.inner_circle.throw import options_in
from referee.games.inner_circle.turn import Step
from referee.games.inner_circle.verdict import Verdict


def verdict_data(verdict: Verdict, say: Say) -> dict[str, Any]:
    """Return the reply of ``judge``, the id aside; ``say`` puts the reason into words."""
    steps = [step_data(step) for step in verdict.steps]
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
        "reason": say(foul.reason),
        "nearest": foul.nearest.to_json() if foul.nearest else None,
        "legal_under": list(verdict.legal_under),
        "steps": steps,
    }


def step_data(step: Step) -> dict[str, Any]:
    """Return a step as an object; ``counted`` is its way field by field, ``breaks`` the rule it breaks."""
    data: dict[str, Any] = {"step": str(step.kind)}
    if step.number:
        data["number"] = step.number
    if step.option:
        data["option"] = str(options_in(step.option)[0])
    if step.remembered:
        data["remembered"] = True
    if step.path:
        data["path"] = [ring.NAMES[field] for field in step.path]
        data["counted"] = [ring.NAMES[field] for field in counted(step)]
    if step.breaks:
        data["breaks"] = step.breaks.partition(".")[0]
    return data
