"""Validators and serializers: built on first use from any thread, and stopped at the first fault."""

from __future__ import annotations

import threading
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic_core import SchemaSerializer, SchemaValidator

from ..json_values import is_object

_building = threading.RLock()
"""Held while pydantic builds a validator: its deferred builds are not safe on first use from two threads."""


def complete(model: type[BaseModel]) -> None:
    """Build the validator of a class if that has not happened yet; safe from several threads."""
    if not model.__pydantic_complete__:
        with _building:
            if not model.__pydantic_complete__:
                model.model_rebuild(raise_errors=True, _types_namespace={})  # else names of this frame count as types


def built(annotation: Any) -> tuple[SchemaValidator, SchemaSerializer]:
    """Validator and serializer of a class, or of another annotation."""
    validator: Any  # with a plugin for pydantic it is of another class, which has the same methods
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        complete(annotation)
        validator, serializer = annotation.__pydantic_validator__, annotation.__pydantic_serializer__
    else:
        adapted = adapter(annotation)
        validator, serializer = adapted.validator, adapted.serializer
    return validator, serializer


def adapter(_annotation: Any) -> TypeAdapter[Any]:
    """A strict validator for something that is not a class; safe from several threads.

    pydantic takes names of the frame it is called from for types, so there is none here that a schema can give.
    """
    with _building:
        return TypeAdapter(_annotation, config=ConfigDict(strict=True, ser_json_inf_nan="constants"))


def fail_fast(schema: Any) -> None:
    """Let lists and maps within a validator's schema stop at their first fault.

    Only the verdict of a validator counts here, and pydantic keeps some hundred bytes for each fault it finds.
    """
    if schema["type"] in ("list", "dict"):
        schema["fail_fast"] = True
    if schema["type"] not in ("model", "definitions"):
        choices = schema.get("choices", ())
        parts = [schema.get(name) for name in ("schema", "items_schema", "values_schema")]
        for part in [*parts, *(choices.values() if is_object(choices) else choices)]:
            if part is not None:
                fail_fast(part[0] if isinstance(part, tuple) else part)
