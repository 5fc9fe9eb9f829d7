"""Measuring with an eye that never saw a table: nothing of what was learned from it is left."""

import re

import pytest

from tests.shared import ROOT
from tests.vision.left_out import JUDGED, MARKED


@pytest.mark.parametrize(("name", "modules"), [("shipped_judges", JUDGED), ("fine_banks", MARKED)])
def test_every_module_that_asks_for_what_was_learned_is_told_otherwise(name, modules):
    """Whoever imports what was learned from all tables is in the list of those that get another one."""
    asking = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "vision").rglob("*.py")
        if re.search(
            rf"^from [\w.]+ import [^\n]*\b{name}\b|^    {name},$", path.read_text(), re.MULTILINE
        )
    }
    assert asking == set(modules)
