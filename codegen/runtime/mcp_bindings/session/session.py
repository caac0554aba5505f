"""One side of a session, without any I/O: it reads the texts that arrive, and returns the bytes to send.

    >>> client = Session("client", ["2025-11-25", "2026-07-28"], info={"name": "me", "version": "1"})
    >>> first = client.open()  # bytes to send
    >>> event = client.receive(answer)  # VersionAgreed, or OpeningContinues with the next bytes

The caller transports the bytes, and decides how long to wait. Use a session in one thread at a time.

Page: /docs/2025-11-25/tutorials/security/security_best_practices#session-hijacking.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from ..errors import ProtocolError, RequestId, quote_value
from ..extensions import Extension
from ..extensions.extension import check_extensions
from ..json_values import is_object, member_at
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.messages import Batch, Message, Request
from ..jsonrpc.plain_json import to_json_copy
from ..jsonrpc.rewriting import get_text_and_document
from ..limits import DEFAULT, Limits
from ..negotiation.eras import method_of, opens_session
from ..negotiation.versions import add_required_members, answer_initialize, known_versions, make_discover_result
from ..options import check_choice, check_class, check_flags, check_limits, check_plain_callable, check_texts
from ..renames import list_names
from ..revisions import Revision, list_spoken_revisions
from ..spec.http_fields import Headers, is_session_id
from ..spec.names import (
    CANCELLED,
    DISCOVER,
    INITIALIZE,
    META,
    RELATED_TASK_KEY,
    SERVER_INFO_KEY,
    Sender,
    Transport,
)
from .capabilities import may_use_unknown_methods
from .declarations import check_capabilities_object, check_info
from .errors import LocalProtocolError, OnFinding, SessionFinding, Violation
from .events import Event, OutgoingRequest, RequestLost, SessionEnded, SessionExpired
from .local_side import LocalSide, SessionSettings, check_extension_result
from .opening import Opening
from .receiver import TEXT_TYPES, Receiver, Text
from .request_table import TASK_METHODS
from .rules import HARMLESS_RULES, SessionMode, check_mode
from .states import CLOSED

if TYPE_CHECKING:
    from ..authorization.principal import Principal


def _check_options(info: object, instructions: object, limits: object, draft: object, on_finding: object) -> None:
    """Check options of `Session` that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: `info` has no name or version.
    """
    check_info(info)
    if instructions is not None:
        check_class("instructions", instructions, str, "a text")
    check_limits(limits)
    check_flags({"draft": draft})
    if on_finding is not None:
        check_plain_callable("on_finding", on_finding, ("finding",), "(finding)")


class Session:
    """One side of a session.

    Give each text that arrives to `receive`, and send the bytes that `request`, `notify`, `respond` and `respond_error`
    return, so that every message passes through the session. A message that is refused raises an error and changes
    nothing, with one exception: a refused answer of the peer ends the answered request. Only `initialize` goes on
    waiting for a valid answer.

    On stdio there is one session for each process. On HTTP a server has one session for each `Mcp-Session-Id`; in a
    revision without sessions it has one for each POST.

    Args:
        role: `client` or `server`.
        revisions: ids of the revisions that this side speaks.
        info: name and version of this implementation, as JSON or typed.
        capabilities: the capabilities of this side, as JSON or typed.
        instructions: a text for clients about the use of a server; None to send none.
        transport: `stdio`, or `http` for the HTTP transport that the revision in use has.
        minimum: id of the oldest release that this side accepts; None to accept all of `revisions`.
        limits: bounds for each text that arrives.
        result_types: the `resultType` values of extensions that the package does not know. A result with one of these
            values has the type `Result`.
        extensions: extensions of the protocol, such as `mcp_bindings.extensions.tasks.EXTENSION`. The session adds them
            to the capabilities, and knows their messages in the revisions that they extend. A client first asks for the
            newest per-request revision that the most of them extend.
        draft: whether this side also speaks the draft, in place of a release with the same version.
        mode: the handling of messages of the peer that break a rule. `strict` refuses these messages. `default`
            delivers harmless ones with a finding. `tolerant` also sets aside invalid items of lists. `RULES` has the
            handling for each rule.
        on_finding: a function that is called at once with each finding; None to call none. In either case, the property
            `findings` has the findings about the last text.

    Attributes:
        role: `client` or `server`.
        mode: the handling of messages of the peer that break a rule.

    Raises:
        ValueError: `role`, `transport` or `mode` is unknown, `revisions` is empty or has only the draft although
            `draft` is False, this side speaks no revision from `minimum` on, `info` has no name or version, or two of
            `extensions` define the same name.
        UnknownRevision: a revision is not known, `minimum` is not a release, or `draft` is True and the package has no
            draft.
        TypeError: `info` or `capabilities` is no object, `revisions` or `result_types` is no list of texts, one of
            `extensions` is no `Extension`, or another option has a wrong type.
        EncodeError: `info` or `capabilities` has no form in JSON.
    """

    def __init__(
        self,
        role: Sender,
        revisions: Collection[str],
        *,
        info: Any,
        capabilities: Any = None,
        instructions: str | None = None,
        transport: Transport = "stdio",
        minimum: str | None = None,
        limits: Limits = DEFAULT,
        result_types: Collection[str] = (),
        extensions: Collection[Extension] = (),
        draft: bool = False,
        mode: SessionMode = "strict",
        on_finding: OnFinding | None = None,
    ) -> None:
        check_mode(mode)
        check_choice("transport", transport, get_args(Transport))
        _check_options(info, instructions, limits, draft, on_finding)
        if role not in ("client", "server"):
            raise ValueError(f"role must be 'client' or 'server', not {role!r}")
        spoken = known_versions(list_spoken_revisions(revisions, draft=draft), minimum=minimum)
        if not spoken:
            raise ValueError(
                f"the {role} must speak at least one known revision" + (f" from {minimum} on" if minimum else "")
            )
        declared: dict[str, Any] = {} if capabilities is None else to_json_copy(capabilities)
        check_capabilities_object(declared)
        used = check_extensions(extensions)
        result_types = check_texts("result_types", result_types)
        handling: Any = "tolerant" if mode == "tolerant" else "strict"
        reading = ParseOptions(handling, older_peer=True, result_types=result_types, transport=transport)
        self._apply_settings(
            SessionSettings(
                role=role,
                revisions=spoken,
                draft=draft,
                info=to_json_copy(info),
                capabilities=declared,
                instructions=instructions,
                transport=transport,
                limits=limits,
                extensions=used,
                mode=mode,
                on_finding=on_finding,
                may_use_unknown_methods=may_use_unknown_methods(declared, used),
                reading=reading,
                writing=ParseOptions(result_types=result_types),
                declared={},
            )
        )

    def _apply_settings(self, settings: SessionSettings, *, continues: bool = False) -> None:
        self._side = LocalSide(settings)
        self._principal: Principal | None = None
        self.role: Sender = settings.role
        self.mode: SessionMode = settings.mode
        self._state = self._side.state
        opening = Opening(self._side) if settings.role == "client" else None
        self._receiver = Receiver(self._side, opening, continues=continues)
        if settings.role == "server":
            self._state.capabilities["server"] = self._side.capabilities_of_any

    def anew(self, *, continues: bool = False) -> Session:
        """Return a new session with the settings of this one. The new session has not begun.

        Args:
            continues: whether the client may have opened the session with another process, of which nothing is known.
                Then any message may arrive first over HTTP. The client counts as one that has agreed on the version in
                the headers, and has declared no capability.
        """
        made = Session.__new__(Session)
        made._apply_settings(self._side.settings, continues=continues)
        return made

    @property
    def state(self) -> str:
        """The state. With a handshake: `new`, `initializing` after `initialize`, `agreed` after its result, `ready`
        after `notifications/initialized`, `closed`. Without a handshake: `new` or `closed`.
        """
        return self._state.phase

    def reset(self) -> bool:
        """Reset this session of a server to its beginning, so that the next client can use it.

        Returns:
            True if the session was reset. False if nothing was changed, since this is a client, the session is closed
            or has an id or a principal, the client has declared an experimental capability or an extension that is not
            in use, or more is remembered than the opening and the used ids.
        """
        belongs = self.role == "client" or self._principal is not None or self._side.session_id is not None
        return not belongs and self._side.reset()

    @property
    def version(self) -> str | None:
        """The agreed version; None before the sides agree, and on a server where each request names its own version."""
        agreed = self._side.revision
        return None if agreed is None else agreed.version

    @property
    def revision(self) -> Revision | None:
        """The revision in which this side speaks the agreed version; None if `version` is None."""
        return self._side.revision

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` of the session; None before the transport sets the id that the server assigns.

        Raises:
            ValueError: the id is set to an empty text, or to one with characters other than visible ASCII.
        """
        return self._side.session_id

    @session_id.setter
    def session_id(self, id: str | None) -> None:
        """Record the id that the server has assigned; None removes the id.

        Raises:
            ValueError: the id is an empty text, or has characters other than visible ASCII.
        """
        if id is not None and not is_session_id(id):
            raise ValueError("a session id must consist of visible ASCII characters")
        self._side.session_id = id

    @property
    def transport(self) -> Transport:
        """The transport of the messages: `stdio` or `http`."""
        return self._side.settings.transport

    @property
    def http_transport(self) -> str:
        """The HTTP transport of the revision that this side uses or tries: `http+sse` or `streamable-http`."""
        side = self._side
        used = side.revision or side.revision_of(side.get_outgoing_profile().version)
        return used.protocol.http.transport

    @property
    def info(self) -> Any:
        """Name and version of this implementation, as JSON."""
        return self._side.info

    @property
    def pending(self) -> Mapping[RequestId, str]:
        """The methods of the requests of this side that wait for an answer, by id, as `Revision.parse` takes them."""
        return self._side.local_requests.methods

    @property
    def peer_requests(self) -> Mapping[RequestId, str]:
        """The methods of the requests of the peer that wait for an answer, by id."""
        return self._side.peer_requests.methods

    @property
    def findings(self) -> tuple[SessionFinding, ...]:
        """The findings about the last received text; empty if it breaks no rule. A text that was refused has findings,
        too, but none for the rule for which it was refused.
        """
        return self._state.collector.findings

    @property
    def capabilities(self) -> Mapping[str, Any] | None:
        """The capabilities that the peer has declared for the session, as JSON; None if they are not known."""
        return self._state.capabilities[self._side.peer]

    @property
    def principal(self) -> Principal | None:
        """The principal to whom the session belongs; None before the transport sets it. A set principal never changes.

        A server answers a request of another principal with status 404, as if the session did not exist.

        Raises:
            ValueError: another principal is set.
        """
        return self._principal

    @principal.setter
    def principal(self, principal: Principal) -> None:
        """Record the principal to whom the session belongs.

        Raises:
            ValueError: the session belongs to another principal.
        """
        self._principal = self.principal_of(principal)

    def principal_of(self, principal: Principal | None) -> Principal | None:
        """Return the principal of a message: the given principal, or by default the principal of the session.

        None is returned if neither has a principal.

        Raises:
            ValueError: the session belongs to another principal.
        """
        owner = self._principal
        if principal is None or owner is None:
            return principal or owner
        if principal != owner:
            raise ValueError("the session belongs to another principal")
        return principal

    def receive(
        self, data: Text | Message | Batch, *, headers: Headers | None = None, input_schema: object = None
    ) -> Event:
        """Read, check and record a text of the peer.

        Args:
            data: one message, or in 2025-03-26 a batch, as text or parsed by the agreed revision.
            headers: headers of the HTTP request with the text, on a server; None on stdio and for a client.
                Headers of a parsed message are not checked.
            input_schema: the input schema of the called tool, to check headers that repeat its arguments.

        Returns:
            The message, or an event with its meaning for the session. A batch has a `ProtocolError` in place of each
            rejected message, and no item for an ignored one.

        Raises:
            ProtocolError: the message is not valid; a `RemoteProtocolError` if it breaks a rule of the session.
                `to_bytes()` returns the reply; None if no reply may be sent.
            LocalProtocolError: a parsed message is given although no revision is agreed on, or the next message of the
                opening would not be valid, for example since a capability has a wrong form.
        """
        side = self._side
        self._state.collector.findings = ()
        try:
            agreed = side.agreed
            if agreed is None or headers is not None or not isinstance(data, TEXT_TYPES):
                return self._receiver.receive(data, headers, input_schema)
            profile, message_parser = agreed
            message = message_parser.parse(data, side.peer, side.local_requests.methods, side.limits, side.reading)
            return side.record_received_message(message, profile)
        except ProtocolError as error:
            side.abandon_answered_request(error)
            error.answerable = error.answerable and self.role in side.get_outgoing_profile().responders
            raise

    def revision_of(self, id: RequestId) -> Revision:
        """Return the revision in which to answer a request of the peer.

        Raises:
            KeyError: no such request waits for an answer.
        """
        pending = self._side.peer_requests.find_request(id)
        if pending is None:
            raise KeyError(id)
        return pending.profile.revision

    def open(self, *, ids: str = "") -> bytes:
        """Write the first message of a client: `server/discover` in a per-request revision, else `initialize`.

        Give the answer to `receive`. If no answer comes, call `request_failed`. A client that speaks only per-request
        revisions may begin with any request instead.

        Args:
            ids: the prefix of the ids of all requests that open the session; by default the ids are numbers. A proxy
                chooses a prefix that no id of its client has.

        Raises:
            LocalProtocolError: this is not a client, the session has begun or is closed, or the first message would not
                be valid, for example since a capability has a wrong form.
        """
        return self._receiver.write_first_message(ids)

    def accept(self, request: Request) -> bytes:
        """Write the answer to `initialize` or `server/discover`, from the settings of this session.

        The answer has the version or the versions, the capabilities, the instructions, and the name of the server. The
        answer to `initialize` settles the version of the session.

        Args:
            request: the request that `receive` has returned.

        Raises:
            LocalProtocolError: the request has another method, or no longer waits for an answer; or the answer would
                not be valid, for example since a capability has a wrong form.
            EncodeError: the instructions have no form in JSON.
        """
        side, instructions = self._side, self._side.settings.instructions
        if request.method == INITIALIZE:
            requested = member_at(request.document, "params", "protocolVersion")
            version = answer_initialize(requested, side.revisions).version
            profile = side.profile_of(version) if version is not None else side.get_outgoing_profile()
            capabilities = side.get_declared_capabilities(profile)
            result = {"protocolVersion": version, "capabilities": capabilities, "serverInfo": side.info}
            result |= {} if instructions is None else {"instructions": instructions}
            result = add_required_members(profile.revision, INITIALIZE, result)
        elif request.method in list_names(DISCOVER):
            profile = side.get_answer_profile(request.id)
            capabilities = side.get_declared_capabilities(profile)
            result = make_discover_result(profile.revision, side.revisions, capabilities, instructions)
        else:
            raise LocalProtocolError("method", f"accept() answers initialize and server/discover, not {request.method}")
        return self.respond(request.id, result)

    def request(
        self, method: str, params: Any = None, *, id: RequestId | None = None, progress: bool = False
    ) -> OutgoingRequest:
        """Write a request to the peer.

        In per-request revisions a client adds version, capabilities and client info to the `_meta` of the request,
        unless `_meta` already has them.

        Args:
            method: the method of a request that this side may send.
            params: the params, as JSON or typed; None to leave them out, if the session has nothing to add.
            id: the id; by default the next number.
            progress: whether to ask for progress, with the id as progress token.

        Raises:
            LocalProtocolError: the request is not valid, or breaks a rule.
            EncodeError: the params have no form in JSON.
        """
        return self._side.request(method, params, id, progress=progress)

    def retry(self, id: RequestId, responses: Any = None, *, new_id: RequestId | None = None) -> OutgoingRequest:
        """Write a request again, with the input that its result asks for.

        Page: /specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow.

        Args:
            id: the id of the request whose result was an `InputRequiredResult`.
            responses: the input, by the keys of `inputRequests`; None if the result has no `inputRequests`.
            new_id: the id of the retry; by default the next number.

        Raises:
            LocalProtocolError: the server has not asked for input for this request, a part of the input is missing, or
                the retry is not valid or breaks a rule.
            EncodeError: a part of the input has no form in JSON.
        """
        side, rounds = self._side, self._state.input_rounds
        if id not in rounds or side.get_outgoing_profile().era == "handshake":
            raise LocalProtocolError("input.state", f"no server has asked for input to the request {quote_value(id)}")
        round_ = rounds[id]
        missing = round_.input_methods.keys() - (responses or {}).keys()
        if missing:
            raise LocalProtocolError("input.answers", f"inputResponses lacks {quote_value(', '.join(sorted(missing)))}")
        rounds.prefer_round(round_)
        return side.request(round_.method, round_.make_retry_params(responses), new_id)

    def notify(self, method: str, params: Any = None) -> bytes:
        """Write a notification to the peer.

        Args:
            method: the method of a notification that this side may send.
            params: the params, as JSON or typed; None to leave them out.

        Raises:
            LocalProtocolError: the notification is not valid, or breaks a rule.
            EncodeError: the params have no form in JSON.
        """
        return self._side.notify(method, params)

    def cancel(self, id: RequestId, reason: str | None = None) -> bytes | None:
        """Cancel a request of this side. A late answer is ignored.

        Args:
            id: the id of the request.
            reason: the reason, a text for people; None to give no reason.

        Returns:
            The notification to send; None if the caller must close the stream of the response instead, as over HTTP in
            a per-request revision.

        Raises:
            LocalProtocolError: no such request is in progress, the request cannot be cancelled, or `reason` is no text.
            EncodeError: `reason` has no form in JSON.
        """
        side = self._side
        pending = side.local_requests.find_request(id)
        params: dict[str, Any] = {"requestId": id} if reason is None else {"requestId": id, "reason": reason}
        if pending is not None and pending.profile.era == "per-request" and side.transport == "http":
            if reason is not None:
                side.check_notification(CANCELLED, params)
            self._state.abandon_request(self.role, id)
            return None
        if pending is not None and pending.related_task is not None and pending.method.first_name not in TASK_METHODS:
            params[META] = {RELATED_TASK_KEY: {"taskId": pending.related_task}}
        return side.notify(CANCELLED, params)

    def respond(self, id: RequestId, result: Any) -> bytes:
        """Write the result of a request of the peer.

        Where the revision recommends the name and version of the server in `_meta`, a server adds them, unless `_meta`
        already has them.

        Page: /specification/2026-07-28/basic/index#meta.

        Args:
            id: the id of the request.
            result: the result, as JSON or typed.

        Raises:
            LocalProtocolError: no such request waits for an answer, or the result is not valid or breaks a rule.
            EncodeError: the result has no form in JSON.
        """
        side = self._side
        profile, value = side.get_answer_profile(id), to_json_copy(result)
        if self.role == "server" and profile.results_name_server and is_object(value):
            meta = value.get(META, {})
            if is_object(meta):
                value = {**value, META: {SERVER_INFO_KEY: side.info, **meta}}
        return side.write_message({"jsonrpc": "2.0", "id": id, "result": value}, profile)

    def respond_error(self, id: RequestId, error: ProtocolError) -> bytes:
        """Write the error that answers a request of the peer.

        Args:
            id: the id of the request.
            error: the error, whose code, message and data are sent.

        Raises:
            LocalProtocolError: no such request waits for an answer, or the error is not valid or breaks a rule.
            TypeError, ValueError: the data of the error are not JSON or are nested too deeply, or one of its texts has
                no form in UTF-8.
        """
        return self._side.write_message(json.loads(error.reply(id)), self._side.get_answer_profile(id))

    def batch(self, texts: Sequence[bytes]) -> bytes:
        """Join messages into a batch, in a revision that has batches.

        Page: /specification/2025-03-26/basic/index#batching.

        Args:
            texts: messages that this session has written, none of them `initialize`.

        Raises:
            LocalProtocolError: the revision has no batches, or the batch would be empty, contain `initialize`, or mix
                answers with other messages.
        """
        revision = self._side.get_outgoing_profile().revision
        if revision.protocol.batching.send != "may":
            raise LocalProtocolError("batch", f"revision {revision.id} has no batches, so send each message by itself")
        methods = [method_of(json.loads(text)) for text in texts]
        if not texts or INITIALIZE in methods:
            raise LocalProtocolError("batch", "a batch must contain at least one message, and no initialize")
        if None in methods and any(methods):
            raise LocalProtocolError("batch", "a batch must contain only answers, or only requests and notifications")
        return b"[" + b",".join(texts) + b"]"

    def http_headers(
        self,
        data: bytes | None,
        *,
        http_method: str = "POST",
        last_event_id: str | None = None,
        input_schemas: Mapping[str, object] | None = None,
    ) -> dict[str, str]:
        """Return the headers of an HTTP request of a client: a POST with a message, a GET or a DELETE.

        Args:
            data: the message as this session has written it; None for GET and DELETE.
            http_method: `POST`, `GET` or `DELETE`.
            last_event_id: the id of the last event on the stream that a GET resumes; None for a new stream.
            input_schemas: input schemas of tools by name, for headers that repeat arguments; None if none is known.

        Raises:
            ValueError: a value of the message, or `last_event_id`, cannot be written as a header.
        """
        document = None if data is None else self._side.parse_own_text(data)
        return self._side.make_http_headers(document, http_method, last_event_id, input_schemas or {})

    def request_failed(
        self, id: RequestId, *, http_status: int | None = None, body: bytes = b""
    ) -> Event | RequestLost | SessionExpired:
        """Report that a request of this side gets no answer: it timed out, its stream broke, or HTTP rejected it.

        Status 404 for a request with the id of the session means that the server has ended the session.

        Args:
            id: the id of the request.
            http_status: the status of the HTTP response, if the status is an error; None if no response came.
            body: the body of the HTTP response. A JSON-RPC error in the body is read as the answer.

        Returns:
            The answer in the body, or an event with the meaning of the failure for the session.

        Raises:
            LocalProtocolError: no such request waits for an answer, or the next message of the opening would not be
                valid.
            ProtocolError: the JSON-RPC error in the body is not valid, or breaks a rule. The request then waits no
                longer, unless it is `initialize`.
        """
        return self._receiver.handle_failed_request(id, http_status, body)

    def session_expired(self) -> SessionExpired:
        """Report status 404 for an HTTP request with the id of the session.

        This object becomes the new session. Call this method for a GET, or for the POST of a notification or an answer.
        For the POST of a request, call `request_failed` with the id of the request.

        Returns:
            The event, with the `initialize` of the new session.

        Raises:
            LocalProtocolError: the session has no id, this side is a server or speaks no revision with a handshake, or
                the `initialize` would not be valid.
        """
        return self._receiver.handle_expired_session()

    @property
    def request_meta(self) -> Mapping[str, Any]:
        """The `_meta` members of every request of a client in a per-request revision; otherwise empty.

        `request` adds these members. Code that writes requests without `request` has to add them.
        """
        return self._side.make_request_meta()

    def new_id(self) -> RequestId:
        """Return a new request id, for code that writes requests without `request`, such as `ClientCalls`.

        No other call returns the same id, until `reset` is called.
        """
        return self._side.new_id()

    def skip_ids(self, most: int) -> None:
        """Make `new_id` return only numbers above the given one, since another process may have used all others."""
        self._side.skip_ids(most)

    def is_free_id(self, id: RequestId) -> bool:
        """Return whether a new request of this side may have an id.

        The revision must have ids of this type. No remembered request of this side, and no open round of input, may
        have the id.
        """
        side = self._side
        has_type = type(id) in side.get_outgoing_profile().revision.request_id_types
        return has_type and not (side.local_requests.has_id(id) or id in self._state.input_rounds)

    def is_free_token(self, token: RequestId) -> bool:
        """Return whether a new request of this side may have a progress token: no earlier request may still use it."""
        return not self._side.local_requests.has_token(token)

    def record_sent(self, data: bytes) -> bytes:
        """Check and record a message of this side that other code, such as `ClientCalls`, has written.

        Args:
            data: the text of one message.

        Returns:
            The text, unchanged.

        Raises:
            LocalProtocolError: the message is not valid, or breaks a rule.
            ValueError: the text is not JSON.
        """
        document = json.loads(data)
        self._side.write_message(document, self._side.profile_of_own_message(document), data)
        return data

    def forward(self, message: Message, *, findings: Iterable[SessionFinding] = (), is_valid: bool = False) -> bytes:
        """Check and record a message that a proxy or a bridge forwards from another connection.

        Args:
            message: a message that another session has received, or that `translate` has made. The `initialize` of a
                client opens the session with the requested version.
            findings: the findings of the session that has received the message. The message may break the rules that
                the findings name, and the rules whose violations the mode of this session delivers. So the receiver
                gets what it would get without a proxy.
            is_valid: whether the caller knows that the message is valid in the revision of this side. Then only the
                rules of the session are checked, unless extensions are in use.

        Returns:
            The text of the message, byte for byte, except for newlines and changed members.

        Raises:
            LocalProtocolError: this side may not send the message, or the message is not valid.
            EncodeError: the body of the message was changed, and JSON cannot express it.
        """
        side, collector = self._side, self._state.collector
        data, document = get_text_and_document(message)
        tried = self._read_tried_version(message, document)
        profile = side.profile_of_own_message(document) if tried is None else side.profile_of(tried)
        collector.allowed_violations = HARMLESS_RULES[collector.mode]
        if findings:
            collector.allowed_violations = collector.allowed_violations.union(finding.rule for finding in findings)
        try:
            if is_valid and self._state.phase != CLOSED and not side.extensions:
                written = side.write_valid_message(message, document, profile, data)
            else:
                written = side.write_message(document, profile, data)
        finally:
            collector.allowed_violations = frozenset()
        if tried is not None:
            side.try_version(tried)
        return written

    def _read_tried_version(self, message: Message, document: Mapping[str, Any]) -> str | None:
        """Return the version that an `initialize` of this client requests.

        None is returned for any other message, and for a version that this side does not speak with a handshake.
        """
        if self.role != "client" or message.method != INITIALIZE or not opens_session(document):
            return None
        requested: Any = member_at(document, "params", "protocolVersion")
        return requested if requested in known_versions(self._side.revisions, era="handshake") else None

    def record_result(self, id: RequestId, result: Any, kind: str = "") -> None:
        """Check and record a result that is written without `respond`.

        Args:
            id: the id of the request of the peer, which is not `initialize`.
            result: the result, typed or as JSON.
            kind: the name of the class of the result, if the result is JSON.

        Raises:
            LocalProtocolError: no such request waits for an answer, or the result breaks a rule.
        """
        try:
            if self._side.extensions and self.role == "server":
                check_extension_result(id, result, self._state, arrived=False)
            self._state.record_result(id, kind or type(result).__name__, result, self.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_error(self, id: RequestId, error: ProtocolError) -> None:
        """Check and record the error that answers a request of the peer and is written without `respond_error`.

        Args:
            id: the id of the request of the peer.
            error: the error, whose code and data are checked.

        Raises:
            LocalProtocolError: no such request waits for an answer, or the error breaks a rule.
        """
        try:
            self._state.record_error(id, {"code": error.code, "data": error.data}, self.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_lost_request(self, id: RequestId) -> None:
        """Record that a request of this side will get no answer, for example because it could not be sent.

        A late answer is ignored. Nothing happens if the request no longer waits for its answer. While the session is
        being opened, call `Session.request_failed` instead, which also returns the next message.
        """
        self._state.abandon_request(self.role, id)

    def record_unanswered_request(self, id: RequestId) -> None:
        """Record that a request of the peer will not be answered, for example because its handler was stopped.

        Nothing happens if the request no longer waits for its answer.
        """
        self._state.abandon_request(self._side.peer, id)

    def close(self) -> SessionEnded:
        """End the session: no further message is sent or received.

        Returns:
            The requests that will not be answered.
        """
        ended = SessionEnded(dict(self.pending), dict(self.peer_requests))
        self._side.close()
        return ended

    def __repr__(self) -> str:
        return f"<Session of a {self.role}, {self.version or 'no version yet'}, {self.state}>"
