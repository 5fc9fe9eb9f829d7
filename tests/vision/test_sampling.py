"""Samples of pictures at places that were prepared once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.registration.top_view import resample
from vision.sampling import Pixels, Sampling

SIZE = 24
places = st.lists(
    st.tuples(st.floats(-3, SIZE + 3, width=32), st.floats(-3, SIZE + 3, width=32)),
    min_size=1,
    max_size=20,
)


def ramp():
    """A colour picture that grows brighter to the right and downwards, evenly."""
    rows, columns = np.indices((SIZE, SIZE))
    return np.stack([4 * columns, 4 * rows, 2 * columns + 2 * rows], axis=2).astype(np.uint8)


@given(places)
def test_prepared_samples_are_those_between_the_pixels(at):
    """To a 32nd of a pixel and a rounding the values are those that floating-point maps give."""
    x, y = np.array(at, dtype=np.float32).T.reshape(2, 1, -1)
    exact = resample(ramp(), np.stack([x, y], axis=2))

    assert np.abs(Sampling.at(x, y).of(ramp()).astype(int) - exact.astype(int)).max() <= 1


@given(places)
def test_pixels_are_the_nearest_ones(at):
    """No other pixel lies nearer to a place than the one whose value is taken."""
    x, y = np.array(at, dtype=np.float32).T.reshape(2, 1, -1)
    values = Pixels.nearest(x, y).of(ramp())[0].astype(float)
    inside = np.clip(np.stack([x[0], y[0]], axis=1), 0, SIZE - 1)

    assert np.abs(values[:, :2] / 4 - inside).max() <= 0.5


@given(st.integers(1, 300), st.integers(1, 300), st.integers(0, 9))
def test_samples_lie_as_their_places_do(high, wide, seed):
    """Laid out in one row or not, which 32,767 places are too many for, each place has its own value."""
    x, y = np.random.default_rng(seed).uniform(-2, SIZE + 2, (2, high, wide)).astype(np.float32)
    at = int(0.7 * high), int(0.7 * wide)

    for kind in (Sampling.at, Pixels.nearest):
        values = kind(x, y).of(ramp())
        alone = kind(x[at].reshape(1, 1), y[at].reshape(1, 1)).of(ramp())
        assert values.shape == (high, wide, 3)
        assert (values[at] == alone).all()
        assert kind(x, y).of(ramp()[..., 0]).shape == (high, wide)
