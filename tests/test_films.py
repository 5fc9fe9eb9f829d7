"""Films of empty tables that a test run keeps are the ones that would be painted anew."""

from pathlib import Path

import numpy as np
import pytest

from tests.films import Films
from tests.vision.truth import nominal_board
from vision.painter.chance import table_from_seed
from vision.painter.empty import EmptyTable
from vision.painter.film import Film, expose_empty


def noted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that will tell the seeds of the tables that are painted."""
    painted: list[int] = []

    def counted(empty: EmptyTable, *rest: object) -> Film:
        painted.append(empty.table.seed)
        return expose_empty(empty, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("tests.films.expose_empty", counted)
    return painted


def exposed(films: Films, seed: int) -> Film:
    table = table_from_seed(seed, nominal_board(memory=False), size_px=(80, 60))
    return films(EmptyTable(table), table.camera, table.light)


def test_a_table_is_painted_once_and_another_one_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody paints on the film that was handed out does not stay on the one that is kept."""
    painted = noted(monkeypatch)
    films, seen = Films(), []
    for seed in (3, 3, 4):
        film = exposed(films, seed)
        seen.append(film.total.copy())
        film.total[:] = 0.0

    assert painted == [3, 4]
    assert np.array_equal(seen[0], seen[1])
    assert not np.array_equal(seen[0], seen[2])
    assert seen[1].any()


def test_another_run_finds_a_table_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is painted by the first run alone, and the second has the same, all of it."""
    painted = noted(monkeypatch)
    first = exposed(Films(tmp_path), 3)
    second, other = exposed(Films(tmp_path), 3), exposed(Films(tmp_path), 4)

    assert painted == [3, 4]
    assert np.array_equal(first.total, second.total)
    assert np.array_equal(first.shares, second.shares)
    assert not np.array_equal(first.total, other.total)
