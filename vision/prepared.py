"""What is prepared once for a view or a board: a cache whose keys are objects, equal only to themselves."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

from referee.board import Board
from vision.view import View

Prepared = TypeVar("Prepared")
Key = TypeVar("Key")


class _Same(Generic[Key]):
    """An object as a key: equal only to itself."""

    def __init__(self, it: Key) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.it is self.it


def once_a_view(views: int) -> Callable[[Callable[[View], Prepared]], Callable[[View], Prepared]]:
    """Keep what a function returns for the last few ``views``; the same view object is prepared once.

    What takes megabytes is kept for one view: a calibrated eye reads all its pictures in the same one.
    """
    return lambda prepare: _kept(prepare, views)


def once_a_board(
    boards: int,
) -> Callable[[Callable[[Board], Prepared]], Callable[[Board], Prepared]]:
    """Keep what a function returns for the last few ``boards``, whatever cameras see them."""
    return lambda prepare: _kept(prepare, boards)


def once_each(keys: int) -> Callable[[Callable[[Key], Prepared]], Callable[[Key], Prepared]]:
    """Keep what a function returns for the last few objects, which nobody changes: a view's places, say."""
    return lambda prepare: _kept(prepare, keys)


def _kept(prepare: Callable[[Key], Prepared], keys: int) -> Callable[[Key], Prepared]:
    @lru_cache(maxsize=keys)
    def kept(key: _Same[Key]) -> Prepared:
        return prepare(key.it)

    return lambda it: kept(_Same(it))
