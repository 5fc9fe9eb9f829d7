"""Turn notation: the steps of a turn as one line that people can read and programs can parse.

``[6] 6:enter-O0 [8+double] double(8) 8:O0-O8-I4 8:I4-I12``: thrown VI, entered with it, thrown VIII and
double, doubled the VIII, moved one VIII over the ring-change arrow, and the other. A star marks an
option out of a memory field, as in ``hole-in*:O3-T2``.
"""

import re
from collections.abc import Sequence

from referee.errors import InvalidRequest
from referee.games.inner_circle import ring
from referee.games.inner_circle.throw import BITS, Throw, options_in
from referee.games.inner_circle.turn import Kind, Step

ALL = "all"


def steps_to_text(steps: Sequence[Step]) -> str:
    """Write the steps of a turn."""
    return " ".join(map(_word, steps))


def steps_from_text(text: str) -> tuple[Step, ...]:
    """Read what `steps_to_text` writes.

    Raises:
        InvalidRequest: a word is no step; the message names it.

    """
    return tuple(map(_step, text.split()))


def throw_to_text(throw: Throw) -> str:
    """Write a throw: ``6`` for the number die alone, ``6+double`` for both."""
    return f"{throw.number}+{throw.option}" if throw.option else str(throw.number)


def throw_from_text(text: str) -> Throw:
    """Read what `throw_to_text` writes; raises `InvalidRequest`."""
    number, plus, option = text.partition("+")
    data: dict[str, object] = {"number": int(number) if number.isdecimal() else number}
    if plus:
        data["option"] = option
    return Throw.from_json(data, text)


def _word(step: Step) -> str:
    option = str(options_in(step.option)[0]) if step.option else ""
    star = "*" if step.remembered else ""
    way = "-".join(ring.NAMES[field] for field in step.path)
    match step.kind:
        case Kind.THROW:
            return f"[{step.number}{'+' if option else ''}{option}]"
        case Kind.MOVE:
            return f"{step.number}:{way}"
        case Kind.ENTER:
            return f"{step.number}:enter-{way}"
        case Kind.STORE:
            return f"store({option}{f',{step.number}' if step.number else ''})"
        case Kind.HALF | Kind.DOUBLE | Kind.DOUBLE_ALL:
            return f"{option}{star}({step.number or ALL})"
        case Kind.DIRECTION:
            return f"{option}{star}"
    return f"{option}{star}:{way}"


_FORMS: tuple[tuple[str, str], ...] = (
    ("throw", r"\[(?P<number>\d+)(\+(?P<option>[a-z-]+))?\]"),
    ("enter", r"(?P<number>\d+):enter-(?P<way>[OIT\d]+)"),
    ("move", r"(?P<number>\d+):(?P<way>[OIT\d-]+)"),
    ("store", r"store\((?P<option>[a-z-]+)(,(?P<number>\d+))?\)"),
    ("tune", r"(?P<option>half|double)(?P<star>\*?)\((?P<number>\d+|all)\)"),
    ("use", r"(?P<option>[a-z-]+)(?P<star>\*?)(:(?P<way>[OIT\d-]+))?"),
)


def _step(word: str) -> Step:
    for form, pattern in _FORMS:
        found = re.fullmatch(pattern, word)
        if found:
            try:
                step = _built(form, {key: value or "" for key, value in found.groupdict().items()})
            except (KeyError, ValueError) as error:
                raise InvalidRequest(f"{word!r} is no step of a turn") from error
            if _word(step) == word:
                return step
    raise InvalidRequest(
        f"{word!r} is no step of a turn; expected such as [6+double] or 8:O0-O8-I4"
    )


def _built(form: str, parts: dict[str, str]) -> Step:
    number = 0 if parts.get("number", "") in {"", ALL} else int(parts["number"])
    option = BITS[parts["option"]] if parts.get("option") else 0
    path = tuple(ring.NUMBERS[name] for name in parts.get("way", "").split("-") if name)
    remembered = bool(parts.get("star"))
    kind = {"throw": Kind.THROW, "enter": Kind.ENTER, "move": Kind.MOVE, "store": Kind.STORE}.get(
        form
    )
    if kind is None:
        kind = Kind(parts["option"])
        if kind is Kind.DOUBLE and not number:
            kind = Kind.DOUBLE_ALL
    return Step(kind, number, path, option, remembered)
