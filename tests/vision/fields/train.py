"""Learn the weights of `vision.fields.occupancy` from photographs with truth.

python -m tests.vision.fields.train PHOTOS vision/fields       all tables
python -m tests.vision.fields.train PHOTOS FOLDER --folds      a subfolder a table, each learned without it
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.fields import painted_balls, painted_felt, painted_hands, painted_options
from tests.vision.fields.edges import edge_lesson
from tests.vision.fields.felt import Bank, felt_looks, laid_examples
from tests.vision.fields.hands import cell_lesson
from tests.vision.fields.lessons import SORTS, Look, Sort, elsewhere, look_at, made_up, seen_in
from tests.vision.truth import Photo, all_photos
from vision.fields import surroundings
from vision.fields.cells import CELLS
from vision.fields.felt_judge import on_felt
from vision.fields.occupancy import Model, features
from vision.fields.profile import Contrast
from vision.fields.surroundings import Surroundings
from vision.frame import Frame

# Three looks at every photograph: exact, then with errors of registration and of the measured ball.
LOOKS = 3
# With --folds every model is learned without one of so many groups of tables.
FOLDS = 4
HIDDEN = 28
# Spots on felt and silver balls are few and of many kinds: so many models of them, each begun otherwise, are
# asked together.
MEMBERS = 3
EPOCHS = 14
DECAY = 2e-4
# Wooden balls on wood, which painted tables show, need more of both. A judge of the photographs alone has as
# much of a say: without it 36 start areas and 130 fields and balls of tables that it did not learn from were
# in doubt, with it 19 and 116.
BALL_HIDDEN, BALL_EPOCHS, BALL_MEMBERS = 48, 28, 2
# Their painted lessons draw for themselves: other photographs leave these as they are.
BALL_DRAWS = 11
# Each half of the judge of hands; and each member of the judge of edges that a hand crosses.
COVER_HIDDEN = 20
EDGE_HIDDEN, EDGE_EPOCHS, EDGE_MEMBERS = 20, 6, 2
EDGE_WEIGHTS = np.array([1.0, 2.0], dtype=np.float32)
WEIGHTS = np.array([1.0, 5.0, 1.0], dtype=np.float32)

Tables = tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """Features, kinds and tables, one row a patch."""

    inputs: NDArray[np.float32]
    kinds: NDArray[np.int64]
    tables: NDArray[np.str_]


def joined(parts: list[Lesson]) -> Lesson:
    """Put lessons one below another."""
    return Lesson(
        np.concatenate([p.inputs for p in parts]),
        np.concatenate([p.kinds for p in parts]),
        np.concatenate([p.tables for p in parts]),
    )


def lesson_of(
    look: Look, sort: Sort, covers: Frame, rng: np.random.Generator, bank: Bank | None = None
) -> Lesson:
    """Describe a look's own and made-up patches as the judge will be asked about them."""
    seen = seen_in(look.patches, look.ground)
    light = seen.board_light if look.light is None else look.light
    made = made_up(look, sort, covers, rng)
    if bank is not None:
        made += laid_examples(look, bank, rng)
    at = np.array([example.place for example in made])
    ground = None if look.ground is None else look.ground[at]
    other = seen_in(np.stack([example.patch for example in made]), ground)
    known = expected_of(look, sort, seen)
    hole = known.hole if known.flat else known.hole[at]
    theirs = Surroundings(hole, known.evidence[at], known.flat)
    inputs = np.concatenate(
        [
            features(seen, known, light, look.radius_px),
            features(other, theirs, light, look.radius_px[at]),
        ]
    )
    kinds = np.concatenate([look.kinds, [e.kind for e in made]]).astype(np.int64)
    clear = kinds >= 0
    return Lesson(inputs[clear], kinds[clear], np.full(int(clear.sum()), look.table))


def expected_of(look: Look, sort: Sort, seen: Contrast) -> Surroundings:
    """What the judge will hold the patches against."""
    match sort.holds:
        case "option":
            return surroundings.partners(seen, look.partners)
        case "balls":
            assert look.evidence is not None
            return on_felt(seen, look.evidence)
    near = surroundings.nearness(look.places_mm)
    return surroundings.local(seen, near, surroundings.emptiness(seen))


def fit(
    lesson: Lesson,
    *,
    hidden: int = HIDDEN,
    epochs: int = EPOCHS,
    seed: int = 0,
    decay: float = DECAY,
    kind_weights: NDArray[np.float32] = WEIGHTS,
) -> Model:
    """Fit the network by Adam on the weighted cross entropy (Kingma and Ba 2015).

    ``decay``: how strongly weights are drawn towards nothing.
    """
    rng = np.random.default_rng(seed)
    mean, scale = lesson.inputs.mean(axis=0), lesson.inputs.std(axis=0) + 0.01
    inputs = np.clip((lesson.inputs - mean) / scale, -6, 6).astype(np.float32)
    kinds = len(kind_weights)
    wanted = np.eye(kinds, dtype=np.float32)[lesson.kinds]
    weights = kind_weights[lesson.kinds][:, None]
    count, width = inputs.shape
    values = [
        rng.normal(0, 1 / np.sqrt(width), (width, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        rng.normal(0, 0.3, (hidden, kinds)).astype(np.float32),
        np.zeros(kinds, np.float32),
    ]
    first = [np.zeros_like(v) for v in values]
    second = [np.zeros_like(v) for v in values]
    step = 0
    for epoch in range(epochs):
        rate = 5e-3 * (1 - epoch / epochs) + 1e-4
        order = rng.permutation(count)
        for start in range(0, count, 256):
            rows = order[start : start + 256]
            x = inputs[rows]
            middle = np.tanh(x @ values[0] + values[1])
            scores = middle @ values[2] + values[3]
            p = np.exp(scores - scores.max(axis=1, keepdims=True))
            p /= p.sum(axis=1, keepdims=True)
            error = (p - wanted[rows]) * weights[rows] / len(rows)
            back = (error @ values[2].T) * (1 - middle * middle)
            slopes = [
                x.T @ back + decay * values[0],
                back.sum(axis=0),
                middle.T @ error + decay * values[2],
                error.sum(axis=0),
            ]
            step += 1
            for i, slope in enumerate(slopes):
                first[i] = 0.9 * first[i] + 0.1 * slope
                second[i] = 0.999 * second[i] + 0.001 * slope**2
                ahead = first[i] / (1 - 0.9**step)
                values[i] -= rate * ahead / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
    return Model(mean, scale, *values)


def committee(models: Sequence[Model]) -> Model:
    """Join models of the same features to one whose scores are the mean of theirs."""
    first, count = models[0], len(models)
    alike = [_in_scale(model, first) for model in models]
    return Model(
        first.mean,
        first.scale,
        np.hstack([model.hidden for model in alike]),
        np.concatenate([model.hidden_bias for model in alike]),
        np.vstack([model.output for model in alike]) / np.float32(count),
        np.mean([model.output_bias for model in alike], axis=0),
    )


def _in_scale(model: Model, other: Model) -> Model:
    """Return the same model for features that are scaled as another one's."""
    weights = model.hidden / model.scale[:, None]
    return replace(
        model,
        mean=other.mean,
        scale=other.scale,
        hidden=weights * other.scale[:, None],
        hidden_bias=model.hidden_bias + (other.mean - model.mean) @ weights,
    )


def to_json(model: Model) -> str:
    """Write a model with four significant digits, one array a line."""
    rows = {
        name: np.vectorize(lambda v: float(f"{v:.4g}"))(getattr(model, name)).tolist()
        for name in Model.__annotations__
    }
    return "{\n" + ",\n".join(f'"{k}": {json.dumps(v)}' for k, v in rows.items()) + "\n}\n"


def learn_sort(
    sort: Sort, photographs: Sequence[Photo], covers: Frame, without: Sequence[Tables]
) -> Iterator[tuple[Tables, Model]]:
    """Learn one sort's judge, once for each group of tables left out."""
    rng = np.random.default_rng(1)
    tries = [
        look_at(p, sort, rng if again else None) for again in range(LOOKS) for p in photographs
    ]
    looks = [look for look in tries if look is not None and (look.kinds >= 0).any()]
    lessons = [lesson_of(look, sort, covers, rng) for look in looks]
    draws = np.random.default_rng(BALL_DRAWS) if sort.holds == "ball" else rng
    painted = [lesson_of(look, sort, covers, draws) for look in painted_looks(sort)]
    for tables in without:
        rest = [part for part in lessons if part.tables[0] not in tables]
        yield tables, learned_from(sort, rest, painted)


def painted_looks(sort: Sort) -> list[Look]:
    """Look at the painted tables that show what photographs of a sort of places lack."""
    match sort.holds:
        case "option":
            return _painted(painted_options.painted_looks, painted_options.SEEDS)
        case "ball":
            seeds = (*painted_balls.SEEDS, *painted_balls.DRAWN)
            return _painted(painted_balls.painted_looks, seeds)
    return []


def learned_from(sort: Sort, photographed: list[Lesson], painted: list[Lesson]) -> Model:
    """Fit the models of a sort and join them to its judge."""
    lesson = joined(photographed + painted)
    match sort.holds:
        case "option":
            return committee([fit(lesson, seed=seed) for seed in range(MEMBERS)])
        case "ball":
            both = [
                fit(lesson, hidden=BALL_HIDDEN, epochs=BALL_EPOCHS, seed=seed)
                for seed in range(BALL_MEMBERS)
            ]
            return committee([committee(both), fit(joined(photographed))])
    return fit(lesson)


def _painted(looks_at: Callable[[int], Iterator[Look]], seeds: Iterable[int]) -> list[Look]:
    return [look for seed in seeds for look in looks_at(seed)]


def learn_felt(
    photographs: Sequence[Photo], covers: Frame, without: Sequence[Tables]
) -> Iterator[tuple[Tables, Model]]:
    """Learn the judge of spots in start areas: first without, then with the red balls it finds by itself.

    What the photographs lack, glass on felt of its own colour, painted tables show.
    """
    rng, sort = np.random.default_rng(1), SORTS["felt"]
    spread = [p for p in photographs if p.table["params"]["memory"] is False]
    lying = (look_at(p, SORTS["ball"], None) for p in photographs if p.row["kind"] != "moving")
    balls = [look for look in lying if look is not None]
    banks = [
        Bank.of([look for look in balls if not group or look.table in group]) for group in without
    ]
    bank_of = {table: bank for group, bank in zip(without, banks, strict=True) for table in group}
    painted = [look for seed in painted_felt.SEEDS for look in painted_felt.painted_looks(seed)]
    told = [lesson_of(look, sort, covers, rng) for look in painted]
    judge = None
    for last in (False, True):
        looks = [
            look
            for again in range(LOOKS if last else 1)
            for p in spread
            for look in felt_looks(p, rng if again else None, judge)
        ]
        # Balls of a table that is left out lie on no other table's felt.
        lessons = told + [
            lesson_of(look, sort, covers, rng, bank_of.get(look.table, banks[0])) for look in looks
        ]
        if not last:
            judge = fit(joined(lessons))
    for tables in without:
        rest = joined([part for part in lessons if part.tables[0] not in tables])
        yield tables, committee([fit(rest, seed=seed) for seed in range(MEMBERS)])


def learn_covers(
    photographs: Sequence[Photo], without: Sequence[Tables]
) -> Iterator[tuple[Tables, Model]]:
    """Learn the judge of cells that tells covered board from seen.

    Half of it has learned from painted tables, too, where hands are as different as wood and cloth; alone it
    invented hands in a third of the photographs of sessions that it had not learned from.
    """
    rng = np.random.default_rng(1)
    lessons = []
    for photo in [p for p in photographs for _ in range(2)]:
        inputs, kinds = cell_lesson(photo, rng)
        lessons.append(Lesson(inputs, kinds, np.full(len(kinds), photo.path.parent.name)))
    painted = [
        Lesson(inputs, kinds, np.full(len(kinds), f"painted-{seed}"))
        for seed in painted_hands.SEEDS
        for inputs, kinds in painted_hands.painted_lessons(seed)
    ]
    plain = partial(fit, hidden=COVER_HIDDEN, kind_weights=np.ones(2, dtype=np.float32))
    for tables in without:
        rest = [part for part in lessons if part.tables[0] not in tables]
        halves = plain(joined(rest), epochs=10), plain(joined(rest + painted), epochs=8)
        yield tables, committee(halves)


def learn_crossing(
    photographs: Sequence[Photo], without: Sequence[Tables]
) -> Iterator[tuple[Tables, Model]]:
    """Learn the judge of edges that a hand crosses: from painted ones, and photographs without a hand."""
    open_to_view = np.zeros((CELLS, CELLS), dtype=np.float32)
    shown = [
        _edges(edge_lesson(photo.frame, photo.view, open_to_view), photo.path.parent.name)
        for photo in photographs
        if not photo.row["hand"]
    ]
    painted = [
        _edges(lesson, f"painted-{seed}")
        for seed in painted_hands.EDGE_SEEDS
        for lesson in painted_hands.painted_edges(seed)
    ]
    for tables in without:
        rest = [part for part in shown if part.tables[0] not in tables]
        lesson = joined([*painted, *rest, *rest])
        yield tables, committee([
            fit(lesson, hidden=EDGE_HIDDEN, epochs=EDGE_EPOCHS, seed=seed, kind_weights=EDGE_WEIGHTS)
            for seed in range(EDGE_MEMBERS)
        ])  # fmt: skip


def _edges(told: tuple[NDArray[np.float32], NDArray[np.int64]], table: str) -> Lesson:
    inputs, kinds = told
    return Lesson(inputs, kinds, np.full(len(kinds), table))


def main() -> None:
    """Learn and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path, help="a folder: vision/fields, or one for the folds")
    parser.add_argument(
        "--folds", action="store_true", help="a subfolder a table, learned without it"
    )
    parser.add_argument("--sorts", nargs="*", default=[*SORTS, "cover", "crossing"])
    given = parser.parse_args()
    cv2.setNumThreads(1)
    photographs = list(all_photos(given.photos))
    rng = np.random.default_rng(2)
    covers = np.concatenate([elsewhere(p, rng) for p in photographs])
    names = sorted({p.path.parent.name for p in photographs})
    without = [tuple(names[i::FOLDS]) for i in range(FOLDS)] if given.folds else [()]
    for name in given.sorts:
        match name:
            case "felt":
                learned = learn_felt(photographs, covers, without)
            case "cover":
                learned = learn_covers(photographs, without)
            case "crossing":
                learned = learn_crossing(photographs, without)
            case _:
                learned = learn_sort(SORTS[name], photographs, covers, without)
        for tables, model in learned:
            for folder in [given.out / table for table in tables] or [given.out]:
                folder.mkdir(exist_ok=True)
                (folder / f"{name}.json").write_text(to_json(model))
            print(name, "without", *tables, flush=True)


if __name__ == "__main__":
    main()
