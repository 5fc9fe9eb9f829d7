"""Reading what `nmcli --terse` prints: fields with colons between them, backslashes before what is none."""

from collections.abc import Iterator


def rows(text: str, width: int) -> Iterator[tuple[str, ...]]:
    r"""Yield the fields of each line; ``\:`` and ``\\`` in them stand for ``:`` and ``\``.

    Raises:
        ValueError: a line has another number of fields than ``width``.

    """
    for line in text.split("\n"):
        if not line:
            continue
        found = fields(line)
        if len(found) != width:
            raise ValueError(f"{line!r} has {len(found)} fields; expected {width}")
        yield found


def fields(line: str) -> tuple[str, ...]:
    """Return the fields of one line."""
    found, escaped = [""], False
    for sign in line:
        if escaped:
            found[-1] += sign
            escaped = False
        elif sign == "\\":
            escaped = True
        elif sign == ":":
            found.append("")
        else:
            found[-1] += sign
    return tuple(found)
