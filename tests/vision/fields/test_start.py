"""Start areas: what the balls' colour says of spots, and what the felt may hide."""

from dataclasses import replace

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
from vision.fields.glints import GLINT
from vision.fields.layout import lay_out
from vision.fields.spots import spots_at, stand_out
from vision.fields.stains import STAIN, find_stains
from vision.fields.start import Looked, Sorted
from vision.fields.start_area import StartArea
from vision.fields.start_spots import AreasSeen, StartSpots
from vision.fields.twins import twins_among
from vision.fields.unexplained import (
    HIDES_A_BALL,
    UNEXPLAINED,
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


def test_no_edge_of_the_wood_is_as_dark_as_a_black_ball_on_red_felt():
    """A black ball of the wood's hue is a ball where it is much darker than the felt before the rim."""
    black = reference("black", np.float32([-2.27, -0.06, -0.32]))
    ball = np.float32([-2.32, -0.07, -0.19])

    (seen,) = agreed([area((0.999, black.colour), (0.99, ball))], [black])

    assert len(seen.p_ball) == 2
    assert seen.p_ball[1] > 0.9


def test_what_has_a_balls_colour_beside_it_may_be_another():
    """A dismissed spot of just a sure ball's colour is its twin; another or the felt's is none."""
    balls = BLUE.colour[None]
    for tint, twin in ((BLUE.colour, True), (RED.colour, False), (FELT, False)):
        assert twins_among(tint[None], balls, FELT).tolist() == [twin]
    assert not twins_among(FELT[None], FELT[None], FELT).any()


def test_a_red_ball_on_red_felt_has_a_twin_that_is_much_brighter_than_the_felt():
    """Such a ball differs from the felt by its light alone, which a fold of the felt does less."""
    balls = FELT + np.float32([[0.35, 0.05, 0.05]])
    for more, twin in ((0.6, True), (0.3, False)):
        assert twins_among(FELT[None] + np.float32([more, 0, 0]), balls, FELT).tolist() == [twin]


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


def test_a_sleeve_hides_glass_of_the_felts_colour_where_it_hides_half_of_it():
    """Half a ball of glass that hardly shows on its felt is no more than a glint beside an arm."""
    known, some = Appearance((DARK_GLASS,), {2: "red"}), (UNEXPLAINED + HIDES_A_BALL) / 2
    for left, look in ((some, Look.UNSURE), (UNEXPLAINED - 0.01, Look.CLEAR)):
        seen = area((0.99, DARK_GLASS.colour), left=left)
        assert count_starts([seen], known, frozenset(), frozenset({"S2"}))[2].look is look


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


@pytest.mark.parametrize(
    ("light", "glint", "odd"), [(-0.6, 0.0, []), (-0.6, 0.7, [1]), (0.3, 0.0, [1])]
)
def test_a_shadow_of_balls_that_shine_is_nothing_odd(light, glint, odd):
    """Another ball of the felt's hue shines as they do; what is no darker than felt is no shadow."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    radius_mm, size = view.board.ball_mm / 2, areas.size
    ball, other = (size // 2, size // 2 - 5), (size // 2, size // 2 + 5)
    relief = stand_out(np.full((4, size * size, 3), 80, np.uint8), areas)
    relief.glint[0][ball], relief.glint[0][other] = 0.8, glint
    points_mm = areas.points_mm[0]
    spots = spots_at(
        relief, areas, np.array([row * size + column for row, column in (ball, other)])
    )
    tints = FELT + np.float32([[0.1, 0, 0], [light, 0, 0]])
    found = StartSpots(spots, np.float32([1, 0.2]), tints, np.tile(FELT, (4, 1)), np.zeros((2, 2)))
    seen, stains = (
        AreasSeen(areas, relief, radius_mm),
        find_stains(np.full((4, size * size, 3), 80, np.uint8), relief, areas),
    )
    looked = Looked(seen, found, [1, 0.2], [False, False], stains)

    assert looked.seen_apart(0, [1], points_mm[ball][None]) == odd


@pytest.mark.parametrize(("radii", "twin"), [(1.75, True), (2.1, False)])
def test_a_likely_ball_too_near_to_a_sure_one_may_be_its_glint(radii, twin):
    """Glass with a long shadow was found at both; its colour made a sure ball of what was likely one."""
    view = looking_down()
    areas = lay_out(view).starts
    assert areas is not None
    radius_mm, middle = view.board.ball_mm / 2, areas.size // 2
    picture = np.full((4, areas.size**2, 3), 80, np.uint8)
    relief = stand_out(picture, areas)
    spots = spots_at(relief, areas, np.array([middle * areas.size + middle] * 2))
    spots.points_mm[1, 0] += radii * radius_mm
    p, tints = np.float32([1, 0.63]), FELT + np.float32([[0.1, 0, 0]] * 2)
    found = StartSpots(spots, p, tints, np.tile(FELT, (4, 1)), np.zeros((2, 2)))
    seen = AreasSeen(areas, relief, radius_mm)
    looked = Looked(seen, found, p.tolist(), [True] * 2, find_stains(picture, relief, areas))
    shown = looked.area(0, 0, Sorted([0, 1], [0, 1], [], []), 0.0, shining=False, crushed=False)

    assert len(shown.p_ball) == 2
    assert shown.twin is twin


def test_a_colour_that_was_never_seen_may_be_dark_glass():
    """Where the seat's red is only assumed a stain on red felt may be a ball, and no bright red one."""
    usual = reference("red", RED.colour, assumed=True)
    for own, look in ((usual, Look.UNSURE), (RED, Look.CLEAR)):
        known = Appearance((own, BLUE), {2: "red"})
        assert count_starts([area(stain=STAIN + 1)], known, frozenset())[2].look is look


def test_fields_hidden_together_are_under_a_hand():
    """So many hidden fields beside each other hide what lies between; fewer, or far ones, do not."""
    near = np.arange(HIDDEN_FIELDS)
    together = _over_fields(10 + near // 2 * 2, 12 + near % 2 * 3)
    assert together[11, 13] == 255
    assert together[:8].max() == 0

    assert _over_fields(np.full(HIDDEN_FIELDS - 1, 10), 10 + near[1:]).max() == 0
    assert _over_fields(np.full(HIDDEN_FIELDS, 3), near * 5 % CELLS).max() == 0


def test_an_area_that_shows_another_ball_lighter_than_its_felt_is_in_doubt():
    """Asked for is the colour of its balls, or of its player's, or any one where nothing is known."""
    found, empty = area((0.99, RED.colour)), area()
    cases = [
        (found, {}, {"red"}),
        (empty, {}, {"red", "blue"}),
        (empty, {2: "blue"}, {"blue"}),
        (empty, {1: "blue"}, set()),
    ]
    for bare, seats, asked in cases:
        for shown in (RED, BLUE):
            like = replace(bare, lighter=lambda c, _, own=shown: bool(np.allclose(c, own.colour)))
            count = count_starts([like], Appearance((RED, BLUE), seats), frozenset())[2]
            assert (count.look is Look.UNSURE) == (shown.label in asked), (seats, shown.label)
