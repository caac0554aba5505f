"""Forks that rename what their base has: their rules of translation, and their packages, generated and imported."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.cli.run import run
from tests.unit.tiny import ROOT

ID = "acme"


def rename_methods(base: str, names: Mapping[str, str]) -> str:
    """Return the text of a pinned schema with other names of methods, which are given by their old names."""
    text = (ROOT / "schema" / base / "schema.json").read_text(encoding="utf-8")
    for old, new in names.items():
        text = text.replace(f'"const": "{old}"', f'"const": "{new}"')
    return text


def make_rule(number: int, step: str, way: str, place: str, action: str, subject: str, value: object) -> str:
    """Return a row of `translation.toml`.

    Args:
        number: a number that makes the id of the row unique.
        step: the revision to which the step leads.
        way: `to-newer` or `to-older`.
        place: the definition or kind of message that the rule is about.
        action: the action of the rule.
        subject: the line with the methods or members of the rule.
        value: the value of the rule.
    """
    return (
        f'[[rule]]\nid = "acme.{number}"\nstep = "{step}"\nway = "{way}"\nplaces = ["{place}"]\n'
        f"action = \"{action}\"\n{subject}\nvalue = '{json.dumps(value)}'\n"
        'reason = "Acme has a name of its own."\nsources = ["https://acme.example/changes"]\n'
    )


def make_method_rules(number: int, step: str, kind: str, old: str, new: str) -> str:
    """Return the two rows for a method of a kind of message that a step renames, one for each way."""
    place = "InputRequest" if kind == "embedded" else kind
    ways = (("to-newer", old, new), ("to-older", new, old))
    return "".join(
        make_rule(2 * number + direction, step, way, place, "rename_method", f'methods = ["{before}"]', after)
        for direction, (way, before, after) in enumerate(ways)
    )


@contextmanager
def imported_fork(directory: Path, base: str, schema: str, rules: str, package: str) -> Generator[ModuleType]:
    """Generate the package of a fork in a directory, and import it for the duration of the block.

    Args:
        directory: an empty directory.
        base: the revision that the fork follows.
        schema: the text of the fork's schema.
        rules: the text of the fork's `translation.toml`.
        package: the name of the package.
    """
    facts, path, out = directory / "facts", directory / "acme.json", directory / "out"
    facts.mkdir()
    (facts / "translation.toml").write_text(rules, encoding="utf-8")
    path.write_text(schema, encoding="utf-8")
    options = ("--schema-file", f"{ID}={path}", "--base", base, "--facts", facts, "--package", package, "--out", out)
    done = run("generate", *options)
    assert done.code == 0, done.err
    with imported_package(out, package) as module:
        yield module


@contextmanager
def imported_package(directory: Path, package: str) -> Generator[ModuleType]:
    """Import a package from a directory for the duration of the block."""
    sys.path.insert(0, str(directory))
    try:
        yield import_module(package)
    finally:
        sys.path.remove(str(directory))
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]
