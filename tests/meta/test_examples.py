"""The examples are written as users write: they import nothing from the package but its public names."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

import mcp_bindings as mb
from tests.meta.reading import ROOT, imports, python_files

EXAMPLES = ROOT / "examples"
PACKAGE = mb.__name__
EXTENSIONS = f"{PACKAGE}.extensions"
EXTENSION_NAMES = {path.parent.name for path in (ROOT / "schema" / "extensions").glob("*/schema.json")}
CONSTANTS = "error_codes"
"""The module of a revision with its error codes, which is public beside the names of the revision's package."""


def package_imports() -> set[str]:
    """Full names of what the examples import from the package."""
    found = {name for path in python_files(EXAMPLES) for _, name in imports(path)}
    return {name for name in found if name.split(".")[0] == PACKAGE}


def is_public(name: str) -> bool:
    """Whether every step of a full name, such as `mcp_bindings.session.negotiate`, is public in the step before it."""
    step: object = import_module(PACKAGE)
    for part in name.split(".")[1:]:
        if not isinstance(step, ModuleType) or not offers(step, part):
            return False
        step = getattr(step, part, None) or import_module(f"{step.__name__}.{part}")
    return True


def offers(module: ModuleType, name: str) -> bool:
    packages = {mb.revision(version).package for version in mb.REVISIONS}
    if module.__name__ == PACKAGE and f"{PACKAGE}.{name}" in packages:
        return True
    if module.__name__ in packages and name == CONSTANTS:
        return True
    if module.__name__ == EXTENSIONS and name in EXTENSION_NAMES:
        return True
    if module.__name__ == PACKAGE or hasattr(module, "__all__"):
        return name in module.__all__
    return not name.startswith("_") and name in vars(module)


@pytest.mark.parametrize("name", sorted(package_imports()))
def test_the_examples_import_public_names(name: str) -> None:
    assert is_public(name), f"{name} is not public: no __all__ has it"


@pytest.mark.parametrize("name", ["session.state.SessionState", "errors.RequestId", "session.SessionState", "_lazy"])
def test_a_name_that_no_facade_has_is_not_public(name: str) -> None:
    assert not is_public(f"{PACKAGE}.{name}")
