"""A pytest plugin that runs tests of `mcp_bindings` against the package of a fork.

`MCP_BINDINGS_TESTED=acme_mcp pytest -p tests.forks.as_official tests/behaviour/test_dispatch.py` lets every import of
`mcp_bindings`, or of a module in it, give the module of that package. Where a test names the base of the fork, by its
module or by its schema, it gets the fork.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import pytest

from mcp_bindgen import sources
from mcp_bindgen.naming import make_module_name
from mcp_bindgen.package_names import PACKAGE

VARIABLE = "MCP_BINDINGS_TESTED"

OF_OFFICIAL_ALONE = {
    "test_the_draft_has_calls": "a fork of the newest release takes the place of the draft too",
}
"""Tests that state what only the official package has, and why; they fail for a fork, or there is no such revision."""


def install(tested: str) -> None:
    """Let the names of the official package stand for those of another."""
    package: Any = import_module(tested)
    names = {revision.package: revision for revision in map(package.revision, package.REVISIONS)}
    forks = {name: revision for name, revision in names.items() if revision.id != revision.version}
    modules = [package, *(import_module(found.name) for found in walk_packages(package.__path__, f"{tested}."))]
    for module in modules:
        _stand_for(module, module.__name__.replace(tested, PACKAGE, 1))
        for name, revision in forks.items():
            if module.__name__ == name or module.__name__.startswith(f"{name}."):
                base = f"{tested}.{make_module_name(revision.version)}"
                _stand_for(module, module.__name__.replace(name, base, 1))
                _stand_for(module, module.__name__.replace(name, base, 1).replace(tested, PACKAGE, 1))
    for name, revision in forks.items():
        setattr(package, make_module_name(revision.version), sys.modules[name])
    package.REVISIONS = tuple(revision.version for revision in names.values())
    package.LATEST = package.REVISIONS[-1]
    _give_schemas({key: revision for revision in forks.values() for key in (revision.id, revision.version)})


def _stand_for(module: ModuleType, name: str) -> None:
    sys.modules[name] = module


def _give_schemas(forks: dict[str, Any]) -> None:
    """Let the schema that tests compare with be that of the fork."""
    of_project = sources.effective_schema

    def effective_schema(revision_id: str, *, with_errata: bool = True) -> dict[str, Any]:
        if revision_id not in forks:
            return of_project(revision_id, with_errata=with_errata)
        directory = Path(import_module(forks[revision_id].package).__file__ or "").parent
        document: dict[str, Any] = json.loads((directory / "schema.json").read_bytes())
        return document

    sources.effective_schema = effective_schema


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Expect the failure of tests that state what only the official package has."""
    tested: Any = sys.modules[PACKAGE]
    if tested.revision(tested.LATEST).id == tested.LATEST:
        return  # the newest release is no fork
    for item in items:
        reason = OF_OFFICIAL_ALONE.get(item.name.partition("[")[0])
        if reason is not None:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))


if VARIABLE in os.environ:
    install(os.environ[VARIABLE])
