"""Writes the generated tables of hardware/README.md: `python -m hardware.kit_tables [--check]`."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from hardware.field_of_view import table as field_of_view
from hardware.power import corner_ma, full_amperes, kits, strip_loads

README = Path(__file__).parent / "README.md"
# The boards' sizes seen so far run from about 390 to 480 mm.
SIDES_MM = (390.0, 440.0, 480.0)
BALL_MM = 13.5


def tables() -> dict[str, str]:
    """Return every generated table by the name of its place in the README."""
    data = kits()
    named = {f"kit-{kit['id']}": kit_table(kit, data["part"]) for kit in data["kit"]}
    return named | {
        "kits": summary(data),
        "field-of-view": field_of_view(SIDES_MM, BALL_MM),
        "power": power_table(data["electrics"]),
    }


def summary(data: dict[str, Any]) -> str:
    """Return one row a kit: what it is, how long it takes, what it costs."""
    rows = ["| you have | you build | takes | costs about |", "| --- | --- | --- | ---: |"]
    for kit in data["kit"]:
        name = f"[Kit {kit['id']}](#{kit['anchor']}): {kit['builds']}"
        cost = f"{price_eur(kit, data['part']):.0f} €"
        rows.append(f"| {kit['have']} | {name} | {kit['minutes'] / 60:.1f} hours | {cost} |")
    return "\n".join(rows)


def price_eur(kit: dict[str, Any], parts: dict[str, Any]) -> float:
    """Return what all parts of a kit cost."""
    return float(sum(count * parts[name]["price_eur"] for name, count in kit["parts"].items()))


def kit_table(kit: dict[str, Any], parts: dict[str, Any]) -> str:
    """Return one kit as Markdown: parts with prices, tools, steps with their checks."""
    lines = ["| number | part | price | look for | instead |", "| ---: | --- | ---: | --- | --- |"]
    for name, count in kit["parts"].items():
        part = parts[name]
        price = f"{count * part['price_eur']:.2f} €"
        cells = (str(count), part["name"], price, part["look_for"], part["replacement"])
        lines.append("| " + " | ".join(cells) + " |")
    cost, hours = price_eur(kit, parts), kit["minutes"] / 60
    tools = ", ".join(kit["tools"])
    lines += ["", f"About {cost:.0f} € and {hours:.1f} hours. Tools: {tools}.", ""]
    for number, step in enumerate(kit["step"], start=1):
        check = f"Check: `ringrichter doctor {step['check']}`."
        says = kind(step["picture"])
        picture = f"![{step['title']}: {says}](images/{step['picture']})<br>*{says}*"
        head = f"{number}. **{step['title']}** ({step['minutes']} min)."
        lines += [f"{head} {step['text']} {check}", "", f"   {picture}", ""]
    return "\n".join(lines[:-1])


def kind(picture: str) -> str:
    """Say what a picture is: nothing here is a photograph."""
    kinds = {".png": "a rendering", ".jpg": "painted by the program", ".svg": "a drawing"}
    return kinds[picture[-4:]]


def power_table(electrics: dict[str, Any]) -> str:
    """Return the currents and voltages of both kinds of lights as Markdown."""
    corner, strip = electrics["corner"], electrics["strip"]
    usual, most = corner_ma(corner), corner_ma(corner, "least_forward_v")
    lines = [
        "| corner light | resistor | usual current | at most |",
        "| --- | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {colour} | {corner['resistor_ohm'][colour]} Ω | {usual[colour]:.1f} mA | "
        f"{most[colour]:.1f} mA of {corner['pin_limit_ma']:.0f} mA |"
        for colour in usual
    ]
    lines.append(f"| four lights white | | {4 * sum(usual.values()):.0f} mA | "
                 f"{4 * sum(most.values()):.0f} mA of {corner['header_limit_ma']:.0f} mA |")  # fmt: skip
    lines += ["", "| segment of the lit board | lights | current | at its first light | at its last |",
              "| --- | ---: | ---: | ---: | ---: |"]  # fmt: skip
    for segment, load in zip(strip["segment"], strip_loads(strip), strict=True):
        lines.append(f"| {load.name} | {segment['lights']} | {load.amperes:.2f} A | "
                     f"{load.first_v:.2f} V | {load.last_v:.2f} V |")  # fmt: skip
    lines += ["", _limits(strip)]
    return "\n".join(lines)


def _limits(strip: dict[str, Any]) -> str:
    """Say in words what keeps the lit board from drawing too much."""
    lights = sum(segment["lights"] for segment in strip["segment"])
    return (
        f"All {lights} lights in full white would draw {full_amperes(strip):.1f} A. The program never "
        f"lets them draw more than {strip['budget_a']:g} A together (`current_ma` in the settings), the "
        f"supply gives {strip['supply_a']:g} A, and the fuse of {strip['fuse_a']:g} A protects rails of "
        f"{strip['rail_mm2']:g} mm² (good for {strip['rail_limit_a']:g} A) and links of "
        f"{strip['link_mm2']:g} mm² ({strip['link_limit_a']:g} A). The table is the worst case: the whole "
        f"budget in one segment. The lights need {strip['least_v']:g} V."
    )


def filled(text: str) -> str:
    """Return the README with every table between its markers made anew."""
    for name, content in tables().items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not mark.search(text):
            raise ValueError(f"{README.name} has no place <!-- {name} --> … <!-- /{name} -->")
        before, after = mark.split(text, maxsplit=1)[0::3]
        text = f"{before}<!-- {name} -->\n{content}\n<!-- /{name} -->{after}"
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
