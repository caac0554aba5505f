"""Types whose values must also meet conditions of JSON Schema that no Python type expresses, such as `uniqueItems`."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from typing_extensions import Self

from ..schema.places import Fault, Place
from .model import WireModel
from .values import members_of

if TYPE_CHECKING:
    from ..schema.conditions import Validator


class Satisfies:
    """Annotation of a type whose values must also be valid for JSON Schemas.

    The schemas refer to no definitions, so the sizes of the schemas and of the value bound the time of a check.

    Args:
        schemas: the JSON Schemas.
    """

    def __init__(self, *schemas: Mapping[str, Any]) -> None:
        self.schemas = schemas

    def check_value(self, value: Any) -> Any:
        """Return a value unchanged if it is valid for all schemas.

        Args:
            value: a typed value.

        Raises:
            PydanticCustomError: the value is not valid for a schema.
        """
        validator = _validator()
        for schema in self.schemas:
            if not validator.accepts(schema, value):
                raise PydanticCustomError("condition", "Input should meet the conditions of its JSON Schema")
        return value

    def add_conditions_to(self, json_schema: dict[str, Any]) -> dict[str, Any]:
        """Return a copy of a JSON Schema with the conditions added."""
        result: dict[str, Any] = json_schema
        for schema in self.schemas:
            apart = "$ref" in result or not result.keys().isdisjoint(schema)
            result = {"allOf": [result, dict(schema)]} if apart else {**result, **schema}
        return result

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def describe(schema: CoreSchema, handler: Any) -> dict[str, Any]:
            return self.add_conditions_to(handler(schema))

        return core_schema.no_info_after_validator_function(
            self.check_value, handler(source), metadata={"pydantic_js_annotation_functions": [describe]}
        )


class CheckedModel(WireModel):
    """Base of the classes whose objects must meet conditions.

    An assignment or a deletion that would break a condition raises a `pydantic.ValidationError` or a
    `pydantic_core.PydanticCustomError`, and changes nothing.
    """

    __satisfies__: ClassVar[Satisfies] = Satisfies()

    @model_validator(mode="after")
    def _check_conditions(self) -> Self:
        self.__satisfies__.check_value(self)
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        with self._restore_if_invalid():
            super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        with self._restore_if_invalid():
            super().__delattr__(name)

    @contextmanager
    def _restore_if_invalid(self) -> Generator[None]:
        members, fields_set = dict(vars(self)), set(self.__pydantic_fields_set__)
        extra = None if self.__pydantic_extra__ is None else dict(self.__pydantic_extra__)
        try:
            yield
            self.__satisfies__.check_value(self)
        except BaseException:
            vars(self).clear()
            vars(self).update(members)
            object.__setattr__(self, "__pydantic_extra__", extra)
            object.__setattr__(self, "__pydantic_fields_set__", fields_set)
            raise

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = super().__get_pydantic_json_schema__(core_schema, handler)
        described = handler.resolve_ref_schema(schema)
        with_conditions = cls.__satisfies__.add_conditions_to(described)
        described.clear()
        described.update(with_conditions)
        return schema


@cache
def _validator() -> Validator:
    """Return the validator of conditions. The first call imports `schema.explain`, which few programs need."""
    from ..schema.explain import Explainer

    class ModelValidator(Explainer):
        """Validator of typed values. A model in a value counts as an object with the members of the model."""

        def faults(self, schema: Any, value: Any, place: Place) -> Iterator[Fault]:
            return super().faults(schema, self.as_json(value), place)

        def accepts(self, schema: Any, value: Any) -> bool:
            return next(self.faults(schema, value, None), None) is None

        def as_json(self, value: Any) -> Any:
            return members_of(value) if isinstance(value, WireModel) else value

    return ModelValidator({})
