"""Check, before anything is written, that a module of types defines exactly the types of its IR."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.render.imports import SOURCES
from mcp_bindgen.render.models import TypeModule
from mcp_bindgen.render.type_files import modules_of_types
from mcp_bindgen.steps import StepRunner


@dataclass(frozen=True)
class ExpectedDefinition:
    """Required form of the statement that defines a type."""

    members: tuple[str, ...] | None
    """Members of a class, in order; None if the type is an alias."""
    is_checked: bool = False
    """True if the type is a class with conditions."""


@dataclass(frozen=True)
class ExpectedModule:
    """A module of types, and its required definitions."""

    path: str
    """Path of the module, for messages."""
    source: bytes
    definitions: Mapping[str, ExpectedDefinition]
    """Required form of each type, by name."""
    others: Mapping[str, str]
    """Module of each further name that may be imported."""
    late: Mapping[str, str]
    """Module of each name that must be imported for type checkers alone."""


def make_expected_module(
    path: str,
    source: bytes,
    spec: SpecRevision,
    others: Mapping[str, str] = MappingProxyType({}),
    late: Mapping[str, str] = MappingProxyType({}),
) -> ExpectedModule:
    """Return a module of types, with the definitions that its IR requires.

    Args:
        path: path of the module, for messages.
        source: text of the module.
        spec: the types that the module must define.
        others: module of each further name that may be imported.
        late: module of each name that must be imported for type checkers alone.
    """
    shapes = {
        type_.name: ExpectedDefinition(tuple(field.name for field in type_.fields), bool(type_.conditions))
        if isinstance(type_, ObjectType)
        else ExpectedDefinition(None)
        for type_ in spec.types
    }
    return ExpectedModule(path, source, shapes, dict(others), dict(late))


def make_expected_modules(
    spec: SpecRevision,
    directory: str,
    bodies: Sequence[TypeModule],
    files: Mapping[str, bytes],
    imported: Mapping[str, str] = MappingProxyType({}),
) -> list[ExpectedModule]:
    """Return the written modules of types, each with the definitions that the IR requires.

    Args:
        spec: the types that the modules must define.
        directory: directory of the modules, below that of the package.
        bodies: the modules.
        files: the written files.
        imported: the package of each type of a revision, by name, if an extension may import the type; empty for a
            revision.
    """
    sources = {**imported, **{name: f".{module}" for name, module in modules_of_types(bodies).items()}}
    found: list[ExpectedModule] = []
    for body in bodies:
        path = f"mcp_bindings/{directory}/{body.module}.py"
        own = replace(spec, types=tuple(type_ for type_ in spec.types if type_.name in body.names))
        found.append(make_expected_module(path, files[path], own, sources, body.late))
    return found


def verify_modules(modules: Sequence[ExpectedModule], steps: StepRunner) -> list[dict[str, int]]:
    """Check modules with `verify_module`, and return for each module the line number of each type, by type name.

    Raises:
        BindgenError: a module does not define exactly the types of its IR.
    """
    found = steps.run("verify", _verify_to_json, modules, key=lambda module: module)
    return [json.loads(lines) for lines in found]


def _verify_to_json(module: ExpectedModule) -> bytes:
    return json.dumps(verify_module(module)).encode("ascii")


def verify_module(module: ExpectedModule) -> dict[str, int]:
    """Check a module of types against its IR, and return the line number of each type, by name of the type.

    The module may have docstrings, imports, classes and aliases. A recursive alias stands twice, for type checkers and
    for run time. A class may have the keyword `extra="forbid"`, which closes the class. Its body may have a docstring,
    conditions, and annotated members. The default of a member is a constant or a `Field(…)` call. Annotations have
    names, unions, subscripts, and calls such as `Field(…)` with constants. No other syntax is accepted, whatever a
    schema contains.

    Raises:
        BindgenError: a type or member is missing, misnamed or extra, or there is other syntax.
    """
    lines: dict[str, int] = {}
    path, shapes = module.path, module.definitions
    for node in ast.parse(module.source).body:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                continue
            case ast.Import() | ast.ImportFrom() if ast.unparse(node) in _possible_imports(node, module.others):
                continue
            case ast.If(
                test=ast.Attribute(value=ast.Name(id="typing"), attr="TYPE_CHECKING"), body=body, orelse=[]
            ) if _late_imports(body) == module.late:
                continue
            case ast.AnnAssign(target=ast.Name(id="__late_imports__"), value=ast.Dict() as value) if (
                ast.literal_eval(value) == module.late
            ):
                continue
            case ast.ClassDef(
                name=name,
                bases=[ast.Name(id=base)],
                keywords=[] | [ast.keyword(arg="extra", value=ast.Constant(value="forbid"))],
                decorator_list=[],
            ):
                _verify_class(path, node, shapes.get(name, ExpectedDefinition(None)), base)
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if _is_alias(node) and _is_type(value):
                pass
            case ast.If(
                test=ast.Attribute(value=ast.Name(id="typing"), attr="TYPE_CHECKING"),
                body=[ast.AnnAssign(target=ast.Name(id=name), value=value) as shown],
                orelse=[
                    ast.Assign(
                        targets=[ast.Name(id=again)],
                        value=ast.Call(
                            func=ast.Name(id="TypeAliasType"), args=[ast.Constant(value=given_name), exact], keywords=[]
                        ),
                    )
                ],
            ) if name == again == given_name and _is_alias(shown) and _is_type(value) and _is_type(exact):
                pass
            case _:
                raise BindgenError("a statement that no type accounts for", where=f"{path}:{node.lineno}")
        if name not in shapes or name in lines:
            raise BindgenError(f"unexpected definition of {name}", where=f"{path}:{node.lineno}")
        lines[name] = node.lineno
    missing = sorted(set(shapes) - set(lines))
    if missing:
        raise BindgenError(f"no class or alias was generated for {', '.join(missing)}", where=path)
    return lines


def _possible_imports(node: ast.Import | ast.ImportFrom, others: Mapping[str, str]) -> list[str]:
    """Return the texts that an import statement of a module may have: `import typing` and, if one module defines all
    names that the statement imports, the import of these names from that module.
    """
    names = [alias.name for alias in node.names]
    sources = {SOURCES.get(name) or others.get(name, "") for name in names}
    return ["import typing", *(f"from {source} import {', '.join(names)}" for source in sources if len(sources) == 1)]


def _late_imports(body: Sequence[ast.stmt]) -> dict[str, str] | None:
    """Return the module of each name that statements import. Return None if a statement is not `from … import …`, or
    renames a name.
    """
    found: dict[str, str] = {}
    for node in body:
        if not isinstance(node, ast.ImportFrom) or any(alias.asname for alias in node.names):
            return None
        found |= {alias.name: f"{'.' * node.level}{node.module or ''}" for alias in node.names}
    return found


def _verify_class(path: str, node: ast.ClassDef, shape: ExpectedDefinition, base: str) -> None:
    names: list[str] = []
    if base != ("CheckedModel" if shape.is_checked else "WireModel"):
        raise BindgenError(f"{node.name} has the base {base}", where=f"{path}:{node.lineno}")
    for part in node.body:
        match part:
            case ast.Expr(value=ast.Constant(value=str())):
                continue
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value) if _is_type(
                annotation
            ) and _is_default(value):
                if name != "__pydantic_extra__":
                    names.append(name)
            case ast.Assign(targets=[ast.Name(id="__satisfies__")], value=value) if (
                shape.is_checked and _is_annotation_mark(value)
            ):
                continue
            case _:
                raise BindgenError("a statement that no member accounts for", where=f"{path}:{part.lineno}")
    expected = None if shape.members is None else [*shape.members]
    if names != expected:
        raise BindgenError(f"{node.name} has members {names}, expected {expected}", where=f"{path}:{node.lineno}")


def _is_alias(node: ast.AnnAssign) -> bool:
    return ast.unparse(node.annotation) == "typing.TypeAlias"


def _is_type(expr: ast.expr | None) -> bool:
    """Return whether an expression is a type in an annotation, or the text of such a type."""
    match expr:
        case ast.Name() | ast.Constant(value=None):
            return True
        case ast.Constant(value=str(text)):
            return _is_type(ast.parse(text, mode="eval").body)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _is_type(left) and _is_type(right)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=values):
            return all(map(_is_constant, values.elts if isinstance(values, ast.Tuple) else [values]))
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name(id="typing"), attr="Annotated"), slice=ast.Tuple(elts=elts)
        ):
            return _is_type(elts[0]) and all(map(_is_annotation_mark, elts[1:]))
        case ast.Subscript(value=ast.Name(), slice=ast.Tuple(elts=elts)):
            return all(map(_is_type, elts))
        case ast.Subscript(value=ast.Name(), slice=inner):
            return _is_type(inner)
        case _:
            return False


def _is_annotation_mark(expr: ast.expr) -> bool:
    match expr:
        case ast.Call(func=ast.Name(id="ExactLiteral" | "Field" | "OneOf"), args=args, keywords=keywords):
            return all(map(_is_constant, [*args, *(keyword.value for keyword in keywords)]))
        case ast.Call(func=ast.Name(id="Satisfies"), args=args, keywords=[]):
            return all(map(_is_json, args))
        case _:
            return False


def _is_default(value: ast.expr | None) -> bool:
    return (
        value is None or _is_constant(value) or (_is_annotation_mark(value) and ast.unparse(value).startswith("Field("))
    )


def _is_constant(expr: ast.expr) -> bool:
    match expr:
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
        case _:
            return False


def _is_json(expr: ast.expr | None) -> bool:
    match expr:
        case ast.Dict(keys=keys, values=values):
            return all(isinstance(key, ast.Constant) for key in keys) and all(map(_is_json, values))
        case ast.List(elts=elts):
            return all(map(_is_json, elts))
        case _:
            return expr is not None and _is_constant(expr)
