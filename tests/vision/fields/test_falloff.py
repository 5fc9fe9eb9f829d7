"""White and wooden balls where the light falls off over the board, made of plain numbers."""

import numpy as np
import pytest

from vision.fields.colour import colours_of, name_colours, reference
from vision.fields.falloff import unless_darker

WHITE = reference("white", np.float32([0.45, -0.18, -0.35]))
NATURAL = reference("natural", np.float32([0.1, -0.03, -0.1]))
BROWN = reference("brown", np.float32([-0.6, 0.16, 0.2]))
RED = reference("red", np.float32([-0.3, 0.9, 0.4]))


def balls(references, labels, fall: float) -> tuple[np.ndarray, np.ndarray]:
    """Where balls of these labels lie in a row across the board, and their colours: the last are darkest."""
    far = np.linspace(0, 1, len(labels), dtype=np.float32)
    own = {r.label: r for r in references}
    tints = colours_of([own[label] for label in labels])
    tints = tints - far[:, None] * np.float32([fall, -0.25 * fall, -0.5 * fall])
    return np.stack([np.zeros_like(far), 2 * far - 1], axis=1), tints


def told(references, labels, fall: float, likely: float = 1.0) -> list[str | None]:
    """The names of such balls, each so likely one."""
    at, tints = balls(references, labels, fall)
    p = np.full(len(labels), likely, np.float32)
    return unless_darker(name_colours(tints, references), p, at, tints, references).told()


def by_colour(references, labels, fall: float) -> list[str | None]:
    """Their names by their colours alone."""
    return name_colours(balls(references, labels, fall)[1], references).told()


LABELS = ("white", "brown", "natural", "brown", "brown", "white")


def test_a_white_ball_that_seems_wooden_has_no_name_where_the_others_are_dark_too():
    """Brown balls beside it are darker than their colour: so may a white one be that seems natural."""
    references = [WHITE, NATURAL, BROWN]
    assert by_colour(references, LABELS, 0.45)[-1] == "natural"

    names = told(references, LABELS, 0.45)

    assert names[-1] is None
    assert names[0] == "white"
    assert all(name in (label, None) for name, label in zip(names, LABELS, strict=True))


def test_in_even_light_every_ball_keeps_its_name():
    """Where all balls are as their colours say no fall of light explains them better."""
    assert told([WHITE, NATURAL, BROWN], LABELS, 0.0) == list(LABELS)


@pytest.mark.parametrize(
    ("references", "labels"),
    [
        ([WHITE, NATURAL, BROWN], ("white", "white")),
        ([WHITE, RED, BROWN], ("white", "red", "brown", "white")),
    ],
)
def test_few_balls_and_colours_that_light_does_not_change_into_each_other_are_left(
    references, labels
):
    """Two balls are explained by any fall; white never becomes red or brown by one."""
    assert told(references, labels, 0.4) == by_colour(references, labels, 0.4)


def test_what_is_hardly_a_ball_tells_nothing_of_the_light():
    """Holes are as dark as dark balls: only what may be a ball is asked."""
    references = [WHITE, NATURAL, BROWN]

    assert told(references, LABELS, 0.45, likely=0.1) == by_colour(references, LABELS, 0.45)
