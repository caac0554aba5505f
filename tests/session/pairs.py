"""Two connected sessions, documents to send, and checks that a session rejects a document."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any, NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindings.json_values import is_object
from mcp_bindings.jsonrpc.messages import ErrorResponse, Notification, Request, Response
from mcp_bindings.session import RULES
from mcp_bindings.session.errors import LocalProtocolError, RemoteProtocolError
from mcp_bindings.session.events import VersionAgreed
from mcp_bindings.session.profile import MethodProfile, RevisionProfile, revision_profile
from mcp_bindings.session.rules import SessionMode
from mcp_bindings.session.session import Session
from mcp_bindings.spec.names import Sender, Transport
from mcp_bindings.wire.model import WireModel
from tests.behaviour.classes import json_of, sample
from tests.revisions import PER_REQUEST, method_of, request_meta

ALL = tuple(mb.REVISIONS)

SIDES: tuple[Sender, ...] = ("client", "server")

INFO = {"name": "a", "version": "1"}

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"

Json = dict[str, Any]

FORM: Json = {"message": "x", "requestedSchema": {"type": "object", "properties": {}}}
URL: Json = {"mode": "url", "message": "x", "url": "https://example.com", "elicitationId": "x"}


_MODE: ContextVar[SessionMode] = ContextVar("_MODE", default="strict")
"""The mode of new sessions."""


@contextmanager
def in_mode(mode: SessionMode) -> Generator[None]:
    """Give new sessions another mode than `strict`."""
    token = _MODE.set(mode)
    try:
        yield
    finally:
        _MODE.reset(token)


MEMORY_OF_CHECKS = {"_allowed_methods", "findings"}
"""Caches of a session and the findings of the last text: a rejected step may change them."""


class Pair(NamedTuple):
    """The sessions of both sides."""

    client: Session
    server: Session

    def side(self, name: str) -> Session:
        return self.client if name == "client" else self.server

    def deliver(self, data: bytes, to: Sender) -> Any:
        """Receive a text on one side and return the event."""
        return self.side(to).receive(data)

    def ask(self, method: str, params: Any = None, *, sender: Sender = "client", **options: Any) -> Any:
        """A request that arrives at the other side."""
        asked = self.side(sender).request(method, params, **options)
        return self.side(other(sender)).receive(asked.data)

    def pass_notification(self, method: str, params: Any = None, *, sender: Sender = "server") -> Any:
        """A notification that arrives at the other side."""
        return self.side(other(sender)).receive(self.side(sender).notify(method, params))

    def answer(self, id_: Any, result: Any, *, sender: Sender = "server") -> Any:
        """A result that arrives at the other side."""
        return self.side(other(sender)).receive(self.side(sender).respond(id_, result))


def other(side: Sender) -> Sender:
    return "server" if side == "client" else "client"


def everything(revision: str, side: Sender) -> Json:
    """Every capability that a side can declare."""
    tree: Json = {}
    for path, is_flag in revision_profile(revision).capabilities[side].items():
        node = tree
        *parents, last = path.split(".")
        for name in parents:
            node = node.setdefault(name, {})
        node[last] = True if is_flag else {}
    return tree


def without(tree: Mapping[str, Any], path: str, *leave: bool) -> Json:
    """Capabilities without one path, or with another value at this path."""
    copy: Json = json.loads(json.dumps(tree))
    node = copy
    *parents, last = path.split(".")
    for name in parents:
        node = node[name]
    del node[last]
    node.update(dict.fromkeys([last], *leave) if leave else {})
    return copy


def fresh(
    revision: str, client: Json | None = None, server: Json | None = None, transport: Transport = "stdio"
) -> Pair:
    """Two sides before any message; by default they have every capability."""
    given = {"client": client, "server": server}
    one, two = (
        Session(
            side,
            [revision],
            info=INFO,
            capabilities=everything(revision, side) if given[side] is None else given[side],
            transport=transport,
            mode=_MODE.get(),
        )
        for side in SIDES
    )
    return Pair(one, two)


def asked(
    revision: str, client: Json | None = None, server: Json | None = None, transport: Transport = "stdio"
) -> tuple[Pair, Any]:
    """Two sides after the client has sent its opening request, and that request."""
    pair = fresh(revision, client, server, transport)
    return pair, pair.server.receive(pair.client.open())


def ready(
    revision: str, client: Json | None = None, server: Json | None = None, transport: Transport = "stdio"
) -> Pair:
    """Two sides after the opening."""
    pair, request = asked(revision, client, server, transport)
    event = pair.client.receive(pair.server.accept(request))
    assert isinstance(event, VersionAgreed)
    if event.reply is not None:
        pair.server.receive(event.reply)
    return pair


def params_of(revision: str, method: str) -> Json | None:
    """The smallest params of a method, without `_meta`; for an elicitation, in the mode with fewest requirements."""
    own = method_of(method, revision)
    if own == method_of("elicitation/create", revision):
        return dict(FORM)
    found = _least(revision, mb.revision(revision).methods[own].params)
    if found is not None:
        found.pop("_meta", None)
    return found


def result_of(revision: str, method: str) -> Json:
    """The smallest result of a method."""
    found = _least(revision, mb.revision(revision).methods[method_of(method, revision)].results[0])
    assert found is not None
    return {**found, "resultType": "complete"} if "resultType" in found else found


def _least(revision: str, name: str | None) -> Json | None:
    if name is None:
        return None
    models = import_module(mb.revision(revision).package)
    value = sample(getattr(models, name))
    return json_of(value) if isinstance(value, WireModel) else dict(value)


def raw(document: object) -> bytes:
    """A text from a peer, valid or not."""
    return json.dumps(document).encode()


def request(id_: Any, method: str, params: Any = None, *, revision: str = "") -> bytes:
    """A request that no session has built, with the method's name in a revision, and the metadata that it requires."""
    method = method_of(method, revision) if revision else method
    if revision in PER_REQUEST:
        meta = request_meta(revision, everything(revision, "client"))
        given: Json = params or {}
        params = {**given, "_meta": {**meta, **given.get("_meta", {})}}
    return raw({"jsonrpc": "2.0", "id": id_, "method": method} | ({} if params is None else {"params": params}))


def notification(method: str, params: Any = None, *, revision: str = "") -> bytes:
    """A notification that no session has built, with the method's name in a revision."""
    method = method_of(method, revision) if revision else method
    return raw({"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params}))


def result(id_: Any, value: Any) -> bytes:
    """A result that no session has built."""
    return raw({"jsonrpc": "2.0", "id": id_, "result": value})


def failure(id_: Any, code: int = -32603, message: str = "no", **data: Any) -> bytes:
    """An error that no session has built; without an id if the peer could not read the id of the request."""
    envelope = {"jsonrpc": "2.0"} if id_ is None else {"jsonrpc": "2.0", "id": id_}
    return raw({**envelope, "error": {"code": code, "message": message, **data}})


def snapshot(value: Any) -> Any:
    """All state of a session, in a comparable form."""
    whole = value
    if isinstance(value, (RevisionProfile, MethodProfile)):
        return type(value).__name__
    if isinstance(value, Mapping):
        return [(snapshot(key), snapshot(item)) for key, item in whole.items()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return [type(whole).__name__, *map(snapshot, whole)]
    if type(value).__module__.startswith("mcp_bindings.session"):
        slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        names = sorted({*slots, *getattr(value, "__dict__", {})} - MEMORY_OF_CHECKS)
        return [type(value).__name__, *((name, snapshot(getattr(value, name))) for name in names)]
    return value if value is None or isinstance(value, (bool, int, float, str)) else type(value).__name__


def rejected(
    session: Session, rule: str, step: Callable[..., object], *args: Any, **options: Any
) -> LocalProtocolError:
    """Check that this side rejects a step that breaks a rule: it sends nothing and its state does not change."""
    before = snapshot(session)
    with pytest.raises(LocalProtocolError) as caught:
        step(*args, **options)
    assert caught.value.rule == rule, caught.value
    assert snapshot(session) == before
    return caught.value


def blamed(
    session: Session, rule: str, data: bytes | Request, code: int, reply_to: Any = None, **options: Any
) -> RemoteProtocolError:
    """Check that a session rejects a text of the peer that breaks a rule.

    A rejected request gets an error response, and the state does not change. A rejected response ends its request, so
    that the caller stops waiting, and nothing else changes.
    """
    answered = _answered(session, data)
    before = snapshot(session) if answered is None else _shown(session, without=answered)
    with pytest.raises(RemoteProtocolError) as caught:
        session.receive(data, **options)
    error = caught.value
    assert (error.rule, error.code) == (rule, code), error
    assert (snapshot(session) if answered is None else _shown(session)) == before
    reply = error.to_bytes()
    if reply_to is None:
        assert reply is None
    else:
        assert reply is not None
        found = json.loads(reply)
        assert (found["id"], found["error"]["code"]) == (reply_to, code)
    return error


def handled(session: Session, rule: str, data: bytes | Request, code: int, reply_to: Any = None) -> None:
    """Check that a session does with a text that breaks a rule what the rule says for its mode."""
    if getattr(RULES[rule].handling, session.mode) == "refuse":
        blamed(session, rule, data, code, reply_to)
    else:
        noted(session, rule, data)


def noted(session: Session, rule: str, data: bytes | Request) -> None:
    """Check that a session accepts a text that breaks a rule binding only the sender, and adds a finding."""
    event = session.receive(data)
    assert isinstance(event, (Request, Response, ErrorResponse, Notification)), event
    assert [finding.rule for finding in session.findings] == [rule]


def _answered(session: Session, data: bytes | Request) -> Any:
    """The id of the pending request that a text responds to; None if there is none."""
    try:
        document = json.loads(data) if isinstance(data, bytes) else data.document
    except ValueError:
        return None
    if not is_object(document) or "method" in document:
        return None
    return document["id"] if document.get("id") in session.pending else None


def _shown(session: Session, without: Any = None) -> Any:
    """The public attributes that show the state of a session."""
    pending = {id_: method for id_, method in session.pending.items() if id_ != without}
    return session.state, session.version, pending, dict(session.peer_requests), session.capabilities


def data_of(error: RemoteProtocolError) -> Any:
    """The `data` of the error that the peer receives."""
    reply = error.to_bytes()
    assert reply is not None
    return json.loads(reply)["error"].get("data")
