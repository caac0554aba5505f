"""Types of bodies: params, results and errors. Their models are imported when the first body is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import RequestId

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Protocol as Interface

    from mcp_bindings.spec.error_rows import ErrorCode  # rendered
    from mcp_bindings.spec.methods import MethodInfo  # rendered
    from mcp_bindings.spec.protocol import Protocol  # rendered

    from ..codec.schema_file import SchemaFile
    from ..schema.union_ranking import Signature

    class TypesAndTables(Interface):
        """Interface of a `Revision` for parsers and writers. Each table is imported when it is first read."""

        @cached_property
        def definitions(self) -> Collection[str]:
            """The names of the definitions in the schema."""
            ...

        @cached_property
        def methods(self) -> Mapping[str, MethodInfo]:
            """The methods, by name."""
            ...

        @cached_property
        def request_id_types(self) -> frozenset[type]:
            """The Python types of the ids of requests."""
            ...

        @cached_property
        def error_codes(self) -> Mapping[int, ErrorCode]:
            """The error codes, by number."""
            ...

        @cached_property
        def protocol(self) -> Protocol:
            """The rules for versions, transports and headers."""
            ...

        @property
        def schema_file(self) -> SchemaFile:
            """The schema file of the revision, which is part of the package."""
            ...

        def load_type(self, name: str) -> Any:
            """Return the class or other type that has this name.

            Raises:
                AttributeError: the revision has no type with this name.
            """
            ...


def make_placeholder_id(revision: TypesAndTables) -> RequestId:
    """Return an id for the messages of a revision that this package makes for its own use and does not send."""
    return 0 if int in revision.request_id_types else "0"


class EngineError(RuntimeError):
    """Error for a body that jsonschema-rs accepts and pydantic rejects. The difference is a defect of this package."""


class ModelType:
    """Type of the body of a message: a class of a revision, or another type of that revision.

    Args:
        revision: the revision.
        name: name of the type.
        member: the name of the message's member that holds the body: `params`, `result` or `error`. It is empty for the
            type of a whole message, for which `to_typed` is not called.
    """

    def __init__(self, revision: TypesAndTables, name: str, member: str) -> None:
        self.name = name
        self._revision = revision
        self._member = member
        self._functions: tuple[Callable[..., Any], Callable[[Any, Any], None]] | None = None

    @cached_property
    def annotation(self) -> Any:
        """The Python type."""
        return self._revision.load_type(self.name)

    @property
    def functions(self) -> tuple[Callable[..., Any], Callable[[Any, Any], None]]:
        """Two functions: `validate`, and a function that stores, with a typed value, the JSON value of which the typed
        value was made. Encoding uses this JSON value.
        """
        return self._functions or self._load_functions()

    @property
    def validate(self) -> Callable[..., Any]:
        """The function that makes a typed value of a JSON value. It raises `pydantic.ValidationError` if the JSON value
        is not valid.
        """
        return (self._functions or self._load_functions())[0]

    def _load_functions(self) -> tuple[Callable[..., Any], Callable[[Any, Any], None]]:
        from ..wire.model import is_model, keep_origin
        from ..wire.validators import validator_and_serializer
        from ..wire.values import keep_model_origins

        validate = validator_and_serializer(self.annotation)[0].validate_python
        self._functions = validate, keep_origin if is_model(self.annotation) else keep_model_origins
        return self._functions

    @cached_property
    def signature(self) -> Signature:
        """The signature, by which this type is ranked among the types that a result may have."""
        from ..wire.unions import signature_and_validator

        return signature_and_validator(self.annotation)[0]

    @cached_property
    def members(self) -> frozenset[str]:
        """The wire names of the type's members; for a union, the names that every alternative has."""
        from ..wire.model import is_model, wire_table
        from ..wire.unions import alternatives

        first, *others = (
            frozenset[str](wire_table(arm).attributes if is_model(arm) else ()) for arm in alternatives(self.annotation)
        )
        return first.intersection(*others)

    def to_typed(self, document: Mapping[str, Any]) -> Any:
        """Return the typed body of a message whose body is valid by its JSON Schema.

        Raises:
            EngineError: pydantic rejects the body.
        """
        validate, keep = self._functions or self._load_functions()
        body = document[self._member]
        try:
            value = validate(body, by_alias=True, by_name=False)
        except ValueError as error:
            raise _make_engine_error(f"the {self._member} as a {self.name}", error) from error
        keep(value, body)
        return value


class ErrorType:
    """General type of errors: for an error whose code has no type, or that is not valid for the type of its code.

    Args:
        revision: the revision.
        response: name of the definition of an error response.
    """

    name = "the general type of errors"

    def __init__(self, revision: TypesAndTables, response: str) -> None:
        self._response = ModelType(revision, response, "")
        self._placeholder_id = make_placeholder_id(revision)

    @cached_property
    def keep_original(self) -> Callable[[Any, Any], None]:
        """The function that stores, with a typed error, the JSON value of which the error was made. So the error is
        encoded unchanged.
        """
        from ..wire.values import keep_model_origins

        return keep_model_origins

    def validate(self, document: Mapping[str, Any]) -> Any:
        """Return the typed error of an error response. The id of the error response may be null.

        Raises:
            pydantic.ValidationError: the error response is not valid.
        """
        # An id null is allowed here, but the class does not allow it.
        checked = document if document.get("id", 0) is not None else {**document, "id": self._placeholder_id}
        return self._response.validate(checked, by_alias=True, by_name=False).error

    def to_typed(self, document: Mapping[str, Any]) -> Any:
        """Return the typed error of an error response that is valid by its JSON Schema.

        Raises:
            EngineError: pydantic rejects the error response.
        """
        try:
            error = self.validate(document)
        except ValueError as fault:
            raise _make_engine_error("an error response", fault) from fault
        self.keep_original(error, document["error"])
        return error


def _make_engine_error(what: str, error: ValueError) -> EngineError:
    return EngineError(f"jsonschema-rs accepts {what}, and pydantic rejects it; please report this defect: {error}")
