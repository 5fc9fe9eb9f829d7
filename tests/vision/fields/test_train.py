"""The learning itself, as far as it can be wrong quietly."""

import numpy as np

from tests.vision.fields.train import Lesson, committee, fit


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
