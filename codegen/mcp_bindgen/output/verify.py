"""The last look before anything is written: is the text the types that were meant, and nothing more?"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import ObjectType, SpecRevision


def verify_models(path: str, source: bytes, spec: SpecRevision) -> dict[str, int]:
    """Check a models module against its IR and return the line of each type.

    A class may hold a docstring, annotated members with constant defaults or a `Field(…)` call, and the one line of
    configuration that closes it; the module may hold such classes, aliases (recursive ones apart for type checkers
    and run time), docstrings and imports. Whatever a schema says, no other syntax can come of it.

    Raises:
        BindgenError: a type or member is missing, misnamed or extra, or there is other syntax.
    """
    lines: dict[str, int] = {}
    types = spec.by_name()
    for node in ast.parse(source).body:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                continue
            case ast.ClassDef(name=name):
                _verify_class(path, node, types.get(name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.If(
                test=ast.Attribute(attr="TYPE_CHECKING"),
                body=[ast.AnnAssign(target=ast.Name(id=name))],
                orelse=[ast.Assign(targets=[ast.Name(id=again)])],
            ) if name == again:
                pass
            case _:
                raise BindgenError("a statement that no type accounts for", where=f"{path}:{node.lineno}")
        if name not in types or name in lines:
            raise BindgenError(f"unexpected definition of {name}", where=f"{path}:{node.lineno}")
        lines[name] = node.lineno
    missing = sorted(set(types) - set(lines))
    if missing:
        raise BindgenError(f"no class or alias was generated for {', '.join(missing)}", where=path)
    return lines


def _verify_class(path: str, node: ast.ClassDef, type_: object) -> None:
    names: list[str] = []
    for part in node.body:
        match part:
            case ast.Expr(value=ast.Constant(value=str())):
                continue
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if _is_default(value):
                if name != "__pydantic_extra__":
                    names.append(name)
            case ast.Assign(targets=[ast.Name(id="model_config")]):
                continue
            case _:
                raise BindgenError("a statement that no member accounts for", where=f"{path}:{part.lineno}")
    expected = [field.name for field in type_.fields] if isinstance(type_, ObjectType) else None
    if names != expected:
        raise BindgenError(f"{node.name} has members {names}, expected {expected}", where=f"{path}:{node.lineno}")


def _is_default(value: ast.expr | None) -> bool:
    match value:
        case None | ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Call(func=ast.Name(id="Field"), args=args, keywords=keywords):
            return all(_is_default(item) for item in [*args, *(keyword.value for keyword in keywords)])
        case _:
            return False


def definition_lines(source: bytes) -> Mapping[str, int]:
    """Line of every class and alias of a module."""
    lines: dict[str, int] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                lines[name] = node.lineno
            case ast.If(body=[ast.AnnAssign(target=ast.Name(id=name))]):
                lines[name] = node.lineno
            case _:
                pass
    return lines
