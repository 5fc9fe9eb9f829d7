"""Hands over the board, and shade that looks like one."""

import cv2
import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.cells import CELLS, look_from_above
from vision.fields.covers import Witnesses, find_covers
from vision.fields.heaps import EDGE, heap_sizes
from vision.fields.layout import lay_out
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.profile import log_values
from vision.fields.shade import ALIKE, DOUBTFUL, doubted, like_board
from vision.fields.top_view import SAMPLES

WOOD, SHADE, SKIN = (120, 185, 248), (76, 120, 190), (70, 70, 160)
PER_CELL = SAMPLES // CELLS
STREAK = (slice(None), slice(6, 11))


def dark_is_covered(features):
    """Judge cells by their light alone, the first feature: wood's is 0."""
    covered = np.where(features[:, 0] < -0.2, 0.97, 0.01)
    return np.log(np.stack([1 - covered, covered], axis=1))


def covers_of(*patches, seen=0.96, counts=None):
    """The covers of a board of light wood with patches (cells, colour); holes are ``seen`` to be empty."""
    layout = lay_out(looking_down())
    cells = np.empty((CELLS, CELLS, 3), np.uint8)
    cells[:] = WOOD
    for at, colour in patches:
        cells[at] = colour
    picture = cells.repeat(PER_CELL, axis=0).repeat(PER_CELL, axis=1)
    log_p = np.full((len(layout.judged), 3), np.log((1 - seen) / 2), np.float32)
    log_p[:, EMPTY] = np.log(seen)
    wood = cells[layout.witnesses.row, layout.witnesses.column]
    log_p[(wood == SKIN).all(axis=1)] = np.log(1 / 3)
    witnesses = Witnesses(layout.witnesses, log_p, log_values(wood))
    above = look_from_above(picture, layout.ground)
    board, judge = layout.view.board, dark_is_covered
    return find_covers(board, above, layout.ground, judge, witnesses, counts)


def test_a_streak_of_shade_in_which_holes_are_seen_is_no_hand():
    """The streak's wood is known beside its holes; where none can be seen something is over them."""
    assert not covers_of((STREAK, SHADE)).hand
    assert covers_of((STREAK, SHADE), seen=0.5).hand


def test_a_hand_is_seen_beside_and_in_a_streak_of_shade():
    """What differs from the streak's wood stays covered, and the streak does not."""
    fingers = (slice(0, 5), slice(8, 14))
    found = covers_of((STREAK, SHADE), (fingers, SKIN))

    assert found.hand
    assert found.under[2:4, 10:13].all()
    assert not found.under[8:].any()


@pytest.mark.parametrize(("cells", "hand"), [((3, 3), True), ((2, 4), True), ((1, 2), False)])
def test_finger_tips_at_the_edge_are_a_hand_from_a_few_cells_on(cells, hand):
    """A stain of two cells is none."""
    tip = (slice(1, 1 + cells[0]), slice(15, 15 + cells[1]))

    assert covers_of((tip, SKIN)).hand is hand


@pytest.mark.parametrize("turns", range(4))
def test_a_heap_counts_in_full_only_where_it_reaches_in_from_an_edge(turns):
    """Whichever edge that is; what lies free of all counts as what lies free does."""
    heaps = np.zeros((CELLS, CELLS), np.uint8)
    heaps[EDGE : EDGE + 2, 15:19] = heaps[EDGE + 10, 15:18] = 1
    heaps = np.ascontiguousarray(np.rot90(heaps, turns))
    p = np.full(heaps.shape, 0.5, np.float32)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(heaps)

    assert sorted(heap_sizes(labels, boxes, p, p / 5)) == pytest.approx([0.3, 4.0])
    assert heap_sizes(labels * 0, boxes[:1], p, p) == []


def test_looks_are_doubted_where_enough_holes_are_seen():
    """Balls do not count, as they make their cells look covered themselves."""
    looks = np.full(DOUBTFUL, 0.9, np.float32)
    empty = np.log(np.full((DOUBTFUL, 3), 0.02, np.float32))
    ball = empty.copy()
    empty[:, EMPTY], ball[:, BALL] = np.log(0.96), np.log(0.96)

    assert doubted(looks, empty).all()
    assert doubted(looks[1:], empty[1:]) is None
    assert doubted(looks / 3, empty) is None
    assert doubted(looks, ball) is None


@pytest.mark.parametrize("channel", range(3))
def test_a_tone_is_the_boards_if_it_is_near_one_of_its_pieces_in_every_channel(channel):
    """Light and both colours have to agree with the same piece."""
    pieces = np.array([[0, 0, 0], [-0.5, 0.2, 0.2]], np.float32)
    step = np.zeros(3, np.float32)
    step[channel] = ALIKE[channel]
    tones = np.stack([pieces[1] + step * 0.9, pieces[1] + step * 1.1, [-0.5, 0, 0]])

    assert like_board(tones.astype(np.float32), pieces).tolist() == [True, False, False]
