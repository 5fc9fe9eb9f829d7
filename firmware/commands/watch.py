"""`ringrichter watch SOURCE`: follow a game and print what happens, one event a line."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from firmware.calibrations import load_calibration
from firmware.cameras.choice import open_source
from firmware.cameras.port import FrameSource, Shot
from firmware.json_lines import write_line
from firmware.memory import return_large_arrays
from firmware.options import add_eye_options, add_language
from firmware.pictures import PictureError
from firmware.recording import Papers, RecordingError, read_papers
from firmware.resources import nominal_board, texts
from referee.catalogue import Say, flat, speaker
from referee.events import Event
from referee.game import open_game, package_of
from referee.sighting import Sighting
from referee.table.patience import FOLDER, LIVE
from referee.table.table import Table
from vision.calibration import Calibration, calibrate
from vision.eye import Eye
from vision.frame import Frame

NAME = "watch"
HELP = "Follow a game in a folder of pictures, a video or a camera: one JSON line an event."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a folder of pictures, a video file, camera or usb:ID"
    )
    parser.add_argument(
        "--session",
        metavar="DIR",
        type=Path,
        help="use the calibration kept in DIR (default: calibrate on the first picture)",
    )
    add_eye_options(parser)
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Print the events; exit status 1 if a picture could not be read."""
    return_large_arrays()
    source = open_source(options.source)
    papers = read_papers(options.source, options.match, options.measures)
    # The pictures of a folder lie seconds apart; those of a video or a camera show how things move.
    live = not Path(options.source).is_dir()
    patience = LIVE if live else FOLDER
    table: Table[Any, Any] = Table(open_game(papers.match), patience=patience)
    say = _say(papers, options.language)
    with source:
        shots = Shots(source)
        for events in follow(
            table, shots, lambda shot: Eye(_calibration(options, papers, shot), live=live)
        ):
            for event in events:
                write_line(event.line(say))
    if not table.events:
        raise RecordingError(f"{options.source} holds no picture that can be read")
    return shots.status


class Reader(Protocol):
    """A calibrated eye."""

    def read(self, frame: Frame) -> Sighting:
        """Read one picture."""


class Shots:
    """The pictures of a source; a damaged one is told of, makes ``status`` 1 and is left out."""

    def __init__(self, source: FrameSource) -> None:
        self.status = 0
        self._source = source

    def __iter__(self) -> Iterator[Shot]:
        """Yield the pictures that can be read."""
        while True:
            try:
                shot = self._source.read()
            except PictureError as error:
                sys.stderr.write(f"ringrichter: {error}\n")
                self.status = 1
                continue
            if shot is None:
                return
            yield shot


def follow(
    table: Table[Any, Any], shots: Iterable[Shot], learn: Callable[[Shot], Reader]
) -> Iterator[tuple[Event, ...]]:
    """Yield what happens in each picture and, in the end, what its end makes certain.

    ``learn`` makes the eye from the first picture.
    """
    eye: Reader | None = None
    for shot in shots:
        eye = eye or learn(shot)
        yield table.observe(eye.read(shot.picture), shot.name, shot.at_s)
    yield table.finish()


def _calibration(options: argparse.Namespace, papers: Papers, shot: Shot) -> Calibration:
    if options.session is not None:
        return load_calibration(options.session)
    return calibrate(
        [shot.picture],
        nominal_board(papers.match.game),
        measures=papers.measures,
        match=papers.match_data,
        seat0=options.seat0,
    )


def _say(papers: Papers, language: str) -> Say:
    """Return what words the reasons of fouls; players are called by their colours."""
    words = {
        key: text
        for package in ("web", "referee", package_of(papers.match.game))
        for key, text in flat(texts(package, language)).items()
    }
    names = {
        seat: words.get(f"colour.{label}", label) for seat, label in papers.match.seats.items()
    }
    return speaker(words, names)
