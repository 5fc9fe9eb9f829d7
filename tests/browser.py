"""A real browser before the page of a scripted table; one browser for all tests of a session.

``RINGRICHTER_SCREENSHOTS`` names a folder in which the pictures of the journeys are kept; without it
they go to a temporary folder. ``RINGRICHTER_CHROMIUM`` names another browser than the system's.
"""

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from waitress.server import create_server

from tests.web.fake_owner import Kept, Radio
from tests.web.fake_table import Desk, Hub, Shelf, Shots, boards, qr, rules, snapshots
from web.app import create_app
from web.settings import PageSettings

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZES = {"phone": (390, 844), "tablet": (1180, 820), "desktop": (1440, 900), "tv": (1920, 1080)}
SETTINGS = PageSettings(
    secret="a secret for tests", address="http://192.168.1.20:8080", pin="1234", owner_pin="9876",
    heartbeat_s=0.4,
)  # fmt: skip


@dataclass
class Table:
    """The served page of a scripted table."""

    address: str
    hub: Hub
    desk: Desk
    shelf: Shelf

    served: "Served"

    def switch_off(self) -> None:
        """Let the table fall silent: streams hang, and nobody answers."""
        self.hub.silent = True
        self.served.off = True

    def switch_on(self) -> None:
        """Let it speak again."""
        self.hub.silent = False
        self.served.off = False

    def show(self, moment: str) -> None:
        """Let a moment of the script happen."""
        self.hub.push(snapshots()[moment])


class Served:
    """Serves whichever application was made last, so that each test has its own table."""

    def __init__(self) -> None:
        self.app: Flask | None = None
        self.off = False
        self.server = create_server(self, host="127.0.0.1", port=0, threads=24)
        threading.Thread(target=self.server.run, daemon=True).start()

    def __call__(self, environ, start_response):  # type: ignore[no-untyped-def]
        if self.off:
            start_response("503 Service Unavailable", [("Content-Length", "0")])
            return [b""]
        assert self.app
        return self.app(environ, start_response)


@pytest.fixture(scope="session")
def served() -> Served:
    """A server on a free port of this machine."""
    return Served()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    path = os.environ.get("RINGRICHTER_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed (sh tests/run.sh installs it)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def table(served: Served) -> Table:
    """A table in the middle of a game."""
    hub, desk, shelf = Hub(snapshots()["throw"]), Desk(), Shelf()
    served.app = create_app(
        hub=hub, commands=desk, boards=boards(), settings=replace(SETTINGS), rules=rules(),
        archive=shelf, pictures=Shots(), qr_svg=qr, wifi=Radio(), preferences=Kept(),
    )  # fmt: skip
    return Table(f"http://127.0.0.1:{served.server.effective_port}", hub, desk, shelf, served)


class Phone:
    """A page in a browser of its own, that collects what went wrong in it."""

    def __init__(self, context: BrowserContext, table: Table) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.table = table
        self.errors: list[str] = []
        self.strangers: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        self.page.on("request", self._note)

    def _note(self, request) -> None:  # type: ignore[no-untyped-def]
        if not request.url.startswith((self.table.address, "data:", "blob:")):
            self.strangers.append(request.url)

    def forgive(self, cause: str) -> None:
        """Forget console messages that name this cause: the test brought them about."""
        self.errors = [error for error in self.errors if cause not in error]

    def open(self, path: str = "/") -> Page:
        """Open a page and wait until it lives."""
        self.page.goto(self.table.address + path)
        if path.partition("?")[0] == "/":
            self.page.wait_for_selector("#connection[data-state=live]")
        return self.page

    def enter(self, pin: str = "1234", name: str = "Anna") -> None:
        """Come in by PIN."""
        page = self.open("/enter")
        page.fill("input[name=pin]", pin)
        page.fill("input[name=name]", name)
        page.click("main button")
        page.wait_for_url(self.table.address + "/")


class Phones:
    """Opens phones of any kind and closes them after the test; none may have failed or strayed."""

    def __init__(self, browser: Browser, table: Table) -> None:
        self._browser, self._table = browser, table
        self.opened: list[Phone] = []

    def __call__(
        self, size: str = "phone", *, scheme: str = "light", locale: str = "en",
        motion: str = "no-preference", toured: bool = True,
    ) -> Phone:  # fmt: skip
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale=locale,  # type: ignore[arg-type]
            reduced_motion=motion, has_touch=size == "phone",  # type: ignore[arg-type]
        )  # fmt: skip
        # A busy machine takes its time; how quick a page is, the benchmarks tell.
        context.set_default_timeout(30_000)
        if toured:
            context.add_init_script("localStorage.setItem('toured', 'yes')")
        self.opened.append(Phone(context, self._table))
        return self.opened[-1]


@pytest.fixture
def phone(browser: Browser, table: Table) -> Iterator[Phones]:
    """Phones (and tablets, desktops, televisions) at the table."""
    phones = Phones(browser, table)
    yield phones
    found = [(one.errors, one.strangers) for one in phones.opened]
    for one in phones.opened:
        one.context.close()

    assert found == [([], [])] * len(found)


@pytest.fixture(scope="session")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for pictures of the journeys."""
    kept = os.environ.get("RINGRICHTER_SCREENSHOTS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("screens")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
