"""A game's rules in words, for the help page and the questions before a match.

Each game's folder holds one file a language (``rules.LANGUAGE.toml``); they are handed in as data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from web.errors import TextError


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A small picture beside a rule: pieces by place and seat, the way of one of them, its caption."""

    on: Mapping[str, int]
    path: tuple[str, ...]
    caption: str
    memory: bool = False
    forbidden: bool = False
    """Whether the way is one that the rule does not allow."""
    throw: Mapping[str, Any] | None = None
    """The throw with which the game's engine allows the way, or does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule in our own words."""

    id: str
    text: str
    words: str = ""
    """Further words that people may search for."""
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule that a match may set: a question, and its answers by value, the default first."""

    name: str
    rule: str
    question: str
    answers: Mapping[str | bool, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """All rules and switches of a game in one language."""

    title: str = ""
    chapters: tuple[Chapter, ...] = ()
    switches: tuple[Switch, ...] = ()
    most_balls: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """How many balls each player may have, by variant and number of players."""

    def rule(self, rule_id: str) -> Rule | None:
        """Return the rule of this id."""
        found = (rule for chapter in self.chapters for rule in chapter.rules if rule.id == rule_id)
        return next(found, None)

    def texts(self) -> dict[str, str]:
        """Return every house rule in words, by its name and value as verdicts write them."""
        return {
            f"house.{switch.name}={_switched(value)}": f"{switch.question} {answer}"
            for switch in self.switches
            for value, answer in switch.answers.items()
        }


def _switched(value: str | bool) -> str:
    """Write a switch's value as verdicts do."""
    return str(value).lower() if isinstance(value, bool) else value


def rulebook_from_data(data: Mapping[str, Any]) -> RuleBook:
    """Read a rule book from parsed TOML.

    Raises:
        TextError: a key is missing.

    """
    try:
        return RuleBook(
            title=data["title"],
            chapters=tuple(_chapter(chapter) for chapter in data["chapter"]),
            switches=tuple(_switch(switch) for switch in data["switch"]),
            most_balls={
                variant: {int(players): balls for players, balls in most.items()}
                for variant, most in data["most_balls"].items()
            },
        )
    except KeyError as error:
        raise TextError(f"the rule book {data.get('title', '')!r} lacks {error}") from error


def _chapter(data: Mapping[str, Any]) -> Chapter:
    return Chapter(data["title"], tuple(_rule(rule) for rule in data["rule"]))


def _rule(data: Mapping[str, Any]) -> Rule:
    example = data.get("example")
    return Rule(
        id=data["id"],
        text=data["text"],
        words=data.get("words", ""),
        example=_example(example) if example else None,
    )


def _example(data: Mapping[str, Any]) -> Example:
    return Example(
        on=data["on"],
        path=tuple(data.get("path", ())),
        caption=data["caption"],
        memory=data.get("memory", False),
        forbidden=data.get("forbidden", False),
        throw=data.get("throw"),
    )


def _switch(data: Mapping[str, Any]) -> Switch:
    answers: Sequence[Mapping[str, Any]] = data["answer"]
    return Switch(
        data["name"],
        data["rule"],
        data["question"],
        {answer["value"]: answer["text"] for answer in answers},
    )
