"""Params with the members that a revision requires and whose values its schema states: constants and defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_origin

from ..json_values import is_array, is_object
from ..revisions import LATEST, Revision, revision
from ..wire.model import WireModel, is_model, wire_table
from ..wire.unions import alternatives
from ..wire.validators import validator_and_serializer


def complete_params(rev: Revision, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return params with the members that a revision requires and whose values its schema states.

    Params that are not valid for another reason are returned as they are: the code that sends them reports this.

    Args:
        rev: the revision of the params.
        method: the method.
        params: the params as JSON, by the names of members in messages.

    Raises:
        TypeError: the params lack a member that the revision requires, and no schema states its value.
    """
    info = rev.methods.get(method)
    if info is None or info.params is None:
        return dict(params)
    annotation = rev.load_type(info.params)
    arms = _list_models(annotation)
    completed = [_fill_object_constants(arm, {**find_stated_defaults(rev, arm), **params}) for arm in arms]
    for each in completed:
        if _is_valid(annotation, each):
            return each
    lacking = [(arm, _list_missing_members(arm, each)) for arm, each in zip(arms, completed, strict=True)]
    if lacking and all(names for _, names in lacking):
        _, names = min(lacking, key=lambda each: (len(each[1]), -_count_known_members(each[0], params)))
        raise make_missing_members_error(rev, method, names)
    return dict(params)


def find_stated_defaults(rev: Revision, model: type[WireModel]) -> dict[str, Any]:
    """Return the value of each required member of a class for which the schema states a default, by wire name."""
    definitions = rev.schema_file.definitions
    schema: Any = definitions.get(model.__name__, {})
    members, required = schema.get("properties", {}), schema.get("required", ())
    return {name: members[name]["default"] for name in required if "default" in members.get(name, {})}


def make_missing_members_error(rev: Revision, method: str, names: Iterable[str]) -> TypeError:
    """Return the error about params that lack required members."""
    listed = list(names)
    mend = ", ".join(f"{name}=…" for name in listed)
    return TypeError(f"{method} of {rev.id} requires {' and '.join(listed)}: pass {mend}")


def to_wire_names(rev: Revision, method: str, members: Mapping[str, Any]) -> dict[str, Any]:
    """Return members of params by their names in messages. Leave unknown names as they are.

    Args:
        rev: the revision of the params. The newest release tells the names that this revision lacks.
        method: the method.
        members: the members, by attribute or by name in messages.
    """
    names = dict[str, str]()
    for each in (rev, revision(LATEST)) if members else ():
        info = each.methods.get(method)
        for arm in [] if info is None or info.params is None else _list_models(each.load_type(info.params)):
            for name, attribute in wire_table(arm).attributes.items():
                names.setdefault(attribute, name)
    return {names.get(name, name): value for name, value in members.items()}


def _list_models(annotation: Any) -> list[type[WireModel]]:
    return [each for each in alternatives(annotation) if is_model(each)]


def _is_valid(annotation: Any, params: Mapping[str, Any]) -> bool:
    try:
        validator_and_serializer(annotation)[0].validate_python(params, by_alias=True, by_name=False)
    except ValueError:
        return False
    return True


def _list_missing_members(model: type[WireModel], params: Mapping[str, Any]) -> list[str]:
    """Return the required members that params lack, by their names in messages: each caller accepts these."""
    names, fields = wire_table(model).attributes, model.__pydantic_fields__
    return [name for name, each in names.items() if fields[each].is_required() and name not in params]


def _count_known_members(model: type[WireModel], params: Mapping[str, Any]) -> int:
    return len(wire_table(model).attributes.keys() & params.keys())


def _fill_constants(annotation: Any, value: Any) -> Any:
    """Return a JSON value with the constants of its type, at every depth."""
    if is_array(value):
        lists = [each for each in alternatives(annotation) if get_origin(each) is list]
        return [_fill_constants(get_args(lists[0])[0], each) for each in value] if lists else value
    if is_object(value):
        fitting = [each for each in _list_models(annotation) if _matches_constants(each, value)]
        return _fill_object_constants(fitting[0], value) if fitting else value
    return value


def _matches_constants(model: type[WireModel], value: Mapping[str, Any]) -> bool:
    """Return whether a JSON object can be of a class: it has no other value for a constant of the class."""
    return all(value.get(name, constant) == constant for name, _, constant in wire_table(model).constants)


def _fill_object_constants(model: type[WireModel], value: Mapping[str, Any]) -> dict[str, Any]:
    table, fields = wire_table(model), model.__pydantic_fields__
    filled = {
        name: _fill_constants(fields[table.attributes[name]].annotation, each) if name in table.attributes else each
        for name, each in value.items()
    }
    return {**filled, **{name: constant for name, _, constant in table.constants if name not in value}}
