"""What looks like a hand in the calibrating picture is none later."""

import numpy as np
import pytest

from tests.vision.fields.test_corners import found
from tests.vision.fields.test_covers import SKIN, covers_of
from tests.vision.fields.test_geometry import looking_down
from vision.errors import CalibrationError
from vision.fields.appearance import Appearance
from vision.fields.cells import CELLS
from vision.fields.layout import lay_out
from vision.fields.misleading import MOST, SEEN_PLACES, left_of, misleading, unheard

PATCH = (slice(28, 30), slice(7, 10))


def looks_of(*patches):
    """Looks of a board that is seen but for patches of cells."""
    looks = np.full((CELLS, CELLS), 0.02, np.float32)
    for patch in patches:
        looks[patch] = 0.9
    return looks


@pytest.fixture(scope="module")
def layout():
    return lay_out(looking_down())


@pytest.fixture
def kept(layout):
    """What is kept of looks; the places among ``hidden`` (names) show neither a hole nor a ball."""

    def keep(looks, hidden=()):
        hides = np.array([place.name in hidden for place in layout.judged])
        p = np.where(hides[:, None], (0.02, 0.02, 0.96), (0.96, 0.02, 0.02))
        return misleading(looks, layout.ground, layout.witnesses, p)

    return keep


def places_in(layout, patch):
    """Return the names of the places in a patch of cells."""
    inside = np.zeros((CELLS, CELLS), dtype=bool)
    inside[patch] = True
    cells = layout.witnesses
    return [layout.judged[i].name for i in np.flatnonzero(inside[cells.row, cells.column])]


def test_a_patch_that_was_always_there_is_no_hand_and_one_beside_it_is(kept):
    """Only the cells that misled in the calibrating picture count less."""
    counts = left_of(kept(looks_of(PATCH)))
    elsewhere = (slice(28, 30), slice(20, 23))

    assert covers_of((PATCH, SKIN)).hand
    assert not covers_of((PATCH, SKIN), counts=counts).hand
    assert covers_of((PATCH, SKIN), (elsewhere, SKIN), counts=counts).hand


def test_nothing_is_kept_of_what_may_be_a_hand_or_moves(layout, kept):
    """Many cells may be a hand in the calibrating picture; balls and dice lie on felt."""
    large = (slice(20, 26), slice(2, 8))
    assert (CELLS - 2) ** 2 > 36 > MOST
    middle = (slice(15, 17), slice(15, 17))

    assert kept(looks_of(large), hidden=places_in(layout, large)[:1]) == ()
    assert kept(looks_of(middle)) == ()
    assert kept(looks_of()) == ()
    assert left_of(()) is None


def test_a_large_patch_of_light_in_which_every_hole_is_seen_is_kept(layout, kept):
    """A lamp shines on the holes, a hand hides them; what else is large is not kept with it."""
    light = (slice(19, 25), slice(4, 12))
    arm = (slice(10, 20), slice(28, 31))
    inside = places_in(layout, light)
    assert len(inside) >= SEEN_PLACES
    hides = places_in(layout, arm)[:1]

    of_light = np.array([list(row) for row in kept(looks_of(light))]).astype(int)
    assert (of_light[light] > 0).sum() == of_light.astype(bool).sum() > MOST
    assert kept(looks_of(light, arm), hides) == kept(looks_of(light))
    assert kept(looks_of(light), inside[:1]) == ()


def test_a_hidden_place_between_two_patches_may_be_under_either(layout, kept):
    """A large patch beside a place that is hidden is not kept, though another one is beside it as well."""
    light, other = (slice(19, 25), slice(4, 12)), (slice(26, 28), slice(7, 9))
    between = places_in(layout, (slice(25, 26), slice(8, 9)))
    assert between

    assert kept(looks_of(light), between) == ()
    assert kept(looks_of(light, other), between) == ()


def test_dice_alone_are_no_hand():
    """Pale dice on dark felt look covered; a hand that reaches them comes in from an edge."""
    dice, arm = (slice(12, 20), slice(14, 17)), (slice(17, 31), slice(14, 17))

    assert not covers_of((dice, SKIN)).hand
    assert covers_of((dice, SKIN), (arm, SKIN)).hand


def test_a_start_area_that_always_looked_hidden_is_no_hand():
    """A ball on its rim that is overlooked would be one all evening."""
    assert found(unexplained=1.0, memory=False)[0].hand
    assert not found(unexplained=1.0, memory=False, misled=frozenset({"S2"}))[0].hand
    assert found(unexplained=1.0, memory=False, misled=frozenset({"S1"}))[0].hand


def test_what_misleads_is_kept_in_the_calibration_and_a_former_one_knows_nothing(kept):
    """The rows read back as they are; rows of another shape are damage."""
    known = Appearance(misleading=kept(looks_of(PATCH)), misled=frozenset({"S2"}))
    data = known.to_json()

    assert Appearance.from_json(data) == known
    former = {key: data[key] for key in ("references", "seats")}
    assert Appearance.from_json(former) == Appearance()
    with pytest.raises(CalibrationError):
        Appearance.from_json(data | {"misleading": data["misleading"][1:]})


def test_places_that_always_looked_hidden_are_not_heard():
    """Four fields in a plate's shadow would be a hand all evening; the others are heard as before."""
    places = lay_out(looking_down()).judged[:6]
    log_p = np.log(np.full((6, 3), (0.02, 0.02, 0.96), np.float32))
    names = frozenset(place.name for place in places[:4])

    heard = unheard(log_p, places, names)

    assert np.exp(heard[:4]) == pytest.approx(1 / 3)
    assert (heard[4:] == log_p[4:]).all()
    assert unheard(log_p, places, frozenset()) is log_p
