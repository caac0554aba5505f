"""The part of a session for code that writes messages itself, such as `Calls` and `Dispatcher`: it records them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import ProtocolError, RequestId
from ..jsonrpc.messages import Message
from ..revisions import Revision
from .channel import Channel
from .errors import LocalProtocolError, SessionFinding, Violation
from .extension_rules import check_result
from .outgoing import forward, record_sent
from .passing import Passing
from .profile import revision_profile


class Recorder:
    """Records what other code sends for one side of a session.

    Args:
        channel: of this side.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    @property
    def request_meta(self) -> Mapping[str, Any]:
        """The keys that every request of a client has in its `_meta`; empty in revisions with a handshake.

        `request` adds them itself; code that writes requests without `request` needs them.
        """
        return self._channel.request_meta()

    def new_id(self) -> int:
        """A new id, for code that writes requests without `request`, such as `ClientCalls`."""
        return self._channel.new_id()

    def skip_ids(self, most: int) -> None:
        """Give no new id up to this one, since another process has used such ids in this session."""
        self._channel.skip_ids(most)

    def is_free_id(self, id: RequestId) -> bool:
        """Whether this side may give the id to a request, and no late answer to another can be taken for its own."""
        own, profile = self._channel.own, self._channel.outgoing_profile()
        is_used = profile.ids_for_session and id in own.used
        return not (is_used or id in own.waiting or id in own.dropped or id in self._channel.state.rounds)

    def is_free_token(self, token: RequestId) -> bool:
        """Whether this side may ask for progress with the token, and no late progress can be taken for its own."""
        return token not in self._channel.own.tokens and token not in self._channel.own.dropped_tokens

    def record_sent(self, data: bytes) -> bytes:
        """Check and record a message of this side that other code has written, such as `ClientCalls`.

        Args:
            data: one message.

        Returns:
            The same bytes.

        Raises:
            LocalProtocolError: the message is not valid, or breaks a rule.
        """
        record_sent(self._channel, data)
        return data

    def forward(self, message: Message, *, findings: Iterable[SessionFinding] = (), is_valid: bool = False) -> bytes:
        """Check and record a message that comes from another connection, as a proxy or a bridge passes it on.

        Args:
            message: one that another session has received, or that `translate` has made. The `initialize` of a client
                opens the session with the version that it asks for.
            findings: of the session that has received it. The message may break the rules that they name, and those for
                which the mode of this session delivers what `strict` refuses. So its receiver gets through a proxy what
                it would get without one.
            is_valid: whether it was parsed by the revision that this side speaks, so that only the rules of the session
                are checked. The caller answers for that.

        Returns:
            Its text, byte for byte as it came, except for newlines and what was changed.

        Raises:
            LocalProtocolError: this side may not send it.
        """
        return forward(self._channel, message, findings, is_valid=is_valid)

    @property
    def has_extensions(self) -> bool:
        """Whether this side speaks extensions of the protocol."""
        return bool(self._channel.extensions)

    def passing(self, revision: Revision) -> Passing:
        """What a bridge needs to let plain requests of the client pass by this session.

        Args:
            revision: The one in which the requests pass.
        """
        return Passing(self._channel, revision_profile(revision.id, self._channel.extensions))

    def record_result(self, id: RequestId, result: Any, kind: str = "") -> None:
        """Check and record a result that is written without `respond`.

        Args:
            id: of the request of the peer, which is not `initialize`.
            result: typed, or as JSON.
            kind: the name of its class, for JSON.

        Raises:
            LocalProtocolError: the result breaks a rule.
        """
        channel = self._channel
        try:
            if channel.extensions and channel.role == "server":
                check_result(id, result, channel.state, arrived=False)
            channel.state.result(id, kind or type(result).__name__, result, channel.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_error(self, id: RequestId, error: ProtocolError) -> None:
        """Check and record the error that answers a request of the peer and is written without `respond_error`.

        Args:
            id: of the request of the peer.
            error: its code and data are checked.

        Raises:
            LocalProtocolError: no such request waits for an answer, or the error breaks a rule.
        """
        channel = self._channel
        try:
            channel.state.error(id, {"code": error.code, "data": error.data}, channel.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_lost(self, id: RequestId) -> None:
        """Record that a request of this side will get no answer, such as one that could not be sent.

        A late answer is ignored. Nothing happens if the request no longer waits for its answer. To open a session, use
        `Session.request_failed`, which also says what to do next.
        """
        self._channel.abandon(self._channel.own, id)

    def record_unanswered(self, id: RequestId) -> None:
        """Record that a request of the peer will not be answered, such as one whose handler was stopped.

        Nothing happens if the request no longer waits for its answer.
        """
        self._channel.abandon(self._channel.theirs, id)
