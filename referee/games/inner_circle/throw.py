"""The two dice: the number die and the option die, and the options that Memory can remember (B6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.errors import InvalidRequest

NUMBERS = (2, 4, 6, 8, 10, 12)
"""The faces of the number die."""

ENTRY_NUMBERS = (6, 12)
"""The numbers that let a ball enter (T2, T3) and that exit can be stored for (X4)."""


class Option(StrEnum):
    """An option, in the order of the memory fields; exit is on no die."""

    HALF = "half"
    DOUBLE = "double"
    SWAP_BALL = "swap-ball"
    SWAP_RING = "swap-ring"
    DIRECTION = "direction"
    HOLE_IN = "hole-in"
    EXIT = "exit"


OPTIONS: tuple[Option, ...] = tuple(Option)
FACES: tuple[Option, ...] = OPTIONS[:-1]
"""The faces of the option die."""

BITS: dict[str, int] = {option: 1 << place for place, option in enumerate(OPTIONS)}
"""One bit for each option, so that a set of options is a small integer."""


def bits_of(options: object) -> int:
    """Return the set of options (any iterable of their names) as bits."""
    assert isinstance(options, list | tuple | set | frozenset)
    return sum(BITS[option] for option in set(options))


def options_in(bits: int) -> tuple[Option, ...]:
    """Return the options of a set, in the order of the memory fields."""
    return tuple(option for option in OPTIONS if bits & BITS[option])


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: the number, and the option if both dice were thrown (None: the number die alone)."""

    number: int
    option: Option | None = None

    @property
    def both(self) -> bool:
        """Whether both dice were thrown."""
        return self.option is not None

    @property
    def kind(self) -> str:
        """Which dice were thrown: "number" (that die alone) or "both"."""
        return "both" if self.option else "number"

    @classmethod
    def from_json(cls, data: object, where: str = "throw") -> "Throw":
        """Read ``{"number": 6}`` or ``{"number": 6, "option": "double"}``.

        Raises:
            InvalidRequest: another shape, a number or option that is on no die; says ``where``.

        """
        if not isinstance(data, Mapping):
            raise InvalidRequest(f'{where} is {data!r}; expected {{"number": …, "option": …}}')
        for key in data:
            if key not in {"number", "option"}:
                raise InvalidRequest(f"{where} has the unknown key {key!r}; known: number, option")
        if "number" not in data:
            raise InvalidRequest(f"{where} has no number; the key number is missing")
        return cls(
            number_from(data["number"], f"{where}.number"),
            option_from(data["option"], f"{where}.option") if "option" in data else None,
        )

    def to_json(self) -> dict[str, int | str]:
        """Return the throw as in the machine interface."""
        if self.option is None:
            return {"number": self.number}
        return {"number": self.number, "option": str(self.option)}


def number_from(data: object, where: str) -> int:
    """Read a number of the die; raises `InvalidRequest`."""
    if isinstance(data, int) and not isinstance(data, bool) and data in NUMBERS:
        return data
    raise InvalidRequest(f"{where} is {data!r}; the number die has 2, 4, 6, 8, 10 and 12")


def option_from(data: object, where: str) -> Option:
    """Read an option of the die; raises `InvalidRequest`."""
    if isinstance(data, str) and data in FACES:
        return Option(data)
    raise InvalidRequest(f"{where} is {data!r}; the option die has {', '.join(FACES)}")
