"""`schema/names.toml`: the ledger of public names. A name moves only by editing it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ir.types import ObjectType, SpecRevision

Ledger = Mapping[str, Mapping[str, Sequence[str]]]
"""Revision to type to its attributes, or to class of calls and its methods."""

HEADER = """\
# Every public name of the generated package: by revision, each type with its attributes, and each class of calls with
# its methods.
# People import these. A name changes only by a change here, which is a decision and belongs into CHANGELOG.md.
"""


def ledger(specs: Sequence[SpecRevision], stubs: Ledger = MappingProxyType({})) -> Ledger:
    """The names that the schemas give, and by revision those of the classes beside the types."""
    return {
        spec.revision.id: dict(sorted([*_types(spec).items(), *stubs.get(spec.revision.id, {}).items()]))
        for spec in specs
        if spec.revision.status != "own"
    }


def check(schema_root: Path, specs: Sequence[SpecRevision], stubs: Ledger = MappingProxyType({})) -> None:
    """Raise if names and ledger differ.

    Raises:
        BindgenError: shows the lines to take out and to put in.
    """
    path = schema_root / "names.toml"
    recorded, found = _lines(read_toml(path)), _lines(ledger(specs, stubs))
    before, after = set(recorded), set(found)
    changes = [f"- {line}" for line in recorded if line not in after]
    changes += [f"+ {line}" for line in found if line not in before]
    if changes:
        raise BindgenError(
            "public names have changed\n  " + "\n  ".join(changes),
            where=str(path),
            hint="if that is meant, edit the ledger accordingly and say so in CHANGELOG.md",
        )


def text(names: Ledger) -> str:
    """A ledger as TOML."""
    blocks: list[str] = []
    for revision, types in names.items():
        blocks.append("\n".join([f'["{revision}"]', *(_line(name, attributes) for name, attributes in types.items())]))
    return HEADER + "\n" + "\n\n".join(blocks) + "\n"


def _types(spec: SpecRevision) -> dict[str, Sequence[str]]:
    return {
        type_.name: [field.name for field in type_.fields] if isinstance(type_, ObjectType) else []
        for type_ in spec.types
    }


def _line(name: str, attributes: Sequence[str]) -> str:
    return f"{name} = [{', '.join(json.dumps(attribute) for attribute in attributes)}]"


def _lines(names: Ledger) -> list[str]:
    return [f"[{revision}] {_line(*row)}" for revision, types in names.items() for row in types.items()]
