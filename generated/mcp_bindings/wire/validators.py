"""Validators and serializers that any thread may build on first use; validation stops at the first fault."""

from __future__ import annotations

import threading
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic_core import CoreSchema, SchemaSerializer, SchemaValidator

from ..json_values import is_object

_build_lock = threading.RLock()
"""A lock held while pydantic builds a validator, since pydantic's deferred builds are not thread-safe."""


def ensure_built(model: type[BaseModel]) -> None:
    """Build the validator of a class if it is not built yet. This is thread-safe."""
    if not model.__pydantic_complete__:
        with _build_lock:
            if not model.__pydantic_complete__:
                # Without a namespace, pydantic would resolve forward references to local variables of this function.
                model.model_rebuild(raise_errors=True, _types_namespace={})


def validator_and_serializer(annotation: Any) -> tuple[SchemaValidator, SchemaSerializer]:
    """Return the validator and the serializer of a class or another annotation. This is thread-safe."""
    validator: Any  # a plugin for pydantic may replace it by an object of another class with the same methods
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        ensure_built(annotation)
        validator, serializer = annotation.__pydantic_validator__, annotation.__pydantic_serializer__
    else:
        adapter = _make_type_adapter(annotation)
        validator, serializer = adapter.validator, adapter.serializer
    return validator, serializer


def core_schema_of(annotation: Any) -> CoreSchema:
    """Return the core schema of a class or another annotation. This is thread-safe."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        ensure_built(annotation)
        return annotation.__pydantic_core_schema__
    return _make_type_adapter(annotation).core_schema


def _make_type_adapter(_annotation: Any) -> TypeAdapter[Any]:
    """Return a strict type adapter for an annotation that is not a class. This is thread-safe.

    pydantic resolves forward references to local variables of the caller. No type of a schema has a name with a leading
    underscore, so no type is mistaken for the only local variable of this function.
    """
    with _build_lock:
        return TypeAdapter(_annotation, config=ConfigDict(strict=True, ser_json_inf_nan="constants"))


def stop_at_first_fault(schema: Any) -> None:
    """Change a core schema in place, so that the validation of each list or map in it stops at the first fault. The
    models and the definitions in it stay unchanged.

    Findings come from the JSON Schema, so a validator is needed only for its verdict. pydantic allocates some hundred
    bytes for each fault that it collects.
    """
    if schema["type"] in ("list", "dict"):
        schema["fail_fast"] = True
    if schema["type"] not in ("model", "definitions"):
        choices = schema.get("choices", ())
        inner = [schema.get(name) for name in ("schema", "items_schema", "values_schema")]
        for part in [*inner, *(choices.values() if is_object(choices) else choices)]:
            if part is not None:
                stop_at_first_fault(part[0] if isinstance(part, tuple) else part)
