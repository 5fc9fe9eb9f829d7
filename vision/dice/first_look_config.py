"""Numbers of the first look: its glances, and when what they show is enough."""

from dataclasses import dataclass

from vision.dice.first_poses import FirstPosesConfig


@dataclass(frozen=True)
class Glance:
    """How much of a picture one step of the cascade looks at.

    ``spots``: so many of the strongest; ``poses``: how poses are found; ``keep``: how many of each spot's
    poses are moved on after each round. The first glance softens less, has a coarser map of sides and looks
    at marks in fewer places, in a fifth less time: of 173 photographs of two dice it settles 152 by itself.
    """

    spots: int
    poses: FirstPosesConfig
    keep: tuple[int, ...]


@dataclass(frozen=True)
class FirstLookConfig:
    """The steps, and when it is enough.

    The first glance is at the two strongest spots. If it knows one die (``enough`` and ``clear``, or
    ``known_odds`` and ``fair_margin``) the glance ``known`` looks for one of its size beside it; what is
    still open the second glance looks for at more spots, in more turns and from more poses. ``enough``,
    ``clear``: the log odds and the margin of an explanation that the thorough search, too, compares with no
    other pose. Beside such a die one of the other kind and of its size (``alike``, relative; of clear ones
    their outlines' sizes: two of one set had marks that made them differ by 16 %) may have
    ``fair`` and ``fair_margin``, or ``likelier`` and ``wide_margin`` as on glossy black dice: on 173
    photographs of two dice no wrong face had both (the nearest were parts of marks seen as double, -2.9 and
    0.19, -5.3 and 0.28). A face that is no better than ``fair`` in an outline of a
    support of ``outlined`` is looked for ``anew`` in that. Where no pair is found what is no better is looked
    for once more, ``wider`` round an outline of a support of ``shown``: of 36 single photographs of two
    dice that lie 32 are settled at the first look so, with pairs that are likely together, 22 before.
    Poses nearer to each other than ``apart_mm`` are of one die. ``own``: a spot nearer than so many edges to
    a clear die's middle is that die's own. ``likely``: the log odds of what is handed on.
    """

    glances: tuple[Glance, ...] = (
        Glance(2, FirstPosesConfig(median=3, step_mm=1.5, tried=14), (3, 1)),
        Glance(4, FirstPosesConfig(second=0.45), (5, 3, 2, 1)),
    )
    known: Glance = Glance(2, FirstPosesConfig(second=0.45), (3, 2, 1))
    anew: tuple[int, ...] = (4, 1)
    wider: tuple[int, ...] = (8, 2, 1)
    shown: float = 2.0
    apart_mm: float = 10.0
    enough: float = 7.0
    clear: float = 0.08
    known_odds: float = 5.0
    fair: float = 3.0
    fair_margin: float = 0.18
    likelier: float = 0.0
    wide_margin: float = 0.3
    outlined: float = 6.0
    own: float = 0.62
    alike: float = 0.15
    likely: float = 2.0
