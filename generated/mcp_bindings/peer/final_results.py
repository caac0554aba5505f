"""The typed value of a method's final result, which has one of several types if the schema splits the result."""

from __future__ import annotations

from typing import Any

from ..jsonrpc.answers import find_final_result_type
from ..revisions import Revision


def decode_final_result(revision: Revision, method: str, value: object) -> Any:
    """Decode a final result of a method as the type of result that declares the most of the value's members.

    Args:
        revision: a revision with the method.
        method: the method.
        value: the result, as JSON.

    Raises:
        DecodeError: the value is not valid.
    """
    return revision.codec(find_final_result_type(revision, method, value)).decode_value(value)
