"""The eye as it would be if it had never seen a table: for an honest forecast of its rates on new ones."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.vision.dice.score import LeftOut
from tests.vision.fields.score import fold_judges

# Where the program asks for what it has learned.
JUDGED = ("vision.fields.reader", "vision.fields.learning", "vision.fields.counting_row")
MARKED = ("vision.dice.faces", "vision.dice.reader", "vision.mirror")


class Strangers:
    """Judges and marks of dice that were learned without the table they read.

    ``folds``: a folder a table with its judges, as `tests.vision.fields.train --folds` makes them; a sort
    that is not there is the shipped one. ``photos``: the folder whose marks of dice the program knows.
    """

    def __init__(self, folds: Path, photos: Path) -> None:
        self._folds, self._marks = folds, LeftOut(photos)

    @contextmanager
    def to(self, table: str) -> Iterator[None]:
        """Read as an eye to which the table of this name is new.

        Raises:
            FileNotFoundError: no judges were learned without that table.

        """
        folder = self._folds / table
        if not any(folder.glob("*.json")):
            raise FileNotFoundError(f"no judges learned without {table} in {folder}: make them with"
                                    " tests.vision.fields.train PHOTOS FOLDER --folds")  # fmt: skip
        judges, banks = fold_judges(folder), self._marks.banks(table)
        with ExitStack() as patched:
            for module in JUDGED:
                patched.enter_context(patch(f"{module}.shipped_judges", lambda: judges))
            for module in MARKED:
                patched.enter_context(patch(f"{module}.fine_banks", lambda: banks))
            yield
