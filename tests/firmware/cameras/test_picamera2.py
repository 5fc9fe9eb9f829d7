"""The Raspberry Pi camera's driver against the real package, whose source is read but not run."""

import ast
import importlib.util
import inspect
from pathlib import Path
from typing import Any

import pytest

from firmware.cameras import pi

found = importlib.util.find_spec("picamera2")
pytestmark = pytest.mark.skipif(
    found is None, reason="needs the package picamera2 (pip install --no-deps picamera2)"
)


def classes(module: str) -> dict[str, ast.ClassDef]:
    """Return the classes of one of the package's modules; importing it would need a camera's system."""
    assert found is not None
    assert found.origin is not None
    tree = ast.parse((Path(found.origin).parent / f"{module}.py").read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def functions(of: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """Return a class's functions; of an overloaded one the last, which is the real one."""
    return {node.name: node for node in of.body if isinstance(node, ast.FunctionDef)}


def used(port: type) -> dict[str, Any]:
    """Return what the driver's protocol says that it uses."""
    return {
        name: member
        for name, member in vars(port).items()
        if not name.startswith("_") and (callable(member) or isinstance(member, property))
    }


@pytest.mark.parametrize(
    ("port", "module", "name"),
    [(pi.Device, "picamera2", "Picamera2"), (pi.Request, "request", "CompletedRequest")],
)
def test_the_driver_uses_what_the_package_has(port: type, module: str, name: str) -> None:
    """Every method and keyword of the driver's protocol is one of the real class."""
    real = functions(classes(module)[name])

    for wanted, member in used(port).items():
        assert wanted in real, f"{name} has no {wanted}"
        if isinstance(member, property):
            continue
        keywords = [word for word in inspect.signature(member).parameters if word != "self"]
        arguments = real[wanted].args
        there = [argument.arg for argument in (*arguments.args, *arguments.kwonlyargs)]
        assert set(keywords) <= set(there), f"{name}.{wanted} takes {there}"


def test_the_driver_uses_the_cameras_list() -> None:
    """Whether a camera is plugged in is asked of a static method without arguments."""
    real = functions(classes("picamera2")["Picamera2"])["global_camera_info"]

    assert [ast.unparse(decorator) for decorator in real.decorator_list] == ["staticmethod"]
    assert real.args.args == []


def test_no_argument_is_positional_by_accident() -> None:
    """The first argument of `set_controls` and `configure` is what the driver hands over."""
    real = functions(classes("picamera2")["Picamera2"])

    assert real["set_controls"].args.args[1].arg == "controls"
    assert real["configure"].args.args[1].arg == "camera_config"
    assert (
        functions(classes("request")["CompletedRequest"])["make_array"].args.args[1].arg == "name"
    )
