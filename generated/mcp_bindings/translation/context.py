"""The context of a translation: data that the message does not contain."""

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
from ..renames import list_names
from ..spec.names import CALL_TOOL, CAPABILITIES_KEY, CLIENT_INFO_KEY, LOG_LEVEL_KEY, VERSION_KEY, Sender


@dataclass(frozen=True, kw_only=True)
class TranslationContext:
    """The data that a translation needs in addition to the message.

    A refusal names the member that is missing or not valid.

    Args:
        revision: id of the revision of the message.
        sender: the side that sends the message; needed to translate progress to the per-request era.
        method: for a response, the method of its request; needed if the message lacks it.
        tool: for a result of `tools/call`, the name of the tool.
        output_schemas: the `outputSchema` of each tool in the server's revision, by name of the tool; a tool without
            `outputSchema` has the value None. Needed to translate structured content from the per-request era to the
            handshake era.
        client_capabilities: the capabilities of the client in the per-request revision, as a value of their class or as
            JSON; needed to translate requests to the per-request era.
        client_info: name and version of that client, as a value of its class or as JSON.
        log_level: the level of log messages that the client requests.
        server_info: name and version of a server of the handshake era, as a value of its class or as JSON; added to
            results for the per-request era.
        id: the JSON-RPC id of an input request in the handshake era; needed to translate an input request, or the
            response to it, from the per-request era to the handshake era.
        elicitation_id: the elicitation id of an elicitation in URL mode; needed to translate the elicitation from the
            per-request era to the handshake era.
        subscription_id: the id of the subscription to which a notification of a change belongs; needed to translate
            the notification to the per-request era.

    Raises:
        ValueError: `sender` is neither `client` nor `server`; `method`, `tool` or an id has a wrong type, or is a
            string that JSON cannot express.
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
        """Return a copy of this context for the response to a request, with the method of the request.

        For `tools/call`, the copy has the name of the tool, too.
        """
        name = member_at(request.document, "params", "name") if request.method in list_names(CALL_TOOL) else None
        return replace(self, method=request.method, tool=name if isinstance(name, str) else None)

    @cached_property
    def checked_plans(self) -> set[object]:
        """The checks that this context has passed. If a plan is in the set, its target accepts `request_meta`. If the
        pair of a plan and `result` is in the set, the target of the plan accepts `server_info`.
        """
        return set()

    @cached_property
    def request_meta_by_version(self) -> dict[str, dict[str, Any]]:
        """A cache of `request_meta` together with the version of a target, by this version."""
        return {}

    @cached_property
    def server_info_json(self) -> Any:
        """`server_info` as JSON.

        Raises:
            EncodeError: JSON cannot express `server_info`.
        """
        return to_json_copy(self.server_info)

    @cached_property
    def request_meta(self) -> Mapping[str, Any]:
        """The members of the context that belong in `_meta` of per-request requests, as JSON, without the version. A
        member that is None is left out.

        Raises:
            EncodeError: JSON cannot express a value.
        """
        given = {
            CAPABILITIES_KEY: self.client_capabilities,
            CLIENT_INFO_KEY: self.client_info,
            LOG_LEVEL_KEY: self.log_level,
        }
        return {name: to_json_copy(value) for name, value in given.items() if value is not None}


REQUEST_META_KEYS = (VERSION_KEY, CAPABILITIES_KEY, CLIENT_INFO_KEY, LOG_LEVEL_KEY)
"""Keys of `_meta` that replace the handshake, in requests of the per-request era."""
