"""Typed calls of revision 2026-07-28 and of the extension io.modelcontextprotocol/skills: a class for each side.

A class has a coroutine for each message that its side may send. `mcp_bindings.peer.Calls` explains how calls behave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias, overload

from typing_extensions import Never, TypeVar

from ...v2026_07_28 import calls as revision_calls
from .extension import EXTENSION

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any

    from ...generated_code import Extension, OnStray, Sender, SendText, Session, Transport
    from ...v2026_07_28 import InputRequiredResult, RequestMetaObject, Resource
    from . import GetSkillResult, ListSkillsResult, ReadResourceDirectoryResult, Skill


Asked_co = TypeVar("Asked_co", default="InputRequiredResult", covariant=True)
"""The type of the result that asks for input; `Never` if the client itself answers such results."""


class ClientCalls(revision_calls.ClientCalls[Never, Asked_co]):
    """Requests and notifications from a client of revision 2026-07-28 to a server."""

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "client"

    needs_meta = True

    if TYPE_CHECKING:

        @overload
        def __init__(
            self,
            send: SendText,
            *,
            meta: RequestMetaObject,
            timeout: float | None = None,
            on_stray: OnStray | None = None,
            session: Session | None = None,
            transport: Transport = "stdio",
        ) -> None: ...
        @overload
        def __init__(
            self,
            send: SendText,
            *,
            session: Session,
            timeout: float | None = None,
            meta: RequestMetaObject | None = None,
            on_stray: OnStray | None = None,
            transport: Transport = "stdio",
        ) -> None: ...
        def __init__(self, *args: Any, **options: Any) -> None: ...

    async def list_skills(
        self,
        *,
        cursor: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> ListSkillsResult:
        """Ask for the skills that the server serves; it need not list them all.

        Sends `skills/list`.
        https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#listing-skills

        Args:
            cursor: Position to continue from: `nextCursor` of the page before; absent asks for the first page.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            ListSkillsResult: Answer to `skills/list`: one page of skills.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ListSkillsResult = await self._request("skills/list", {"cursor": cursor}, meta, timeout)
        return result

    async def iter_skills(
        self,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Skill]:
        """Every item of every page of `list_skills`; a page is asked for when the one before is used up.

        Args:
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema; or a
                cursor came twice.
            TimeoutError: there was no response in time.
        """
        async for page in self._iterate_pages(self.list_skills, meta=meta, timeout=timeout):
            for item in page.skills:
                yield item

    async def get_skill(
        self,
        uri: str,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> GetSkillResult:
        """Ask for the entry of one skill, listed or not.

        Sends `skills/get`.
        https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#getting-a-skill

        Args:
            uri: URI of the skill's `SKILL.md`.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            GetSkillResult: Answer to `skills/get`: the entry of the skill as it is now.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: GetSkillResult = await self._request("skills/get", {"uri": uri}, meta, timeout)
        return result

    async def read_resource_directory(
        self,
        uri: str,
        *,
        cursor: str | None = None,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> ReadResourceDirectoryResult:
        """Ask for the direct children of a directory.

        Sends `resources/directory/read`.
        https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#reading-directories

        Args:
            uri: URI of the directory, without a slash at its end.
            cursor: Position to continue from: `nextCursor` of the page before; absent asks for the first page.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            ReadResourceDirectoryResult: Answer to `resources/directory/read`: one page of the children of the
                directory.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: ReadResourceDirectoryResult = await self._request(
            "resources/directory/read", {"uri": uri, "cursor": cursor}, meta, timeout
        )
        return result

    async def iter_resource_directory(
        self,
        uri: str,
        *,
        meta: RequestMetaObject | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Resource]:
        """Every item of every page of `read_resource_directory`; a page is asked for when the one before is used up.

        Args:
            uri: URI of the directory, without a slash at its end.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema; or a
                cursor came twice.
            TimeoutError: there was no response in time.
        """
        async for page in self._iterate_pages(self.read_resource_directory, uri=uri, meta=meta, timeout=timeout):
            for item in page.resources:
                yield item


class ServerCalls(revision_calls.ServerCalls):
    """Requests and notifications from a server of revision 2026-07-28 to a client."""

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "server"


AnsweredCalls: TypeAlias = ClientCalls[Never]
"""The calls of a client that itself answers results that ask for input, so that no call returns such a result."""
