"""How hard the thorough search looks at a spot, and what is so certain that it ends."""

from dataclasses import dataclass

from vision.dice.evidence import Candidate


@dataclass(frozen=True)
class ExplainConfig:
    """How hard a spot is looked at.

    An explanation of ``enough`` with a margin of ``clear`` is the last sought at a spot, of ``plenty`` it
    need not be compared with other poses either; dice's sides, seen aslant, reach less. The best pose is
    refined without the others if it fits as well as ``alone``, as three in four right ones do. From
    ``convinced`` on an explanation leaves no room for others, from ``known`` on it tells the dice's
    size. The last way of searching is for spots whose best explanation is between ``hopeless`` and
    ``convinced``.
    Where nothing that the first way finds at any spot has more than ``nothing`` there is no die: of 204
    searches of photographs and painted pictures 23 ended so, and in all ways none of them came to more than
    -3.0, while the least that is called a die has -2.
    ``most`` is how many explanations a picture may cost: where dice roll or a hand lies over them none
    convinces; most pictures in which both dice were read cost about 5, some with glossy black ones 50.
    Dice of a set are of one size to ``alike`` (it covers the error of the first die's measure). A spot
    nearer than ``own`` edges to a convincing die's middle is that die's own side.
    A die's own grey is the middle one of the pixels within ``skew_mm``; how much farther from it the light
    ``skew_shares`` are than the dark ones tells dark marks (photographed: -0.8 to 0.1) from light ones (-0.6,
    most of them 0.08, to 0.6). Below ``dark_skew`` dark marks are looked for first, above ``light_skew``
    light ones, between them both at once. Only the first ``late`` spots not yet explained are looked at in
    the later ways.
    An explanation whose quality is between ``nearly`` and ``fits`` may be a like drawing held fast beside the
    right place: ``by_nearness`` of the poses round it are tried, up to ``beside_mm``, ``beside_deg`` and
    ``beside_sizes`` away. ``larger``: sizes at which a certain die is fitted again, in parts of its own.
    ``inner``: whether the middles of faces are asked last (`vision.dice.inner`).
    ``again``: poses found before the size was known that are tried anew; ``by_sides`` and
    ``by_square``: how many poses each way of searching may put forward.
    """

    convinced: float = 2.5
    enough: float = 5.0
    plenty: float = 7.0
    alone: float = 0.7
    clear: float = 0.08
    known: float = 2.5
    hopeless: float = -8.0
    nothing: float = -5.0
    most: int = 70
    late: int = 4
    alike: float = 0.14
    own: float = 0.62
    dark_skew: float = -0.3
    light_skew: float = 0.15
    skew_mm: float = 6.0
    skew_shares: tuple[float, ...] = (0.08, 0.5, 0.92)
    close_up_mm: float = 22.0
    close_up_px_per_mm: float = 3.0
    inner: bool = True
    again: int = 2
    by_sides: int = 4
    by_square: int = 6
    nearly: float = 0.7
    fits: float = 0.93
    beside_mm: tuple[float, ...] = (-2.4, -1.2, 0.0, 1.2, 2.4)
    beside_deg: tuple[float, ...] = (-8.0, 0.0, 8.0)
    beside_sizes: tuple[float, ...] = (0.92, 1.0, 1.12)
    by_nearness: int = 2
    larger: tuple[float, ...] = (1.0, 1.12)


def is_certain(candidate: Candidate, config: ExplainConfig | None = None) -> bool:
    """Whether an explanation is so good that it need not be compared with others."""
    c = config or ExplainConfig()
    return candidate.evidence >= c.plenty and candidate.match.margin >= c.clear
