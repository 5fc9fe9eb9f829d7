"""Worked examples: turns judged and explained by the engine, and a page of them.

The page is made from ``examples.toml``, so what it says about the rules is what the referee would say.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.catalogue import Say
from referee.game import Defect
from referee.games.inner_circle import ring
from referee.games.inner_circle.counting import counted, replayed
from referee.games.inner_circle.explaining import Foul
from referee.games.inner_circle.fitting import contents
from referee.games.inner_circle.house import House
from referee.games.inner_circle.notation import (
    steps_from_text,
    steps_to_text,
    throw_from_text,
    throw_to_text,
)
from referee.games.inner_circle.play import Play
from referee.games.inner_circle.position import Position
from referee.games.inner_circle.seeing import position_seen
from referee.games.inner_circle.throw import Throw, options_in
from referee.games.inner_circle.turn import Kind, Step
from referee.games.inner_circle.verdict import Verdict, judge

NAMES = {"en": ("Red", "Blue", "Green", "Yellow"), "de": ("Rot", "Blau", "Grün", "Gelb")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One turn with its title by language; ``breaks`` is the rule it breaks, or empty.

    ``shown`` is what the eye sees where that is no position, spot by spot, before anything is thrown.
    """

    title: Mapping[str, str]
    house: House
    before: Position
    throws: tuple[Throw, ...]
    after: Position
    breaks: str
    shown: Mapping[str, str]

    def verdict(self) -> Verdict:
        """Judge the turn, or what is shown."""
        if self.shown:
            return Verdict(legal=False, foul=self._defect())
        return judge(self.house, self.before, self.throws, self.after)

    def _defect(self) -> Foul:
        fields = dict.fromkeys(ring.NAMES[: ring.targets(self.before.memory).stop], "")
        seen = position_seen({**fields, **contents(self.before), **self.shown}, self.before)
        assert isinstance(seen, Defect)
        assert seen.foul is not None
        return Foul(reason=seen.foul.reason, nearest=self.before)


def examples(data: Mapping[str, Any]) -> tuple[Example, ...]:
    """Read the examples of a parsed ``examples.toml``.

    Raises:
        InvalidRequest: a notation does not read, or the steps of a right turn are not legal.

    """
    return tuple(map(_example, data["example"]))


def _example(row: Mapping[str, Any]) -> Example:
    house = House.from_text(row.get("house", ""))
    before = Position.from_text(row["before"])
    if "after" in row:
        throws = tuple(map(throw_from_text, row["throws"].split()))
        after = Position.from_text(row["after"])
    elif "shown" in row:
        throws, after = (), before
    else:
        steps = steps_from_text(row["steps"])
        throws = tuple(_throw(step) for step in steps if step.kind is Kind.THROW)
        after = _played(Play.of(house, before, throws), steps)
    return Example(
        title=row["title"],
        house=house,
        before=before,
        throws=throws,
        after=after,
        breaks=row.get("breaks", ""),
        shown=row.get("shown", {}),
    )


def _throw(step: Step) -> Throw:
    return Throw(step.number, options_in(step.option)[0] if step.option else None)


def _played(play: Play, steps: Sequence[Step]) -> Position:
    states = [after for _, _, after in replayed(play, steps)]
    return play.position(states[-1], ended=play.may_end(states[-1]))


def page(found: Sequence[Example], say: Mapping[str, Say]) -> str:
    """Return the page: Markdown, every example in all languages of ``say``."""
    right = [example for example in found if not example.breaks]
    wrong = [example for example in found if example.breaks]
    return "\n".join(
        [
            "# Worked examples",
            "",
            "Made by the engine from `examples.toml`; do not edit. Red sits at seat 0, Blue at 1,",
            "Green at 2, Yellow at 3. Positions and turns are in the engine's notations.",
            "",
            "## Right turns",
            *(line for example in right for line in _right(example)),
            "",
            "## Wrong turns",
            *(line for example in wrong for line in _wrong(example, say)),
            "",
        ]
    )


def _head(example: Example) -> Iterator[str]:
    yield ""
    yield f"### {example.title['en']}"
    yield ""
    yield f"*{example.title['de']}*"
    yield ""
    yield f"- before: `{example.before.to_text()}`"
    if example.house.to_text():
        yield f"- house rules: `{example.house.to_text()}`"


def _right(example: Example) -> Iterator[str]:
    verdict = example.verdict()
    yield from _head(example)
    yield f"- turn: `{steps_to_text(verdict.steps)}`"
    for step in verdict.steps:
        if step.kind is Kind.MOVE:
            yield f"- counted: {_way(step)}"
    yield f"- after: `{example.after.to_text()}`"
    yield f"- rules: {', '.join(verdict.rules)}"


def _wrong(example: Example, say: Mapping[str, Say]) -> Iterator[str]:
    verdict = example.verdict()
    assert verdict.foul is not None
    foul = verdict.foul
    yield from _head(example)
    throws = " ".join(f"[{throw_to_text(throw)}]" for throw in example.throws)
    yield f"- throws: {f'`{throws}`' if throws else 'none'}"
    if example.shown:
        seen = ", ".join(f"{count} in {spot}" for spot, count in example.shown.items())
        yield f"- the eye sees: {seen}"
    else:
        yield f"- after: `{example.after.to_text()}`"
    yield f"- **{foul.rule}**"
    for language, words in say.items():
        yield f"- {language}: {' '.join(map(words, (foul.reason, *foul.further)))}"
    yield f"- nearest right position: `{foul.nearest.to_text()}`"
    if verdict.legal_under:
        yield f"- right with the house rule {', '.join(f'`{s}`' for s in verdict.legal_under)}"


def _way(step: Step) -> str:
    return " ".join(ring.NAMES[field] for field in counted(step))
