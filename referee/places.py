"""Places of a board in players' words: "field 5 after Red's start", not "O21".

How a game's fields are counted stands in its catalogue. ``spot.O.every = "16"``: fields O0, O16, … lie at
the seats 0, 1, …; ``at`` words such a field, ``after`` one that comes ``n`` fields later. The seats that
play are counted from, so a corner where nobody sits is passed over. ``{of}`` is the player's name in the
genitive; without names ``unnamed_at`` and ``unnamed_after`` speak of the ``{seat}``. Fields that all
players share are worded by ``number``.
"""

from collections.abc import Mapping

CORNERS = 4


def place_in_words(
    place: str, catalogue: Mapping[str, str], names: Mapping[int, str]
) -> str | None:
    """Return a field in words, or None if the catalogue has no words for it.

    ``catalogue`` has dotted keys; ``names`` is how each seat's player is called, or empty.
    """
    kind, number = place[:1], place[1:]
    every = catalogue.get(f"spot.{kind}.every")
    if every is None or not number.isdecimal():
        return None
    shared = catalogue.get(f"spot.{kind}.number")
    if shared is not None:
        return shared.format(n=int(number) // int(every) + 1)
    seat, after = divmod(int(number), int(every))
    if names:
        back = next(back for back in range(CORNERS) if (seat - back) % CORNERS in names)
        seat, after = (seat - back) % CORNERS, after + back * int(every)
    key = f"spot.{kind}.{'' if names else 'unnamed_'}{'after' if after else 'at'}"
    of = genitive(names[seat], catalogue) if names else ""
    return catalogue[key].format(n=after, seat=seat, of=of)


def genitive(name: str, catalogue: Mapping[str, str]) -> str:
    """Return a name in the genitive: "Red's"; some endings take another form in some languages."""
    hissing = name[-1:] in tuple(catalogue.get("spot.hissing", "")) if name else False
    return catalogue["spot.possessive_hissing" if hissing else "spot.possessive"].format(name=name)
