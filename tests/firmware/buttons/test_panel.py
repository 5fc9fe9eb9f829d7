from firmware.buttons.panel import MENU, Action, Panel
from firmware.buttons.port import Press

SHORT, LONG = Press.SHORT, Press.LONG


def pressed(panel: Panel, *presses: tuple[float, Press | None]) -> list[Action]:
    """Press at these times (None: only time passes), and return all actions."""
    return [a for now_s, press in presses for a in panel.take([press] if press else [], now_s)]


def test_a_short_press_ends_the_turn_once_it_cannot_become_a_double_one() -> None:
    """The action comes half a second after the press, once."""
    panel = Panel()

    assert pressed(panel, (1.0, SHORT), (1.4, None)) == []
    assert pressed(panel, (1.6, None), (1.7, None)) == [Action.END_TURN]


def test_two_short_presses_take_back() -> None:
    """A double press is one wish of its own, with or without a picture between the presses."""
    assert pressed(Panel(), (1.0, SHORT), (1.3, SHORT), (2.0, None)) == [Action.TAKE_BACK]
    assert Panel().take([SHORT, SHORT], 1.0) == [Action.TAKE_BACK]


def test_a_long_press_opens_a_menu_that_is_stepped_through() -> None:
    """Short steps on, from the last item to the first; long takes the item."""
    panel = Panel()
    pressed(panel, (1.0, LONG))
    offered = [panel.item]
    for i in range(len(MENU)):
        pressed(panel, (2.0 + i, SHORT))
        offered.append(panel.item)

    assert offered == [*MENU, MENU[0]]
    assert pressed(panel, (6.0, SHORT), (6.5, SHORT), (7.0, LONG)) == [Action.POWER_OFF]
    assert panel.item is None


def test_the_first_item_only_goes_on() -> None:
    """Whoever held the button by accident presses long again: the menu closes, and the game goes on."""
    panel = Panel()

    assert pressed(panel, (1.0, LONG), (2.0, LONG), (9.0, None)) == [Action.RESUME]
    assert panel.item is None


def test_a_menu_that_nobody_uses_closes() -> None:
    """Then a short press ends a turn again."""
    panel = Panel()

    assert pressed(panel, (1.0, LONG), (17.0, None), (18.0, SHORT), (19.0, None)) == [
        Action.END_TURN
    ]


def test_a_long_press_after_a_short_one_forgets_the_short_one() -> None:
    """Nobody ends a turn by opening the menu."""
    assert pressed(Panel(), (1.0, SHORT), (1.2, LONG), (5.0, None)) == []
