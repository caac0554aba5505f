"""The classes of a client's calls and handlers, extensions included, and the requests to repeat in a new session."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from ..errors import ProtocolError
from ..extensions import Extension
from ..json_values import is_object
from ..peer.calls import Calls
from ..renames import list_names
from ..revisions import find_revision_with_types
from ..spec.names import SET_LOG_LEVEL, SUBSCRIBE, UNSUBSCRIBE
from .client_transport import ResponseLostError
from .lost_requests import may_have_run


def _get_calls_class(revision_id: str, extensions: Collection[Extension]) -> Any:
    """Return the class of a client's calls in a revision, with the calls of the extensions."""
    return _join_classes("ClientCalls", revision_id, extensions)


@cache
def get_client_class(revision_id: str, extensions: tuple[Extension, ...]) -> Any:
    """Return the class of the client that `mb.connect` opens for a revision, with the calls of the extensions."""
    return _join_classes("Client", revision_id, extensions)


def get_handlers_class(revision_id: str, extensions: Collection[Extension]) -> Any:
    """Return the class of a client's handlers in a revision, with the handlers of the extensions."""
    return _join_classes("ClientHandlers", revision_id, extensions)


def _join_classes(name: str, revision_id: str, extensions: Collection[Extension]) -> Any:
    spoken = find_revision_with_types(revision_id)
    added = [each.package for each in extensions if each.base is spoken and each.methods]
    classes = [getattr(import_module(package), name) for package in added or [spoken.package]]
    return classes[0] if len(classes) == 1 else type(name, tuple(classes), {})


class SessionRequests:
    """The requests that a client repeats in a new session, since they have set the state of an earlier session.

    These requests set the last log level and subscribe to resources.

    Pages: /specification/2025-11-25/server/utilities/logging#setting-log-level,
    /specification/2025-11-25/server/resources#subscriptions.
    """

    def __init__(self) -> None:
        self._level: str | None = None
        self._subscribed: dict[str, None] = {}  # in order

    def __iter__(self) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Iterate over the requests, each as method and params."""
        if self._level is not None:
            yield SET_LOG_LEVEL, {"level": self._level}
        for uri in self._subscribed:
            yield SUBSCRIBE, {"uri": uri}

    def record_request(self, method: str, params: Any) -> None:
        """Record a request that has succeeded. Ignore a request that does not set the state of the session.

        Args:
            method: the method of the request.
            params: the params, as a JSON object or typed.
        """
        if method in list_names(SET_LOG_LEVEL):
            self._level = _read_member(params, "level")
        elif method in list_names(SUBSCRIBE):
            self._subscribed[_read_member(params, "uri")] = None
        elif method in list_names(UNSUBSCRIBE):
            self._subscribed.pop(_read_member(params, "uri"), None)


class SessionCalls(Calls):
    """Base class of the calls of one session. It records the requests to repeat in a new session.

    Attributes:
        requests: the recorded requests.
    """

    requests: SessionRequests

    async def _request(self, method: str, params: Any, *options: Any, **named: Any) -> Any:
        """Send a request, wait for its result, record the request, and return the result.

        Raises:
            ResponseLostError: the server responds that it has stopped the request, which may have run.
            ProtocolError: the server responds with another error.
            Exception: one of the other errors of a call, which the class `Calls` documents.
        """
        try:
            result = await super()._request(method, params, *options, **named)
        except ProtocolError as error:
            if not may_have_run(error):
                raise
            name = _read_member(params, "name") or _read_member(params, "uri")
            raise ResponseLostError(
                "the server has stopped it before its response", method=method, name=name
            ) from error
        self.requests.record_request(method, params)
        return result


@cache
def get_session_calls_class(revision_id: str, extensions: tuple[Extension, ...]) -> Any:
    """Return the class of a session's calls in a revision, with the calls of the extensions."""
    calls = _get_calls_class(revision_id, extensions)
    return type(calls.__name__, (SessionCalls, calls), {})


def _read_member(params: Any, name: str) -> Any:
    return params.get(name) if is_object(params) else getattr(params, name, None)
