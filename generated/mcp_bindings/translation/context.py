"""What a message does not say and its translation depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..errors import RequestId
from ..json_values import find_non_json, member_at
from ..jsonrpc.messages import Request
from ..jsonrpc.parser import SENDERS
from ..jsonrpc.plain_json import to_json_copy
from ..jsonrpc.strict_json import as_request_id
from ..spec.names import CALL_TOOL, CAPABILITIES_KEY, CLIENT_INFO_KEY, LOG_LEVEL_KEY, VERSION_KEY, Sender


@dataclass(frozen=True, kw_only=True)
class TranslationContext:
    """What `translate` knows beside the message. What it needs and does not find is a refusal that names it.

    Args:
        revision: The revision of the message, by its id.
        sender: The side that sends the message; needed for progress that goes to the per-request era.
        method: For an answer, the method of its request; needed if the message does not know it.
        tool: For a result of `tools/call`, the name of the tool.
        output_schemas: By name of a tool, the `outputSchema` that its server lists, in the server's revision; None for
            a tool without one. Needed for structured content that leaves the per-request era.
        client_capabilities: What a client of the per-request era declares; needed for requests that enter that era.
            A value of its class, or JSON.
        client_info: Name and version of that client.
        log_level: The level of log messages that it wants.
        server_info: Name and version of a server of the handshake era, for results that leave that era. A value of its
            class, or JSON.
        id: For what a server asks its client for, the id of its request in the handshake era; needed if it comes from
            the era in which results embed it.
        elicitation_id: The id of an elicitation in URL mode that comes from there.
        subscription_id: The id of the subscription on whose stream a notification of a change travels; needed if the
            notification enters the per-request era.

    Raises:
        ValueError: A member has another type than that, or a text that JSON has no form for.
    """

    revision: str
    sender: Sender | None = None
    method: str | None = None
    tool: str | None = None
    output_schemas: Mapping[str, Any] = field(default_factory=dict[str, Any])
    client_capabilities: Any = None
    client_info: Any = None
    log_level: str | None = None
    server_info: Any = None
    subscription_id: RequestId | None = None
    id: RequestId | None = None
    elicitation_id: str | None = None

    def __post_init__(self) -> None:
        if self.sender not in (None, *SENDERS):
            raise ValueError(f"sender must be 'client' or 'server', not {self.sender!r}")
        ids = {"subscription_id": self.subscription_id, "id": self.id}
        texts = {"method": self.method, "tool": self.tool, "elicitation_id": self.elicitation_id}
        for name, value in (*ids.items(), *texts.items()):
            fits = value is None or (as_request_id(value) is not None if name in ids else isinstance(value, str))
            if not fits or find_non_json(value) is not None:
                raise ValueError(f"{name} is {'a string or an integer' if name in ids else 'a string'}, not {value!r}")

    def answering(self, request: Request) -> TranslationContext:
        """The context of the answer to a request: with its method, and the name of the tool that it calls."""
        name = member_at(request.document, "params", "name") if request.method == CALL_TOOL else None
        return replace(self, method=request.method, tool=name if isinstance(name, str) else None)

    @cached_property
    def checked(self) -> set[object]:
        """Plans whose targets accept `request_meta`."""
        return set()

    @cached_property
    def wanted(self) -> dict[str, dict[str, Any]]:
        """`request_meta` with the version, by that version. Nobody changes it."""
        return {}

    @cached_property
    def server_info_json(self) -> Any:
        """`server_info` as JSON.

        Raises:
            EncodeError: It has no form in JSON.
        """
        return to_json_copy(self.server_info)

    @cached_property
    def request_meta(self) -> Mapping[str, Any]:
        """The `_meta` that each request of the per-request era has, as JSON, apart from the version.

        Raises:
            EncodeError: A value has no form in JSON.
        """
        given = {
            CAPABILITIES_KEY: self.client_capabilities,
            CLIENT_INFO_KEY: self.client_info,
            LOG_LEVEL_KEY: self.log_level,
        }
        return {name: to_json_copy(value) for name, value in given.items() if value is not None}


REQUEST_META = (VERSION_KEY, CAPABILITIES_KEY, CLIENT_INFO_KEY, LOG_LEVEL_KEY)
"""The keys of `_meta` that a request of the per-request era has instead of a handshake."""
