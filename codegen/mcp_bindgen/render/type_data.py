"""Variables of the templates of types: docstrings, defaults and markers in `Annotated`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from mcp_bindgen import naming
from mcp_bindgen.ir.history import TypeHistory
from mcp_bindgen.ir.recursion import is_recursive
from mcp_bindgen.ir.subjects import TypeModules
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    Constraints,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)
from mcp_bindgen.jsontext import JSONValue, escape_token
from mcp_bindgen.records.docs import Docs
from mcp_bindgen.render.literals import docstring, json_literal, literal

INDENT = "    "

EXTRA_KEY = "extra"
"""Name of the member that stands for all unknown members, in the schema from which models are rendered."""


def member_key(number: int) -> str:
    """Return the name of a member in the schema from which models are rendered, given the number of the member."""
    return f"member_{number}"


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
"""Argument of `pydantic.Field` for each JSON Schema keyword."""

SCALAR_HINTS = {"string": "str", "boolean": "bool", "integer": "Integer", "number": "Number", "null": "None"}

SENT_BY = {"client": "the client", "server": "the server", "both": "either side"}


@dataclass(frozen=True)
class FieldSource:
    """The Python source of one field of a class."""

    name: str
    hint: str
    """Annotation of the field if datamodel-code-generator cannot write it, else empty."""
    omittable: bool
    value: str
    """The default as Python source; empty if the field has none."""
    docstring: str


FilledValues: TypeAlias = Mapping[str, Mapping[str, JSONValue]]
"""Values that constructors fill in, by name of the type and wire name of the member."""

_NO_FILLED_VALUES: FilledValues = MappingProxyType({})


def make_type_data(
    spec: SpecRevision,
    docs: Docs,
    history: Mapping[str, TypeHistory],
    modules: TypeModules,
    filled: FilledValues = _NO_FILLED_VALUES,
) -> dict[str, dict[str, object]]:
    """Return the variables of the template of each type, by name of the type."""
    types = spec.by_name()
    is_late = modules.make_text_annotation_test()
    data: dict[str, dict[str, object]] = {}
    for type_ in spec.types:
        indent = INDENT if isinstance(type_, ObjectType) else ""
        text = [docs.type_line(spec, type_), *_derived_facts(spec, type_, history[type_.name])]
        row: dict[str, object] = {"docstring": docstring(text, indent)}
        match type_:
            case ObjectType():
                row["members"] = {
                    member_key(number): _make_field_source(
                        spec,
                        docs,
                        type_,
                        field,
                        types,
                        late=is_late(type_.name, field.type),
                        filled=filled.get(type_.name, {}).get(field.wire_name),
                    )
                    for number, field in enumerate(type_.fields)
                }
                row["closed"] = type_.extra is None
                row["extra"] = EXTRA_KEY
                late = type_.extra is not None and is_late(type_.name, type_.extra)
                row["extra_hint"] = literal(special_annotation(type_.extra)) if late else ""
                row["conditions"] = "".join(_condition_marks(type_))
            case UnionType():
                mark = f"OneOf({literal(type_.tag)})" if type_.tag is not None else "OneOf()"
                row |= _alias_variables(
                    ScalarUnion(type_.arms), [mark], _condition_marks(type_), is_recursive(type_.name, types)
                )
            case AliasType():
                marks = _bound_marks(type_.target)
                row |= _alias_variables(type_.target, marks, _condition_marks(type_), is_recursive(type_.name, types))
        data[type_.name] = row
    return data


def special_annotation(expr: TypeExpr | None) -> str:
    """Return the annotation of a type that datamodel-code-generator cannot write, such as a recursive type.

    The annotation is `Any` for a type of any JSON value, and for None.
    """
    match expr:
        case Ref():
            return expr.name
        case Scalar():
            return _annotate_with_marks(SCALAR_HINTS[expr.kind], _bound_marks(expr))
        case LiteralValue():
            return _literal_annotation(expr)
        case ListOf():
            return _annotate_with_marks(f"list[{special_annotation(expr.items)}]", _bound_marks(expr))
        case MapOf():
            return f"dict[str, {special_annotation(expr.values)}]"
        case ScalarUnion():
            return " | ".join(
                sorted(map(special_annotation, expr.arms), key="None".__eq__)
            )  # None at the end, as is usual
        case _:
            return "Any"


def _bound_marks(expr: TypeExpr) -> list[str]:
    """Return the bounds of a type as an argument of `Annotated`; empty for a type without bounds."""
    constraints = expr.constraints if isinstance(expr, (Scalar, ListOf)) else ()
    return [f"Field({', '.join(_bound_arguments(constraints))})"] if constraints else []


def _condition_marks(type_: TypeDef) -> list[str]:
    """Return the conditions of a type as an argument of `Annotated`; empty for a type without conditions."""
    if not type_.conditions:
        return []
    return [f"Satisfies({', '.join(json_literal(json.loads(each)) for each in type_.conditions)})"]


def _alias_variables(
    expr: TypeExpr, marks: Sequence[str], conditions: Sequence[str], recursive: bool
) -> dict[str, object]:
    """Return the template variables of an alias. A recursive alias has one text for type checkers, one for run time."""
    if recursive:
        plain = special_annotation(expr)
        exact = _annotate_with_marks(plain, [*(marks if isinstance(expr, ScalarUnion) else ()), *conditions])
        return {"recursive": literal(plain), "runtime": literal(exact)}
    marks = [*marks, *conditions]
    if expr == Scalar("null"):
        return {"hint": "Literal[None]", "marks": marks}  # a bare None cannot be an arm of a union beside None
    return {"hint": special_annotation(expr) if isinstance(expr, LiteralValue) else "", "marks": marks}


def _literal_annotation(expr: LiteralValue) -> str:
    """Return the annotation of constants: a `Literal`, with a marker if a constant is not a string.

    Python and JSON compare other constants differently, such as `1` and `true`.

    A `Literal` cannot have fractions, so `float` and the marker stand for fractions.
    """
    whole = [literal(value) for value in expr.values if not isinstance(value, float)]
    arms = [f"Literal[{', '.join(whole)}]"] if whole else []
    arms += ["float"] if len(whole) < len(expr.values) else []
    if all(isinstance(value, str) for value in expr.values):
        return arms[0]
    return _annotate_with_marks(
        " | ".join(arms), [f"ExactLiteral({', '.join(literal(value) for value in expr.values)})"]
    )


def _annotate_with_marks(plain: str, marks: Sequence[str]) -> str:
    return f"typing.Annotated[{', '.join([plain, *marks])}]" if marks else plain


def _make_field_source(
    spec: SpecRevision,
    docs: Docs,
    owner: ObjectType,
    field: Field,
    types: Mapping[str, TypeDef],
    *,
    late: bool,
    filled: JSONValue = None,
) -> FieldSource:
    line = docs.member_line(spec, owner, field.wire_name)
    constant = field.constant
    nullable = allows_null(field.type, types)
    value = constant.values[0] if constant else filled if field.required else None
    default = literal(value) if value is not None else "" if field.required else "None"
    arguments = _bound_arguments(field.type.constraints) if isinstance(field.type, (Scalar, ListOf)) else []
    if naming.default_wire_name(field.name) != field.wire_name:
        name = literal(field.wire_name)
        arguments += [f"validation_alias={name}", f"serialization_alias={name}"]
    if arguments and default:
        arguments.insert(0, f"default={default}")  # by keyword, because type checkers do not read a positional default
    source = f"Field({', '.join(arguments)})" if arguments else default
    is_deprecated = f"{owner.provenance.pointer}/properties/{escape_token(field.wire_name)}" in spec.deprecated
    text = docstring([line or f"Member `{field.wire_name}`.", "Deprecated." if is_deprecated else ""], INDENT)
    constants = field.type.values if isinstance(field.type, LiteralValue) else ()
    # The base class makes other constants exact.
    marked = any(value is None or isinstance(value, float) for value in constants)
    return FieldSource(
        name=field.name,
        hint=literal(special_annotation(field.type)) if late else special_annotation(field.type) if marked else "",
        omittable=not field.required and not nullable,
        value=source,
        docstring=text,
    )


def allows_null(expr: TypeExpr, types: Mapping[str, TypeDef]) -> bool:
    """Return whether null is valid for a type. The search is a loop, because references may form a long chain."""
    seen: set[str] = set()
    frontier: list[TypeExpr] = [expr]
    while frontier:
        match frontier.pop():
            case AnyJson() | Scalar(kind="null"):
                return True
            case LiteralValue(values=values) if None in values:
                return True
            case ScalarUnion(arms=arms):
                frontier.extend(arms)
            case Ref(name=name) if name not in seen:
                seen.add(name)
                match types[name]:
                    case UnionType(arms=arms):
                        frontier.extend(arms)
                    case AliasType(target=target):
                        frontier.append(target)
                    case _:
                        pass
            case _:
                pass
    return False


def _bound_arguments(constraints: Constraints) -> list[str]:
    return [f"{BOUNDS[word]}={literal(value)}" for word, value in constraints]


def _derived_facts(spec: SpecRevision, type_: TypeDef, history: TypeHistory) -> list[str]:
    """Return a paragraph of derived facts about a type, such as its method, sender, history and schema location."""
    sentences = ["Deprecated."] if type_.provenance.pointer in spec.deprecated else list[str]()
    carried = [method.name for method in spec.methods if type_.name in method.definitions]
    if carried:
        sentences.append(f"Carries `{carried[0]}`.")
    sender = spec.directions[type_.name]
    if sender in SENT_BY:
        sentences.append(f"Sent by {SENT_BY[sender]}.")
    if spec.revision.status != "custom":
        changed = f"; changed in {', '.join(history.changed_in)}" if history.changed_in else ""
        sentences.append(f"Since {history.since}{changed}.")
    page = spec.revision.page_of_definition(type_.definition)
    return ["\n".join(line for line in (" ".join(sentences), f"Schema `#{type_.provenance.pointer}`.", page) if line)]
