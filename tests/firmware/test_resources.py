import pytest

from firmware.errors import ResourceError
from firmware.page import catalogues, rulebooks
from firmware.pins import pin_map
from firmware.resources import LANGUAGES, board_names, nominal_board, toml_of
from referee.board import Variant
from referee.catalogue import flat


def test_the_boards_come_with_the_program() -> None:
    """Each board's name gives the board, in both variants."""
    assert "inner-circle" in board_names()
    assert len(nominal_board().fields) == 64 + 32 + 8
    assert len(nominal_board(variant=Variant.MEMORY).fields) == 64 + 32 + 16


def test_what_is_missing_is_named() -> None:
    """An unknown board lists those that there are; a missing file says what to do."""
    with pytest.raises(ResourceError, match="inner-circle"):
        nominal_board("outer-circle")
    with pytest.raises(ResourceError, match="install the program again"):
        toml_of("firmware", "nothing.toml")


@pytest.mark.parametrize("package", ["firmware", "referee"])
def test_every_sentence_has_every_language(package: str) -> None:
    """The catalogues have the same keys, and each sentence the same gaps, in every language."""
    gaps = [
        {
            key: {part.split("}")[0] for part in text.split("{")[1:]}
            for key, text in flat(toml_of(package, f"texts.{language}.toml")).items()
        }
        for language in LANGUAGES
    ]

    assert all(found == gaps[0] for found in gaps)


def test_the_page_gets_the_sentences_of_all_rooms() -> None:
    """Events, the table's own troubles and the game's fouls can all be said, and the rules read."""
    for language, said in catalogues("inner-circle").items():
        assert language in LANGUAGES
        assert {"event.turn", "command.late"} <= said.keys()
        assert any(key.startswith("foul.") for key in said)
    assert set(rulebooks("inner-circle")) == set(LANGUAGES)


def test_no_two_parts_share_a_pin() -> None:
    """The pin map gives each colour of each corner and the button a pin of its own."""
    pins = [pin for row in pin_map().corners for pin in row] + [pin_map().button]

    assert len(pins) == len(set(pins)) == 13
