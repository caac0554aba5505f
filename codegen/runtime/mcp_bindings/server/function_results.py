"""Tool results made of the values that functions return: text, structured content, images, and content blocks."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from types import ModuleType, NoneType
from typing import Annotated, Any, NoReturn, TypeGuard, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic_core import PydanticSerializationError, to_json
from typing_extensions import Never, Required

from ..codec.encoding import dump_any
from ..codec.non_finite_numbers import refuse_nan_and_infinity
from ..errors import Finding, HandlerMistakeError, describe_finding, quote_value
from ..json_values import is_object
from ..options import check_class
from ..peer.answer_text import TASK_RESULT, advise_on_result
from ..renames import to_own_name
from ..revisions import revision
from ..schema.compiled import CompiledSchema
from ..schema.python_types import find_model_faults, make_json_schema
from ..spec.names import CALL_TOOL, RESULT_TYPE
from ..wire.model import WireModel, wire_table
from .function_arguments import (
    advise_on_type,
    find_annotations,
    find_function_name,
    has_bytes,
    iterate_annotation,
    make_typed_dict,
)

_MAX_FAULTS = 12
"""The largest number of faults of one value that an error lists."""

_SUBTYPE = re.compile(r"[a-z0-9][a-z0-9.+-]*", re.IGNORECASE)

_RESULT_MEMBER = "result"
"""The name of the member that wraps a value that is no object, since structured content must be an object."""


class Image:
    """An image as content of a tool result, or of the messages of a prompt.

    Args:
        data: the bytes of the file, as `bytes`, `bytearray` or `memoryview`.
        format: the subtype of its MIME type, such as `png`.

    Raises:
        TypeError: the data is not bytes, but a path or a text, for example; or the format is no text.
        ValueError: the format is no subtype.
    """

    def __init__(self, data: bytes, format: str) -> None:
        check_class("data", data, (bytes, bytearray, memoryview), "bytes, such as Path('a.png').read_bytes()")
        check_class("format", format, str, "a text such as 'png'")
        if not _SUBTYPE.fullmatch(format):
            raise ValueError(f"format must be a subtype such as 'png', not {quote_value(format)}")
        self.data = data
        self.format = format

    def block(self) -> dict[str, Any]:
        """Return the image as a content block, in JSON."""
        return {"type": "image", "data": b64encode(self.data).decode("ascii"), "mimeType": f"image/{self.format}"}


class ReturnError(HandlerMistakeError):
    """Error for a function that has returned a value of another type than its annotation.

    Args:
        function: the name of the function.
        findings: the reasons why the value is wrong.
        value: the value, which decides the advice in the message.
    """

    def __init__(self, function: str, findings: Iterable[Finding], value: object) -> None:
        faults = "; ".join(describe_finding(each, "the value") for each in findings)
        advice = advise_on_result(value)
        super().__init__(f"{function} returned a value that is not of its return annotation: {faults}{advice}")


class FunctionResult:
    """A writer of tool results from the values that a function returns.

    Args:
        function: the function. Its return annotation says what a value becomes. `str` is text; None is no content;
            images and content blocks, or lists of these, are content; a value without an annotation, or with `Any`, is
            content without a schema. An object is structured content; a value of any other type is wrapped in an
            object.

    Raises:
        TypeError: the annotation is a type without a JSON Schema, holds `bytes`, or uses a name that is not defined.

    Attributes:
        output_schema: the JSON Schema of structured content; None if the function has no structured content.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        hint = find_annotations(function).get("return", Any)
        while get_origin(hint) is Annotated and get_args(hint)[0] is str:
            hint = str
        self._name = find_function_name(function)
        self._is_content = any(map(_is_content, iterate_annotation(hint)))
        self._is_plain = self._is_content or hint in (str, Any, NoneType, Never, NoReturn)
        self._hint = hint
        self._is_wrapped = False
        if has_bytes(hint):
            mend = "return mb.Image(data, 'png'), or a str with Base64"
            raise TypeError(f"the return annotation of {self._name} holds bytes, which JSON does not have: {mend}")
        self.output_schema: dict[str, Any] | None = None
        if self._is_plain:
            return
        try:
            self.output_schema = self._make_output_schema(hint)
        except PydanticUserError as error:
            raise TypeError(
                f"the return annotation of {self._name} has no JSON Schema: {advise_on_type(error)}"
            ) from None

    def _make_output_schema(self, hint: Any) -> dict[str, Any]:
        """Return the JSON Schema of structured content. A type that is no object becomes a member of an object.

        Raises:
            pydantic.PydanticUserError: the type has no JSON Schema.
        """
        self._adapter: TypeAdapter[Any] = TypeAdapter(hint)
        schema = make_json_schema(self._adapter, "serialization")
        if schema.get("type") == "object":
            return schema
        self._is_wrapped = True
        self._adapter = TypeAdapter(make_typed_dict(_RESULT_MEMBER, {_RESULT_MEMBER: Required[hint]}))
        return make_json_schema(self._adapter, "serialization")

    @cached_property
    def _compiled(self) -> CompiledSchema:
        return CompiledSchema(self.output_schema)

    def write_result(self, value: Any, models: ModuleType) -> Any:
        """Return the tool result for a value. A typed result, such as `CallToolResult`, is returned as it is, and so is
        the `CreateTaskResult` of `TaskRunner.run`.

        Args:
            value: the value that the function has returned.
            models: the types of the handlers' revision.

        Raises:
            ReturnError: the value is not of the annotated type, or has no form in JSON.
            SchemaRefusedError: values cannot be checked against the output schema.
            pydantic.ValidationError: neither the revision of the handlers nor an earlier one admits the content.
        """
        if isinstance(value, WireModel) and not _is_block(value):
            return value  # a whole result, such as CallToolResult
        if is_object(value) and value.get(RESULT_TYPE) == TASK_RESULT and "taskId" in value:
            return value
        if self._is_plain:
            return make_tool_result(models, self._write_content(value))
        whole = {_RESULT_MEMBER: value} if self._is_wrapped else value
        try:
            structured = self._adapter.dump_python(whole, mode="json", by_alias=True, warnings="error")
            text = to_json(structured).decode("utf-8")
        except PydanticSerializationError as error:
            raise ReturnError(self._name, self._find_faults(whole, error), value) from None
        findings = self._compiled.findings(structured)
        if findings:
            raise ReturnError(self._name, findings, value)
        return make_tool_result(models, [text], structured)

    def _write_content(self, value: Any) -> list[Any]:
        if self._hint is str and not isinstance(value, str):
            self._reject_value("str", value)
        if self._hint is NoneType and value is not None:
            self._reject_value("None", value)
        if self._is_content:
            for each in value if _is_sequence(value) else [value]:
                if each is not None and not isinstance(each, (str, Image, WireModel)):
                    self._reject_value("a text, an image or a content block", each)
            if not value:
                return []
        try:
            blocks = list(write_content(value))
            for each in blocks:
                to_json(each)
        except ValueError:
            self._reject_value("a value that JSON has", value)
        return blocks

    def _find_faults(self, value: Any, error: PydanticSerializationError) -> list[Finding]:
        """Return the first findings that say why a value is not of the annotated type. For a value of this type, return
        one finding that says why the value has no form in JSON.
        """
        try:
            self._adapter.validate_python(value, strict=True)
        except ValidationError as invalid:
            return list(islice(find_model_faults(invalid), _MAX_FAULTS))
        return [Finding("", "type", " ".join(str(error).split()))]

    def _reject_value(self, wanted: str, value: object) -> NoReturn:
        raise ReturnError(self._name, [Finding("", "type", f"expected {wanted}, found {type(value).__name__}")], value)


def write_content(value: Any) -> Iterable[Any]:
    """Yield the content of a tool result for a value: texts, and blocks as JSON.

    A text, an image or a block is one item of content. A list with one of these has the content of all its items. None
    is no content. Any other value is one item, its JSON text.

    Raises:
        ValueError: the value has no form in JSON, such as bytes or infinity.
    """
    if value is None:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, Image):
        yield value.block()
    elif isinstance(value, WireModel):
        yield dump_any(value)
    elif _is_sequence(value) and any(isinstance(each, (str, Image, WireModel)) for each in value):
        for each in value:
            yield from write_content(each)
    else:
        yield write_json_text(value)


def write_json_text(value: Any) -> str:
    """Return the JSON text of a value.

    Raises:
        ValueError: the value has no form in JSON, such as bytes or infinity.
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise ValueError("bytes")
    text = to_json(value)
    refuse_nan_and_infinity(text)
    return text.decode("utf-8")


def make_tool_result(models: ModuleType, content: list[Any], structured: Any = None, *, is_error: bool = False) -> Any:
    """Return a `CallToolResult` of a revision, without the members that the revision lacks.

    A result that only an earlier revision admits is translated from that revision.

    Raises:
        pydantic.ValidationError: neither the revision nor an earlier one admits the result.
    """
    stated = {"is_error": is_error or None, "structured_content": structured}
    declared = models.CallToolResult.__pydantic_fields__
    members = {name: value for name, value in stated.items() if value is not None and name in declared}
    try:
        blocks = [models.TextContent(text=each) if isinstance(each, str) else each for each in content]
        return models.CallToolResult(content=blocks, **members)
    except ValidationError:
        from ..adaptation.revision_adapter import adapt_earlier_result  # loads all of translation

        blocks = [{"type": "text", "text": each} if isinstance(each, str) else each for each in content]
        attributes = wire_table(models.CallToolResult).attributes
        named = {name: members[each] for name, each in attributes.items() if each in members}
        target = revision(models.ServerHandlers.revision)
        adapted = adapt_earlier_result({"content": blocks, **named}, to_own_name(CALL_TOOL, target), target)
        if adapted is None:
            raise
        return adapted.result


def _is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (list, tuple))


def _is_block(value: WireModel) -> bool:
    return not type(value).__pydantic_fields__.keys().isdisjoint(("type", "role"))


def _is_content(hint: Any) -> bool:
    origin = get_origin(hint) or hint
    return isinstance(origin, type) and issubclass(origin, (Image, WireModel))
