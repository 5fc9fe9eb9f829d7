"""Learning a table's colours from pictures of it: the set-up, or any position that is told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from vision.errors import CalibrationError
from vision.fields.appearance import Appearance
from vision.fields.colour import ball_colours, reference, tinge_of_wood
from vision.fields.covers import HIDDEN_FROM
from vision.fields.decision import BALL_FROM
from vision.fields.layout import lay_out
from vision.fields.misleading import MOST_PLACES, misleading
from vision.fields.occupancy import BALL, OTHER, shipped_judges
from vision.fields.palette import assumed
from vision.fields.patches import Floats
from vision.fields.reader import (
    Judged,
    Look,
    judge_alike,
    judge_starts,
    look,
    picture_of,
    read,
)
from vision.fields.rim import kept, tones_at
from vision.fields.start_area import BALL_FROM as SPOT_FROM
from vision.fields.unexplained import HIDES_A_BALL
from vision.frame import Frame
from vision.view import View


def learn(
    frames: Sequence[Frame],
    view: View,
    seats: Mapping[int, str] | None = None,
    position: Mapping[str, Any] | None = None,
) -> Appearance:
    """Learn the colours of the balls that lie in the start areas and, in mid-game, on the fields.

    ``seats`` binds labels to seats, ``position`` (JSON of a position) says which seat's ball stands where;
    without ``seats`` the colours are told apart and named by the program. A label of which no ball is surely
    seen, as red glass on red felt, is assumed to look as its name says until `follow` has seen its balls.

    Raises:
        CalibrationError: there is no picture.

    """
    if not frames:
        raise CalibrationError("no picture to calibrate from: give at least one")
    layout, judges = lay_out(view), shipped_judges()
    pictures = [picture_of(frame, view) for frame in frames]
    looked = [look(picture, view, None, judges) for picture in pictures]
    if seats is None:
        return _misled(looked, read(frames[0], view).appearance)
    samples: dict[str, list[np.ndarray]] = {label: [] for label in seats.values()}
    standing = dict(position["on"]) if position else {}
    for picture in pictures:
        balls = judge_alike(picture, layout.balls, judges.ball)
        tinge = tinge_of_wood(balls.seen)
        for area in judge_starts(picture, layout, judges, tinge):
            if area.seat in seats:
                samples[seats[area.seat]] += list(area.tints[area.p_ball > SPOT_FROM])
        tints = ball_colours(balls.seen, tinge)
        sure = np.exp(balls.log_p[:, BALL]) > BALL_FROM
        for place, tint, ball in zip(balls.places, tints, sure, strict=True):
            owner = int(
                place.name[1] if place.kind == "ball-place" else standing.get(place.name, -1)
            )
            if ball and owner in seats:
                samples[seats[owner]].append(tint)
    learned = [reference(label, np.median(mine, axis=0)) for label, mine in samples.items() if mine]
    unseen = [assumed(label, learned) for label, mine in samples.items() if not mine]
    references = (*learned, *(r for r in unseen if r is not None))
    return _misled(looked, Appearance(references, dict(seats)))


def _misled(looked: Sequence[Look], appearance: Appearance) -> Appearance:
    """Keep what looked like a hand in all of the pictures, and what lies across the edge."""
    looks = np.min([one.covers.looks for one in looked], axis=0)
    names = frozenset.intersection(*(frozenset(_hidden(one)) for one in looked))
    layout = looked[0].layout
    return replace(
        appearance,
        misleading=misleading(looks, layout.ground, layout.witnesses, _least_clear(looked)),
        misled=names if len(names) <= MOST_PLACES else frozenset(),
        rim=_rim(looked),
    )


def _least_clear(looked: Sequence[Look]) -> Floats:
    """Return how likely each place is empty, a ball or something else, (n, 3), by what is worst to see."""
    p = np.exp([np.concatenate([some.log_p for some in _judged(one)]) for one in looked])
    worst: Floats = p.min(axis=0)
    worst[:, OTHER] = p[..., OTHER].max(axis=0)
    return worst


def _judged(looked: Look) -> list[Judged]:
    """Return the places that were judged, in their layout's order."""
    sorts = (looked.balls, looked.counters, looked.options)
    return [some for some in sorts if some is not None]


def _rim(looked: Sequence[Look]) -> tuple[str, ...]:
    """Keep what lies across the board's edge in those pictures that show no hand."""
    rim = looked[0].layout.rim
    seen = [
        tones_at(one.picture, rim.samples, one.above.wood) for one in looked if not one.covers.hand
    ]
    return kept(np.median(seen, axis=0).astype(np.float32), rim) if seen else ()


def _hidden(looked: Look) -> Iterator[str]:
    """Yield the names of places and start areas that look as if a hand were over them."""
    for some in _judged(looked):
        hidden = some.log_p[:, OTHER] > np.log(HIDDEN_FROM)
        yield from (p.name for p, hides in zip(some.places, hidden, strict=True) if hides)
    for area in looked.starts:
        if area.unexplained > HIDES_A_BALL:
            yield f"S{area.seat}"
