"""Descriptions, signatures and help texts of models, read from the source of their module on first use.

A generated module states the description of a member once, as the docstring below the member, where editors show it.
Python discards such docstrings when it compiles a module, so this module parses the source again: once for each module,
when a description is first needed. `linecache` supplies the source, from directories and zip archives alike. If there
is no source, there are no descriptions, and signatures show the annotations that pydantic has.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import Parameter, Signature
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from .member_names import META_ATTRIBUTE, default_wire_name

_PYTHON_TYPES = {"Integer": "int", "Number": "float"}
"""The names of the Python types that callers pass, by the names of the types of this package."""


class AnnotationText(str):
    """An annotation as text, which `inspect` and `pydoc` show without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class MemberSource(NamedTuple):
    """Annotation and description of a member in the source of its class."""

    annotation: AnnotationText
    description: str
    """The docstring of the member; empty for a member without a docstring."""


def add_descriptions(model: type[BaseModel]) -> None:
    """Set the description of each field that lacks a description to the docstring of its member."""
    if any(field.description is None for field in model.__pydantic_fields__.values()):
        for name, member in _inherited_member_sources(model):
            field = model.__pydantic_fields__.get(name)
            if field is not None and field.description is None and member.description:
                field.description = member.description


def describe_properties(model: type[BaseModel], schema: dict[str, Any]) -> None:
    """Add descriptions to the JSON Schema of a class, and remove the default null of optional members.

    Args:
        model: the class.
        schema: the JSON Schema of the class; it is changed in place.
    """
    add_descriptions(model)
    docstring = _docstring(model)
    if docstring:
        schema["description"] = docstring
    else:
        schema.pop("description", None)  # pydantic takes `__doc__`, which has the members too
    properties = schema.get("properties", {})
    for name, field in model.__pydantic_fields__.items():
        member = properties.get(_wire_name(name, field), properties.get(name))
        if member is not None and field.default is None:
            member.pop("default", None)  # absent is not null
        if member is not None and field.description is not None:
            member.setdefault("description", field.description)


def constructor_signature(model: type[BaseModel]) -> Signature:
    """Return the signature of the constructor of a class.

    All parameters are keyword-only: required members, optional members, constants, and `meta`. If the class allows
    unknown members, a parameter `**unknown_members` follows.
    """
    annotations = {name: member.annotation for name, member in _inherited_member_sources(model)}
    fields = sorted(model.__pydantic_fields__.items(), key=_sort_key)
    parameters = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.is_required() else field.default,
            annotation=annotations.get(name, field.annotation),
        )
        for name, field in fields
    ]
    if model.model_config.get("extra") == "allow":
        name = "unknown_members"
        while name in model.__pydantic_fields__:
            name += "_"
        parameters.append(Parameter(name, Parameter.VAR_KEYWORD, annotation=AnnotationText("Any")))
    return Signature(parameters)


def help_text(model: type[BaseModel]) -> str | None:
    """Return the docstring of a class, followed by a section with the type and description of each member; None for a
    class without docstring and members.
    """
    docstring = _docstring(model)
    fields = sorted(model.__pydantic_fields__.items(), key=_sort_key)
    if not fields:
        return docstring
    add_descriptions(model)
    parameters = constructor_signature(model).parameters
    lines = [docstring, ""] if docstring else []
    lines.append("Attributes:")
    for name, field in fields:
        wire_name = _wire_name(name, field)
        spelling = f" (wire name `{wire_name}`)" if wire_name != name else ""
        lines.append(f"    {str(parameters[name]).partition(' = ')[0]}{_presence_suffix(field)}{spelling}")
        lines += [f"        {line}".rstrip() for line in (field.description or "").splitlines()]
    return "\n".join(lines)


def _docstring(model: type[BaseModel]) -> str | None:
    """Return the docstring that a class itself has; None if the class has none."""
    text = vars(model).get("__doc__")
    return inspect.cleandoc(text).strip() if isinstance(text, str) else None


def _wire_name(name: str, field: FieldInfo) -> str:
    return str(field.validation_alias or default_wire_name(name))  # pydantic fills in the default when it builds


def _presence_suffix(field: FieldInfo) -> str:
    if field.is_required():
        return ""
    return ", optional" if field.default is None else ", constant"


def _sort_key(item: tuple[str, FieldInfo]) -> tuple[bool, bool, bool]:
    """Return a sort key that puts required members first, then optional ones, then constants, then `meta`."""
    name, field = item
    return name == META_ATTRIBUTE, not field.is_required(), field.default not in (None, PydanticUndefined)


def _inherited_member_sources(model: type[BaseModel]) -> Iterator[tuple[str, MemberSource]]:
    """Yield the members that the source of a class and of its bases declares, by name, those of the bases first."""
    for base in reversed(model.__mro__):
        if issubclass(base, BaseModel) and base is not BaseModel:
            yield from _class_sources(base.__module__).get(base.__qualname__, {}).items()


@cache
def _class_sources(module: str) -> Mapping[str, Mapping[str, MemberSource]]:
    """Return the members of each class at the top level of a module, by the names of the class and of the member.
    Return an empty mapping if the source of the module cannot be found or parsed.
    """
    found = sys.modules.get(module)
    path = getattr(found, "__file__", None)
    if path is None or not path.endswith(".py"):
        return {}
    try:
        tree = ast.parse("".join(linecache.getlines(path, vars(found))))
    except SyntaxError:
        return {}
    return {node.name: dict(_member_sources(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _member_sources(node: ast.ClassDef) -> Iterator[tuple[str, MemberSource]]:
    for statement, following in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                shown = AnnotationText(ast.unparse(_CallerAnnotation().visit(annotation)))
                match following:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield name, MemberSource(shown, inspect.cleandoc(text))
                    case _:
                        yield name, MemberSource(shown, "")
            case _:
                pass


class _CallerAnnotation(ast.NodeTransformer):
    """Transformer of an annotation to what callers pass: without quotes, `Annotated` and types of this package."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(value=ast.Name(id="Literal")):
                return node
            case ast.Subscript(value=ast.Name(id="Omittable"), slice=inner):
                return ast.BinOp(self.visit(inner), ast.BitOr(), ast.Constant(None))
            case ast.Subscript(value=ast.Attribute(attr="Annotated"), slice=ast.Tuple(elts=[plain, *_])):
                view: ast.expr = self.visit(plain)
                return view
            case _:
                return ast.Subscript(self.visit(node.value), self.visit(node.slice), node.ctx)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(_PYTHON_TYPES.get(node.id, node.id), node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str):
            view: ast.expr = self.visit(ast.parse(node.value, mode="eval").body)
            return view
        return node
