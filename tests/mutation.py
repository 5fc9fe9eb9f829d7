"""Mutation testing by hand: ``python -m tests.mutation referee --sample 100 --seed 1``.

Makes small changes in a copy of the tree, one at a time (a comparison turned round, a condition negated, a
result lost), and runs the tests of that part until one fails. A change that no test notices is a survivor,
and is printed with its line: either a test is missing, or the change alters nothing that matters (bounds
that only save time, hints for people). The sample is drawn by the seed, so it can be repeated.
"""

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.shared import ROOT

SECONDS = 90
"""Processor time that the tests of one change may take; who needs more goes round in circles."""

GAME = "tests/referee/inner_circle"
TESTS = {
    "referee/games": [GAME],
    "referee/table": ["tests/referee/table"],
    "referee": ["tests/referee", f"--ignore={GAME}", "tests/hardware/test_board.py"],
}
"""Which tests are asked about a change, by the longest path that its file begins with."""

SLOW = "not agrees_with_listing and not judge-hard and not painted"
"""Tests that take long and are left out, as pytest's ``-k`` takes them."""

SWAPPED: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
"""Operators and what each is turned into."""


def changed(node: ast.AST) -> ast.AST | None:
    """Return the node with something small about it turned round, or None where there is nothing to turn."""
    match node:
        case ast.Compare(left, [first, *more], values) if type(first) in SWAPPED:
            return ast.Compare(left, [SWAPPED[type(first)](), *more], values)
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            return ast.BinOp(left, SWAPPED[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in SWAPPED:
            return ast.AugAssign(target, SWAPPED[type(op)](), value)
        case ast.BoolOp(op, values):
            return ast.BoolOp(SWAPPED[type(op)](), values)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            return operand
        case ast.Constant(bool() | int() as value):
            return ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.If(test, body, orelse):
            return ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(test, body, orelse):
            return ast.While(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            return ast.Return(ast.Constant(None))
        case ast.Continue() | ast.Break():
            return ast.Pass()
    return None


class Change(ast.NodeTransformer):
    """Changes the node with one number, counted in the order of the walk; `line` says where it stood.

    Annotations, decorators, imports and the messages of errors are left as they are.
    """

    def __init__(self, number: int = -1) -> None:
        self.number, self.count, self.line = number, 0, 0

    def visit(self, node: ast.AST) -> Any:
        """Visit a node and what is in it."""
        if isinstance(node, ast.Raise | ast.ImportFrom | ast.arguments):
            return node
        if isinstance(node, ast.AnnAssign):
            node.value = self.visit(node.value) if node.value else None
            return node
        other = changed(node)
        if other is not None:
            self.count += 1
            if self.count - 1 == self.number:
                self.line = getattr(node, "lineno", 0)
                return ast.copy_location(other, node)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.body = [self.visit(each) for each in node.body]
            return node
        return super().generic_visit(node)


def tests_of(path: str) -> list[str]:
    """Return what pytest is given for a change in this file."""
    part = max((each for each in TESTS if path.startswith(each)), key=len)
    return TESTS[part]


def passes(tree: Path, tests: Sequence[str]) -> bool:
    """Run these tests in the copy until one fails; return whether all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", SLOW]
    limit = (SECONDS, SECONDS)
    run = subprocess.run(
        [*command, *tests], cwd=tree, capture_output=True, check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "CI": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
    )  # fmt: skip
    return run.returncode == 0


@cache
def unchanged(tree: Path, tests: tuple[str, ...]) -> bool:
    """Tell whether these tests pass in time in the copy as it is."""
    return passes(tree, tests)


def tried(tree: Path, path: str, number: int) -> str:
    """Make one change in the copy, test it, and undo it; return a line about a survivor, or nothing."""
    file = tree / path
    source = file.read_text("utf-8")
    change = Change(number)
    made = ast.unparse(ast.fix_missing_locations(change.visit(ast.parse(source))))
    try:
        file.write_text(made, "utf-8")
        if passes(tree, tests_of(path)):
            return (
                f"{path}:{change.line} ({number}): {source.splitlines()[change.line - 1].strip()}"
            )
    finally:
        file.write_text(source, "utf-8")
    return ""


def sites(parts: list[str]) -> list[tuple[str, int]]:
    """Return every change that can be made in the Python files below these paths."""
    found = []
    for part in parts:
        whole = ROOT / part
        for file in sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]:
            counting = Change()
            counting.visit(ast.parse(file.read_text("utf-8")))
            path = file.relative_to(ROOT).as_posix()
            found += [(path, number) for number in range(counting.count)]
    return found


def main() -> None:
    """Try a sample of changes; print the survivors and how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", help="files or folders of referee/")
    parser.add_argument("--sample", metavar="N", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    every = sites(options.parts)
    chosen = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", "*cache*"))
        for path in {path for path, _ in chosen}:
            if not unchanged(tree, tuple(tests_of(path))):
                sys.exit(f"the tests of {path} fail or take too long without any change")
        for count, (path, number) in enumerate(chosen, start=1):
            survivor = tried(tree, path, number)
            noticed += not survivor
            sys.stdout.write(f"{survivor}\n" if survivor else "")
            sys.stdout.write(f"noticed {noticed} of {count}\n" if count % 10 == 0 else "")
            sys.stdout.flush()
    sys.stdout.write(f"noticed {noticed} of {len(chosen)}, out of {len(every)} changes\n")


if __name__ == "__main__":
    main()
