"""The house rules of a match on one sheet: as text to read, or as a page to print and lay down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from referee.games.inner_circle.house import House, word_of
from referee.match import Match


@dataclass(frozen=True, slots=True)
class Line:
    """One house rule: its rule id and switch, the question, the answer chosen and what it differs from."""

    rule: str
    switch: str
    question: str
    answer: str
    usual: str
    """The default's answer where another one was chosen, or empty."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was agreed for a match, in the words of one language."""

    title: str
    facts: tuple[str, ...]
    lines: tuple[Line, ...]
    words: Mapping[str, str]


def sheet_of(match: Match, book: Mapping[str, Any], words: Mapping[str, str]) -> Sheet:
    """Return the sheet of a match.

    ``book`` is a parsed ``rules.LANGUAGE.toml``, ``words`` the table ``sheet`` of the texts.

    Raises:
        InvalidRequest: a house rule is unknown or has no such value.

    """
    chosen, usual = House.from_json(match.house).to_json(), House().to_json()
    memory = bool(match.terms.get("memory", False))
    players = ", ".join(words["player"].format(n=s, label=c) for s, c in match.seats.items())
    facts = (
        words["memory" if memory else "base"],
        words["balls"].format(n=match.terms.get("balls", 0)),
        words["players"].format(players=players),
        words["first"].format(label=match.seats[match.first]),
    )
    lines = tuple(_line(switch, chosen, usual) for switch in book["switch"])
    return Sheet(f"{book['title']}: {words['title']}", facts, lines, words)


def _line(switch: Mapping[str, Any], chosen: Mapping[str, Any], usual: Mapping[str, Any]) -> Line:
    name = switch["name"]
    answers = {answer["value"]: answer["text"] for answer in switch["answer"]}
    differs = chosen[name] != usual[name]
    return Line(
        rule=switch["rule"],
        switch=f"{name}={word_of(chosen[name])}",
        question=switch["question"],
        answer=answers[chosen[name]],
        usual=answers[usual[name]] if differs else "",
    )


def as_text(sheet: Sheet) -> str:
    """Return the sheet as plain text; what differs from the usual rules has a star."""
    parts = [sheet.title, "=" * len(sheet.title), "", *sheet.facts]
    for line in sheet.lines:
        parts += ["", f"{'*' if line.usual else ' '} {line.question} ({line.rule})"]
        parts.append(f"    {line.answer}    [{line.switch}]")
        if line.usual:
            parts.append(f"    {sheet.words['usual'].format(answer=line.usual)}")
    return "\n".join([*parts, ""])


def as_page(sheets: Sequence[Sheet]) -> str:
    """Return sheets, one for each language, as an HTML page of A4 paper that needs no other file."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html><head><meta charset="utf-8">',
            f"<title>{escape(sheets[0].title)}</title>",
            f"<style>{_STYLE}</style></head><body>",
            *(_section(sheet) for sheet in sheets),
            "</body></html>",
            "",
        ]
    )


def _section(sheet: Sheet) -> str:
    facts = "".join(f"<li>{escape(fact)}</li>" for fact in sheet.facts)
    rows = "".join(_row(line, sheet) for line in sheet.lines)
    return (
        f"<section><h1>{escape(sheet.title)}</h1><ul>{facts}</ul><table>{rows}</table>"
        f"<p>{escape(sheet.words['signed'])}</p></section>"
    )


def _row(line: Line, sheet: Sheet) -> str:
    usual = sheet.words["usual"].format(answer=line.usual) if line.usual else ""
    return (
        f"<tr><th>{escape(line.rule)}</th><td>{escape(line.question)}</td>"
        f"<td><b>{escape(line.answer)}</b><br><small>{escape(usual)}</small></td></tr>"
    )


_STYLE = (
    "@page{size:A4;margin:18mm}"
    "body{font:12pt/1.4 sans-serif;color:#000;background:#fff;max-width:174mm;margin:auto}"
    "section{break-after:page}section:last-child{break-after:auto}"
    "table{border-collapse:collapse;width:100%}tr{break-inside:avoid}"
    "th,td{border-bottom:.3mm solid #888;padding:2mm;text-align:left;vertical-align:top}"
)
