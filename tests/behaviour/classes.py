"""Every generated class, with values made from its annotations alone."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

import mcp_bindings as mb
from mcp_bindgen.sources import effective_schema as effective_schema
from mcp_bindings.codec.codec import Codec
from mcp_bindings.codec.schema_file import SchemaFile
from mcp_bindings.wire.conditions import Satisfies
from mcp_bindings.wire.model import WireModel, wire_table
from mcp_bindings.wire.scalars import ExactLiteral
from tests.differential.instances import Generator
from tests.differential.patterns import matching_texts

SEED = 20261120
BOUNDS = ("ge", "min_length", "max_length")
"""Bounds in the marks of an annotation."""


def module(revision: str) -> types.ModuleType:
    return import_module(mb.revision(revision).package)


@cache
def models(revision: str) -> list[type[WireModel]]:
    """Every class of a revision, including those for schemas without a name of their own."""
    home = module(revision)
    found = [getattr(home, name) for name in home.__all__]
    return [item for item in found if isinstance(item, type) and issubclass(item, WireModel)]


@cache
def generator(revision: str) -> Generator:
    """Documents for definitions; its seed is `SEED`."""
    return Generator(effective_schema(revision), SEED)


@cache
def codec_of(model: type[WireModel]) -> Codec[Any]:
    """The codec of any class; classes for schemas without a name have none by name."""
    return Codec(model.__name__, model, SchemaFile("any", "mcp_bindings"))


def wire_names(model: type[WireModel]) -> dict[str, str]:
    """Wire names by attribute."""
    return {attribute: wire for wire, attribute in wire_table(model).attributes.items()}


def constants(model: type[WireModel]) -> dict[str, Any]:
    """Constant values by attribute."""
    return {name: field.default for name, field in model.model_fields.items() if is_constant(field)}


def filled(model: type[WireModel]) -> dict[str, Any]:
    """What constructors fill in, by attribute: constants, and values that a result usually has."""
    return {
        name: field.default
        for name, field in model.model_fields.items()
        if not field.is_required() and field.default is not None
    }


def is_constant(field: FieldInfo) -> bool:
    """Whether a field has one value only; others may have a value that constructors fill in."""
    is_exact = any(isinstance(mark, ExactLiteral) for mark in field.metadata)
    is_one = is_exact or get_args(field.annotation) == (field.default,)
    return not field.is_required() and field.default is not None and is_one


def omittable(model: type[WireModel]) -> list[str]:
    """Attributes that may be absent and may not be null."""
    return sorted(wire_table(model).omittable)


def nullable(model: type[WireModel]) -> list[str]:
    """Attributes that may be absent and may be null."""
    optional = [name for name, field in model.model_fields.items() if not field.is_required() and field.default is None]
    return [name for name in optional if name not in wire_table(model).omittable]


def minimal(model: type[WireModel]) -> dict[str, Any]:
    """The members that a constructor requires, by attribute."""
    wire_table(model)  # evaluates the annotations
    fields = model.model_fields.items()
    return {name: sample(field.annotation, field.metadata) for name, field in fields if field.is_required()}


def maximal(model: type[WireModel]) -> dict[str, Any]:
    """Every member, by attribute."""
    wire_table(model)
    return {
        name: field.default if is_constant(field) else sample(field.annotation, field.metadata)
        for name, field in model.model_fields.items()
    }


def minimal_value(revision: str, name: str) -> WireModel:
    """A value of a type of a revision with only the members that it requires."""
    model: type[WireModel] = getattr(import_module(mb.revision(revision).package), name)
    return model(**minimal(model))


def sample(annotation: Any, marks: Iterable[Any] = ()) -> Any:
    """A value for an annotation within the bounds of its marks; for a union, of its first alternative but null."""
    origin = get_origin(annotation)
    if isinstance(annotation, TypeAliasType):
        return sample(annotation.__value__, marks)
    if origin is Annotated:
        inner, *own = get_args(annotation)
        return sample(inner, [*own, *marks])
    if origin in (Union, types.UnionType):
        return sample(next(arm for arm in get_args(annotation) if arm is not type(None)), marks)
    if origin is Literal:
        return get_args(annotation)[0]
    if isinstance(annotation, type) and issubclass(annotation, WireModel):
        return annotation(**minimal(annotation))
    bounds = _bounds(marks)
    if origin is list and bounds.get("min_length"):
        return [sample(*get_args(annotation)) for _ in range(bounds["min_length"])]
    if annotation is str and "pattern" in bounds:
        return matching_texts(bounds["pattern"], bounds.get("min_length", 0), bounds.get("max_length", sys.maxsize))[0]
    least = bounds.get("ge", 1)
    plain: dict[Any, Any] = {
        str: "x" * bounds.get("min_length", 1),
        int: max(least, 1),
        float: max(least, 1),
        bool: True,
        Any: {"free": [None]},
        list: [],
        dict: {},
    }
    return plain[origin or annotation]


def _bounds(marks: Iterable[Any]) -> dict[str, Any]:
    """The bounds that marks state, by name."""
    found = dict[str, Any]()
    for mark in marks:
        for each in mark.metadata if isinstance(mark, FieldInfo) else [mark]:
            if isinstance(each, Satisfies):
                found |= {name: value for schema in each.schemas for name, value in schema.items()}
            else:
                found |= {name: getattr(each, name) for name in BOUNDS if getattr(each, name, None) is not None}
    return found


def respelled(model: type[WireModel]) -> Iterator[tuple[str, str]]:
    """Attributes whose wire name differs, with that name."""
    for attribute, wire in wire_names(model).items():
        if attribute != wire:
            yield attribute, wire


def json_of(value: WireModel) -> dict[str, Any]:
    """The JSON written for a value."""
    dumped: dict[str, Any] = codec_of(type(value)).dump(value)
    return dumped


def definitions() -> list[tuple[str, str]]:
    """Every definition of every revision."""
    return [(revision, name) for revision in mb.REVISIONS for name in mb.revision(revision).definitions]


def codec(revision: str, name: str) -> Codec[Any]:
    return mb.revision(revision).codec(name)
