"""Start areas: what the balls' colour says of spots, and what the felt may hide."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from referee.sighting import Look
from tests.vision.fields.test_geometry import looking_down
from vision.fields.appearance import Appearance
from vision.fields.cells import CELLS
from vision.fields.colour import reference
from vision.fields.corners import over_corners
from vision.fields.counting import agreed, count_starts
from vision.fields.covers import HIDDEN_FIELDS, Covers, _over_fields
from vision.fields.layout import lay_out
from vision.fields.lying import Lying
from vision.fields.start import (
    GLINT,
    STAIN,
    StartArea,
    has_twin,
    with_touching,
)
from vision.fields.unexplained import (
    HIDES_A_BALL,
    UNEXPLAINED,
    all_unexplained,
    beyond_balls,
    unexplained,
)

FELT = np.float32([-0.9, 0.8, 0.2])
RED = reference("red", np.float32([-0.5, 0.85, 0.25]))
DARK_GLASS = reference("red", np.float32([-1.3, 0.8, 0.2]))
BLUE = reference("blue", np.float32([-0.9, -0.35, -1.0]))


def area(*spots, stain=0.0, glint=0.0, left=0.0, odd=None):
    """A start area whose spots have these probabilities and tints; this stain, glint and rest beside."""
    p = np.float32([p for p, _ in spots])
    tints = np.float32([tint for _, tint in spots]).reshape(-1, 3)
    return StartArea(
        2,
        np.zeros((len(spots), 3)),
        p,
        tints,
        FELT,
        left,
        stain=lambda hand: stain,
        glint=glint,
        odd=None if odd is None else np.float32([odd]),
    )


def test_a_shadow_is_no_likelier_for_having_the_hue_of_red_felt():
    """On red felt a red ball is as bright as red balls are; its shadow, as red as it, is not."""
    shadow = np.float32([-1.7, 0.8, 0.2])
    (seen,) = agreed([area((0.8, RED.colour), (0.8, shadow))], [RED])

    assert seen.p_ball[0] > 0.8
    assert len(seen.p_ball) == 1 or seen.p_ball[1] < 0.5


def test_another_colour_in_a_start_area_is_likely_no_ball():
    """A green reflection among a player's blue balls is less likely than before, a blue spot likelier."""
    green = np.float32([-0.8, -0.8, -0.05])
    (seen,) = agreed([area((0.7, BLUE.colour), (0.7, green))], [BLUE])

    assert seen.p_ball[0] > 0.7
    assert (seen.p_ball[1:] < 0.7).all()


def test_a_stain_may_be_dark_glass_where_that_is_in_play():
    """A stain is unsure where glass of the felt's hue is played; bright red or blue balls are seen."""
    for own, look in ((DARK_GLASS, Look.UNSURE), (RED, Look.CLEAR), (BLUE, Look.CLEAR)):
        known = Appearance((own,), {2: own.label})
        assert count_starts([area(stain=STAIN + 1)], known, frozenset())[2].look is look


def test_a_stain_is_no_glass_where_four_other_colours_are_known():
    """Nobody plays with a fifth colour: with four known, none of them the felt's, a stain is a shadow."""
    tints = {"blue": BLUE.colour, "white": (0.9, -0.2, -0.4), "green": (-0.6, -0.8, -0.1)}
    three = tuple(reference(name, np.float32(tint)) for name, tint in tints.items())
    black = reference("black", np.float32([-1.6, -0.2, -0.3]))
    for known, look in ((three, Look.UNSURE), ((*three, black), Look.CLEAR)):
        counts = count_starts([area(stain=STAIN + 1)], Appearance(known), frozenset())
        assert counts[2].look is look


def test_plain_felt_is_sure_to_be_empty():
    """Without a stain an area is empty for sure, even where dark glass is in play."""
    known = Appearance((DARK_GLASS,), {2: DARK_GLASS.label})

    assert count_starts([area(stain=STAIN - 1)], known, frozenset())[2].look is Look.CLEAR


def test_a_glint_on_felt_may_be_a_lamp_in_glass_of_the_felts_colour():
    """Felt does not shine: an area with a glint that is on no ball is unsure, whoever plays there."""
    known = Appearance((BLUE,), {2: "blue"})
    for glint, look in ((GLINT + 0.1, Look.UNSURE), (GLINT - 0.1, Look.CLEAR)):
        assert count_starts([area(glint=glint)], known, frozenset())[2].look is look


def test_the_woods_colour_beside_balls_of_another_is_in_doubt():
    """What looks like a ball of the board's own wood may be the rim; beside wooden balls it is a ball."""
    natural = reference("natural", np.float32([-0.1, 0.02, 0.05]))
    spots = ((0.999, RED.colour), (0.999, natural.colour))

    (beside_red,) = agreed([area(*spots)], [RED])
    (wooden,) = agreed([area(*spots)], [natural])

    assert beside_red.p_ball[1] <= 0.5
    assert wooden.p_ball[1] > 0.9


def test_a_black_ball_of_the_woods_hue_is_no_edge_of_the_wood():
    """Of black balls some are of the wood's hue; wood as light as wood beside them stays in doubt."""
    black = reference("black", np.float32([-0.97, -0.11, -0.18]))
    ball, wood = np.float32([-0.93, -0.09, -0.19]), np.float32([-0.1, -0.09, -0.19])

    (seen,) = agreed([area((0.99, ball), (0.999, wood))], [black])

    assert seen.p_ball[0] > 0.9
    assert (seen.p_ball[1:] <= 0.5).all()


def test_what_has_a_balls_colour_beside_it_may_be_another():
    """A dismissed spot of just a sure ball's colour is its twin; another or the felt's is none."""
    balls = BLUE.colour[None]
    for tint, twin in ((BLUE.colour, True), (RED.colour, False), (FELT, False)):
        assert has_twin(tint[None], balls, FELT) is twin
    assert not has_twin(FELT[None], FELT[None], FELT)


def test_a_red_ball_on_red_felt_has_a_twin_that_is_much_brighter_than_the_felt():
    """Such a ball differs from the felt by its light alone, which a fold of the felt does less."""
    balls = FELT + np.float32([[0.35, 0.05, 0.05]])
    for more, twin in ((0.6, True), (0.3, False)):
        assert has_twin(FELT[None] + np.float32([more, 0, 0]), balls, FELT) is twin


def test_a_twin_of_a_ball_is_a_doubt_but_no_hand():
    """Its area is unsure, also beside a hand; were it taken for a finger, that hand would never leave."""
    known = Appearance((BLUE,), {2: "blue"})
    layout = lay_out(looking_down(memory=False))
    nothing = np.zeros((CELLS, CELLS))
    covers = Covers(nothing.astype(np.float32), False, 0.0, nothing.astype(np.uint8))
    board, empty = layout.view.board, np.log([[0.98, 0.01, 0.01]] * len(layout.judged))
    for twin, look in ((True, Look.UNSURE), (False, Look.CLEAR)):
        seen = replace(area((0.999, BLUE.colour)), twin=twin)
        for beside in (frozenset(), frozenset({"S2"})):
            assert count_starts([seen], known, frozenset(), beside)[2].look is look
        assert not over_corners(board, layout.top, covers, layout.judged, empty, [seen]).hand


def test_where_nothing_is_known_of_the_balls_any_stain_may_be_one():
    """A picture alone need not show the colour that a stain is of; beside a blue ball it is a shadow."""
    known = Appearance((BLUE,))
    alone = count_starts([area(stain=STAIN + 1)], known, frozenset())[2]
    beside = count_starts([area((0.99, BLUE.colour), stain=STAIN + 1)], known, frozenset())[2]

    assert alone.look is Look.UNSURE
    assert (beside.look, beside.of) == (Look.CLEAR, {"blue": 1})


def test_a_stain_beside_glass_that_is_no_brighter_than_the_felt_may_be_more_of_it():
    """Where one ball is hardly told from the felt, a stain may be another one."""
    glass = FELT + np.float32([0.1, -0.1, 0.0])
    known = Appearance((reference("red", glass),))
    for stain, look in ((STAIN + 1, Look.UNSURE), (STAIN - 1, Look.CLEAR)):
        assert count_starts([area((0.99, glass), stain=stain)], known, frozenset())[2].look is look


def test_a_colour_between_two_labels_is_the_one_that_belongs_there():
    """Halfway between red and orange lies the seat's own; in a third one's area it is unsure."""
    orange = reference("orange", np.float32([-0.4, 0.3, 0.6]))
    between = (RED.colour + orange.colour) / 2
    for own, look, of in (
        ("red", Look.CLEAR, {"red": 1}),
        ("orange", Look.CLEAR, {"orange": 1}),
        ("blue", Look.UNSURE, {}),
    ):
        known = Appearance((RED, orange, BLUE), {2: own})
        count = count_starts([area((0.99, between))], known, frozenset())[2]
        assert (count.look, count.of) == (look, of)


def test_a_strange_ball_in_nobodys_area_is_in_doubt_where_the_players_are_known():
    """Where nobody is known it has the nearest colour, and where it has a player's colour it is that one."""
    strange = np.float32([0.9, -0.6, 0.9])
    for seats, tint, look in (
        ({0: "blue"}, strange, Look.UNSURE),
        ({}, strange, Look.CLEAR),
        ({0: "blue"}, BLUE.colour, Look.CLEAR),
    ):
        known = Appearance((RED, BLUE), seats)
        assert count_starts([area((0.99, tint))], known, frozenset())[2].look is look


def test_what_looks_unlike_the_players_balls_beside_a_hand_may_be_a_finger():
    """A pale round spot whose nearest colour is the player's is his ball, but in doubt beside a hand."""
    orange = reference("orange", np.float32([-0.5, 0.36, 0.95]))
    known = Appearance((orange, BLUE), {2: "orange"})
    tip = np.float32([0.54, 0.17, 0.27])
    for tint, hand, look in (
        (orange.colour, True, Look.CLEAR),
        (tip, True, Look.UNSURE),
        (tip, False, Look.CLEAR),
    ):
        count = count_starts([area((0.99, tint))], known, frozenset(), hand=hand)[2]
        assert count.look is look


def test_balls_that_shine_on_their_felt_hide_no_dark_glass():
    """Where a seat's ball is seen to be brighter than the felt, a stain is no other one of its make."""
    known = Appearance((DARK_GLASS,), {2: "red"})
    for ball, look in ((RED.colour, Look.CLEAR), (FELT - 0.1, Look.UNSURE)):
        shown = area((0.99, np.float32(ball)), stain=STAIN + 1)
        assert count_starts([shown], known, frozenset())[2].look is look


def test_an_edge_paler_than_red_felt_is_no_red_ball():
    """What is paler than the felt and no brighter is its edge; a ball in the shade is no paler."""
    edge, shaded = np.float32([-0.85, 0.4, 0.2]), np.float32([-0.9, 1.0, 0.4])
    for spot, balls in ((edge, 1), (shaded, 2)):
        (seen,) = agreed([area((0.99, RED.colour), (0.7, spot))], [RED])
        assert (seen.p_ball > 0.5).sum() == balls


def test_a_sleeve_hides_a_ball_only_where_one_fits_under_it():
    """Beside a hand more may be left unexplained than elsewhere, but never as much as a ball's disc."""
    known, some = Appearance((BLUE,), {2: "blue"}), (UNEXPLAINED + HIDES_A_BALL) / 2
    for left, beside, look in (
        (some, frozenset(), Look.UNSURE),
        (some, frozenset({"S1"}), Look.UNSURE),
        (some, frozenset({"S2"}), Look.CLEAR),
        (0.97, frozenset({"S2"}), Look.UNSURE),
    ):
        assert count_starts([area(left=left)], known, frozenset(), beside)[2].look is look


def test_a_likely_ball_of_a_second_colour_may_be_in_a_hand_over_the_area():
    """Of balls that a picture alone calls by two colours, the surest and a sure one are believed."""
    for p, look in ((0.85, Look.UNSURE), (0.99, Look.CLEAR)):
        known = Appearance((RED, BLUE))
        spots = area((0.995, BLUE.colour), (p, RED.colour))
        assert count_starts([spots], known, frozenset())[2].look is look


def test_what_is_in_doubt_in_nobodys_area_has_a_players_colour_or_is_none():
    """The rim or a shadow there may look a little like a ball, of which nobody plays any."""
    for p, tint, seats, look in (
        (0.45, RED.colour, {1: "blue"}, Look.CLEAR),
        (0.45, BLUE.colour, {1: "blue"}, Look.UNSURE),
        (0.99, RED.colour, {1: "blue"}, Look.UNSURE),
        (0.45, RED.colour, {2: "blue"}, Look.UNSURE),
        (0.45, RED.colour, {}, Look.UNSURE),
    ):
        known = Appearance((BLUE,), seats)
        assert count_starts([area((p, tint))], known, frozenset())[2].look is look


def test_what_stands_out_and_is_no_ball_leaves_an_area_open_unless_a_hand_is_there():
    """Glass that leans far over the rim looks like none to the judge, as a sleeve's edge does.

    Nor is there any where it has not the colour of the player's balls, or of anybody's in nobody's area.
    """
    played = Appearance((BLUE,), {2: "blue"})
    nobodys = Appearance((BLUE,), {1: "blue"})
    for odd, known, hand, look in (
        (BLUE.colour, played, False, Look.UNSURE),
        (BLUE.colour, played, True, Look.CLEAR),
        (None, played, False, Look.CLEAR),
        (RED.colour, played, False, Look.CLEAR),
        (BLUE.colour, nobodys, False, Look.UNSURE),
        (RED.colour, nobodys, False, Look.CLEAR),
        (RED.colour, Appearance((BLUE,)), False, Look.UNSURE),
    ):
        assert count_starts([area(odd=odd)], known, frozenset(), hand=hand)[2].look is look


def test_a_colour_that_was_never_seen_may_be_dark_glass():
    """Where the seat's red is only assumed a stain on red felt may be a ball, and no bright red one."""
    usual = reference("red", RED.colour, assumed=True)
    for own, look in ((usual, Look.UNSURE), (RED, Look.CLEAR)):
        known = Appearance((own, BLUE), {2: "red"})
        assert count_starts([area(stain=STAIN + 1)], known, frozenset())[2].look is look


def test_specks_are_no_hidden_ball():
    """As many strange samples leave an area unexplained in one heap, not strewn over the felt."""
    rows, columns = np.indices((40, 40))
    points = np.stack([rows * 2.0, columns * 2.0, np.zeros((40, 40))], axis=2)
    heap = (rows < 5) & (columns < 5)
    strewn = (rows % 8 == 0) & (columns % 8 == 0)
    none = np.zeros((0, 3))

    assert heap.sum() == strewn.sum()
    assert unexplained(heap, points, none, 7.0) > UNEXPLAINED
    assert unexplained(strewn, points, none, 7.0) < UNEXPLAINED


def discs_at(*centres, radius=3.5):
    """A strange disc of a ball's size round each sample, and where the samples lie (2 mm apart)."""
    rows, columns = np.indices((40, 40))
    strange = np.zeros((40, 40), dtype=bool)
    for row, column in centres:
        strange |= np.hypot(rows - row, columns - column) < radius
    points = np.stack([rows * 2.0, columns * 2.0, np.zeros((40, 40))], axis=2)
    return strange, points


def test_balls_that_glow_look_larger_and_leave_nothing():
    """Three balls that all look a third too large are three; a fourth's disc is left over."""
    centres = [(8, 8), (8, 28), (28, 8)]
    balls = np.array([(2.0 * row, 2.0 * column, 0.0) for row, column in centres])
    glowing, points = discs_at(*centres, radius=4.0)
    more, _ = discs_at(*centres, (28, 28), radius=4.0)

    assert abs(beyond_balls(glowing, points, balls, 7.0)) < 0.1
    assert beyond_balls(more, points, balls, 7.0) > 0.9


def test_balls_that_glow_and_touch_leave_nothing_but_one_that_was_overlooked():
    """Three that touch and look a third too large are three; two of them that were taken for one are not."""
    centres = np.array([(12.0, 12.0), (12.0, 20.2), (19.1, 16.1)])
    spots = centres + np.array([(-0.6, -0.6), (-0.6, 0.6), (0.6, 0.0)])
    balls = np.column_stack([2.0 * spots, np.zeros(3)])
    glowing, points = discs_at(*centres, radius=4.2)

    assert unexplained(glowing, points, balls, 7.0) < UNEXPLAINED
    for taken_for_one in ((0, 1), (0, 2), (1, 2)):
        (third,) = {0, 1, 2} - {*taken_for_one}
        found = np.stack([balls[third], balls[list(taken_for_one)].mean(axis=0)])
        for radius in (4.2, 3.5):
            strange, _ = discs_at(*centres, radius=radius)
            assert unexplained(strange, points, found, 7.0) > UNEXPLAINED


def test_a_spot_beside_its_balls_middle_explains_the_ball_but_not_another():
    """A glint or a shadow draws a spot aside; what lies beyond the ball is still another one."""
    alone, points = discs_at((12, 12), radius=4.0)
    beside, _ = discs_at((12, 12), (12, 20), radius=4.0)
    for row, column in ((12, 9.2), (12, 14.8), (9.2, 12), (14.8, 12)):
        spot = np.array([[2.0 * row, 2.0 * column, 0.0]])
        assert unexplained(alone, points, spot, 7.0) < UNEXPLAINED
        assert unexplained(beside, points, spot, 7.0) > UNEXPLAINED


def test_areas_together_leave_what_each_leaves_by_itself():
    """Areas with one ball, with another one overlooked, with none and with specks, each as if alone."""
    shown = ([(8, 8)], [(8, 8), (28, 28)], [], [(20, 20)])
    pictures, points = zip(*(discs_at(*centres) for centres in shown), strict=True)
    strange, ball = np.stack(pictures), np.array([(16.0, 16.0, 0.0)])
    strange[2, ::16, ::16] = True
    balls = [ball, ball, ball[:0], np.array([(40.0, 40.0, 0.0), (16.0, 16.0, 0.0)])]

    together = all_unexplained(strange, Lying.of(balls, np.stack(points)), 7.0)

    alone = [unexplained(*one, 7.0) for one in zip(strange, points, balls, strict=True)]
    assert together == pytest.approx(alone)
    assert together[1] > UNEXPLAINED > max(together[0], together[2], together[3])


def test_what_is_near_a_ball_is_near_one_of_its_own_area():
    """A ball in one area makes nothing near in another; where there is none nothing is near."""
    _, points = discs_at()
    balls = [np.array([(40.0, 40.0, 0.0)]), np.zeros((0, 3))]
    lying = Lying.of(balls, np.stack([points, points]))

    at = np.array([20 * 40 + 20, 20 * 40 + 25, 1600 + 20 * 40 + 20])
    assert lying.near(at, 9.0).tolist() == [True, False, False]
    assert lying.near(at, 11.0).tolist() == [True, True, False]


def test_two_balls_that_touch_are_two_if_only_both_explain_what_is_no_felt():
    """Spots that are too near for two balls are two where two discs lie, and one where one does."""
    spots = np.array([(40.0, 33.0, 0.0), (40.0, 43.5, 0.0)])
    p = np.float32([0.99, 0.98])
    for centres, count in (([(20, 16), (20, 23)], 2), ([(20, 16)], 1)):
        strange, points = discs_at(*centres)
        left = partial(unexplained, strange, points, radius_mm=7.0)
        found, rest = with_touching(spots, p, [0, 1], [0], left(spots[:1]), left, 7.0)
        assert len(found) == count
        assert rest <= UNEXPLAINED


def test_fields_hidden_together_are_under_a_hand():
    """So many hidden fields beside each other hide what lies between; fewer, or far ones, do not."""
    near = np.arange(HIDDEN_FIELDS)
    together = _over_fields(10 + near // 2 * 2, 12 + near % 2 * 3)
    assert together[11, 13] == 255
    assert together[:8].max() == 0

    assert _over_fields(np.full(HIDDEN_FIELDS - 1, 10), 10 + near[1:]).max() == 0
    assert _over_fields(np.full(HIDDEN_FIELDS, 3), near * 5 % CELLS).max() == 0
