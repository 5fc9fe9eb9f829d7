"""Silver balls: what the other pairs of a seat's holes tell of one that its judge does not know."""

import numpy as np
import pytest

from tests.vision.fields.test_geometry import looking_down
from vision.fields.layout import lay_out
from vision.fields.occupancy import BALL, EMPTY
from vision.fields.options import compare, read_options, rows_of
from vision.fields.profile import Contrast, radii


def lit_alike(judged, rng):
    """Memory's holes in grained wood, each seat's balls throwing one shadow on their partners, and a judge.

    ``judged``: the log odds of an upper hole by the pair's name.
    """
    layout = lay_out(looking_down(memory=True))
    holes = layout.options
    assert holes is not None
    ball, shadow = rng.normal(0, 0.3, (2, 4, 3, len(radii())))
    pairs = {name: judged(name) for name in sorted({p.name[:-6] for p in holes.places})}
    odds = np.array([pairs[p.name[:-6]] for p in holes.places])
    lies = np.array(
        [p.name.endswith("upper") == (o > 0) for p, o in zip(holes.places, odds, strict=True)]
    )
    seat = np.array([int(p.name[1]) for p in holes.places])
    samples = np.where(lies[:, None, None], ball[seat], shadow[seat])
    grain = {name: rng.normal(0, 0.4, samples.shape[1:]) for name in pairs}
    samples = samples + np.stack([grain[p.name[:-6]] for p in holes.places])
    seen = Contrast(samples.astype(np.float32), np.full((len(seat), 3), 5.0, np.float32))
    log_p = np.full((len(seat), 3), -9.0, np.float32)
    log_p[:, BALL] = np.where(lies, 0, -np.abs(odds))
    log_p[:, EMPTY] = np.where(lies, -np.abs(odds), 0)
    return holes, seen, log_p


def margins(holes, seen, log_p):
    return compare(seen, log_p, holes.partners, holes.near, holes.rows)


@pytest.mark.parametrize("upper", [True, False])
def test_a_pair_that_the_judge_does_not_know_is_told_by_the_others_of_its_row(upper):
    """It looks just as they do: where they hold the ball, it does."""
    rng = np.random.default_rng(3)
    side = 8.0 if upper else -8.0
    holes, seen, log_p = lit_alike(lambda name: side, rng)
    doubtful = [i for i, p in enumerate(holes.places) if p.name.startswith("M1.half.")]
    log_p[doubtful] = np.log(1 / 3)

    told = margins(holes, seen, log_p)

    for i in doubtful:
        toward = 1 if holes.places[i].name.endswith("upper") == upper else -1
        assert toward * told.total[i] > 4
        assert toward * told.likeness[i] > 1


def test_a_pair_unlike_its_row_is_held_against_it():
    """A judge that is sure of the wrong hole is contradicted by the six that show the ball there."""
    rng = np.random.default_rng(4)
    holes, seen, log_p = lit_alike(lambda name: 8.0, rng)
    pair = [i for i, p in enumerate(holes.places) if p.name.startswith("M2.half.")]
    log_p[pair] = log_p[pair[::-1]]

    told = margins(holes, seen, log_p)

    chosen = read_options(holes.places, told)[2]
    assert "half" in (*chosen.which, *chosen.unsure)


def test_what_a_pair_says_of_one_hole_it_denies_of_the_other():
    """The ball lies in one of the two."""
    rng = np.random.default_rng(5)
    holes, seen, log_p = lit_alike(lambda name: rng.choice([-6.0, 6.0]), rng)

    told = margins(holes, seen, log_p)

    assert np.allclose(told.total, -told.total[holes.partners], atol=1e-3)
    assert np.allclose(told.likeness, -told.likeness[holes.partners], atol=1e-4)


def test_a_row_is_one_seats_upper_or_lower_holes():
    """Each hole has the six others of its row beside it, and not itself."""
    layout = lay_out(looking_down(memory=True))
    assert layout.options is not None
    rows = rows_of(layout.options.places)

    assert (rows.sum(axis=1) == 6).all()
    assert (np.diag(rows) == 0).all()
    assert not (rows * (np.arange(len(rows)) == layout.options.partners[:, None])).any()
