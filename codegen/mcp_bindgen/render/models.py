"""Render models with datamodel-code-generator. No other module uses it.

The input is the IR as a JSON Schema in which every name is final and nothing is inline. datamodel-code-generator adds
annotations. It renames members by its own rules, so members have numbers in that schema, and the templates insert the
names. The output is one text, from which each module of types takes its statements.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.ir.subjects import TypeModules
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
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
from mcp_bindgen.render.imports import import_statements
from mcp_bindgen.render.type_data import EXTRA_KEY, member_key
from mcp_bindgen.steps import StepRunner

BASE_CLASS = "mcp_bindings.wire.model.WireModel"

UNUSED_NAME = "_"
"""Title of the schema document itself. The document is not rendered, and no type has this name."""

EXACT_TYPES = {"integer": "Integer", "number": "Number", "date": "None"}
"""Annotations of the JSON Schema types that no built-in type of Python matches exactly. `date` stands for null."""

NULL: dict[str, object] = {"type": "string", "format": "date"}
"""Schema in place of a null type. datamodel-code-generator would treat null as a flag of the type that refers to it."""


@dataclass(frozen=True)
class ModelsInput:
    """Input for rendering the classes and aliases of one revision or extension."""

    revision: str
    schema: str
    data: Mapping[str, Mapping[str, object]]
    templates: Path
    modules: TypeModules
    imported: Mapping[str, str] = field(default_factory=dict[str, str])
    """The package of each type of the extended revision, for an extension. These types are not rendered."""


@dataclass(frozen=True)
class TypeModule:
    """A module of classes and aliases, not yet formatted."""

    module: str
    """Name of the module."""
    names: Sequence[str]
    """Types that the module defines."""
    text: str
    """Definitions of the module."""
    imports: str
    """Import statements for the definitions."""
    late: Mapping[str, str]
    """Module of each name that is imported when a class is first used."""


def make_models_input(
    spec: SpecRevision,
    data: Mapping[str, Mapping[str, object]],
    modules: TypeModules,
    templates: Path,
    imported: Mapping[str, str] = MappingProxyType({}),
) -> ModelsInput:
    """Return the input for one revision or extension.

    Args:
        spec: the types, including types of the extended revision to which an extension refers.
        data: variables of the template of each type, by name of the type.
        modules: the modules of the types.
        templates: the directory with all templates.
        imported: for an extension, the package of each type of the extended revision.
    """
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": UNUSED_NAME}
    is_late = modules.make_text_annotation_test()
    definitions = {
        type_.name: _definition_schema(type_, is_late) if data[type_.name].get("recursive", "") == "" else NULL
        for type_ in spec.types  # the template renders a recursive type, as text
    }
    schema = json.dumps({**document, "$defs": definitions})
    elsewhere = {name: module for name, module in imported.items() if name in definitions}
    return ModelsInput(spec.revision.id, schema, data, templates / "_models", modules, elsewhere)


def render_models(models: Sequence[ModelsInput], steps: StepRunner) -> list[list[TypeModule]]:
    """Return the modules of classes and aliases of each revision or extension.

    Raises:
        BindgenError: a generated module uses a name that nothing defines, or the renderer returns several
            modules.
    """

    def cache_key(each: ModelsInput) -> object:
        return each.schema, each.data, each.modules, each.imported, read_tree(each.templates)

    return [
        [TypeModule(**body) for body in json.loads(bodies)]
        for bodies in steps.run("models", _render_to_json, models, key=cache_key)
    ]


def _render_to_json(models: ModelsInput) -> bytes:
    definitions = _statements_by_name(_generate_code(models))
    module_of = {**{name: f".{module}" for name, module in models.modules.module_of.items()}, **models.imported}
    bodies: list[TypeModule] = []
    for module, names in models.modules.members.items():
        text = "\n\n".join(definitions[name] for name in names)
        others = {name: source for name, source in module_of.items() if name not in names}
        late = {name: others[name] for name in sorted(models.modules.late[module])}
        stated = import_statements(text, where=models.revision, others=others, late=late)
        bodies.append(TypeModule(module, names, text, stated, late))
    return json.dumps([asdict(body) for body in bodies]).encode("ascii")


def _statements_by_name(text: str) -> dict[str, str]:
    """Return the source of each statement that defines a name, with the docstring after the statement, by name."""
    lines = text.encode("utf-8").splitlines(keepends=True)  # `ast` counts bytes
    found: dict[str, str] = {}
    last = ""
    for node in ast.parse(text).body:
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.AnnAssign(target=ast.Name(id=name))
                | ast.If(body=[ast.AnnAssign(target=ast.Name(id=name))])
            ):
                found[last := name] = _statement_text(lines, node)
            case _:  # the docstring of the previous statement
                found[last] += f"\n{_statement_text(lines, node)}"
    return found


def _statement_text(lines: Sequence[bytes], node: ast.stmt) -> str:
    """Return the text of a statement. `ast.get_source_segment` would split the module into lines for each statement."""
    last = node.end_lineno or node.lineno
    whole = b"".join(lines[node.lineno - 1 : last])
    after = len(lines[last - 1]) - (node.end_col_offset or 0)
    return whole[node.col_offset : len(whole) - after].decode("utf-8")


def _generate_code(models: ModelsInput) -> str:
    # The imports take half a second, and are not needed if the cache has every revision.
    from datamodel_code_generator.enums import DataModelType
    from datamodel_code_generator.format import PythonVersion
    from datamodel_code_generator.model import get_data_model_types
    from datamodel_code_generator.model.pydantic_v2.types import DataTypeManager
    from datamodel_code_generator.parser import LiteralType
    from datamodel_code_generator.parser.jsonschema import JsonSchemaParser
    from datamodel_code_generator.types import DataType, Types

    class ExactTypes(DataTypeManager):
        def get_data_type(self, types: Types, *args: Any, **kwargs: Any) -> DataType:
            exact = EXACT_TYPES.get(types.name)
            return super().get_data_type(types, *args, **kwargs) if exact is None else self.data_type(type=exact)

    model_types = get_data_model_types(DataModelType.PydanticV2BaseModel, PythonVersion.PY_310, use_type_alias=True)
    parser = JsonSchemaParser(
        source=models.schema,
        data_model_type=model_types.data_model,
        data_model_root_type=model_types.root_model,
        data_model_field_type=model_types.field_model,
        data_type_manager_type=ExactTypes,
        dump_resolve_reference_action=None,
        base_class=BASE_CLASS,
        custom_class_name_generator=str,
        custom_template_dir=models.templates,
        enum_field_as_literal=LiteralType.All,
        extra_template_data=defaultdict(dict, {name: dict(row) for name, row in models.data.items()}),
        keep_model_order=False,
        skip_root_model=True,
        target_python_version=PythonVersion.PY_310,
        use_standard_collections=True,
        use_type_alias=True,
        use_union_operator=True,
    )
    body = parser.parse(with_import=False, format_=False)
    if not isinstance(body, str):
        raise BindgenError("datamodel-code-generator split the models into modules", where=models.revision)
    return body


def _definition_schema(type_: TypeDef, is_late: Callable[[str, TypeExpr], bool]) -> dict[str, object]:
    match type_:
        case ObjectType():
            members = {member_key(number): field.type for number, field in enumerate(type_.fields)}
            if type_.extra not in (None, AnyJson()):
                members[EXTRA_KEY] = type_.extra or AnyJson()
            properties = {
                key: {} if is_late(type_.name, expr) else _expression_schema(expr)  # rendered by the template, as text
                for key, expr in members.items()
            }
            return {"type": "object", "properties": properties, "required": list(members)}
        case UnionType():
            return {"anyOf": [_expression_schema(arm) for arm in type_.arms]}
        case AliasType():
            return _expression_schema(type_.target)


def _expression_schema(expr: TypeExpr) -> dict[str, object]:
    match expr:
        case Ref():
            return {"$ref": f"#/$defs/{expr.name}"}
        case Scalar(kind="null"):
            return NULL
        case Scalar():
            return {"type": expr.kind}
        case LiteralValue() if None not in expr.values:
            return {"enum": list(expr.values)}
        case ListOf():
            return {"type": "array", "items": _expression_schema(expr.items)}
        case MapOf():
            return {"type": "object", "additionalProperties": _expression_schema(expr.values)}
        case ScalarUnion():
            return {"anyOf": [_expression_schema(arm) for arm in expr.arms]}
        case _:
            return {}
