"""The hand-written runtime is copied byte for byte, and `templates/` has nothing but templates.

An `__init__.py` with public names is rendered; `tests/meta/test_facades.py` compares it with its imports.
"""

from __future__ import annotations

from pathlib import Path

from mcp_bindgen.records.names import exported_names
from tests.meta.reading import PRODUCT, ROOT, RUNTIME, TEMPLATES, repository_files

NO_TEMPLATES = {
    "LICENSE": "has no value to fill in",
    "_models/TypeAliasType.jinja2": "datamodel-code-generator finds its templates by this name",
    "_models/pydantic_v2/BaseModel.jinja2": "datamodel-code-generator finds its templates by this name",
}
"""Files of `templates/` without the suffix `.j2`, with the reason."""


def package_of(path: Path) -> str:
    """The name of the package with this `__init__.py`."""
    return ".".join(path.parent.relative_to(RUNTIME.parent).parts)


def test_the_runtime_is_copied_byte_for_byte() -> None:
    """To repair: `mcp-bindgen generate`."""
    sources = [path for path in repository_files() if path.is_relative_to(RUNTIME.parent)]
    assert RUNTIME / "__init__.py" in sources
    copies = {path: PRODUCT.parent / path.relative_to(RUNTIME.parent) for path in sources}
    assert [str(path) for path, copy in copies.items() if not copy.is_file()] == []
    rendered = {
        path for path in sources if path.name == "__init__.py" and exported_names(path.read_bytes(), package_of(path))
    }
    different = {path for path, copy in copies.items() if path.read_bytes() != copy.read_bytes()}
    assert sorted(map(str, different ^ rendered)) == []


def test_templates_have_their_suffix() -> None:
    paths = [path for path in repository_files() if path.is_relative_to(TEMPLATES)]
    assert paths, ROOT
    others = {path.relative_to(TEMPLATES).as_posix() for path in paths if path.suffix != ".j2"}
    assert (others - set(NO_TEMPLATES), set(NO_TEMPLATES) - others) == (set(), set())
    assert all(NO_TEMPLATES.values())
