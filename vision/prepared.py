"""What is prepared once for a view: a cache whose keys are objects, equal only to themselves."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from vision.view import View

Prepared = TypeVar("Prepared")


class _Same:
    """A view as a key: equal only to itself."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.view is self.view


def once_a_view(views: int) -> Callable[[Callable[[View], Prepared]], Callable[[View], Prepared]]:
    """Keep what a function returns for the last few ``views``; the same view object is prepared once.

    What takes megabytes is kept for one view: a calibrated eye reads all its pictures in the same one.
    """

    def keeping(prepare: Callable[[View], Prepared]) -> Callable[[View], Prepared]:
        @lru_cache(maxsize=views)
        def kept(key: _Same) -> Prepared:
            return prepare(key.view)

        return lambda view: kept(_Same(view))

    return keeping
