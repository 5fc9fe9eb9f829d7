"""The whole eye on photographs: rates of what `look` prints, never one lucky picture."""

from collections import Counter

import numpy as np
import pytest

from firmware.look_line import look_line
from tests.shared import SHARED, needs_shared
from tests.vision.score import best_names, findings
from tests.vision.truth import all_photos, nominal_board
from vision.errors import NoBoardError
from vision.seeing import see_alone


def read_alone(photo):
    """The line of `look` for a photograph read by itself, with the truth's colour names."""
    board = nominal_board(memory=False)
    seen = see_alone(photo.frame, board, measures=photo.measures)
    return best_names(photo.row, look_line(photo.path.name, seen.sighting))


def rates(photos):
    """Count right, unsure and wrong by kind."""
    tally = Counter()
    for photo in photos:
        tally.update((f.kind, f.outcome) for f in findings(photo.row, read_alone(photo)))
    return tally


def test_the_sample_is_read_without_a_mistake(sample_photos):
    """Of the photographs beside the tests nothing visible is read wrong, and little is unsure."""
    tally = rates(photo for photo in sample_photos if photo.row["kind"] != "moving")
    fields = [tally["fields", what] for what in ("right", "unsure", "wrong")]

    assert [0] * 8 == [
        tally[kind, "wrong"]
        for kind in ("board", "fields", "start", "counters", "stored", "number", "option", "hand")
    ]
    assert fields[1] <= 0.03 * sum(fields)


@needs_shared
def test_a_wider_sample_has_hardly_a_mistake():
    """Of every seventh shared still at most one field in a thousand is read wrong, and no die."""
    stills = [
        photo for photo in all_photos(SHARED / "photos/dev") if "table" in photo.path.parent.name
    ]
    tally = rates(photo for photo in stills[::7] if photo.row["kind"] != "moving")
    fields = [tally["fields", what] for what in ("right", "unsure", "wrong")]

    assert fields[2] <= 0.001 * sum(fields)
    assert 0 == tally["number", "wrong"] == tally["option", "wrong"]


@pytest.mark.parametrize("kind", ["black", "noise", "stripes"])
def test_a_picture_without_a_board_is_said_to_have_none(kind):
    """No board is found in the dark, in noise or on a striped cloth; it is said in one sentence."""
    rng = np.random.default_rng(3)
    picture = {
        "black": np.zeros((960, 1280, 3), np.uint8),
        "noise": rng.integers(0, 255, (960, 1280, 3), dtype=np.uint8),
        "stripes": np.tile(np.uint8([40, 200])[(np.arange(1280) // 20) % 2], (960, 1))[
            ..., None
        ].repeat(3, axis=2),
    }[kind]

    with pytest.raises(NoBoardError, match="board"):
        see_alone(picture, nominal_board(memory=False))
