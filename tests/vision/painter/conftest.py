"""The painter's own tests paint: no film of another run is taken from a folder."""

from collections.abc import Iterator

import pytest

from tests.films import Films


@pytest.fixture(scope="package", autouse=True)
def painting() -> Iterator[None]:
    """Let these tests share films among themselves alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.painter.still.expose_empty", Films())
        yield
