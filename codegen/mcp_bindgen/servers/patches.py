"""JSON Patches (RFC 6902) with the operations `add`, `remove` and `replace`, in members of objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import escape_token, is_object, json_equal, pointer_tokens

OPERATIONS = ("add", "remove", "replace")


def make_patch(old: Any, new: Any, pointer: str = "") -> Iterator[dict[str, Any]]:
    """Yield the operations that turn one JSON value into another. Arrays that differ are replaced as a whole.

    Args:
        old: the value before the patch.
        new: the value after the patch.
        pointer: the JSON Pointer of both values in their documents.
    """
    if is_object(old) and is_object(new):
        for name in sorted({*old, *new}):
            place = f"{pointer}/{escape_token(name)}"
            if name not in new:
                yield {"op": "remove", "path": place}
            elif name not in old:
                yield {"op": "add", "path": place, "value": new[name]}
            else:
                yield from make_patch(old[name], new[name], place)
    elif not json_equal(old, new):
        yield {"op": "replace", "path": pointer, "value": new}


def apply_patch(document: Any, patch: Sequence[Any], *, where: str) -> Any:
    """Apply a patch of `make_patch` to a JSON value, and return the result. The given value stays as it is.

    Args:
        document: the value before the patch.
        patch: the operations.
        where: the file and the JSON Pointer of the patch, for errors.

    Raises:
        BindgenError: an operation is malformed, or the value does not have the place that the operation names.
    """
    for number, each in enumerate(patch):
        fault = BindgenError("is no operation that the offer allows", where=f"{where}/{number}")
        if not is_object(each) or each.get("op") not in OPERATIONS or not isinstance(each.get("path"), str):
            raise fault
        try:
            tokens = pointer_tokens(each["path"])
        except ValueError:
            raise fault from None
        if not tokens and each["op"] == "remove":
            raise fault
        document = _apply_operation(document, tokens, each, fault)
    return document


def _apply_operation(document: Any, tokens: Sequence[str], operation: dict[str, Any], fault: BindgenError) -> Any:
    if not tokens:
        return operation.get("value")
    first, *rest = tokens
    if not is_object(document) or (first not in document and (rest or operation["op"] != "add")):
        raise fault
    if not rest and operation["op"] == "remove":
        return {name: value for name, value in document.items() if name != first}
    inner = _apply_operation(document.get(first), rest, operation, fault)
    return {**document, first: inner}
