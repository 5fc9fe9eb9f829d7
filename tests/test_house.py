"""The rules of the house that a machine can keep: who may import what, lengths, and what stays off main."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.shared import ROOT

ROOMS = ("referee", "vision", "web", "firmware")

# Devices, clocks, files, sockets and threads of the standard library: for firmware alone (and, as far
# as a page server cannot do without, for web).
WORLDLY = {
    "asyncio", "concurrent", "datetime", "fcntl", "glob", "http", "io", "multiprocessing", "os", "pathlib",
    "queue", "select", "selectors", "shutil", "signal", "socket", "socketserver", "sqlite3", "subprocess",
    "tempfile", "threading", "time", "urllib",
}  # fmt: skip

INPUT_AND_OUTPUT = {"open", "input", "print", "cv2.imread", "cv2.imwrite", "cv2.VideoCapture"}

# Which packages outside the standard library, and which modules of other rooms, a room may import.
MAY_IMPORT = {
    "referee": {"referee"},
    "vision": {
        "vision", "numpy", "cv2",
        "referee.sighting", "referee.board", "referee.board_file", "referee.errors", "hardware.boards",
    },
    "web": {"web", "flask", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "referee"},
    "firmware": {
        "firmware", "web", "vision", "referee", "hardware", "numpy", "cv2", "flask", "waitress", "segno",
        "gpiozero", "lgpio", "spidev",
    },
}  # fmt: skip
# Rules of a game belong to the game: the other parts of these rooms know the protocol alone.
GAMES = "referee.games"

LONGEST_FILE = 400
LONGEST_FUNCTION = 80
MEANINGLESS = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "tools"}


@cache
def tracked() -> tuple[Path, ...]:
    """Every file of the project; without git (a source archive) every file that looks like one."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        names = listed.stdout.splitlines()
        return tuple(path for name in names if (path := ROOT / name).is_file())
    return tuple(
        path for path in ROOT.rglob("*")
        if path.is_file() and not any(p.startswith(".venv") or p == "build" for p in path.parts)
    )  # fmt: skip


def python_names(*rooms: str) -> Iterator[str]:
    for path in tracked():
        name = path.relative_to(ROOT)
        if path.suffix == ".py" and (not rooms or name.parts[0] in rooms):
            yield str(name)


@cache
def parsed(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def _forgetting() -> Iterator[None]:
    """What was read lasts for these tests alone: it is large."""
    yield
    parsed.cache_clear()


def python_files(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    for name in python_names(*rooms):
        yield name, parsed(name)


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide which room is meant"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def allowed(module: str, permitted: set[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in permitted)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_house_allows(room: str) -> None:
    """The table of rooms holds: other rooms and packages only where they are named."""
    wrong = [
        f"{name}: {module}"
        for name, tree in python_files(room)
        for module in imports(tree)
        if module.split(".")[0] not in sys.stdlib_module_names
        and not allowed(module, MAY_IMPORT[room])
    ]

    assert wrong == []


@pytest.mark.parametrize("room", ["referee", "vision"])
def test_the_inner_rooms_touch_no_device_clock_file_socket_or_thread(room: str) -> None:
    """Time, randomness and input come in as parameters."""
    wrong = [
        f"{name}: {module}"
        for name, tree in python_files(room)
        for module in imports(tree)
        if module.split(".")[0] in WORLDLY
        # What vision has learned beforehand lies beside it as data of the package.
        or (module.startswith("importlib.resources") and room != "vision")
    ]
    calls = [
        f"{name}:{node.lineno}"
        for name, tree in python_files(room)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) in INPUT_AND_OUTPUT
    ]

    assert wrong + calls == []


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return f"{owner}.{name}"
        case _:
            return ""


def test_only_the_game_itself_knows_its_rules() -> None:
    """Outside `referee/games`, only commands that name the game may import a game's modules."""
    wrong = [
        f"{name}: {module}"
        for name, tree in python_files(*ROOMS)
        for module in imports(tree)
        if allowed(module, {GAMES})
        and module.removeprefix(GAMES)
        and not name.startswith(("referee/games/", "firmware/"))
        and name != "referee/game.py"
    ]

    assert wrong == []


def test_no_module_is_longer_than_the_house_allows() -> None:
    """One concept a module keeps it short."""
    long = [
        f"{name}: {lines} lines"
        for name in python_names()
        if (lines := (ROOT / name).read_text(encoding="utf-8").count("\n")) > LONGEST_FILE
    ]

    assert long == []


def test_no_function_is_longer_than_the_house_allows() -> None:
    """A function fits on a screen."""
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, tree in python_files()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]

    assert long == []


def test_no_exception_is_swallowed_by_a_bare_except() -> None:
    """Every handler says which failures it is for."""
    bare = [
        f"{name}:{node.lineno}"
        for name, tree in python_files()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]

    assert bare == []


def test_modules_are_named_after_their_concept() -> None:
    """No module is a drawer for odds and ends."""
    assert [name for name in python_names() if Path(name).stem in MEANINGLESS] == []


# Pieced together, so that this file does not find itself.
FORBIDDEN = {
    "left to do": r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b",
    "path of a machine": r"(?<![\w.])/(" + "|".join(("wo" + "rk", "fa" + "rm", "ro" + "ot")) + ")/",
    "scratch folder": r"(?<![\w.$}])/" + r"tmp/\w",
    "registry": "|".join(("py" + r"pi\.org", "deb" + r"\.debian\.org", "registry" + r"\.npmjs")),
}
TEXTS = {
    ".py",
    ".md",
    ".toml",
    ".js",
    ".css",
    ".html",
    ".sh",
    ".yml",
    ".yaml",
    ".service",
    ".svg",
    "",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_stays_off_main(what: str) -> None:
    """Nothing is left to do, and nothing tells of a machine that the project was made on."""
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in tracked()
        if path.suffix in TEXTS
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1)
        if pattern.search(line)
    ]

    assert found == []


def test_every_test_says_what_it_shows_and_can_fail() -> None:
    """A test has a one-sentence docstring and something in it that can fail."""
    wrong = []
    for name, tree in python_files("tests"):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.FunctionDef) and node.name.startswith("test_")):
                continue
            if not ast.get_docstring(node):
                wrong.append(f"{name}:{node.lineno} {node.name} has no docstring")
            if not any(isinstance(n, ast.Assert | ast.With | ast.Call) for n in ast.walk(node)):
                wrong.append(f"{name}:{node.lineno} {node.name} asserts nothing")

    assert wrong == []


def test_every_package_is_a_package() -> None:
    """A folder with modules in a room has an __init__.py, or the wheel would leave it out."""
    folders = {(ROOT / name).parent for name in python_names(*ROOMS)}

    assert [
        str(f.relative_to(ROOT)) for f in sorted(folders) if not (f / "__init__.py").is_file()
    ] == []
