"""What templates are told about a type, beyond its shape: docstrings, defaults and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mcp_bindgen import naming
from mcp_bindgen.ingest.docs import Docs
from mcp_bindgen.ir.history import History
from mcp_bindgen.ir.recursion import is_recursive
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    Constraints,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    OneOf,
    Ref,
    Scalar,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)
from mcp_bindgen.render.literals import docstring, literal

INDENT = "    "

BOUNDS = {
    "exclusiveMaximum": "lt",
    "exclusiveMinimum": "gt",
    "maximum": "le",
    "maxItems": "max_length",
    "maxLength": "max_length",
    "minimum": "ge",
    "minItems": "min_length",
    "minLength": "min_length",
    "multipleOf": "multiple_of",
}
"""JSON Schema keyword to argument of `pydantic.Field`."""

SCALAR_HINTS = {"string": "str", "boolean": "bool", "integer": "Integer", "number": "Number", "null": "None"}

SENT_BY = {"client": "the client", "server": "the server", "both": "either side"}


@dataclass(frozen=True)
class Member:
    """How one field is written."""

    omittable: bool
    value: str
    """Source of what follows `=`; empty if nothing does."""
    docstring: str


def type_data(spec: SpecRevision, docs: Docs, history: Mapping[str, History]) -> dict[str, dict[str, object]]:
    """By name of the type, the variables its template reads."""
    types = spec.by_name()
    data: dict[str, dict[str, object]] = {}
    for type_ in spec.types:
        indent = INDENT if isinstance(type_, ObjectType) else ""
        text = [docs.type_line(spec, type_), *_facts(spec, type_, history[type_.name])]
        row: dict[str, object] = {"docstring": docstring(text, indent)}
        match type_:
            case ObjectType():
                row["members"] = {field.name: _member(spec, docs, type_, field, types) for field in type_.fields}
                row["closed"] = type_.extra is None
                row["extra"] = "" if type_.extra in (None, AnyJson()) else hint(type_.extra)
            case UnionType():
                row["marks"] = [f"OneOf({literal(type_.tag)})" if type_.tag else "OneOf()"]
                row["recursive"] = _recursive(OneOf(type_.arms), type_.name, types)
            case AliasType():
                row["marks"] = marks(type_.target)
                row["recursive"] = _recursive(type_.target, type_.name, types)
        data[type_.name] = row
    return data


def hint(expr: TypeExpr | None) -> str:
    """An annotation, for what datamodel-code-generator does not write: unknown members and recursive types."""
    match expr:
        case Ref():
            return expr.name
        case Scalar():
            return SCALAR_HINTS[expr.kind]
        case LiteralValue():
            return f"Literal[{', '.join(literal(value) for value in expr.values)}]"
        case ListOf():
            return f"list[{hint(expr.items)}]"
        case MapOf():
            return f"dict[str, {hint(expr.values)}]"
        case OneOf():
            return " | ".join(hint(arm) for arm in expr.arms)
        case _:
            return "Any"


def marks(expr: TypeExpr) -> list[str]:
    """What an alias carries besides its type."""
    if isinstance(expr, (Scalar, ListOf)) and expr.constraints:
        return [f"Field({', '.join(_bounds(expr.constraints))})"]
    if isinstance(expr, LiteralValue) and not all(isinstance(value, str) for value in expr.values):
        return ["ExactLiteral()"]
    return []


def _recursive(expr: TypeExpr, name: str, types: Mapping[str, TypeDef]) -> str:
    return hint(expr) if is_recursive(name, types) else ""


def _member(spec: SpecRevision, docs: Docs, owner: ObjectType, field: Field, types: Mapping[str, TypeDef]) -> Member:
    line = docs.member_line(spec, owner, field.wire_name)
    constant = field.constant
    nullable = _allows_null(field.type, types)
    default = literal(constant.values[0]) if constant else "" if field.required else "None"
    arguments = _bounds(field.type.constraints) if isinstance(field.type, (Scalar, ListOf)) else []
    if naming.camel(field.name) != field.wire_name:
        name = literal(field.wire_name)
        arguments += [f"validation_alias={name}", f"serialization_alias={name}"]
    value = f"Field({', '.join([*([default] if default else []), *arguments])})" if arguments else default
    text = docstring([line], INDENT) if line else docstring([f"Member `{field.wire_name}`."], INDENT)
    return Member(omittable=not field.required and not nullable, value=value, docstring=text)


def _allows_null(expr: TypeExpr, types: Mapping[str, TypeDef], seen: frozenset[str] = frozenset()) -> bool:
    match expr:
        case AnyJson() | Scalar(kind="null"):
            return True
        case LiteralValue():
            return None in expr.values
        case OneOf():
            return any(_allows_null(arm, types, seen) for arm in expr.arms)
        case Ref() if expr.name not in seen:
            match types[expr.name]:
                case UnionType(arms=arms):
                    return any(_allows_null(arm, types, seen | {expr.name}) for arm in arms)
                case AliasType(target=target):
                    return _allows_null(target, types, seen | {expr.name})
                case _:
                    return False
        case _:
            return False


def _bounds(constraints: Constraints) -> list[str]:
    return [f"{BOUNDS[word]}={literal(value)}" for word, value in constraints]


def _facts(spec: SpecRevision, type_: TypeDef, history: History) -> list[str]:
    """What can be derived: method, sender, age, place in the schema and the page that describes it."""
    sentences: list[str] = []
    carried = [method.name for method in spec.methods if type_.name in method.definitions]
    if carried:
        sentences.append(f"Carries `{carried[0]}`.")
    sender = spec.directions[type_.name]
    if sender in SENT_BY:
        sentences.append(f"Sent by {SENT_BY[sender]}.")
    if spec.revision.status != "own":
        changed = f"; changed in {', '.join(history.changed_in)}" if history.changed_in else ""
        sentences.append(f"Since {history.since}{changed}.")
    page = spec.revision.reference.format(
        anchor=type_.definition.lower(), commit=spec.revision.commit, folder=spec.revision.path.rpartition("/")[0]
    )
    return ["\n".join(line for line in (" ".join(sentences), f"Schema `#{type_.provenance.pointer}`.", page) if line)]
