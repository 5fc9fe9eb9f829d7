"""Where the shared vectors and photographs lie, or a clear reason to skip."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def shared_folder() -> Path | None:
    """Return the folder of shared material, or None on a stranger's machine."""
    given = os.environ.get("RINGRICHTER_SHARED")
    folder = Path(given) if given else ROOT.parent / "shared"
    if given and not folder.is_dir():
        raise FileNotFoundError(f"RINGRICHTER_SHARED is {given}, which is no folder")
    return folder if folder.is_dir() else None


SHARED = shared_folder()
needs_shared = pytest.mark.skipif(
    SHARED is None, reason="needs the shared vectors and photographs (set RINGRICHTER_SHARED)"
)
