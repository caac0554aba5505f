"""Tool results made of the values that functions return: text, structured content, images, and content blocks."""

from __future__ import annotations

import inspect
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from types import ModuleType, NoneType
from typing import Any, TypeGuard, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, to_json
from typing_extensions import Required

from ..codec.encoding import dump_any
from ..errors import Finding
from ..schema.compiled import CompiledSchema
from ..schema.python_types import make_schema
from ..wire.model import WireModel
from .function_arguments import make_typed_dict

RESULT = "result"
"""The member that holds a value that is no object, since structured content is an object."""


class Image:
    """An image as content of a tool result.

    Args:
        data: the bytes of the file.
        format: the subtype of its MIME type, such as `png`.
    """

    def __init__(self, data: bytes, format: str) -> None:
        self.data = data
        self.format = format

    def block(self) -> dict[str, Any]:
        """Return the content block, as JSON."""
        return {"type": "image", "data": b64encode(self.data).decode("ascii"), "mimeType": f"image/{self.format}"}


class ReturnError(Exception):
    """A function has returned a value that is not of its type.

    Args:
        function: the name of the function.
        findings: what is wrong.
    """

    def __init__(self, function: str, findings: Iterable[Finding]) -> None:
        faults = "; ".join(f"{each.pointer or 'the value'}: {each.message}" for each in findings)
        super().__init__(f"{function} returned a value that is not of its return annotation: {faults}")


class FunctionResult:
    """The results of a function, by its return annotation.

    Args:
        function: whose annotation counts. `str` is text; None is no content; images and content blocks, or lists of
            them, are content; an object has an output schema; any other type is wrapped in an object.

    Attributes:
        output_schema: the JSON Schema of structured content; None for a function without structured content.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        hint = get_type_hints(function, include_extras=True).get("return", inspect.Parameter.empty)
        self._name = function.__qualname__
        self._is_plain = hint in (str, inspect.Parameter.empty, Any, NoneType) or any(map(_is_content, _walk(hint)))
        self._hint = hint
        self._wraps = False
        self.output_schema: dict[str, Any] | None = None
        if self._is_plain:
            return
        self._adapter: TypeAdapter[Any] = TypeAdapter(hint)
        schema = make_schema(self._adapter, "serialization")
        if schema.get("type") != "object":
            self._wraps = True
            self._adapter = TypeAdapter(make_typed_dict(RESULT, {RESULT: Required[hint]}))
            schema = make_schema(self._adapter, "serialization")
        self.output_schema = schema

    @cached_property
    def _compiled(self) -> CompiledSchema:
        return CompiledSchema(self.output_schema)

    def write(self, value: Any, models: ModuleType) -> Any:
        """Return the tool result for a value.

        Args:
            value: that the function has returned.
            models: the types of the handlers' revision.

        Raises:
            ReturnError: the value is not of the annotated type.
        """
        if isinstance(value, WireModel) and not _is_block(value):
            return value  # a whole result, such as CallToolResult
        if self._is_plain:
            return make_tool_result(models, self._write_content(value))
        try:
            structured = self._adapter.dump_python(
                {RESULT: value} if self._wraps else value, mode="json", by_alias=True, warnings="error"
            )
        except PydanticSerializationError as error:
            raise ReturnError(self._name, [Finding("", "type", str(error).partition("\n")[0])]) from None
        findings = self._compiled.findings(structured)
        if findings:
            raise ReturnError(self._name, findings)
        text = to_json(structured).decode("utf-8")
        return make_tool_result(models, [text], structured)

    def _write_content(self, value: Any) -> list[Any]:
        if self._hint is str and not isinstance(value, str):
            raise ReturnError(self._name, [Finding("", "type", f"expected str, found {type(value).__name__}")])
        if self._hint is NoneType and value is not None:
            raise ReturnError(self._name, [Finding("", "type", f"expected None, found {type(value).__name__}")])
        return list(write_content(value))


def write_content(value: Any) -> Iterable[Any]:
    """Return the texts and the blocks, as JSON, for a text, an image, a block, a list of these, or None."""
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
        yield to_json(value).decode("utf-8")


def make_tool_result(models: ModuleType, content: list[Any], structured: Any = None, *, is_error: bool = False) -> Any:
    """Return a `CallToolResult` of a revision. Revisions without structured content get the text alone."""
    members: dict[str, Any] = {"is_error": True} if is_error else {}
    if structured is not None and "structured_content" in models.CallToolResult.model_fields:
        members["structured_content"] = structured
    blocks = [models.TextContent(text=each) if isinstance(each, str) else each for each in content]
    return models.CallToolResult(content=blocks, **members)


def _is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, (list, tuple))


def _is_block(value: WireModel) -> bool:
    return "type" in type(value).model_fields or "role" in type(value).model_fields


def _walk(hint: Any) -> Iterable[Any]:
    yield hint
    for each in get_args(hint):
        yield from _walk(each)


def _is_content(hint: Any) -> bool:
    origin = get_origin(hint) or hint
    return isinstance(origin, type) and issubclass(origin, (Image, WireModel))
