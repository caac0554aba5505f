"""The first contact of a client: a probe where it speaks both eras, then a handshake where the server has none of the new.

The verdicts are those of `mcp_bindings.negotiation`; here they become the next message.

Pages: /specification/2026-07-28/basic/transports/stdio#backward-compatibility,
/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility,
/specification/2025-11-25/basic/lifecycle#version-negotiation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import ProtocolError, RequestId
from ..json_values import is_object, member_at
from ..jsonrpc.messages import ErrorResponse, Message, Response
from ..jsonrpc.strict_json import as_request_id
from ..negotiation.eras import method_of
from ..negotiation.probes import ProbeVerdict, judge_http_initialize, judge_http_probe, judge_stdio_probe
from ..negotiation.versions import choose_retry, judge_answer, usable
from ..spec.names import CANCELLED, DISCOVER, INITIALIZE, INITIALIZED, LISTEN, META, SUBSCRIPTION_KEY, VERSION_KEY
from .channel import Channel, id_of
from .errors import LocalProtocolError
from .events import Event, OpeningContinues, OpeningFailed, VersionAgreed
from .exchange import Exchange
from .profile import RevisionProfile, revision_profile
from .states import NEW


def _is_opening(exchange: Exchange) -> bool:
    """Does the answer to a request tell the version, and not only that somebody is there, as with a ping?"""
    return exchange.rules.era == "per-request" or exchange.row.name == INITIALIZE


class Opening:
    """How a client comes to a version.

    Args:
        channel: of the client.

    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._revisions = channel.revisions
        self._tried: list[str] = []
        modern = usable(channel.revisions, era="per-request")
        self._first = modern[0] if modern else channel.revisions[0]
        channel.attempt(self._first)

    @property
    def is_settled(self) -> bool:
        """Has it come to one?"""
        return self._channel.version is not None

    def begin(self) -> bytes:
        """The first message.

        Raises:
            LocalProtocolError: the session has begun.
        """
        waiting = self._channel.own.waiting.values()
        if self._channel.conversation.state != NEW or self.is_settled or any(_is_opening(each) for each in waiting):
            raise LocalProtocolError("lifecycle.once", "the session has begun")
        return self._begin_with(self._first)

    def rules_for(self, document: object) -> RevisionProfile:
        """The rules that a message is read by which is no answer to the opening."""
        channel = self._channel
        rules = channel.speaking()
        exchange = self._waiting(id_of(document))
        if exchange is not None and method_of(document) is None:
            return exchange.rules
        if self.is_settled:
            return rules
        subscription = member_at(document, "params", META, SUBSCRIPTION_KEY)
        if subscription is None and method_of(document) == CANCELLED:
            subscription = member_at(document, "params", "requestId")
        exchange = self._waiting(as_request_id(subscription))
        if exchange is not None and exchange.row.name == LISTEN:
            return exchange.rules
        legacy = usable(self._revisions, era="handshake")
        return revision_profile(legacy[0]) if rules.era == "per-request" and legacy else rules

    def take(self, document: object) -> Event | None:
        """What an answer means; None if it does not decide anything.

        Raises:
            ProtocolError: it is not valid, or breaks a rule.
        """
        exchange = self._waiting(id_of(document))
        if exchange is None or not is_object(document) or "method" in document:
            return None
        if exchange.row.name == INITIALIZE:
            return self._answered(document, exchange)
        if not self._probes(exchange):
            return None
        verdict = self._judge(exchange, 200, document)
        if verdict.action == "correct":
            return None
        if verdict.action == "proceed":
            return self._proceed(document, exchange)
        message = self._read_if_possible(document, exchange.rules)
        self._channel.conversation.abandon(self._channel.own, exchange)
        return self._follow(verdict, message, exchange)

    def request_failed(
        self, exchange: Exchange, http_status: int | None, answer: dict[str, Any] | None
    ) -> Event | None:
        """What it means that a request has failed, or has no answer; None if it decides nothing.

        Args:
            exchange: the request.
            http_status: of the response; None if there was none in time.
            answer: the error in its body.
        """
        if exchange.row.name == INITIALIZE and http_status is not None:
            verdict = judge_http_initialize(http_status, answer, self._revisions)
        elif self._probes(exchange):
            verdict = self._judge(exchange, http_status, answer)
        else:
            return None
        if answer is not None and verdict.action in ("correct", "proceed"):
            return None
        self._channel.conversation.abandon(self._channel.own, exchange)
        return self._follow(verdict, None, exchange)

    def _begin_with(self, version: str) -> bytes:
        channel = self._channel
        channel.attempt(version)
        if revision_profile(version).era == "per-request":
            return channel.request(DISCOVER).data
        params = {"protocolVersion": version, "capabilities": channel.capabilities, "clientInfo": channel.info}
        return channel.request(INITIALIZE, params).data

    def _waiting(self, id_: RequestId | None) -> Exchange | None:
        return self._channel.own.waiting.get(id_) if id_ is not None else None

    def _probes(self, exchange: Exchange) -> bool:
        """Does its answer tell the era? Not if another answer has told it before."""
        return exchange.rules.era == "per-request" == self._channel.speaking().era

    def _judge(self, exchange: Exchange, http_status: int | None, answer: object) -> ProbeVerdict:
        """What comes of a request that carried its version."""
        self._tried.append(exchange.rules.id)
        if self._channel.transport == "stdio" or http_status is None:
            return judge_stdio_probe(answer, self._revisions, tried=self._tried)
        return judge_http_probe(http_status, answer, self._revisions, tried=self._tried)

    def _proceed(self, document: dict[str, Any], exchange: Exchange) -> Event:
        """The server speaks the version."""
        channel = self._channel
        message = channel.read_one(document, exchange.rules)
        event = channel.take(message, exchange.rules)
        self._settle(exchange.rules)
        if isinstance(message, Response) and exchange.row.name == DISCOVER:
            return VersionAgreed(message, exchange.rules.id, None)
        return event

    def _answered(self, document: dict[str, Any], exchange: Exchange) -> Event:
        """The answer to `initialize`."""
        channel = self._channel
        asked: str = exchange.document["params"]["protocolVersion"]
        if "result" not in document:
            message = channel.read_one(document, exchange.rules)
            channel.take(message, exchange.rules)
            return self._follow(self._judge_refusal(asked, document), message, exchange)
        answered = member_at(document, "result", "protocolVersion")
        verdict = judge_answer(answered, asked, self._revisions)
        if verdict.version is None:
            channel.close()
            return OpeningFailed(None, f"the server answers {answered!r}: {verdict.reason}")
        rules = revision_profile(verdict.version)
        message = channel.read_one(document, rules)
        assert isinstance(message, Response)
        channel.take(message, rules)
        self._settle(rules)
        return VersionAgreed(message, rules.id, channel.notify(INITIALIZED))

    def _judge_refusal(self, asked: str, answer: Mapping[str, Any]) -> ProbeVerdict:
        """What an error in answer to `initialize` leads to: another version, if the server has named one."""
        self._tried.append(asked)
        retry = choose_retry(member_at(answer, "error", "data"), self._revisions, refused=self._tried)
        reason = "the server refuses initialize"
        if retry.version is None:
            return ProbeVerdict(None, "give up", None, f"{reason}: {retry.reason}")
        return ProbeVerdict(retry.era, "initialize", retry.version, reason)

    def _follow(
        self, verdict: ProbeVerdict, message: Message | None, exchange: Exchange
    ) -> OpeningContinues | OpeningFailed:
        """Do what a verdict says, in place of a request that has failed."""
        channel = self._channel
        answer = message if isinstance(message, (Response, ErrorResponse)) else None
        action, version = verdict.action, verdict.version
        if action == "authorize":
            return OpeningContinues(answer, action, None, verdict.reason)
        if version is None or (action != "retry" and action != "initialize" and action != "http+sse"):
            channel.close()
            return OpeningFailed(answer, verdict.reason)
        if action == "retry":
            channel.attempt(version)
            params: dict[str, Any] = dict(exchange.document["params"])
            params[META] = {**params[META], VERSION_KEY: version}
            return OpeningContinues(answer, action, channel.request(exchange.row.name, params).data, verdict.reason)
        return OpeningContinues(answer, action, self._begin_with(version), verdict.reason)

    def _read_if_possible(self, document: dict[str, Any], rules: RevisionProfile) -> Message | None:
        """An answer that ends a probe; a server of the other era may have answered anything."""
        try:
            return self._channel.read_one(document, rules)
        except ProtocolError:
            return None

    def _settle(self, rules: RevisionProfile) -> None:
        """Go on in a revision; what was asked in the way of the other era is waited for no longer."""
        channel = self._channel
        channel.settle(rules.id)
        for each in [each for each in channel.own.waiting.values() if each.rules.era != rules.era]:
            channel.conversation.abandon(channel.own, each)
