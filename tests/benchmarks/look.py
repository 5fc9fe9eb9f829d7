"""How long the eye takes, against decoding the same JPEG: `python -m tests.benchmarks.look FOLDER`.

Reading is timed by stage on a calibrated table, one thread, processor time; each picture's ratio to
`cv2.imdecode` of its own file is taken in the same run. ``reading`` is all that reading a decoded picture
takes: ``track`` (where the board lies), ``fields`` (with start areas, counters and hands) and ``dice``.
All read where the board lies now. ``look`` is the same as the program calls it, with which way round the
board lies; there each picture stands for itself, so that a pushed board is found anew in every one. ``still``
is what a picture costs that shows nothing new. With ``--tables`` every picture of the single tables is read,
calibrated by itself. The table shows medians; below it stand the median and the
95 % of all pictures together.
"""

import argparse
import resource
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.pictures import read_picture
from tests.vision.truth import Photo, nominal_board, photos
from vision.calibration import Calibration, calibrate
from vision.dice import read_dice
from vision.eye import Eye
from vision.fields import read
from vision.registration import track
from vision.seeing import see

Stages = dict[str, list[float]]


def timed(action: Callable[[], Any], repeats: int = 3) -> float:
    """Return the least processor time of a few runs, in milliseconds."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        action()
        times.append((time.process_time() - start) * 1000)
    return min(times)


def folder_times(folder: Path, every: int) -> Stages:
    """Time each stage on every so many pictures of one session, or on all pictures of a table."""
    rows = list(photos(folder))
    setup = next((photo for photo in rows if photo.path.name == "setup.jpg"), None)
    seen = rows if setup is None else rows[2::every]
    times: Stages = defaultdict(list)
    calibration = calibrated(setup) if setup else None
    for photo in seen:
        for name, action in stages(photo.path, calibration or calibrated(photo)).items():
            times[name].append(timed(action))
    return times


def calibrated(photo: Photo) -> Calibration:
    """Calibrate a table by one of its pictures."""
    board = nominal_board(memory=photo.table["params"]["memory"])
    return calibrate([photo.frame], board, measures=photo.measures)


def stages(path: Path, calibration: Calibration) -> dict[str, Callable[[], Any]]:
    """Return what to time for one picture."""
    data = np.fromfile(path, np.uint8).reshape(1, -1)
    frame = read_picture(path)
    view = see(frame, calibration).view or calibration.view
    hands = read(frame, view, calibration.appearance).covered_mask
    under = hands.under if hands else None
    resting = Eye(calibration)
    for _ in range(2):
        resting.look(frame)
    return {
        "decode": lambda: cv2.imdecode(data, cv2.IMREAD_COLOR),
        "track": lambda: track(frame, view),
        "fields": lambda: read(frame, view, calibration.appearance),
        "dice": lambda: read_dice(frame, view, calibration.faces, covered=under),
        "look": lambda: see(frame, calibration),
        "still": lambda: resting.look(frame),
    }


def of_decode(times: Stages) -> tuple[Stages, list[float]]:
    """Return each picture's times as parts of its decoding, by stage, and the decoding in milliseconds."""
    decode = times["decode"]
    parts = {
        stage: [spent / whole for spent, whole in zip(times[stage], decode, strict=True)]
        for stage in STAGES
        if stage != "reading"
    }
    split = zip(*(parts[stage] for stage in READING), strict=True)
    return {**parts, "reading": [sum(picture) for picture in split]}, decode


def print_row(name: str, decode_ms: float, ratios: Stages, share: float) -> None:
    """Print one line of the table: the value that so large a share of the pictures stays below."""
    values = (float(np.quantile(ratios[stage], share)) for stage in STAGES)
    print(f"{name:14}{decode_ms:10.1f}" + "".join(f"{value:10.2f}" for value in values))


def main() -> int:
    """Print medians and ratios, and the peak memory of the run."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a session, or a folder of sessions")
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--tables", action="store_true", help="single pictures of tables instead")
    options = parser.parse_args()
    one = (options.folder / "setup.jpg").is_file()
    kind = "table-*" if options.tables else "session-*"
    folders = [options.folder] if one else sorted(options.folder.glob(kind))
    print(
        f"{'session':14}{'decode ms':>10}" + "".join(f"{s:>10}" for s in STAGES) + "   (of decode)"
    )
    together: Stages = defaultdict(list)
    for folder in folders:
        ratios, decode = of_decode(folder_times(folder, options.every))
        for stage in STAGES:
            together[stage] += ratios[stage]
        together["decode"] += decode
        print_row(folder.name, statistics.median(decode), ratios, 0.5)
    for name, share in (("all, median", 0.5), ("all, 95 %", 0.95)):
        print_row(name, float(np.quantile(together["decode"], share)), together, share)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


READING = ("track", "fields", "dice")
STAGES = (*READING, "reading", "look", "still")

if __name__ == "__main__":
    sys.exit(main())
