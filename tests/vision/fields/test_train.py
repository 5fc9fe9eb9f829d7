"""The learning itself, as far as it can be wrong quietly."""

from dataclasses import replace

import numpy as np

from tests.vision.fields.hands import COVERED, SEEN
from tests.vision.fields.lessons import SORTS, Look
from tests.vision.fields.painted_hands import painted_lessons
from tests.vision.fields.train import Lesson, committee, fit, lesson_of
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import SIZE
from vision.fields.profile import ground_offsets


def test_a_committee_says_what_its_members_say_on_average():
    """Its log odds are the mean of theirs, in a model of the usual form."""
    rng = np.random.default_rng(0)
    inputs = rng.normal(size=(300, 5)).astype(np.float32)
    kinds = (inputs[:, 0] > 0).astype(np.int64)
    lesson = Lesson(inputs, kinds, np.full(300, "table"))
    members = [fit(lesson, hidden=4, epochs=2, seed=seed) for seed in range(3)]

    said = committee(members)(inputs)

    each = np.stack([member(inputs) for member in members])
    odds = (each[..., 1] - each[..., 0]).mean(axis=0)
    assert np.allclose(said[:, 1] - said[:, 0], odds, atol=1e-3)


def test_spots_on_flat_ground_and_places_with_holes_make_lessons():
    """Made-up patches are held against what is expected of their place, also where that is no hole."""
    rng = np.random.default_rng(0)
    count = 6
    patches = rng.integers(0, 255, (count, SIZE, SIZE, 3), dtype=np.uint8)
    look = Look(
        table="table",
        patches=patches,
        kinds=np.array([EMPTY, BALL] * 3),
        places_mm=np.arange(2.0 * count).reshape(count, 2),
        radius_px=np.full(count, 9, np.float32),
        partners=np.arange(count),
    )
    on_felt = replace(
        look,
        ground=np.ones((count, ground_offsets().shape[1]), dtype=bool),
        evidence=np.zeros((count, 4), np.float32),
        light=5.0,
    )
    for sort, one in (("ball", look), ("felt", on_felt)):
        lesson = lesson_of(one, SORTS[sort], patches, rng)

        assert len(lesson.inputs) == len(lesson.kinds) > count
        assert np.isfinite(lesson.inputs).all()


def test_painted_hands_show_covered_cells_and_a_table_without_a_hand_none():
    """Every third picture has no hand; the others cover some cells, and leave most in sight."""
    kinds = [kinds for _, kinds in painted_lessons(74_999)]

    assert [COVERED in each for each in kinds] == [False, True, True] * 2
    assert all(np.mean(each == SEEN) > 0.3 for each in kinds)
    assert set(np.concatenate(kinds)) == {COVERED, SEEN}
