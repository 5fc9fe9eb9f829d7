"""Photographs for the eye's tests: those that come with the tests, and the shared ones if they are there."""

import pytest

from tests.shared import ROOT
from tests.vision.truth import Photo, all_photos


@pytest.fixture(scope="session")
def sample_photos() -> list[Photo]:
    """The few photographs that lie beside the tests."""
    return list(all_photos(ROOT / "tests" / "data" / "photos"))
