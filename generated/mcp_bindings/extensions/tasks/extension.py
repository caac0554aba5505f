"""The additions of the extension io.modelcontextprotocol/tasks to the protocol.

Importing this module imports no models.
"""

from __future__ import annotations

from ...generated_code import AddedFilter, AddedResultType, ErrorCase, Extension, ExtensionInfo, NameHeader, StatedLimit

EXTENSION = Extension(
    ExtensionInfo(
        id="io.modelcontextprotocol/tasks",
        between="peers",
        revisions=("2026-07-28",),
        page="https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md",
        origin="modelcontextprotocol/ext-tasks",
        version="e4345978be1f602f1fc48d89051e8559dd5302a6",
        official_sha256="10933a5003097bbccb03d964e6a5f7a2819cc4d7a1d07e27c6765cbf5da35c5c",
        settings="TasksExtensionCapability",
        needs_client=("tasks/get", "tasks/update", "tasks/cancel"),
        name_headers=(
            NameHeader(method="tasks/get", member="taskId"),
            NameHeader(method="tasks/update", member="taskId"),
            NameHeader(method="tasks/cancel", member="taskId"),
        ),
        result_types=(
            AddedResultType(
                value="task",
                definition="CreateTaskResult",
                methods=("tools/call",),
                sources=("#polymorphic-results", "#supported-methods", "#capability-negotiation"),
            ),
        ),
        filters=(
            AddedFilter(
                member="taskIds",
                definition="TaskSubscriptionNotifications",
                acknowledged="TaskSubscriptionAcknowledgedNotifications",
                notification="notifications/tasks",
                sources=("#task-status-notifications",),
                subject="taskId",
            ),
        ),
        errors=(
            ErrorCase(
                code=-32021,
                situation="a client that has not declared the extension sends a request of it, or subscribes to the state of tasks",
                methods=("tasks/get", "tasks/update", "tasks/cancel", "subscriptions/listen"),
                level="MUST",
                sources=("#protocol-errors", "#task-status-notifications"),
            ),
            ErrorCase(
                code=-32021,
                situation="a request cannot be served without a task, and its client has not declared the extension",
                methods=("tools/call",),
                level="MUST",
                sources=("#capability-negotiation",),
            ),
            ErrorCase(
                code=-32602,
                situation="no task has this taskId",
                methods=("tasks/get",),
                level="MUST",
                sources=("#protocol-errors",),
            ),
            ErrorCase(
                code=-32602,
                situation="no task has this taskId",
                methods=("tasks/update", "tasks/cancel"),
                level="SHOULD",
                sources=("#protocol-errors",),
            ),
        ),
        limits=(
            StatedLimit(
                name="ttlMs",
                rule="milliseconds from the creation of a task until the server may drop it; null for no limit",
                sources=("#tasks", "#task-polling"),
            ),
            StatedLimit(
                name="pollIntervalMs",
                rule="milliseconds that a client should wait between two polls of a task",
                sources=("#tasks", "#task-polling"),
            ),
        ),
    ),
    __name__.rpartition(".")[0],
)
"""The extension, with codecs of its types. Pass it to `Session`, `Dispatcher` or `mcp_bindings.extensions.extended`."""
