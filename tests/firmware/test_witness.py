"""What is kept of a disputed move."""

import itertools
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.evidence import Evidence
from firmware.witness import Witness
from referee.events import Clear, Event, Happening, Illegal, Step, Throw, Turn
from referee.snapshot import Sentence
from tests.firmware.evening import picture_of
from vision.frame import Frame

FOUL = Illegal(0, "M1", Sentence("foul"), ("O5", "O6"))


class Whole:
    """Cuts nothing off, and marks what shows the dice alone."""

    def around(self, picture: Frame, places: Sequence[str]) -> Frame:
        return picture if places else np.full_like(picture, 200)


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    return Evidence(tmp_path / "evidence")


def grey(evidence: Evidence, name: str) -> int:
    data = evidence.read(name)
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return int(picture[0, 0, 0])


def watch(evidence: Evidence, evening: Sequence[Sequence[Happening]]) -> Witness:
    """Let a witness see pictures that grow lighter by ten each time; events are numbered from 1."""
    witness, numbers = Witness(evidence), itertools.count(1)
    for moment, happened in enumerate(evening):
        events = [Event(n=next(numbers), frame="", t=moment, what=what) for what in happened]
        picture = np.full((8, 8, 3), 10 * moment, np.uint8)
        witness.see(7, events, picture, Whole())
    return witness


THROW, STEP = Throw(0, {"number": 2}), Step(0, {})


@pytest.mark.parametrize(
    ("evening", "before"),
    [
        ([[], [THROW], [], [], [FOUL]], 1),
        ([[], [THROW], [], [STEP], [Clear()], [FOUL]], 3),
        ([[], [THROW], [], [Turn(0, ({"number": 2},), {})], [], [], [FOUL]], 3),
    ],
)
def test_before_is_the_last_picture_that_was_believed(
    evidence: Evidence, evening: Sequence[Sequence[Happening]], before: int
) -> None:
    """A wrong move lies open for some pictures before it is called; none of these is the one before it."""
    watch(evidence, evening)

    name = f"7-{sum(map(len, evening))}"
    assert grey(evidence, f"{name}-before") == pytest.approx(10 * before, abs=3)
    assert grey(evidence, f"{name}-after") == pytest.approx(10 * (len(evening) - 1), abs=3)
    assert grey(evidence, f"{name}-dice") == pytest.approx(200, abs=3)


def test_a_foul_without_a_throw_has_no_picture_of_dice(evidence: Evidence) -> None:
    """Who moves before anything was thrown is shown the board alone."""
    watch(evidence, [[], [FOUL]])

    assert evidence.names(7, 1) == ("7-1-before", "7-1-after")


def test_little_is_remembered_of_a_whole_picture(evidence: Evidence) -> None:
    """Between two events a tenth of a picture is kept, not six megabytes."""
    picture = cv2.resize(picture_of(3), (1640, 1232))
    witness = Witness(evidence)

    tracemalloc.start()
    witness.see(7, [], np.asarray(picture, np.uint8), Whole())
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert kept < picture.nbytes / 10


def test_what_is_forgotten_is_kept_nowhere(evidence: Evidence) -> None:
    """Pictures are deleted, and those that were remembered are not used any more."""
    witness = watch(evidence, [[], [THROW], [FOUL]])
    witness.forget()
    assert evidence.names(7, 2) == ()

    foul = Event(n=9, frame="", t=9.0, what=FOUL)
    witness.see(7, [foul], picture_of(3), Whole())
    assert evidence.names(7, 9) == ("7-9-after",)
