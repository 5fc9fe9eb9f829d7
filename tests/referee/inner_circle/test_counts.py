"""Counts of positions after one, two and three turns, over all throws: a changed rule shows in them."""

import pytest

from tests.referee.inner_circle.plies import PLIES, counted, rows


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["name"])
def test_counts_are_as_they_were(row):
    """From this position there are as many positions after each turn as the file says."""
    quick = row["quick"]

    assert row["plies"][:quick] == counted(row, quick)


def test_ten_positions_are_counted():
    """Ten named positions are counted three turns deep, Memory and own house rules among them."""
    names = {row["name"] for row in rows()}

    assert len(names) == 10
    assert any(row["position"].startswith("m") for row in rows())
    assert any(row["house"] for row in rows())
    assert all(len(row["plies"]) == PLIES for row in rows())
