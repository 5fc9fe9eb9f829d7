import urllib.request
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from firmware.cameras.port import Shot
from firmware.entered import Entered
from firmware.settings import settings_from_data
from firmware.table import Opening, run_table
from web.settings import PageSettings


class NoPictures(Entered):
    """A recording that is over before it begins."""

    def read(self) -> Shot | None:
        return None


def opened(tmp_path: Path, pages: tuple[str, ...], **sections: dict[str, Any]) -> list[str]:
    """Open a table, return these pages, and let it end."""
    page = {"host": "127.0.0.1", "port": 0}
    settings = settings_from_data({"page": page} | sections)
    found = []

    def look(told: PageSettings) -> None:
        for name in pages:
            with urllib.request.urlopen(f"{told.address}/{name}") as answer:
                found.append(answer.read().decode())

    opening = Opening(settings=settings, folder=tmp_path / "t", open_camera=lambda *_: NoPictures())
    run_table(opening, look)
    return found


@pytest.mark.parametrize("voice", ["none", "espeak"])
def test_a_table_with_a_board_of_ones_own_opens(tmp_path: Path, voice: str) -> None:
    """The board is drawn as its file says, and its game's rules and words are there."""
    nominal = (resources.files("hardware.boards") / "inner-circle.toml").read_text("utf-8")
    mine = tmp_path / "my-board.toml"
    mine.write_text(nominal.replace('id = "inner-circle"', 'id = "mine"'))
    usual = opened(tmp_path, ("help", "?lang=en"))
    helped, front = opened(
        tmp_path, ("help", "?lang=en"), table={"board": str(mine)}, voice={"driver": voice}
    )

    assert len(helped) == len(usual[0])
    assert "What does a second direction in one turn do?" in front
