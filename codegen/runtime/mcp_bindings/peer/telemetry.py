"""Attributes and metrics of OpenTelemetry, for the messages of both sides.

The semantic conventions for MCP are in development. This module follows the repository semantic-conventions-genai at
commit 0e5e6a8d. The sender of a message measures the message as `mcp.client.operation.duration`, and the receiver
measures it as `mcp.server.operation.duration`, whichever of the two is the client.

Page: https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/.
"""

from __future__ import annotations

import time
from asyncio import CancelledError
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from ..errors import ProtocolError, shorten
from ..hosts import DEFAULT_PORTS
from ..json_values import is_object
from ..jsonrpc.messages import Response
from ..options import check_method
from ..renames import find_first_name
from ..revisions import list_error_codes
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, RESOURCE_NOT_FOUND
from ..spec.names import CALL_TOOL, GET_PROMPT

if TYPE_CHECKING:
    from ..revisions import Revision
    from ..spec.names import Sender, Transport

IsListed: TypeAlias = Callable[[str, str], bool]
"""A function that gets the first name of the method of a request, and the name of a tool or prompt. It returns whether
a list has the tool or prompt."""

_MAX_TARGET = 1_000
"""Largest number of characters of the name of a tool or prompt, or of the URI of a resource, that is recorded."""

ERROR_TYPE, _STATUS_CODE = "error.type", "rpc.response.status_code"
TOOL_ERROR = "tool_error"

_SENDER_ERRORS = (PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, RESOURCE_NOT_FOUND)
"""Errors that are the sender's fault. They do not mark the operation of the receiver as failed."""

_BOUNDARIES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)
"""Boundaries of the buckets of a histogram, in seconds."""

_NAME_ATTRIBUTES = {CALL_TOOL: "gen_ai.tool.name", GET_PROMPT: "gen_ai.prompt.name"}
"""The attributes with the name of a tool or prompt, by the first name of the method."""

_NETWORK_ATTRIBUTES: Mapping[str, Mapping[str, str]] = {
    "stdio": {"network.transport": "pipe"},
    "http": {"network.transport": "tcp", "network.protocol.name": "http"},
}


def find_target(params: Any) -> str:
    """Return the name of the tool or prompt, or the URI of the resource, in params; empty if they have neither.

    The text is cut after 1,000 characters, since a peer may send a longer one.
    """
    for name in ("name", "uri"):
        found = params.get(name) if is_object(params) else getattr(params, name, None)
        if isinstance(found, str):
            return shorten(found, _MAX_TARGET)
    return ""


def is_tool_error(result: Any) -> bool:
    """Return whether a result (a typed value, a dict or a `Response`) reports an error of a tool."""
    if isinstance(result, Response):
        result = result.document.get("result")
    found = result.get("isError") if is_object(result) else getattr(result, "is_error", None)
    return found is True


def make_attributes(method: str, params: Any, revision: Revision, transport: Transport | None) -> dict[str, str]:
    """Return the OpenTelemetry attributes of a message: its method, version and transport, and the name of its tool or
    prompt if it has one. Ids and URIs, of which there can be any number, are left out.

    Args:
        method: the method of the message.
        params: the params of the message, as JSON, as a typed value, or as a dict by attribute.
        revision: the revision of the message.
        transport: the transport of the message; None if the transport is not known.
    """
    found = {"mcp.method.name": method, **_make_connection_attributes(revision, transport)}
    first_name = find_first_name(method, revision)
    name = find_target(params) if first_name in _NAME_ATTRIBUTES else ""
    if name:
        found[_NAME_ATTRIBUTES[first_name]] = name
    if first_name == CALL_TOOL:
        found["gen_ai.operation.name"] = "execute_tool"
    return found


def _make_connection_attributes(revision: Revision, transport: Transport | None) -> dict[str, str]:
    network: Mapping[str, str] = {} if transport is None else _NETWORK_ATTRIBUTES[transport]
    return {"mcp.protocol.version": revision.version, **network}


def make_error_attributes(code: int) -> dict[str, str]:
    """Return the attributes that the receiver of a message records when it responds with an error of this code.

    The attribute `error.type` is left out if the error is the sender's fault.
    """
    return {_STATUS_CODE: str(code), **({} if _is_senders_fault(code) else {ERROR_TYPE: str(code)})}


def _is_senders_fault(code: int) -> bool:
    return any(code in list_error_codes(each) for each in _SENDER_ERRORS)


class Measurement:
    """The measurement of one message or session.

    As a context manager it records the exception that leaves the block, and the duration of the block.

    Args:
        histogram: the histogram that gets the duration at the end.
        attributes: the attributes of the measurement, which later methods change.
        clock: a function that returns a time in seconds.
        is_listed: a function that decides whether the name of a tool or prompt is recorded if the request does not
            succeed; None to record every name, unless the request gets the error -32602.
    """

    __slots__ = ("_attributes", "_clock", "_histogram", "_is_listed", "_started")

    def __init__(
        self,
        histogram: Any,
        attributes: dict[str, Any],
        clock: Callable[[], float],
        is_listed: IsListed | None = None,
    ) -> None:
        self._histogram = histogram
        self._attributes = attributes
        self._clock = clock
        self._is_listed = is_listed
        self._started = clock()

    def __enter__(self) -> Measurement:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            self.record_exception(error)
        self.end()

    def record_result(self, result: Any) -> None:
        """Record the error of a tool if a result reports one.

        Any other result shows that the receiver knows the tool or prompt, so its name is recorded.
        """
        if is_tool_error(result):
            self._attributes[ERROR_TYPE] = TOOL_ERROR
        else:
            self._is_listed = None

    def record_error_response(self, error: ProtocolError) -> None:
        """Record the error with which the receiver of the message responds.

        With the code for invalid params, the name of the tool or prompt is not recorded.
        """
        self._record_error(error.code, make_error_attributes(error.code))

    def record_exception(self, error: BaseException) -> None:
        """Record an exception, unless it is a cancellation.

        The error response to a sent request is recorded by its code, any other exception by the name of its class.
        With the code for invalid params, the name of the tool or prompt is not recorded.
        """
        if isinstance(error, ProtocolError) and error.answerable:
            self._record_error(error.code, {_STATUS_CODE: str(error.code), ERROR_TYPE: str(error.code)})
        elif not isinstance(error, CancelledError):
            self._attributes[ERROR_TYPE] = type(error).__qualname__

    def _record_error(self, code: int, attributes: Mapping[str, str]) -> None:
        self._attributes.update(attributes)
        if code == INVALID_PARAMS:  # the sender can make up any number of names
            for name in _NAME_ATTRIBUTES.values():
                self._attributes.pop(name, None)

    def end(self) -> None:
        """Record the time since the measurement began, with the attributes.

        Leave out the name of a tool or prompt that no list has, unless the request has succeeded, since the sender can
        make up any number of names.
        """
        for method, attribute in _NAME_ATTRIBUTES.items():
            name = self._attributes.get(attribute)
            if name is not None and self._is_listed is not None and not self._is_listed(method, name):
                del self._attributes[attribute]
        self._histogram.record(self._clock() - self._started, self._attributes)

    def end_session(self, revision: Revision | None, transport: Transport, error: str = "") -> None:
        """Record the duration of a session. Do nothing if the revision has no sessions, or was not agreed on.

        Args:
            revision: the revision of the session; None if no revision was agreed on.
            transport: the transport of the session.
            error: the kind of error that has ended the session, one of a few texts; empty without an error.
        """
        if revision is not None and revision.era == "handshake":
            self._attributes.update(_make_connection_attributes(revision, transport))
            if error:
                self._attributes[ERROR_TYPE] = error
            self.end()


def _make_address_attributes(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if not parts.hostname:
        return {}
    return {"server.address": parts.hostname, "server.port": parts.port or DEFAULT_PORTS.get(parts.scheme, 80)}


def check_meter(meter: object) -> None:
    """Check the option `meter`.

    Raises:
        TypeError: the option is no meter of OpenTelemetry.
    """
    example = "a meter such as opentelemetry.metrics.get_meter('my-program')"
    check_method("meter", meter, "create_histogram", example)


class Metrics:
    """The histograms of a client or server: durations of the messages that it sends and receives, and of its sessions.

    Args:
        meter: the meter of OpenTelemetry that makes the histograms.
        role: the role of the client or server.
        url: the URL of the server, for a client over HTTP; otherwise empty.
        clock: a function that returns a time in seconds.

    Attributes:
        is_listed: a function that decides whether the name of a tool or prompt in a received request is recorded if the
            request does not succeed; None to record every name, unless the request gets the error -32602.

    Raises:
        TypeError: `meter` is no meter of OpenTelemetry.
    """

    def __init__(
        self,
        meter: Any,
        role: Sender,
        url: str = "",
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        check_meter(meter)

        def make_histogram(name: str, description: str) -> Any:
            return meter.create_histogram(
                name, unit="s", description=description, explicit_bucket_boundaries_advisory=_BOUNDARIES
            )

        self.is_listed: IsListed | None = None
        self._clock = clock
        self._server = _make_address_attributes(url)
        self._sent = make_histogram(
            "mcp.client.operation.duration", "Time from the sending of a message to its response."
        )
        self._received = make_histogram(
            "mcp.server.operation.duration", "Time from the arrival of a message to its response."
        )
        self._sessions = make_histogram(
            f"mcp.{role}.session.duration", "Time from the beginning of a session to its end."
        )

    def measure_sent(self, method: str, params: Any, revision: Revision, transport: Transport) -> Measurement:
        """Begin to measure a message that this client or server sends, and return the measurement.

        `make_attributes` explains the arguments.
        """
        attributes = {**self._server, **make_attributes(method, params, revision, transport)}
        return Measurement(self._sent, attributes, self._clock)

    def measure_received(
        self, method: str, params: Any, revision: Revision, transport: Transport | None
    ) -> Measurement:
        """Begin to measure a message that a handler gets, and return the measurement.

        `make_attributes` explains the arguments.
        """
        attributes = make_attributes(method, params, revision, transport)
        return Measurement(self._received, attributes, self._clock, self.is_listed)

    def measure_session(self) -> Measurement:
        """Begin and return the measurement of a session. `Measurement.end_session` ends the measurement."""
        return Measurement(self._sessions, {**self._server}, self._clock)


class _NoMeasurement(Measurement):
    """A measurement that records nothing."""

    __slots__ = ()

    def __init__(self) -> None:
        """Make a measurement without a histogram and attributes."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Record nothing."""

    def record_result(self, result: Any) -> None:
        """Ignore a result."""

    def record_error_response(self, error: ProtocolError) -> None:
        """Ignore an error."""

    def record_exception(self, error: BaseException) -> None:
        """Ignore an exception."""

    def end(self) -> None:
        """Record nothing."""

    def end_session(self, revision: Revision | None, transport: Transport, error: str = "") -> None:
        """Record nothing."""


UNMEASURED = _NoMeasurement()
"""The measurement for a client or server without metrics. This measurement records nothing."""
