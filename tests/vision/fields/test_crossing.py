"""Hands that reach in over the edge of a board read by itself."""

import numpy as np
import pytest

from tests.vision.fields.edges import edge_truth
from tests.vision.fields.hands import COVERED, SEEN, UNKNOWN
from tests.vision.fields.test_geometry import looking_down
from tests.vision.painted import painted_stage
from vision.fields import read
from vision.fields.cells import CELLS, look_from_above
from vision.fields.covers import Covers
from vision.fields.crossing import CORNER, MOST, PIECES, only_crossing, over_edge
from vision.fields.layout import lay_out
from vision.fields.occupancy import shipped_judges
from vision.fields.top_view import SAMPLES
from vision.painter.painter import Painter
from vision.view import View

WOOD, CLOTH, SKIN = (90, 140, 175), (60, 58, 55), (120, 150, 215)
LAMP = 1.4
# The board's edge lies two samples in, and a finger is four wide.
EDGE, FINGER = 2, 4


def above_of(*patches, lit=()):
    """A board of plain wood on dark cloth from above with patches of (rows, columns, colour) on it.

    ``lit``: rows and columns on which a lamp shines.
    """
    rng = np.random.default_rng(1)
    picture = np.empty((SAMPLES, SAMPLES, 3), np.uint8)
    picture[:] = CLOTH
    picture[EDGE:-EDGE, EDGE:-EDGE] = WOOD
    layout = lay_out(looking_down())
    for rows, columns, colour in patches:
        picture[rows, columns] = colour
    light = np.ones((SAMPLES, SAMPLES, 1))
    for at in lit:
        light[at] = LAMP
    noisy = picture * light + rng.normal(0, 2, picture.shape)
    return look_from_above(np.clip(noisy, 0, 255).astype(np.uint8), layout.ground)


def covers_of(above, judge=None, *, hand=False):
    """What a board's covers are after its edge was looked at, with no other sign of a hand."""
    none = np.zeros((CELLS, CELLS), np.uint8)
    before = Covers(none.astype(np.float32), hand, 0.0, none)
    return over_edge(before, above, judge or shipped_judges().crossing)


def fingers(turns, depth=9):
    """Two fingers' patches over the edge of a side, by quarter turns from the upper one."""
    found = []
    for at in (40, 47):
        rows, columns = slice(0, depth), slice(at, at + FINGER)
        if turns >= 2:
            rows = slice(SAMPLES - depth, SAMPLES)
        found.append((columns, rows, SKIN) if turns % 2 else (rows, columns, SKIN))
    return found


@pytest.mark.parametrize("turns", range(4))
def test_fingers_over_the_edge_are_a_hand_at_their_place(turns):
    """On any side, where hardly a cell of the board is hidden."""
    covers = covers_of(above_of(*fingers(turns)))

    assert covers.hand
    row, column = [(0, 14), (14, 0), (CELLS - 1, 14), (14, CELLS - 1)][turns]
    assert covers.under[row, column]
    assert np.count_nonzero(covers.under) < 30


def test_where_it_is_known_that_the_table_did_not_change_nothing_crosses():
    """A calibrated table's edge is believed where something new lies beside it, and nowhere else."""
    above, judge = above_of(*fingers(0)), shipped_judges().crossing
    none = np.zeros((CELLS, CELLS), np.uint8)
    before = Covers(none.astype(np.float32), False, 0.0, none)
    there, elsewhere = np.zeros((2, CELLS, CELLS), bool)
    there[0, 12:18] = True
    elsewhere[-1, 12:18] = True

    assert over_edge(before, above, judge, there).hand
    assert not over_edge(before, above, judge, elsewhere).hand
    assert not over_edge(before, above, judge, none > 0).hand


def test_neither_a_bare_edge_nor_light_nor_things_beside_the_board_are_a_hand():
    """Not a lamp's streak over board and table, not a red mug beside the board, not a ball on its rim."""
    whole = slice(0, SAMPLES)
    mug = slice(0, EDGE), slice(40, 60), (40, 40, 200)
    ball = slice(4, 9), slice(40, 45), (40, 40, 200)

    for patches in ((), (mug,), (ball,)):
        assert not covers_of(above_of(*patches)).hand
    assert not covers_of(above_of(lit=[(slice(30, 40), whole)])).hand


def said(pieces):
    """A judge that believes in these pieces of the upper side."""

    def judge(features):
        p = np.full(len(features), 0.01, np.float32)
        p[pieces] = 0.99
        return np.log(np.stack([1 - p, p], axis=1))

    return judge


def test_the_judge_is_not_believed_about_a_whole_side():
    """A hand that no cell shows is narrow; what the judge says of a long piece tells of another table."""
    rows, skin = slice(0, 9), SKIN
    begin, piece = 30, SAMPLES // CELLS
    for pieces, believed in ((4, True), (MOST, True), (MOST + 1, False)):
        above = above_of((rows, slice(begin, begin + pieces * piece), skin))
        assert covers_of(above, said(slice(8, 8 + pieces))).hand == believed


def test_the_judge_is_not_believed_where_nothing_differs():
    """The table must differ from its side, in more than light."""
    bright = above_of(lit=[(slice(0, 9), slice(30, 42))])

    assert not covers_of(above_of(), said(slice(8, 12))).hand
    assert not covers_of(bright, said(slice(8, 12))).hand


def test_a_hand_that_was_found_stays_as_it_is():
    """The edge is asked only where nothing else told."""
    assert not covers_of(above_of(*fingers(0)), hand=True).under.any()


def heaps_of(*cells):
    """Covers with a hand over these cells (rows, columns)."""
    under = np.zeros((CELLS, CELLS), np.uint8)
    for at in cells:
        under[at] = 255
    return Covers(under.astype(np.float32), True, 9.0, under)


@pytest.mark.parametrize("turns", range(4))
def test_a_heap_that_ends_at_a_plain_edge_is_no_hand(turns):
    """A lamp's patch of light ends there, an arm crosses it: the first is left out, the second stays."""
    heap = np.zeros((CELLS, CELLS), bool)
    heap[:3, 12:18] = True
    under = np.rot90(heap, turns)
    judge = shipped_judges().crossing

    bare = only_crossing(heaps_of(under), above_of(), judge)
    crossed = only_crossing(heaps_of(under), above_of(*fingers(turns)), judge)

    assert not bare.hand
    assert not bare.under.any()
    assert crossed.under.any()


def test_only_heaps_at_a_plain_edge_are_left_out():
    """One in the middle of the board stays, and so does one at an edge that may be crossed."""
    at_edge, free, other = np.s_[:2, 10:14], np.s_[14:18, 14:18], np.s_[:3, 22:26]
    judge = said(slice(22 - CORNER, 23 - CORNER))

    covers = only_crossing(heaps_of(at_edge, free, other), above_of(), judge)

    assert covers.hand
    assert covers.under[free].all()
    assert covers.under[other].all()


def test_a_lamps_patch_at_the_edge_hides_nothing():
    """A board whose lacquer shines up to its edge: all of an evening a hand was seen there."""
    stage = painted_stage(26023)
    frame = Painter(stage.table).paint(stage.world.scene(), np.random.default_rng(1))

    seen = read(frame, View(stage.table.camera, stage.table.board))

    assert not seen.hand
    assert not seen.covered


def test_an_edge_is_crossed_where_both_it_and_what_lies_behind_are_hidden():
    """What only comes near the edge is none, and what hides half of the second cell is not told."""
    hidden = np.zeros((CELLS, CELLS), np.float32)
    hidden[0, 10:14] = 1
    hidden[1, 10], hidden[1, 11], hidden[1, 12] = 0.8, 0.4, 0.1

    upper = edge_truth(hidden).reshape(4, PIECES)[0]

    assert upper[10 - CORNER : 14 - CORNER].tolist() == [COVERED, UNKNOWN, SEEN, SEEN]
    assert (edge_truth(hidden).reshape(4, PIECES)[1:] == SEEN).all()
