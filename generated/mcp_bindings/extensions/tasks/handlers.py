"""Handlers of revision 2026-07-28 and of the extension io.modelcontextprotocol/tasks: a class for each side.

Subclass the class of your side, override the handlers of the methods that you serve, and pass an instance of your class
to `Dispatcher`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from typing_extensions import TypeVar

from ...generated_code import Reply, Route, make_method_not_found_error
from ...v2026_07_28 import handlers as revision_handlers
from .extension import EXTENSION

if TYPE_CHECKING:
    from ...generated_code import Context, Extension, Sender
    from . import (
        CancelTaskRequestParams,
        CancelTaskResult,
        CreateTaskResult,
        GetTaskRequestParams,
        GetTaskResult,
        TaskStatusNotificationParams,
        UpdateTaskRequestParams,
        UpdateTaskResult,
    )
    from .client import Client


if TYPE_CHECKING:
    _Added: TypeAlias = CreateTaskResult
else:
    _Added = None


Client_co = TypeVar("Client_co", default="Client", covariant=True)
"""The type of the client that `mb.connect` gives to handlers."""


class ServerHandlers(revision_handlers.ServerHandlers[_Added]):
    """Handlers of what a server may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "server"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "tasks/get": Route("get_task"),
            "tasks/update": Route("update_task"),
            "tasks/cancel": Route("cancel_task"),
        }
    )

    def get_task(self, params: GetTaskRequestParams, context: Context) -> Reply[GetTaskResult]:
        """Ask for the state of a task.

        Arrives as `tasks/get`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-polling
        """
        raise make_method_not_found_error()

    def update_task(self, params: UpdateTaskRequestParams, context: Context) -> Reply[UpdateTaskResult]:
        """Give the server input that a task waits for.

        Arrives as `tasks/update`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-update-requests
        """
        raise make_method_not_found_error()

    def cancel_task(self, params: CancelTaskRequestParams, context: Context) -> Reply[CancelTaskResult]:
        """Ask the server to stop working on a task; the server may finish it all the same.

        Arrives as `tasks/cancel`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-cancellation
        """
        raise make_method_not_found_error()


class ClientHandlers(revision_handlers.ClientHandlers[Client_co]):
    """Handlers of what a client may receive. A request whose handler is not overridden fails with -32601.

    A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.
    """

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "client"
    routes: ClassVar[Mapping[str, Route]] = MappingProxyType(
        {
            "notifications/tasks": Route("on_task_status"),
        }
    )

    def on_task_status(self, params: TaskStatusNotificationParams, context: Context) -> Reply[None]:
        """Tell a client that has subscribed to a task the state of that task.

        Arrives as `notifications/tasks`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-status-notifications
        """
        return None
