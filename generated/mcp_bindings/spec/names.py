"""The protocol's names that hand-written code uses, each written once.

This module has only the spelling of each name; the tables of a revision give its meaning in that revision. Error codes
are in `error_codes`. In a `match` statement, write `names.CANCELLED`: a bare name would be a capture pattern.
"""

from __future__ import annotations

from typing import Literal, get_args

Era = Literal["handshake", "per-request"]
"""The way in which two sides agree on version and capabilities: by `initialize` (`handshake`), or in the `_meta` of
each request (`per-request`)."""

Sender = Literal["client", "server"]
"""The side that sends a message."""

Transport = Literal["stdio", "http"]
"""The kind of transport; `http` is the HTTP transport that the revision in use has."""

Mode = Literal["strict", "tolerant"]
"""A mode of decoding. `strict` accepts what the schema accepts. `tolerant` also sets invalid items of lists aside, and
keeps an object whose tag no alternative of its union has."""

MODES: tuple[str, ...] = get_args(Mode)
"""Every mode of decoding."""

# Methods: opening and keeping a connection.
INITIALIZE = "initialize"
INITIALIZED = "notifications/initialized"
DISCOVER = "server/discover"
PING = "ping"

# Methods: notifications about a request.
CANCELLED = "notifications/cancelled"
PROGRESS = "notifications/progress"

# Methods: logging.
SET_LOG_LEVEL = "logging/setLevel"
LOG_MESSAGE = "notifications/message"

# Methods: subscriptions and the notifications that they carry.
LISTEN = "subscriptions/listen"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
TOOLS_CHANGED = "notifications/tools/list_changed"
PROMPTS_CHANGED = "notifications/prompts/list_changed"
RESOURCES_CHANGED = "notifications/resources/list_changed"

# Methods: tasks.
GET_TASK = "tasks/get"
GET_TASK_RESULT = "tasks/result"
CANCEL_TASK = "tasks/cancel"
LIST_TASKS = "tasks/list"
TASK_STATUS = "notifications/tasks/status"

# Methods: features of a server, and the requests of a server to its client.
LIST_TOOLS = "tools/list"
CALL_TOOL = "tools/call"
LIST_RESOURCES = "resources/list"
LIST_RESOURCE_TEMPLATES = "resources/templates/list"
READ_RESOURCE = "resources/read"
SUBSCRIBE = "resources/subscribe"
UNSUBSCRIBE = "resources/unsubscribe"
LIST_PROMPTS = "prompts/list"
GET_PROMPT = "prompts/get"
RESOURCE_UPDATED = "notifications/resources/updated"
COMPLETE_ARGUMENT = "completion/complete"
CREATE_MESSAGE = "sampling/createMessage"
ELICIT = "elicitation/create"
LIST_ROOTS = "roots/list"
ELICITATION_COMPLETE = "notifications/elicitation/complete"

# `_meta`, and its keys.
META = "_meta"
PROGRESS_KEY = "progressToken"
LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
RELATED_TASK_KEY = "io.modelcontextprotocol/related-task"
TRACEPARENT = "traceparent"
TRACESTATE = "tracestate"
BAGGAGE = "baggage"

# HTTP headers.
VERSION_HEADER = "MCP-Protocol-Version"
SESSION_HEADER = "Mcp-Session-Id"
METHOD_HEADER = "Mcp-Method"
NAME_HEADER = "Mcp-Name"
LAST_EVENT_ID = "Last-Event-ID"
PARAM_HEADER_PREFIX = "Mcp-Param-"
ACCEPT = "Accept"
ORIGIN = "Origin"
AUTHORIZATION = "Authorization"
CONTENT_TYPE = "Content-Type"
X_ACCEL_BUFFERING = "X-Accel-Buffering"

# Definitions that code looks up by name.
JSONRPC_MESSAGE = "JSONRPCMessage"
JSONRPC_REQUEST = "JSONRPCRequest"
JSONRPC_NOTIFICATION = "JSONRPCNotification"
JSONRPC_BATCH_REQUEST = "JSONRPCBatchRequest"
RESULT = "Result"
TOOL = "Tool"
RESOURCE = "Resource"
RESOURCE_TEMPLATE = "ResourceTemplate"
PROMPT = "Prompt"

# Definitions whose name changed: the newer name, then the older.
JSONRPC_RESULT_RESPONSE = "JSONRPCResultResponse"
JSONRPC_RESPONSE = "JSONRPCResponse"
JSONRPC_ERROR_RESPONSE = "JSONRPCErrorResponse"
JSONRPC_ERROR = "JSONRPCError"

# Definitions that code distinguishes from others of their kind.
INPUT_REQUEST = "InputRequest"
INPUT_RESPONSE = "InputResponse"
INPUT_REQUIRED_RESULT = "InputRequiredResult"
CREATE_TASK_RESULT = "CreateTaskResult"
PROGRESS_PARAMS = "ProgressNotificationParams"
RESULT_TYPE_DEFINITION = "ResultType"

# The member that names the kind of a result since 2026-07-28, and its values.
# https://modelcontextprotocol.io/specification/2026-07-28/basic/index#resulttype
RESULT_TYPE = "resultType"
COMPLETE = "complete"
INPUT_REQUIRED = "input_required"
RETRY_MEMBERS = ("inputResponses", "requestState")
"""Members of params that a client adds when it sends a request again: the input for the server, and its state."""


LOG_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""Levels of log messages, least serious first (RFC 5424)."""
