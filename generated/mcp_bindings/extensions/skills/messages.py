"""Functions by which type checkers know the params or result of a parsed message.

The messages are those of revision 2026-07-28 with the extension io.modelcontextprotocol/skills.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ...generated_code import Request, Response

if TYPE_CHECKING:
    from typing import Literal, TypeGuard

    from ...generated_code import TypedRequest, TypedResponse
    from ...v2026_07_28 import PaginatedRequestParams
    from . import (
        GetSkillRequestParams,
        GetSkillResult,
        ListSkillsResult,
        ReadResourceDirectoryRequestParams,
        ReadResourceDirectoryResult,
    )


@overload
def is_request(message: object, method: Literal["skills/list"]) -> TypeGuard[TypedRequest[PaginatedRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["skills/get"]) -> TypeGuard[TypedRequest[GetSkillRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/directory/read"]
) -> TypeGuard[TypedRequest[ReadResourceDirectoryRequestParams]]: ...
def is_request(message: object, method: str) -> bool:
    """Return whether a message is a request with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision and extension. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Request) and message.method == method


@overload
def is_response(message: object, method: Literal["skills/list"]) -> TypeGuard[TypedResponse[ListSkillsResult]]: ...
@overload
def is_response(message: object, method: Literal["skills/get"]) -> TypeGuard[TypedResponse[GetSkillResult]]: ...
@overload
def is_response(
    message: object, method: Literal["resources/directory/read"]
) -> TypeGuard[TypedResponse[ReadResourceDirectoryResult]]: ...
def is_response(message: object, method: str) -> bool:
    """Return whether a message is a response to a request with this method. If so, type checkers know the type of its `result`.

    Args:
        message: A message that `parse` returned, of this revision and extension. The function
            does not check this.
        method: The method of the request.
    """
    return isinstance(message, Response) and message.method == method
