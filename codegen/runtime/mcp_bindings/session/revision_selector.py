"""Choose the revision in which to read a message while no handshake has settled one.

Pages: /specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions and
#protocol-version-negotiation.
"""

from __future__ import annotations

from collections.abc import Callable

from ..json_values import is_object, member_at
from ..jsonrpc.strict_json import as_request_id
from ..negotiation.eras import method_of, opens_session, read_declared_version
from ..negotiation.versions import ErrorObject, answer_initialize, check_request_version, known_versions
from ..renames import list_names
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import CANCELLED, INITIALIZE, LISTEN, META, SUBSCRIPTION_KEY
from .errors import Violation
from .ids import ValuesById
from .profile import RevisionProfile
from .request_table import PendingRequest


class RevisionSelector:
    """Selector of the revision in which a server reads a message.

    Args:
        revisions: the versions that the server speaks.
        profile_of: a function that returns the profile of the revision in which the server speaks a version.

    Attributes:
        per_request: the profiles of the per-request versions, by version.
    """

    def __init__(self, revisions: tuple[str, ...], profile_of: Callable[[str], RevisionProfile]) -> None:
        self._revisions = revisions
        self._profile_of = profile_of
        self.per_request: dict[str, RevisionProfile] = {
            version: profile_of(version) for version in known_versions(revisions, era="per-request")
        }
        handshake = known_versions(revisions, era="handshake")
        self._newest_per_request = next(iter(self.per_request.values()), None)
        self._newest_handshake = profile_of(handshake[0]) if handshake else None

    def choose_profile(
        self,
        document: object,
        waiting: ValuesById[PendingRequest],
        agreed: RevisionProfile | None = None,
        used: RevisionProfile | None = None,
    ) -> RevisionProfile:
        """Return the profile of the revision in which to read a message from a client.

        A cancellation has the revision of the request that it names, whatever version it declares.

        Args:
            document: one message or a batch, as JSON.
            waiting: the requests of the client that wait for an answer.
            agreed: the profile of the per-request revision that both sides are known to use. A message without a
                version is read in this revision, even `initialize`. None if a message without a version may come from a
                client with a handshake.
            used: the profile in which to read a notification, which names no version, if the revision has its method:
                the profile that the HTTP headers name, or that of the last request; None without either.

        Raises:
            Violation: the message asks for a version that the server does not speak.
        """
        method = method_of(document)
        if method == INITIALIZE and agreed is None and opens_session(document):
            return self._profile_of_initialize(member_at(document, "params", "protocolVersion"))
        if method in list_names(CANCELLED):
            id_ = as_request_id(member_at(document, "params", "requestId"))
            pending = waiting.get(id_)
            if pending is not None:
                return pending.profile
        declared = read_declared_version(document)
        if declared in self.per_request:
            return self.per_request[declared]
        if self._newest_per_request is not None and declared is not None and is_object(document) and "id" in document:
            verdict = check_request_version(declared, self._revisions)
            if verdict.error is not None:
                raise _make_version_violation(verdict.error)
        if agreed is not None:
            return agreed
        is_notification = method is not None and is_object(document) and "id" not in document
        likely = (used if is_notification else None, self._newest_handshake, *self.per_request.values())
        profiles = [each for each in likely if each is not None]
        return next((each for each in profiles if method in each.revision.methods), profiles[0])

    def _profile_of_initialize(self, requested: object) -> RevisionProfile:
        answer = answer_initialize(requested, self._revisions)
        if answer.version is not None:
            return self._profile_of(answer.version)
        if answer.error is not None and answer.error.code != INVALID_PARAMS:
            raise _make_version_violation(answer.error)
        profile = self._newest_handshake or self._newest_per_request  # by its schema the params are not valid
        assert profile is not None
        return profile


def subscription_of(document: object, waiting: ValuesById[PendingRequest]) -> PendingRequest | None:
    """Return the waiting `subscriptions/listen` request to which a message of a server belongs; None without one.

    Args:
        document: the message, as JSON.
        waiting: the requests of the client that wait for an answer.
    """
    named = member_at(document, "params", META, SUBSCRIPTION_KEY)
    if named is None and method_of(document) in list_names(CANCELLED):
        named = member_at(document, "params", "requestId")
    id_ = as_request_id(named)
    pending = waiting.get(id_)
    return pending if pending is not None and pending.method.first_name == LISTEN else None


def _make_version_violation(error: ErrorObject) -> Violation:
    return Violation("version", error.message, code=error.code, data=error.data)
