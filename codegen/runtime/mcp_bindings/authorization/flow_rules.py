"""Rules of a revision for a flow, read from its tables, and the order in which offered revisions apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from ..options import check_texts
from ..revisions import LATEST, REVISIONS
from ..revisions import revision as revision_of

IssAction = Literal["compare", "reject", "proceed"]


class FlowRules(NamedTuple):
    """Rules of one revision for a flow. Rules that all revisions share are not among them."""

    revision: str
    """Id of the revision."""

    version: str
    """The version by which messages refer to the revision."""

    resource_metadata: bool
    """True if authorization servers are found through protected resource metadata."""

    resource_parameter: bool
    """True if authorization requests and token requests have the parameter `resource`."""

    pkce_advertised: bool
    """True if a server has to advertise PKCE."""

    same_issuer: bool
    """True if authorization server metadata must state the issuer for which it was requested.

    This holds in every revision with protected resource metadata. 2026-07-28 states the rule; earlier revisions refer
    to RFC 8414, which states it in section 3.3.
    """

    iss_actions: Mapping[tuple[bool, bool], IssAction]
    """The action for the parameter `iss` of an authorization response, by two facts: whether the server's metadata
    advertises `iss`, and whether the response has it.

    For a revision without rules for `iss`, these are the rules of the newest revision, since mix-up attacks work there
    too.
    """

    metadata_documents: bool
    """True if a client id may be the URL of a metadata document."""

    application_type: bool
    """True if a request for registration has the member `application_type`."""

    scope_choice: bool
    """True if the flow requests the scopes of a challenge, or else those that the resource lists. False if the flow
    requests no scopes.
    """

    scope_union: bool
    """True if a request for more scopes names the earlier scopes too."""

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


def find_authorization_revisions(revisions: Iterable[str]) -> list[str]:
    """Return the offered revisions that define authorization, newest first.

    Revisions that are not released count as newer than released ones, in the order of their ids.

    Raises:
        TypeError: `revisions` is no list of texts.
        UnknownRevision: a revision is not known.
    """
    offered = set(check_texts("revisions", revisions))
    for each in offered:
        revision_of(each)
    ordered = [*REVISIONS, *sorted(offered - set(REVISIONS))]
    return [
        each for each in reversed(ordered) if each in offered and revision_of(each).authorization.conformance.defined
    ]
