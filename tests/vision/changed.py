"""Scores the eye on photographs as other cameras would take them: `python -m tests.vision.changed FOLDER`.

Each way changes light, colour, sharpness or size of the same pictures and nothing of what is true of them;
``--every N`` takes every Nth picture, ``--ways`` some of the ways. What is scored is what
`tests.vision.score` scores, pictures with motion blur left out.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.score import KINDS, Finding, findings, readings
from tests.vision.truth import Photo, photos
from vision.frame import Frame

Change = Callable[[Frame], Frame]
# Cameras encode light by about this power.
_GAMMA = 2.2


def lit(*factors: float) -> Change:
    """Return what changes the light, of all channels or of blue, green and red, before it is encoded."""

    def change(frame: Frame) -> Frame:
        return encoded(linear(frame) * np.array(factors))

    return change


def falling(at: Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]) -> Change:
    """Return what changes the light by where it is: x and y from -1 to 1."""

    def change(frame: Frame) -> Frame:
        y, x = np.meshgrid(*(np.linspace(-1, 1, n) for n in frame.shape[:2]), indexing="ij")
        return encoded(linear(frame) * at(x, y)[..., None])

    return change


def linear(frame: Frame) -> NDArray[np.float64]:
    """Return the light of a picture, 0 to 1."""
    return (frame / 255.0) ** _GAMMA


def encoded(light: NDArray[np.float64]) -> Frame:
    """Undo `linear`."""
    return whole(255 * np.clip(light, 0, 1) ** (1 / _GAMMA))


def whole(values: NDArray[Any]) -> Frame:
    """Round to a picture."""
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def resized(size: float) -> Change:
    """Return what makes pictures of another size."""
    how = cv2.INTER_AREA if size < 1 else cv2.INTER_CUBIC
    return lambda frame: np.asarray(
        cv2.resize(frame, None, fx=size, fy=size, interpolation=how), np.uint8
    )


def squeezed(quality: int) -> Change:
    """Return what stores pictures as JPEG of a quality."""

    def change(frame: Frame) -> Frame:
        stored = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)

    return change


def noisy(frame: Frame) -> Frame:
    """Add the noise of a dim evening, the same to each picture."""
    return whole(frame + np.random.default_rng(7).normal(0, 7, frame.shape))


def soft(frame: Frame) -> Frame:
    """Blur as a lens a little out of focus does."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 1.0), np.uint8)


def sharpened(frame: Frame) -> Frame:
    """Sharpen as webcams do."""
    return whole(2.0 * frame - cv2.GaussianBlur(frame, (0, 0), 1.5))


WAYS: dict[str, Change] = {
    "dark": lit(0.35),
    "bright": lit(1.6),
    "warm": lit(0.6, 0.95, 1.2),
    "cool": lit(1.3, 1.0, 0.75),
    "pale": lambda frame: whole(0.55 * frame + 0.45 * frame.mean(axis=2, keepdims=True)),
    "steep": lambda frame: whole((frame - 110.0) * 1.3 + 110),
    "flat": lambda frame: whole(255 * (frame / 255) ** 0.7),
    "corners": falling(lambda x, y: 1 / (1 + 0.55 * (x * x + y * y)) ** 2),
    "window": falling(lambda x, y: 0.875 + 0.425 * x),
    "noise": noisy,
    "soft": soft,
    "sharp": sharpened,
    "jpeg": squeezed(35),
    "small": resized(0.78),
    "large": resized(1.4),
}


@dataclass(frozen=True)
class Changed(Photo):
    """A photograph that is changed when it is looked at."""

    change: Change

    @property
    def frame(self) -> Frame:
        """The picture, changed."""
        return self.change(super().frame)


def scored(folder: Path, change: Change, every: int) -> Iterator[tuple[Photo, Finding]]:
    """Yield what is found in every so manieth picture of a table or session, but in blurred ones."""
    seen = [
        Changed(photo.path, _scaled(photo, change), photo.table, change)
        for i, photo in enumerate(photos(folder))
        if i % every == 0 or photo.row["image"] == "setup.jpg"
    ]
    for photo, line in readings(seen):
        if photo.row["kind"] != "moving":
            yield from ((photo, finding) for finding in findings(photo.row, line))


def _scaled(photo: Photo, change: Change) -> dict[str, Any]:
    """Return the truth with all pixels as they are after the change."""
    blank = np.zeros((100, 100, 3), np.uint8)
    by = change(blank).shape[0] / 100
    centres = {name: [v * by for v in at] for name, at in photo.row["centres"].items()}
    loose = [piece | {"xy": [v * by for v in piece["xy"]]} for piece in photo.row.get("loose", [])]
    return photo.row | {"centres": centres, "loose": loose}


def main() -> int:
    """Print right/unsure/wrong by way, and what is wrong."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--ways", default=",".join(WAYS), help="some of: %(default)s")
    options = parser.parse_args()
    folders = [f for f in sorted(options.folder.iterdir()) if (f / "truth.jsonl").is_file()]
    print(f"{'':8}" + "".join(f"{kind:>14}" for kind in KINDS))
    for way in options.ways.split(","):
        tally: Counter[tuple[str, str]] = Counter()
        for folder in folders:
            for photo, finding in scored(folder, WAYS[way], options.every):
                tally[finding.kind, finding.outcome] += 1
                if finding.outcome == "wrong":
                    print(f"{way} {folder.name}/{photo.path.name} {finding}", file=sys.stderr)
        cells = ("/".join(str(tally[k, o]) for o in ("right", "unsure", "wrong")) for k in KINDS)
        print(f"{way:8}" + "".join(f"{cell:>14}" for cell in cells), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
