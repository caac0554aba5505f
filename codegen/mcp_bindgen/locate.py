"""Find a method or definition in the generated package."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.importer import read_bytes
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.output.verify import definition_lines


def locate(spec: SpecRevision, name: str, out: Path, module: str) -> list[dict[str, object]]:
    """The classes of a method, or the class or alias of a definition, with path and line.

    Raises:
        BindgenError: neither a method nor a definition of the revision; names the nearest.
    """
    carriers = [each for method in spec.methods if method.name == name for each in method.definitions]
    types = spec.by_name()
    targets = carriers or ([spec.definitions[name]] if name in spec.definitions else [name] if name in types else [])
    if not targets:
        known = {each.lower(): each for each in (*types, *spec.definitions, *(method.name for method in spec.methods))}
        close = [known[each] for each in get_close_matches(name.lower(), known, n=3, cutoff=0.6)]
        hint = f"did you mean {' or '.join(close)}?" if close else "`mcp-bindgen matrix` lists the methods"
        raise BindgenError(f"no method or definition {name!r}", where=f"revision {spec.revision.id}", hint=hint)
    path = out / "mcp_bindings" / module / "models.py"
    if not path.is_file():
        raise BindgenError("there is no generated module", where=str(path), hint="run `mcp-bindgen generate` first")
    lines = definition_lines(read_bytes(path))
    return [{"name": target, "path": str(path), "line": lines.get(target, 1)} for target in targets]
