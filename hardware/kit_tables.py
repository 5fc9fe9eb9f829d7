"""Writes the generated tables of hardware/README.md: `python -m hardware.kit_tables [--check]`."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from hardware.field_of_view import table as field_of_view
from hardware.power import corner_ma, kits, strip_loads

README = Path(__file__).parent / "README.md"
# The boards' sizes seen so far run from about 390 to 480 mm.
SIDES_MM = (390.0, 440.0, 480.0)
BALL_MM = 13.5


def tables() -> dict[str, str]:
    """Return every generated table by the name of its place in the README."""
    data = kits()
    named = {f"kit-{kit['id']}": kit_table(kit, data["part"]) for kit in data["kit"]}
    return named | {
        "field-of-view": field_of_view(SIDES_MM, BALL_MM),
        "power": power_table(data["electrics"]),
    }


def kit_table(kit: dict[str, Any], parts: dict[str, Any]) -> str:
    """Return one kit as Markdown: parts with prices, tools, steps with their checks."""
    total = sum(count * parts[name]["price_eur"] for name, count in kit["parts"].items())
    lines = ["| number | part | price | look for | instead |", "| ---: | --- | ---: | --- | --- |"]
    for name, count in kit["parts"].items():
        part = parts[name]
        price = f"{count * part['price_eur']:.2f} €"
        cells = (str(count), part["name"], price, part["look_for"], part["replacement"])
        lines.append("| " + " | ".join(cells) + " |")
    hours = kit["minutes"] / 60
    lines += [
        "",
        f"About {total:.0f} € and {hours:g} hours. Tools: {', '.join(kit['tools'])}.",
        "",
    ]
    for number, step in enumerate(kit["step"], start=1):
        lines.append(
            f"{number}. **{step['title']}** ({step['minutes']} min). {step['text']} "
            f"Check: `ringrichter doctor {step['check']}`."
        )
    return "\n".join(lines)


def power_table(electrics: dict[str, Any]) -> str:
    """Return the currents and voltage drops of both kinds of lights as Markdown."""
    corner, strip = electrics["corner"], electrics["strip"]
    currents = corner_ma(corner)
    white = 4 * sum(currents.values())
    lines = ["| corner light | current |", "| --- | ---: |"]
    lines += [f"| {colour} | {ma:.1f} mA |" for colour, ma in currents.items()]
    lines.append(f"| four lights white | {white:.0f} mA of {corner['header_limit_ma']:.0f} mA |")
    lines += ["", "| segment of the lit board | current | drop | at its start |",
              "| --- | ---: | ---: | ---: |"]  # fmt: skip
    lines += [
        f"| {load.name} | {load.amperes:.2f} A | {load.drop_v:.2f} V | {load.last_v:.2f} V |"
        for load in strip_loads(strip)
    ]
    return "\n".join(lines)


def filled(text: str) -> str:
    """Return the README with every table between its markers made anew."""
    for name, content in tables().items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not mark.search(text):
            raise ValueError(f"{README.name} has no place <!-- {name} --> … <!-- /{name} -->")
        text = mark.sub(lambda found, made=content: f"{found[1]}{made}\n{found[2]}", text)
    return text


def main() -> int:
    """Fill the README, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if it is old")
    options = parser.parse_args()
    old = README.read_text(encoding="utf-8")
    new = filled(old)
    if options.check:
        return int(old != new)
    README.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
