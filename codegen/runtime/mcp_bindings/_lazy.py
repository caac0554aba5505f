"""Packages whose names are imported from their modules on first use, so that importing a package stays cheap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, names: Mapping[str, Sequence[str]], *, modules: Sequence[str] = (), default: str = ""
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package (PEP 562).

    Args:
        package: `__name__` of the package.
        names: by module, the names that it offers; the path is relative to the package.
        modules: modules within the package that are themselves offered.
        default: the module of every name in the package's `__all__` that `names` does not list.
    """
    sources = {name: module for module, offered in names.items() for name in offered}

    def load(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{name}")
        module = sources.get(name)
        if module is None and default and name in _public(package):
            module = default
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f".{module}", package), name)
        setattr(import_module(package), name, value)
        return value

    def names_of_package() -> list[str]:
        return sorted({*vars(import_module(package)), *_public(package)})

    return load, names_of_package


def _public(package: str) -> Sequence[str]:
    names: Sequence[str] = import_module(package).__all__
    return names
