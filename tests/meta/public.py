"""The public names of the runtime, counted: `python -m tests.meta.public`.

They stand in `["packages"]` of schema/names.toml. The packages and modules with public names are counted as packages.
"""

from __future__ import annotations

from collections import Counter

from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.records.names import PACKAGES
from tests.meta.reading import ROOT, RUNTIME

ROOT_PACKAGE = RUNTIME.name


def public_names() -> dict[str, list[str]]:
    """The names of each public package or module, packages and modules not among them."""
    ledger = read_toml(ROOT / "schema" / "names.toml")[PACKAGES]
    return {package: [name for name in names if f"{package}.{name}" not in ledger] for package, names in ledger.items()}


def twice(names: dict[str, list[str]]) -> list[str]:
    """The names that two packages have."""
    return sorted(
        name for name, times in Counter(each for found in names.values() for each in found).items() if times > 1
    )


if __name__ == "__main__":
    names = public_names()
    for package, found in names.items():
        print(f"{len(found):4} {package}")
    print(f"{sum(map(len, names.values()))} names in {len(names)} packages with the root; twice: {twice(names) or 0}")
