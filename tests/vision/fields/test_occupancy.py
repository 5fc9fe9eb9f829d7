"""The learned judges."""

import json

import numpy as np
import pytest

from vision.fields.occupancy import Judges, Model, shipped_judges

SMALLEST = np.finfo(np.float32).tiny


def test_what_learning_leaves_of_a_weight_is_nothing():
    """Numbers next to nothing, by which processors multiply slowly, change no judgement."""
    numbers = {
        "mean": [0.0, 1.0], "scale": [1.0, 2.0], "hidden": [[1e-39, 0.5], [-1e-30, 1e-3]],
        "hidden_bias": [0.1, 0.2], "output": [[0.3, -0.4], [0.5, 1e-42]], "output_bias": [0.0, 0.1],
    }  # fmt: skip

    model = Model.from_json(json.dumps(numbers))

    assert model.hidden.tolist() == [[0.0, 0.5], [0.0, np.float32(1e-3)]]
    assert model.output[1].tolist() == [0.5, 0.0]


@pytest.mark.parametrize("sort", list(Judges.__annotations__))
def test_no_shipped_judge_has_weights_too_small_to_be_normal(sort):
    """A tenth of its time a judge else spends on them."""
    for weights in vars(getattr(shipped_judges(), sort)).values():
        if isinstance(weights, np.ndarray):
            assert not ((weights != 0) & (np.abs(weights) < SMALLEST)).any()
