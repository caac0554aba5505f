"""The methods of the extension io.modelcontextprotocol/tasks: their senders, params and results."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...generated_code import MethodInfo

METHODS: Mapping[str, MethodInfo] = MappingProxyType(
    {
        "tasks/get": MethodInfo(
            name="tasks/get",
            kind="request",
            senders=("client",),
            message="GetTaskRequest",
            params="GetTaskRequestParams",
            params_required=True,
            results=("GetTaskResult",),
            cancellable=True,
            progress=True,
            sources=(
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-polling",
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#protocol-errors",
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#streamable-http-routing-headers",
            ),
        ),
        "tasks/update": MethodInfo(
            name="tasks/update",
            kind="request",
            senders=("client",),
            message="UpdateTaskRequest",
            params="UpdateTaskRequestParams",
            params_required=True,
            results=("UpdateTaskResult",),
            cancellable=True,
            progress=True,
            sources=(
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-update-requests",
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#protocol-errors",
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#streamable-http-routing-headers",
            ),
        ),
        "tasks/cancel": MethodInfo(
            name="tasks/cancel",
            kind="request",
            senders=("client",),
            message="CancelTaskRequest",
            params="CancelTaskRequestParams",
            params_required=True,
            results=("CancelTaskResult",),
            cancellable=True,
            progress=True,
            sources=(
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-cancellation",
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#protocol-errors",
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#streamable-http-routing-headers",
            ),
        ),
        "notifications/tasks": MethodInfo(
            name="notifications/tasks",
            kind="notification",
            senders=("server",),
            message="TaskStatusNotification",
            params="TaskStatusNotificationParams",
            params_required=True,
            delivery="subscription-stream",
            sources=(
                "https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-status-notifications",
            ),
        ),
    }
)
"""The rows of the methods by name."""
