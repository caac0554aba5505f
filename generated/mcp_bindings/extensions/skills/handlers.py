"""Handlers of revision 2026-07-28 and of the extension io.modelcontextprotocol/skills: a class for each side.

Subclass the class of your side, override the handlers of the methods that you serve, and pass an instance of your class
to `Dispatcher`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from typing_extensions import Never, TypeVar

from ...generated_code import Reply, Route, make_method_not_found_error
from ...v2026_07_28 import handlers as revision_handlers
from .extension import EXTENSION

if TYPE_CHECKING:
    from ...generated_code import Context, Extension, Sender
    from ...v2026_07_28 import PaginatedRequestParams
    from . import (
        GetSkillRequestParams,
        GetSkillResult,
        ListSkillsResult,
        ReadResourceDirectoryRequestParams,
        ReadResourceDirectoryResult,
    )
    from .client import Client


Added_co = TypeVar("Added_co", default=Never, covariant=True)
"""The type of the results that an extension adds; `Never` without an extension."""


Client_co = TypeVar("Client_co", default="Client", covariant=True)
"""The type of the client that `mb.connect` gives to handlers."""


class ServerHandlers(revision_handlers.ServerHandlers[Added_co]):
    """Handlers of what a server may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "server"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "skills/list": Route("list_skills"),
            "skills/get": Route("get_skill"),
            "resources/directory/read": Route(
                "read_resource_directory", {"extensions": {"io.modelcontextprotocol/skills": {"directoryRead": True}}}
            ),
        }
    )

    def list_skills(self, params: PaginatedRequestParams, context: Context) -> Reply[ListSkillsResult]:
        """Ask for the skills that the server serves; it need not list them all.

        Arrives as `skills/list`.
        https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#listing-skills
        """
        raise make_method_not_found_error()

    def get_skill(self, params: GetSkillRequestParams, context: Context) -> Reply[GetSkillResult]:
        """Ask for the entry of one skill, listed or not.

        Arrives as `skills/get`.
        https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#getting-a-skill
        """
        raise make_method_not_found_error()

    def read_resource_directory(
        self, params: ReadResourceDirectoryRequestParams, context: Context
    ) -> Reply[ReadResourceDirectoryResult]:
        """Ask for the direct children of a directory.

        Arrives as `resources/directory/read`.
        https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#reading-directories
        """
        raise make_method_not_found_error()


class ClientHandlers(revision_handlers.ClientHandlers[Client_co]):
    """Handlers of what a client may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "client"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType({})
