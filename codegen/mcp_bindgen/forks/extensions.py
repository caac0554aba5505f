"""Extensions of the base that a fork can have: those whose types can be built with the types of the fork."""

from __future__ import annotations

from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.package import assembled_alone
from mcp_bindgen.ingest import extensions, manifest
from mcp_bindgen.ingest.extensions import Header
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.records.docs import read_docs


def extend_fork(schema_root: Path, spec: SpecRevision, base_id: str) -> list[str]:
    """Let the extensions of the base extend the fork.

    Args:
        schema_root: the data with the fork; it is changed.
        spec: the types of the fork.
        base_id: the revision that it is a fork of.

    Returns:
        Why others are left out.
    """
    left_out: list[str] = []
    for module in extensions.modules(schema_root):
        header = extensions.read_facts(schema_root, module).header
        if base_id in header.revisions:
            path = schema_root / extensions.DIRECTORY / module / extensions.FACTS
            stated = path.read_bytes()
            manifest.write_values(path, "extension", {"revisions": [spec.revision.id]})
            try:
                _check_names(schema_root, header, spec)
                assembled_alone(schema_root, module, {spec.revision.id: spec}, read_docs(schema_root))
            except BindgenError as error:
                path.write_bytes(stated)
                left_out.append(f"{module}: {error.what}")
    return left_out


def _check_names(schema_root: Path, header: Header, spec: SpecRevision) -> None:
    pinned = extensions.with_own_roots(extensions.load_pinned(schema_root, header))
    twice = sorted({name for schemas in pinned.values() for name in schemas} & set(spec.definitions))
    if twice:
        raise BindgenError(f"the schema has definitions of the same name: {', '.join(twice)}")
