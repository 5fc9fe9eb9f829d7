"""Reading photographs: a sample of the shared ones, and the bare rules of `read` and `learn`."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.shared import SHARED, needs_shared
from tests.vision.fields.score import RIGHT, UNSURE, WRONG, best_names, judge, session_appearance
from tests.vision.truth import Photo, all_photos, photos
from vision.errors import CalibrationError
from vision.fields import learn, read

DEV = (SHARED or Path()) / "photos/dev"


def sample(step: int, start: int = 0) -> list[Photo]:
    return list(all_photos(DEV))[start::step] if SHARED else []


@needs_shared
def test_photographs_are_read_right_or_not_at_all():
    """On a sample of the photographs no visible thing is read wrong, and few are unsure."""
    counts: dict[str, Counter[str]] = {}
    for photo in sample(9):
        seen = read(photo.frame, photo.view)
        for verdict in judge(photo, seen, best_names(seen, photo.row["on"])):
            counts.setdefault(verdict.kind, Counter())[verdict.how] += 1

    assert {kind: count[WRONG] for kind, count in counts.items() if count[WRONG]} == {}
    unsure = sum(counts[k][UNSURE] for k in ("fields", "balls"))
    assert unsure <= 0.01 * sum(counts[k].total() for k in ("fields", "balls"))
    assert counts["counters"][RIGHT] > 50


@needs_shared
@pytest.mark.parametrize("session", ["session-01", "session-02", "session-03", "session-04"])
def test_a_set_up_teaches_a_session_its_colours(session):
    """The set-up picture alone teaches the labels: later pictures are read with them."""
    appearance = session_appearance(DEV / session)
    match = json.loads((DEV / session / "match.json").read_text())

    assert set(appearance.labels) == set(match["seats"].values())
    for photo in list(photos(DEV / session))[5::17]:
        seen = read(photo.frame, photo.view, appearance)
        wrong = [v for v in judge(photo, seen, None) if v.how == WRONG]
        assert wrong == []


@needs_shared
def test_hands_are_seen():
    """A hand over the board is noticed with the fields it hides, and none is invented."""
    chosen = [p for p in sample(1) if p.row["kind"] in {"hand", "setup", "empty"}][::9]
    for photo in chosen:
        seen = read(photo.frame, photo.view)
        assert seen.hand == photo.row["hand"], photo.path
        hidden = {n for n in photo.row["covered"] if n in seen.fields}
        assert {
            n for n in hidden if seen.fields[n].label not in {None, photo.row["on"].get(n)}
        } == set()


@needs_shared
def test_a_ball_between_two_fields_is_loose():
    """A ball that lies between two holes is reported with both, and in neither."""
    between = [p for p in sample(1) if p.row.get("loose")]
    found = 0
    for photo in between:
        seen = read(photo.frame, photo.view)
        for ball in seen.loose:
            assert len(ball.near) >= 2
            assert all(seen.fields[name].label is None for name in ball.near if name in seen.fields)
        found += bool(seen.loose)

    assert found >= len(between) - 1


@needs_shared
def test_an_empty_board_is_empty():
    """Without balls nothing is seen on any field, and no colour is known."""
    for photo in [p for p in sample(1) if p.row["kind"] == "empty"][:4]:
        seen = read(photo.frame, photo.view)
        assert {name for name, r in seen.fields.items() if r.label} == set()
        assert seen.appearance.references == ()


@needs_shared
def test_a_reading_depends_on_its_picture_alone():
    """The same picture is read the same, whatever was read before."""
    photo, other = sample(1, 30)[:2]
    first = read(photo.frame, photo.view)
    read(other.frame, other.view)

    assert read(photo.frame, photo.view).fields == first.fields


@needs_shared
def test_reasons_tell_of_every_field():
    """For every field and ball place there is a reason: probabilities and a colour."""
    photo = sample(1, 3)[0]
    seen = read(photo.frame, photo.view)

    assert set(seen.fields) <= set(seen.reasons)
    for reason in seen.reasons.values():
        assert reason.empty + reason.ball + reason.other == pytest.approx(1, abs=1e-3)
        assert len(reason.colour) == 3


@needs_shared
def test_a_black_picture_says_nothing_wrong():
    """A picture without light has no ball."""
    photo = sample(1, 3)[0]
    seen = read(np.zeros_like(photo.frame), photo.view)

    assert {name for name, r in seen.fields.items() if r.label} == set()


def test_without_pictures_nothing_is_learned():
    """Learning from no picture says so."""
    with pytest.raises(CalibrationError, match="no picture"):
        learn([], None, {0: "red"})  # type: ignore[arg-type]
