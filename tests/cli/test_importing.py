"""A package that cannot be imported is not written."""

from __future__ import annotations

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.output.importing import check_import
from tests.unit.tiny import ROOT


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return read_tree(ROOT / "generated")


def test_the_package_can_be_imported(files: dict[str, bytes]) -> None:
    check_import(files, "mcp_bindings")


@pytest.mark.parametrize("module", ["error_codes", "calls"])
def test_a_table_that_cannot_be_read_is_an_error(files: dict[str, bytes], module: str) -> None:
    path = next(path for path in sorted(files) if path.endswith(f"/{module}.py") and "/v2" in path)
    wrong = {**files, path: files[path] + b"\nint(None)\n"}
    with pytest.raises(BindgenError, match=r"cannot be imported, so nothing was written: TypeError: int\(\)"):
        check_import(wrong, "mcp_bindings")
