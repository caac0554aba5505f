"""By which revision a server reads the next message, while no handshake has settled one.

Pages: /specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions and
#protocol-version-negotiation.
"""

from __future__ import annotations

from ..json_values import is_object, member_at
from ..jsonrpc.strict_json import as_request_id
from ..negotiation.eras import declared_version, method_of, methods_of_one_era, opens_session
from ..negotiation.versions import ErrorObject, answer_initialize, judge_request_version, usable
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import CANCELLED
from .errors import Violation
from .exchange import Exchange
from .profile import RevisionProfile, revision_profile


class RevisionSelector:
    """Chooses among the revisions that a server speaks.

    Args:
        revisions: what it speaks.
    """

    def __init__(self, revisions: tuple[str, ...]) -> None:
        self._revisions = revisions
        self._modern = {version: revision_profile(version) for version in usable(revisions, era="per-request")}
        legacy = usable(revisions, era="handshake")
        self._newest_modern = next(iter(self._modern.values()), None)
        self._newest_legacy = revision_profile(legacy[0]) if legacy else None

    def choose(self, document: object, waiting: dict[str | int, Exchange]) -> RevisionProfile:
        """The rules that a message from a client is read by.

        Args:
            document: one message, or a batch of them.
            waiting: requests of the client without an answer yet.

        Raises:
            Violation: it asks for a version that is not spoken.
        """
        method = method_of(document)
        if opens_session(document):
            return self._initializing(member_at(document, "params", "protocolVersion"))
        declared = declared_version(document)
        if declared in self._modern:
            return self._modern[declared]
        if self._newest_modern is not None and declared is not None and is_object(document) and "id" in document:
            verdict = judge_request_version(declared, self._revisions)
            if verdict.error is not None:
                raise _refused(verdict.error)
        if method == CANCELLED:
            id_ = as_request_id(member_at(document, "params", "requestId"))
            exchange = waiting.get(id_) if id_ is not None else None
            if exchange is not None:
                return exchange.rules
        is_modern = method is not None and methods_of_one_era().get(method) == "per-request"
        either = [self._newest_modern, self._newest_legacy] if is_modern else [self._newest_legacy, self._newest_modern]
        return next(rules for rules in either if rules is not None)

    def _initializing(self, requested: object) -> RevisionProfile:
        answer = answer_initialize(requested, self._revisions)
        if answer.version is not None:
            return revision_profile(answer.version)
        if answer.error is not None and answer.error.code != INVALID_PARAMS:
            raise _refused(answer.error)
        rules = self._newest_legacy or self._newest_modern  # whose schema says what is wrong with the params
        assert rules is not None
        return rules


def _refused(error: ErrorObject) -> Violation:
    return Violation("version", error.message, code=error.code, data=error.data)
