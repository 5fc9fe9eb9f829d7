"""The page of a whole table, served to phones."""

from typing import Protocol

from firmware.archive import TableArchive
from firmware.hub import Desk, Hub
from firmware.page import catalogues, qr_svg, rulebooks
from firmware.resources import nominal_board
from referee.board import Variant
from tests.browser import SETTINGS, Served, Table
from tests.web.fake_table import Shelf
from web.app import create_app
from web.ports import Pictures


class Behind(Protocol):
    """What stands behind the page."""

    hub: Hub
    desk: Desk
    archive: TableArchive


def serve(served: Served, behind: Behind, pictures: Pictures | None = None) -> Table:
    """Let the server show the page of this table, put together as the machine does."""
    served.app = create_app(
        hub=behind.hub,
        commands=behind.desk,
        boards={variant: nominal_board("inner-circle", variant) for variant in Variant},
        settings=SETTINGS,
        texts=catalogues("inner-circle"),
        rules=rulebooks("inner-circle"),
        archive=behind.archive,
        pictures=pictures,
        qr_svg=qr_svg,
    )
    address = f"http://127.0.0.1:{served.server.effective_port}"
    return Table(address, behind.hub, behind.desk, Shelf(), served)  # type: ignore[arg-type]
