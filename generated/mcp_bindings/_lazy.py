"""Lazy import of a package's public names from its modules, so that importing the package stays cheap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, names: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make `__getattr__` and `__dir__` of a package (PEP 562), which import its public names when they are first used.

    Args:
        package: `__name__` of the package.
        names: the names that each module provides, by the module's path relative to the package. The names under
            the empty path are modules of the package.

    Returns:
        Two functions: `__getattr__`, which imports a public name and raises an AttributeError for any other name, and
        `__dir__`, which lists all public names, whether loaded or not, and those names of the package that begin with
        two underscores.
    """
    sources = {name: module for module, offered in names.items() for name in offered}

    def load_name(name: str) -> Any:
        module = sources.get(name)
        if module == "":
            return import_module(f"{package}.{name}")
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f".{module}", package), name)
        setattr(import_module(package), name, value)
        return value

    def list_package_names() -> list[str]:
        special = (name for name in vars(import_module(package)) if name.startswith("__"))
        return sorted({*special, *_list_public_names(package)})

    return load_name, list_package_names


def _list_public_names(package: str) -> Sequence[str]:
    names: Sequence[str] = import_module(package).__all__
    return names
