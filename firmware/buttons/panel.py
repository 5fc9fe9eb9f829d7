"""What presses of the one button mean: end the turn, take back, or a small menu."""

from collections.abc import Iterable
from enum import StrEnum

from firmware.buttons.port import Press


class Action(StrEnum):
    """What somebody at the button wants."""

    END_TURN = "end-turn"
    TAKE_BACK = "take-back"
    RESUME = "resume"
    """The referee looks again if it was told to look away; else nothing but the menu closes."""
    POWER_OFF = "power-off"
    RESTART = "restart"
    NEW_MATCH = "new-match"
    """The same players begin another match, from the set-up."""


# Two short presses within this time are one double press; a single one waits that long.
_DOUBLE_S = 0.5
# A menu that nobody uses closes by itself.
_MENU_S = 15.0
# Short steps through these, long takes one. The harmless one comes first.
MENU = (Action.RESUME, Action.RESTART, Action.POWER_OFF, Action.NEW_MATCH)


class Panel:
    """Turns presses into actions: short ends the turn, twice takes back, long opens the menu."""

    def __init__(self) -> None:
        self._pressed_s: float | None = None
        self._item: int | None = None
        self._used_s = 0.0

    @property
    def item(self) -> Action | None:
        """The item of the menu that is offered, None while it is closed."""
        return None if self._item is None else MENU[self._item]

    def take(self, presses: Iterable[Press], now_s: float) -> list[Action]:
        """Take the presses since the last call, and tell what they ask for by now."""
        actions = [action for press in presses if (action := self._press(press, now_s))]
        if self._pressed_s is not None and now_s - self._pressed_s > _DOUBLE_S:
            self._pressed_s = None
            actions.append(Action.END_TURN)
        if self._item is not None and now_s - self._used_s > _MENU_S:
            self._item = None
        return actions

    def _press(self, press: Press, now_s: float) -> Action | None:
        if self._item is not None:
            return self._in_menu(press, now_s)
        if press is Press.LONG:
            self._item, self._used_s, self._pressed_s = 0, now_s, None
            return None
        if self._pressed_s is None:
            self._pressed_s = now_s
            return None
        self._pressed_s = None
        return Action.TAKE_BACK

    def _in_menu(self, press: Press, now_s: float) -> Action | None:
        assert self._item is not None
        self._used_s = now_s
        if press is Press.SHORT:
            self._item = (self._item + 1) % len(MENU)
            return None
        chosen = MENU[self._item]
        self._item = None
        return chosen
