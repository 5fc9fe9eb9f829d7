"""The commands, one module each.

A module offers ``NAME: str``, ``HELP: str`` (one sentence), ``arguments(parser) -> None`` and
``run(options) -> int`` (the exit status). Only the module of the command that was typed is
imported, so that judging a turn does not load what reads pictures.
"""

COMMANDS = {
    "try": "firmware.commands.try_table",
    "judge": "firmware.commands.judge",
    "ends": "firmware.commands.ends",
    "house": "firmware.commands.house",
    "watch": "firmware.commands.watch",
    "look": "firmware.commands.look",
    "calibrate": "firmware.commands.calibrate",
    "learn-dice": "firmware.commands.learn_dice",
    "board": "firmware.commands.board",
    "settings": "firmware.commands.settings",
    "serve": "firmware.commands.serve",
    "doctor": "firmware.commands.doctor",
    "network": "firmware.commands.network",
    "backup": "firmware.commands.backup",
}
