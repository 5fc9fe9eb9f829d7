"""What an unsure picture says for and against each content of a spot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.evidence import (
    STRANGE,
    UNSURE_COST,
    count_costs,
    likeliest,
    mean,
    reading_costs,
)
from referee.sighting import Count, Look, Reading

SHARES = st.fixed_dictionaries({label: st.floats(0.001, 1.0) for label in ("", "red", "blue")})


def costs(likelihoods):
    """Return what an unsure eye says against each content."""
    found = reading_costs(Reading(Look.UNSURE, None, likelihoods), lambda label: label)
    assert found is not None
    return found


@given(SHARES, st.floats(1e-6, 1.0))
def test_the_less_fits_the_less_is_said(shares, scale):
    """What an eye finds unlikely altogether speaks less for one content and against another."""
    firm, faint = costs(shares), costs({label: scale * p for label, p in shares.items()})

    assert max(firm.values()) <= UNSURE_COST
    assert all(0 <= faint[label] <= firm[label] + 1e-9 for label in shares)
    assert max(faint.values()) <= (1.0 + 1e-9) * scale / STRANGE


@pytest.mark.parametrize("best", [0.05, 0.9])
def test_likely_contents_are_told_apart(best):
    """One that fits well stands out; among those that hardly fit none does."""
    assert (costs({"": 0.001, "red": best})[""] > 2.0) == (best > 0.5)


@given(st.permutations([f"colour {n}" for n in range(12)]), st.integers(1, 12))
def test_of_contents_alike_the_one_named_first_is_the_likeliest(names, known):
    """What two looks say together is in the order of the looks: the same whenever it is worked out."""
    alike = dict.fromkeys(names, 1.0)

    both = mean(dict.fromkeys(names[:known], 1.0), alike, 0.0 if known == len(names) else 1.0)

    assert list(both) == names
    assert likeliest(both) == names[0]


def test_an_area_in_which_nothing_could_be_counted_may_hold_any_number():
    """An eye that is not sure and names no number has not seen that the area is empty."""
    uncounted, two = Count(Look.UNSURE), Count(Look.UNSURE, {"red": 2})

    assert count_costs(uncounted, "red", 3) == dict.fromkeys("0123", 0.0)
    assert likeliest(count_costs(two, "red", 3) or {}) == "2"
