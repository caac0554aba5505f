"""Conversion between models and plain JSON values, and the documents that models were decoded from."""

from __future__ import annotations

from typing import Any

from ..json_values import is_array, is_object
from .model import UnknownMember, WireModel, keep_origin, wire_table
from .scalars import SCALAR_CLASSES
from .set_aside import ListWithSetAside


class UnknownMemberInput:
    """Substitute for an `UnknownMember` in the input of a validator.

    Every attribute except `member` is the class `UnknownMember`. A tagged union has this class as the tag of its
    alternative for unknown members. No JSON value equals the tag, so no document can select the alternative.
    """

    def __init__(self, member: UnknownMember) -> None:
        self.member = member

    def __getattr__(self, name: str) -> Any:
        return UnknownMember


def to_json_value(value: Any, *, with_set_aside: bool = True) -> Any:
    """Convert models, at any depth, to dicts with the wire names of their members.

    Args:
        value: a model, or lists and dicts that contain models.
        with_set_aside: whether to include the parts that were set aside. Without these parts, the result is input for a
            validator, in which an `UnknownMemberInput` stands for each `UnknownMember`.

    Returns:
        The JSON value, in new containers.
    """
    if isinstance(value, UnknownMember) and not with_set_aside:
        return UnknownMemberInput(value)
    if isinstance(value, WireModel):
        members = members_of(value)
        return {name: to_json_value(member, with_set_aside=with_set_aside) for name, member in members.items()}
    if is_array(value):
        items = [
            item if type(item) in SCALAR_CLASSES else to_json_value(item, with_set_aside=with_set_aside)
            for item in value
        ]
        return value.with_set_aside(items) if isinstance(value, ListWithSetAside) and with_set_aside else items
    if is_object(value):
        return {
            name: item if type(item) in SCALAR_CLASSES else to_json_value(item, with_set_aside=with_set_aside)
            for name, item in value.items()
        }
    return value


def members_of(model: WireModel) -> dict[str, Any]:
    """Return the members that are present in a model, by wire name. Nested models stay models."""
    table = wire_table(type(model))
    members = {name: getattr(model, attribute) for name, attribute in table.attributes.items() if name in model}
    for key, member in (model.__pydantic_extra__ or {}).items():
        members[key[:-1] if key.rstrip("\0") in table.shadowing else key] = member
    return members


def keep_model_origins(value: Any, origin: Any) -> None:
    """Store, with each outermost model in a value, the document from which the model was decoded. Encoding takes the
    order of members from this document.

    Args:
        value: a decoded value.
        origin: the document as parsed JSON; if the value is a model, it may also be text.
    """
    if isinstance(value, WireModel):
        keep_origin(value, origin)
    elif is_array(value) and is_array(origin):
        for item, source in zip(value, origin, strict=False):
            keep_model_origins(item, source)
    elif is_object(value) and is_object(origin):
        for name, item in value.items():
            keep_model_origins(item, origin.get(name))
