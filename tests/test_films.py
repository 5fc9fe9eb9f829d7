"""Films of empty tables that a test run keeps are the ones that would be painted anew."""

import numpy as np
import pytest

from tests.films import Films
from tests.vision.truth import nominal_board
from vision.painter.chance import table_from_seed
from vision.painter.empty import EmptyTable
from vision.painter.film import Film, expose_empty


def test_a_table_is_painted_once_and_another_one_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody paints on the film that was handed out does not stay on the one that is kept."""
    painted: list[int] = []

    def counted(empty: EmptyTable, *rest: object) -> Film:
        painted.append(empty.table.seed)
        return expose_empty(empty, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("tests.films.expose_empty", counted)
    films, seen = Films(), []
    for seed in (3, 3, 4):
        table = table_from_seed(seed, nominal_board(memory=False), size_px=(80, 60))
        film = films(EmptyTable(table), table.camera, table.light)
        seen.append(film.total.copy())
        film.total[:] = 0.0

    assert painted == [3, 4]
    assert np.array_equal(seen[0], seen[1])
    assert not np.array_equal(seen[0], seen[2])
    assert seen[1].any()
