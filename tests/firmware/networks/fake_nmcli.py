"""Answers as nmcli does with one radio and one cable; what it knows lies in the file NMCLI_STATE (JSON).

Printed in terse mode only, with its escaping; exit statuses as in nmcli(1).
"""

import json
import os
import sys
from pathlib import Path

OWN = "ringrichter-own"


def main(words: list[str]) -> int:
    path = Path(os.environ["NMCLI_STATE"])
    state = json.loads(path.read_text())
    assert os.environ["LC_ALL"] == "C", "states are asked for in nmcli's own English"
    assert words.pop(0) == "--terse"
    fields: list[str] = []
    while words[0].startswith("--"):
        option, value = words.pop(0), words.pop(0)
        if option in {"--fields", "--get-values"}:
            fields = value.split(",")
    status = answer(state, words, fields)
    path.write_text(json.dumps(state))
    return status


def answer(state: dict, words: list[str], fields: list[str]) -> int:
    match words:
        case _ if state.get("broken"):
            return fail("Error: NetworkManager is not running.", 8)
        case ["device", "status"]:
            return devices(state)
        case ["device", "wifi", "list"]:
            assert fields == ["IN-USE", "SSID", "SIGNAL", "SECURITY"]
            for one in state["stations"]:
                tell("*" if one["ssid"] == state["joined"] else " ", one["ssid"],
                     str(one["signal"]), "WPA2" if one["password"] else "")  # fmt: skip
            return 0
        case ["device", "wifi", "connect", name, *secret]:
            return connect(state, name, secret[1] if secret else "")
        case ["connection", "show"]:
            for uuid in state["connections"]:
                tell(uuid)
            return 0
        case ["connection", "show", name]:
            if name not in state["connections"]:
                return fail(f"Error: {name} - no such connection profile.", 10)
            tell(state["connections"][name])
            return 0
        case ["connection", "add", *rest]:
            pairs = dict(zip(rest[::2], rest[1::2], strict=True))
            assert pairs["802-11-wireless.mode"] == "ap"
            assert pairs["ipv4.method"] == "shared"
            state["connections"][pairs["con-name"]] = pairs["ssid"]
            return 0
        case ["connection", "up", name]:
            if state.get("forbidden"):
                return fail(
                    "Error: Connection activation failed: Not authorized to control networking.", 4
                )
            state["active"], state["joined"] = name, ""
            return 0
        case ["connection", "delete", *_, name]:
            if name not in state["connections"]:
                return fail("Error: unknown connection", 10)
            del state["connections"][name]
            if state["active"] == name:
                state["active"] = ""
                rejoin(state)
            return 0
    return fail(f"Error: argument {words} not understood.", 2)


def connect(state: dict, name: str, password: str) -> int:
    station = next((one for one in state["stations"] if one["ssid"] == name), None)
    if station is None:
        return fail(f"Error: No network with SSID '{name}' found.", 10)
    # As the real one, it makes the connection first and leaves it behind when that fails.
    state["connections"][name] = name
    if state["active"] == OWN:
        state["active"] = ""
    if station["password"] != password:
        return fail(
            "Error: Connection activation failed: Secrets were required, but not provided.", 4
        )
    state["active"] = state["joined"] = name
    return 0


def rejoin(state: dict) -> None:
    reached = [one["ssid"] for one in state["stations"] if one["ssid"] in state["connections"]]
    if reached:
        state["active"] = state["joined"] = reached[0]


def devices(state: dict) -> int:
    active = state["active"]
    tell("wifi", "connected" if active else "disconnected", active)
    tell("wifi-p2p", "disconnected", "")
    tell("ethernet", "unavailable", "")
    tell("loopback", "connected (externally)", "lo")
    return 0


def tell(*fields: str) -> None:
    sys.stdout.write(":".join(f.replace("\\", "\\\\").replace(":", "\\:") for f in fields) + "\n")


def fail(sentence: str, status: int) -> int:
    sys.stderr.write(sentence + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
