"""The members of the row types of `mcp_bindings.spec` that no code reads: `python -m tests.meta.row_members`.

Code reads a member if it takes the attribute of a row, of the runtime's type or of the tool's type with the same facts,
or of a value whose type mypy does not know. A comparison of all members, as `mcp-bindgen diff` makes it, reads none.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from mypy import build, find_sources, nodes, options, types
from mypy.config_parser import parse_config_file

ROOT = Path(__file__).resolve().parents[2]

TOOL = ("mcp_bindgen.ingest.", "mcp_bindgen.ir.")
"""Where the tool's types of the same facts stand."""

TWINS: Mapping[str, tuple[str, ...]] = {
    "Capability": ("CapabilityFacts",),
    "ExtensionInfo": ("ExtensionFacts",),
    "Http": ("HttpFacts",),
}
"""By row type of the runtime, the types of the tool with the same facts and another name."""

EVERYWHERE = "sources"
"""The member of every row for whoever reads about it: the pages that state the fact."""

UNKNOWN = "Any"


class Survey(NamedTuple):
    """What the code reads of the row types."""

    unread: dict[str, set[str]]
    """The members that no code reads, by row type, apart from `sources`."""

    stale: list[str]
    """The entries of `TWINS` that name no type of the tool, or one without which the same members are read."""


def survey() -> Survey:
    """Read all code.

    Raises:
        CompileError: mypy finds an error.
    """
    found = _checked()
    reads = set(_reads(found))
    infos = list(_classes(found))
    tool = [info.fullname for info in infos if info.fullname.startswith(TOOL)]
    rows = [info for info in infos if info.fullname.startswith("mcp_bindings.spec.") and info.is_named_tuple]

    def left(info: nodes.TypeInfo, names: Iterable[str]) -> set[str]:
        owners = [info.fullname, UNKNOWN, *(each for each in tool if each.rpartition(".")[2] in names)]
        stated = [name for name, symbol in info.names.items() if _is_member(name, symbol)]
        return {name for name in stated if not any((owner, name) in reads for owner in owners)} - {EVERYWHERE}

    members = {info.name: left(info, (info.name, *TWINS.get(info.name, ()))) for info in rows}
    used = {
        (info.name, twin)
        for info in rows
        for twin in TWINS.get(info.name, ())
        if left(info, {info.name, *TWINS[info.name]} - {twin}) != members[info.name]
    }
    stale = [f"{row}: {twin}" for row, twins in TWINS.items() for twin in twins if (row, twin) not in used]
    return Survey({name: names for name, names in members.items() if names}, stale)


def _checked() -> build.BuildResult:
    chosen = options.Options()
    parse_config_file(chosen, lambda: None, str(ROOT / "pyproject.toml"), io.StringIO(), io.StringIO())
    chosen.export_types = chosen.preserve_asts = True
    chosen.incremental = False
    chosen.python_executable = sys.executable
    package = ROOT / "generated" / "mcp_bindings"
    parts = [each for each in package.iterdir() if each.suffix == ".py" or (each / "__init__.py").exists()]
    paths = [
        str(each)
        for each in (*sorted(each for each in parts if not each.match("v2*")), ROOT / "codegen" / "mcp_bindgen")
    ]
    sources = find_sources.create_source_list(paths, chosen)
    return build.build(sources, chosen)


def _classes(found: build.BuildResult) -> Iterator[nodes.TypeInfo]:
    for name, state in found.graph.items():
        if name.startswith("mcp_bind") and state.tree is not None:
            for symbol in state.tree.names.values():
                if isinstance(symbol.node, nodes.TypeInfo) and symbol.node.module_name == name:
                    yield symbol.node


def _is_member(name: str, symbol: nodes.SymbolTableNode) -> bool:
    return isinstance(symbol.node, nodes.Var) and name.isidentifier() and not name.startswith("_")


def _reads(found: build.BuildResult) -> Iterator[tuple[str, str]]:
    """Each attribute that code takes, after the class that has it."""
    for each in found.types:
        if isinstance(each, nodes.MemberExpr) and (base := found.types.get(each.expr)) is not None:
            yield from ((owner, each.name) for owner in _names(base))


def _names(type_: types.Type) -> Iterator[str]:
    match types.get_proper_type(type_):
        case types.UnionType(items=items):
            for each in items:
                yield from _names(each)
        case types.TupleType(partial_fallback=instance):
            yield instance.type.fullname
        case types.Instance(type=info):
            yield info.fullname
        case types.TypeVarType(upper_bound=bound):
            yield from _names(bound)
        case types.AnyType():
            yield UNKNOWN
        case _:
            pass


if __name__ == "__main__":
    unread, stale = survey()
    for row, names in sorted(unread.items()):
        print(f"| `{row}` | {', '.join(f'`{name}`' for name in sorted(names))} |")
    if stale:
        sys.exit("remove from `TWINS`, since they change nothing: " + ", ".join(stale))
