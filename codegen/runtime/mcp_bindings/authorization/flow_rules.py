"""Rules of a revision for a flow, read from its tables, and the order in which offered revisions apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from ..revisions import LATEST, REVISIONS
from ..revisions import revision as revision_of

IssAction = Literal["compare", "reject", "proceed"]


class FlowRules(NamedTuple):
    """The rules of one revision, as far as revisions differ in these rules."""

    revision: str
    version: str
    """The version that messages name."""

    resource_metadata: bool
    """True if authorization servers are found through protected resource metadata."""

    resource_parameter: bool
    """True if requests have the parameter `resource`."""

    pkce_advertised: bool
    """True if a server has to advertise PKCE."""

    same_issuer: bool
    """True if server metadata must state the requested issuer: in every revision whose resources name the issuer.

    2026-07-28 states this rule; earlier revisions refer to RFC 8414, which states it in section 3.3.
    """

    iss_actions: Mapping[tuple[bool, bool], IssAction]
    """Handling of `iss`. The key tells whether the server advertises `iss` and whether the response has it.

    Revisions without such rules follow the rules of the newest revision, since mix-up attacks work there too.
    """

    metadata_documents: bool
    """True if a client id may be the URL of a metadata document."""

    application_type: bool
    """True if a registration has `application_type`."""

    scope_choice: bool
    """True if the flow requests the scopes of a challenge, or else those of the resource."""

    scope_union: bool
    """True if a step-up requests the earlier scopes too."""

    offline_access: bool
    """True if `offline_access` may be added to the scopes."""


def read_flow_rules(revision: str) -> FlowRules:
    """Return the rules of a revision for a flow.

    Raises:
        UnknownRevision: the revision is not known.
    """
    table = revision_of(revision).authorization
    rules = {row.id for row in table.rules}
    parameters = {(row.name, place) for row in table.parameters for place in row.where}
    server_metadata = "authorization server metadata"
    names_issuer = any(row.target == "protected resource metadata" for row in table.discovery)
    checks = table.issuer_checks or revision_of(LATEST).authorization.issuer_checks
    return FlowRules(
        revision,
        revision_of(revision).version,
        resource_metadata=names_issuer,
        resource_parameter=("resource", "token request") in parameters,
        pkce_advertised="pkce.support" in rules,
        same_issuer=names_issuer,
        iss_actions={(row.advertised, row.present): row.action for row in checks},
        metadata_documents=("client_id_metadata_document_supported", server_metadata) in parameters,
        application_type=("application_type", "dynamic registration request") in parameters,
        scope_choice="scope.choice" in rules,
        scope_union="scope.union" in rules,
        offline_access=("offline_access", "scope") in parameters,
    )


def authorization_revisions(revisions: Iterable[str]) -> list[str]:
    """Return the offered revisions that define authorization, newest first.

    Raises:
        UnknownRevision: a revision is not known.
    """
    offered = set(revisions)
    for each in offered:
        revision_of(each)
    ordered = [*REVISIONS, *sorted(offered - set(REVISIONS))]
    return [
        each for each in reversed(ordered) if each in offered and revision_of(each).authorization.conformance.defined
    ]
