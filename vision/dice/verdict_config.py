"""Numbers of the verdict: when a face is believed and what unread dice are called."""

from dataclasses import dataclass, field

from vision.dice.due import DueConfig


@dataclass(frozen=True)
class VerdictConfig:
    """When a face is believed and what unread dice are called; lengths in die edges.

    ``sure``, ``apart``, ``margin``: the log odds of a believed explanation (as for a second die, see
    `DueConfig`: dice that moved had up to 2.6 with small margins), by how much it must beat another
    face at the same place, and the difference of their correlations; ``fair``, ``clear_apart``,
    ``clear_margin`` the same for a clear face on a die that is hard to tell from the floor.
    ``outlined``: the least support of a believed face's outline, unless all else makes it ``plain`` (log
    odds: wooden dice on wood have from 1.1) or it cannot be mistaken (`vision.dice.due.is_plain`).
    Another face less than ``same_top`` beside one is a rival for its top, not a side, as those are 0.5 and
    more beside it. A word that holds this one and more is a rival as if it were likelier by ``whole``: a VIII
    with uneven strokes was a VI by 1.8; of 30 faces of painted tables that were rightly read and are parts of
    longer ones one was ahead of those by 6.0, the others by more.
    ``due``: what is believed where the other die is read already.
    Up to ``near_rim`` dice are measured from the rim as it is seen, not as the view has it, and may lean on
    it (`vision.dice.near_rim`).
    ``beyond``: how much (in square edges) of what surrounds a die that lies may be strange; up to ``pile`` it
    may be the die under it. Where the other die is clearly seen elsewhere a face of ``surely`` log odds is no
    side, and its die no upper one, up to ``pile``: near the rim a shadow on the wall is as strange. Of a die
    beside which no other is read less than ``unpaired`` may be, or, if there are ``marks_below`` as well,
    ``lone``: painted and photographed lone dice had up to 0.011, piles 0.020 and more (see
    `vision.dice.lone`, too). ``by_hand``: the log odds of a face that is believed close
    to a hand, which may hide a part of it. ``smeared``: a die of a log odds below ``sized`` whose edges are
    less even than this (`vision.dice.smear`) moved while the picture was taken: photographed and painted ones
    that lay had 0.68 to 0.89, one of a blurred picture 0.53; those that had been given a face as they moved
    had 0.34 to 0.61. Its face is never believed, but it is said to move only if it is ``surely_smeared`` or
    its outline's weakest side is not ``sharp`` (logarithmic steps): what a mirrored lamp leaves of marks is
    as uneven (0.59 to 0.65, weakest sides of 1.75 and more). Of 27 that moved one had a weakest side of more
    than 0.9 (1.4, bright on deep red), and that one's evenness was 0.38.
    A clear face is asked as well where more than `DueConfig.beside` is strange beside its die: of 344 lying
    ones of log odds of 3 to 8 four had as much, and an evenness of 0.70 and more; 13 of 19 II that moved
    along their strokes, which a smear leaves as they are, had as much and 0.11 to 0.54.
    Where nothing is told what else has an outline of ``square`` (support), and as sharp a weakest side, is
    the other die, unread: on a top that a lamp makes white no face is likely at all.
    A lone die of a known size lies upon the other one if it seems larger by ``raised`` of what an edge nearer
    to the camera makes it.
    ``body``: the log odds from which an unread thing is called a die, ``weak``: up to which it may be none
    if one lies beside the board, ``sized``: from which its size is known; ``other_die``: from which
    something beside a die may be the other one, from ``unlikely`` on if its outline has
    ``other_outlined`` (stripes of wood taken for VIII had up to 1.6), unless the dice's size is known and its
    own is not ``of_size`` (logarithm: dice that were read have less, marks on the side of one under a pile's
    upper one 0.13 to 0.17); ``other``, ``other_share``: the
    salience, also in parts of a die's own, of one of the ``strongest`` spots that may be another one if it
    is more than ``away`` from it: nearer ones may be sides of a die under it. ``blob``: the size of what is
    neither floor nor die, from a moving die to more than one. ``covered``: the part of the area that a hand
    must hide for a missing die to be under it.
    """

    sure: float = 3.0
    apart: float = 1.0
    margin: float = 0.04
    fair: float = 0.0
    same_top: float = 0.35
    whole: float = 2.5
    due: DueConfig = field(default_factory=DueConfig)
    clear_apart: float = 1.5
    clear_margin: float = 0.15
    near_rim: float = 1.2
    unlikely: float = -1.0
    beyond: float = 0.16
    pile: float = 0.4
    surely: float = 7.0
    lone: float = 0.015
    unpaired: float = 0.04
    marks_below: float = 5.0
    raised: float = 0.75
    by_hand: float = 5.0
    body: float = -2.0
    weak: float = 1.0
    sized: float = 3.0
    outlined: float = 1.5
    plain: float = 3.0
    other_die: float = 0.0
    other_outlined: float = 3.0
    of_size: float = 0.12
    other: float = 2.0
    other_share: float = 0.3
    strongest: int = 5
    away: float = 1.2
    blob: tuple[float, float] = (0.35, 4.0)
    covered: float = 0.10
    smeared: float = 0.65
    surely_smeared: float = 0.55
    sharp: float = 1.3
    square: float = 7.0
