"""Sorting keys in batches: whatever comes is sorted, each key once, and runs are put away and given back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.runs import FAN, Sorting


class Shelf:
    """Keeps runs, and loses those that are dropped."""

    def __init__(self):
        self.kept = []

    def put_away(self, keys):
        """Keep the keys as a run."""
        self.kept.append(Shelved(keys, self.kept))
        return self.kept[-1]


class Shelved:
    """A run on a shelf."""

    def __init__(self, keys, shelf):
        self.keys, self.shelf = tuple(keys), shelf

    def __len__(self):
        """How many keys there are."""
        return len(self.keys)

    def __iter__(self):
        """Go through the keys."""
        return iter(self.keys)

    def drop(self):
        """Leave the shelf."""
        self.shelf.remove(self)


@given(st.lists(st.binary(min_size=1, max_size=1), max_size=300), st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_keys_come_out_sorted_and_once(keys, batch):
    """However small the batch, the same keys come out as from a set, and one run at most is left."""
    shelf = Shelf()
    sorting = Sorting(shelf.put_away, batch)
    for key in keys:
        sorting.add(key)
        assert len(shelf.kept) <= FAN * 4

    whole = sorting.whole()

    assert sorted(set(keys)) == list(whole) == list(whole)
    assert len(set(keys)) == len(whole)
    assert len(shelf.kept) <= 1


@given(st.lists(st.integers(0, 400), max_size=400), st.integers(1, 9), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_more_than_a_limit_is_noticed(numbers, batch, limit):
    """It is never said too early, at most an eighth and a batch late, and exactly at the end."""
    sorting, come = Sorting(batch=batch), set()
    for number in numbers:
        key = number.to_bytes(2, "big")
        come.add(key)
        sorting.add(key)
        if sorting.more_than(limit):
            assert len(come) > limit
            return
    assert (len(come) > limit) == (len(sorting.whole()) > limit)


@pytest.mark.parametrize("limit", [0, 5, 40])
def test_different_keys_are_not_gathered_far_beyond_the_limit(limit):
    """With nothing but new keys it stops at the limit, one batch late at most."""
    sorting = Sorting(batch=10)
    for number in range(1000):
        sorting.add(number.to_bytes(2, "big"))
        if sorting.more_than(limit):
            break

    assert number <= limit + 10
