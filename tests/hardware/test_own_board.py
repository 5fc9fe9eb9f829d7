"""An owner's own board: a file made from a picture and a few measured lengths, and read with."""

import json
import tomllib
from collections import Counter

import pytest

from firmware import cli
from firmware.errors import SettingsError
from firmware.settings import read_settings
from referee.board_file import board_from_data
from tests.shared import SHARED, needs_shared
from tests.vision.score import best_names, findings
from tests.vision.truth import photos

# Ring radii are known to this part of themselves: a millimetre or two on a board of 440 mm.
CLOSE = 0.012
PHOTOS = {"table-03": 0, "table-07": 1, "table-11": 0}


def photo(name):
    """A picture of a table without a hand over it, and its truth."""
    shots = [shot for shot in photos(SHARED / "photos/dev" / name) if not shot.row["hand"]]
    return shots[PHOTOS[name] % len(shots)]


@needs_shared
@pytest.mark.parametrize("name", PHOTOS)
def test_a_board_file_is_made_from_a_picture_and_read_with(name, tmp_path, capsys):
    """The file has the board's true radii, and `look` with it alone reads the picture without an error."""
    shot = photo(name)
    assert 0 == cli.main(["board", str(shot.path)])
    own = tmp_path / "own.toml"
    own.write_text(capsys.readouterr().out, encoding="utf-8")
    made, true = board_from_data(tomllib.loads(own.read_text())), shot.view.board

    made = made.with_variant(true.variant)
    for kind in ("outer", "inner", "target"):
        assert made.ring(kind).radius_mm == pytest.approx(true.ring(kind).radius_mm, rel=CLOSE)
    assert made.side_mm == pytest.approx(true.side_mm, abs=1.0)
    assert made.of_kind("counter")[0].x_mm == pytest.approx(
        true.of_kind("counter")[0].x_mm, abs=1.5
    )

    nothing = tmp_path / "measures.json"
    nothing.write_text("{}")
    command = ["look", "--board", str(own), "--measures", str(nothing), str(shot.path)]
    assert 0 == cli.main(command)
    line = json.loads(capsys.readouterr().out)
    found = list(findings(shot.row, best_names(shot.row, line)))
    fields = Counter(f.outcome for f in found if f.kind == "fields")

    assert not fields["wrong"]
    assert fields["right"] > 0.97 * sum(fields.values())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot read the board file"),
        ("side = [", "is not TOML"),
        ('id = "mine"', "is missing"),
    ],
)
def test_a_board_file_that_is_none_is_refused(text, says, tmp_path, capsys):
    """A board file that is missing, damaged or incomplete is one sentence that names it or its key."""
    path = tmp_path / "own.toml"
    if text is not None:
        path.write_text(text)

    assert 1 == cli.main(["look", "--board", str(path), "nothing.png"])
    assert says in capsys.readouterr().err


def test_the_settings_take_a_board_file(tmp_path):
    """The settings name a board that comes with the program or the file of an owner's own."""
    settings = tmp_path / "ringrichter.toml"
    settings.write_text('[table]\nboard = "/home/pi/own.toml"\n')
    assert "/home/pi/own.toml" == read_settings(settings).table.board

    settings.write_text('[table]\nboard = "chess"\n')
    with pytest.raises(SettingsError, match="inner-circle"):
        read_settings(settings)
