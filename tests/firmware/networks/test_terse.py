import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.networks.terse import fields, rows

FIELD = st.text(st.characters(exclude_characters="\n"))


def escaped(field: str) -> str:
    return field.replace("\\", "\\\\").replace(":", "\\:")


@given(st.lists(FIELD, min_size=1, max_size=5))
def test_what_nmcli_escapes_is_read_back(texts: list[str]) -> None:
    """Any names come through, with colons, backslashes, both, or nothing."""
    assert list(fields(":".join(map(escaped, texts)))) == texts


@given(st.lists(st.tuples(st.just("x"), FIELD), max_size=4))
def test_lines_are_rows(table: list[tuple[str, str]]) -> None:
    """Each line is a row; an empty text has none."""
    text = "".join(":".join(map(escaped, row)) + "\n" for row in table)

    assert list(rows(text, 2)) == table


def test_a_row_of_another_width_is_told() -> None:
    """Instead of being read wrongly."""
    with pytest.raises(ValueError, match="3 fields; expected 2"):
        list(rows("a:b:c\n", 2))
