"""The whole eye on photographs: rates of what `look` prints, never one lucky picture."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from firmware.look_line import look_line
from tests.shared import ROOT, SHARED
from tests.vision.registration.score import GOOD, compared
from tests.vision.score import KINDS, best_names, findings
from tests.vision.truth import Photo, all_photos, nominal_board, photos
from vision.errors import NoBoardError
from vision.seeing import Seen, see_alone


def chosen() -> list[Photo]:
    """The photographs beside the tests, and one of each shared table or session that is not among them."""
    known = list(all_photos(ROOT / "tests/data/photos"))
    names = {photo.path.parent.name for photo in known}
    folders = sorted((SHARED / "photos/dev").glob("*/truth.jsonl")) if SHARED else []
    others = [list(photos(file.parent)) for file in folders if file.parent.name not in names]
    # From the middle of each, not always the same of them: hands come up, too.
    return known + [folder[len(folder) // 2 + i % 3 - 1] for i, folder in enumerate(others)]


@cache
def sample() -> list[tuple[Photo, Seen]]:
    """Those photographs, each read by itself."""
    board = nominal_board(memory=False)
    return [(photo, see_alone(photo.frame, board, measures=photo.measures)) for photo in chosen()]


def test_the_sample_is_read_without_a_mistake():
    """Nothing visible is read wrong, and little is unsure."""
    tally = Counter()
    for photo, seen in sample():
        if photo.row["kind"] != "moving":
            line = best_names(photo.row, look_line(photo.path.name, seen.sighting))
            tally.update((f.kind, f.outcome) for f in findings(photo.row, line))
    fields = [tally["fields", what] for what in ("right", "unsure", "wrong")]

    assert [0] * len(KINDS) == [tally[kind, "wrong"] for kind in KINDS]
    assert fields[1] <= 0.03 * sum(fields)


def test_every_board_is_found_to_a_fifth_of_the_pitch():
    """All places of every photograph lie where they should, seats in the right order, variant known.

    The rings' fields are where balls lie: their worst centres stray much less than is allowed.
    """
    for photo, seen in sample():
        worst, right = compared(photo, seen.view)

        assert right, (photo.path, worst)
        assert max(worst[kind] for kind in "OIT") < GOOD / 2


def test_a_picture_without_a_board_is_said_to_have_none():
    """No board is found on a striped cloth; it is said in one sentence."""
    stripes = np.uint8([40, 200])[(np.arange(1280) // 20) % 2]
    picture = np.tile(stripes, (960, 1))[..., None].repeat(3, axis=2)

    with pytest.raises(NoBoardError, match="board"):
        see_alone(picture, nominal_board(memory=False))
