"""Actions of a flow from a challenge to the metadata of an authorization server.

Page: /specification/2026-07-28/basic/authorization/authorization-server-discovery.
"""

from __future__ import annotations

from ..spec.names import VERSION_HEADER
from .challenges import BearerChallenge, read_bearer_challenge
from .flow_memory import FlowInput, FlowMemory, FlowOutcome, give_up
from .granting import obtain_client_id, refresh_tokens
from .metadata import DocumentRejected, ServerMetadata, read_resource_metadata, read_server_metadata
from .scope_rules import choose_scopes, merge_scopes
from .steps import Deliver, FetchDocument
from .urls import canonicalize_resource, parse_url
from .well_known_urls import find_default_endpoints, resource_metadata_urls, server_metadata_urls

_MAX_REJECTIONS = 2
"""Largest number of tokens in a row that the resource may reject."""

_MAX_SERVERS = 4
"""Largest number of authorization servers that the flow tries for one resource."""

_OK, _FORBIDDEN = 200, 403


def use_stored_token(flow: FlowMemory, _: FlowInput) -> FlowOutcome:
    """Use the access token that is stored for the endpoint. If the token has expired, refresh it.

    Send the MCP request without a token if none is stored, or if the stored one is of an issuer or a resource that this
    flow does not accept. Do so too if an expired token cannot be refreshed, since it has no refresh token or the flow
    has not yet read the server's metadata.
    """
    binding = flow.storage.binding(flow.endpoint, flow.principal)
    if (
        binding is None
        or flow.profile.issuer not in (None, binding.issuer)
        or not flow.accepts_resource(binding.resource)
    ):
        return flow.use_token(None)
    if binding != (flow.issuer, flow.resource):
        flow.issuer, flow.resource = binding
        flow.server = flow.registration = None
    tokens = flow.storage.tokens(flow.token_key).tokens
    if tokens is None:
        return flow.use_token(None)
    if not tokens.is_expired(flow.clock()):
        return flow.use_token(tokens.access)
    flow.sent_token = tokens.access
    return refresh_tokens(flow) if flow.server is not None and tokens.refresh is not None else flow.use_token(None)


def deliver_response(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Deliver to the program an MCP response that asks for no authorization. Reset the count of rejected tokens.

    Unless the response has status 403, reset the count of step-ups for the operation too.
    """
    flow.rejection_count = 0
    if flow_input.status != _FORBIDDEN:
        flow.history.reset_step_ups(flow_input.operation)
    return "using", Deliver()


def handle_unauthorized_response(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Handle a response with status 401: use newer tokens that another flow has stored, else start the discovery.

    End the flow if the response's `WWW-Authenticate` is malformed, or if the resource has rejected too many tokens in a
    row.
    """
    challenge = _read_challenge(flow, flow_input.challenge)
    if challenge is None:
        return give_up("unreadable challenge", "the header WWW-Authenticate of the server is malformed")
    if flow.sent_token is not None:
        tokens = flow.storage.tokens(flow.token_key).tokens
        flow.rejection_count += 1
        if flow.rejection_count > _MAX_REJECTIONS:
            flow.rejection_count = 0
            return give_up("token rejected", "the server rejects new tokens of its own authorization server")
        if tokens is not None and tokens.access != flow.sent_token and not tokens.is_expired(flow.clock()):
            return flow.use_token(tokens.access)
    flow.challenge_scopes = challenge.scope
    flow.wants_refresh = flow.rejection_count < _MAX_REJECTIONS
    return _start_discovery(flow, challenge)


def request_more_scopes(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Request the scopes that a response with status 403 names; if it names none, those that the resource supports.

    Scopes that were requested or granted earlier are added if the revision of the flow requires this. End the flow if
    it has requested more scopes too often for this operation. Deliver the response if its header is malformed or the
    revision defines no scopes in challenges.

    Page: /specification/2026-07-28/basic/authorization#step-up-authorization-flow.
    """
    challenge = _read_challenge(flow, flow_input.challenge)
    if challenge is None or not flow.rules.scope_choice:  # a revision without scopes in challenges has no step-up
        return deliver_response(flow, flow_input)
    if not flow.history.count_step_up(flow_input.operation, flow.clock()):
        return give_up("scope not granted", "the server asks again for scopes for which the user was already asked")
    flow.challenge_scopes = challenge.scope
    flow.wants_refresh = False
    if flow.server is None:
        return _start_discovery(flow, challenge)
    flow.chosen_scopes = _choose_requested_scopes(flow)
    return obtain_client_id(flow)


def receive_resource_metadata(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Read protected resource metadata, and fetch the metadata of the authorization server that is tried first.

    End the flow if the metadata is about another resource, or about a parent of the endpoint that the flow does not
    accept; if it has an insecure URL; or if it lists no allowed server. After any other unusable response, try the next
    URL.
    """
    if flow_input.status != _OK:
        return _fetch_resource_metadata(flow)
    try:
        found = read_resource_metadata(flow_input.body, flow.endpoint, flow.policy)
    except DocumentRejected as error:
        fault, message = error.fault, str(error)
    else:
        if not flow.accepts_resource(found.resource):
            return give_up("resource mismatch", "the document is about a parent of the endpoint")
        servers = _find_allowed_issuers(flow, found.authorization_servers)
        if not servers:
            return give_up("issuer changed", "the client id belongs to an authorization server that is not listed")
        registrations = flow.profile.registrations
        servers.sort(key=lambda each: (each not in registrations, each != flow.issuer))
        flow.resource, flow.server, flow.supported_scopes = found.resource, None, found.scopes_supported
        flow.chosen_scopes = _choose_requested_scopes(flow)
        flow.issuers = servers[:_MAX_SERVERS]
        return _try_next_issuer(flow)
    if fault == "resource":
        return give_up("resource mismatch", message)
    if fault == "insecure URL":
        return give_up("insecure URL", message)
    return _fetch_resource_metadata(flow)


def _fetch_resource_metadata(flow: FlowMemory) -> FlowOutcome:
    """Fetch the resource's metadata from the next URL. After the last URL, fall back to the rules of 2025-03-26.

    End the flow if the next URL is not safe to fetch, or if the program does not offer 2025-03-26 or does not allow
    this fallback.
    """
    if flow.urls:
        url = flow.urls.pop(0)
        if not flow.may_fetch(url):
            return give_up("insecure URL", "the metadata of the resource is at a URL that is not safe to fetch")
        return "resource metadata", FetchDocument(url)
    older = next((rules for rules in flow.offered_rules if not rules.resource_metadata), None)
    if older is None or not flow.without_resource_metadata:
        return give_up("no resource metadata", "the server has no metadata that names an authorization server")
    return _discover_at_origin(flow, older.revision)


def receive_server_metadata(flow: FlowMemory, flow_input: FlowInput) -> FlowOutcome:
    """Read authorization server metadata, then refresh tokens or obtain a client id.

    End the flow if the metadata has an insecure URL, or does not advertise PKCE though the revision requires that and
    the user grants the tokens. After any other unusable response, such as a document of another issuer, try the next
    URL.
    """
    if flow_input.status != _OK:
        return _fetch_server_metadata(flow)
    try:
        server = read_server_metadata(flow_input.body, flow.issuer if flow.rules.same_issuer else None, flow.policy)
    except DocumentRejected as error:
        insecure, message = error.fault == "insecure URL", str(error)
        return give_up("insecure URL", message) if insecure else _fetch_server_metadata(flow)
    if flow.grant is None and flow.rules.pkce_advertised and "S256" not in (server.code_challenge_methods or ()):
        return give_up("PKCE not supported", "the authorization server does not advertise PKCE with S256")
    return _obtain_tokens(flow, server)


def _fetch_server_metadata(flow: FlowMemory) -> FlowOutcome:
    """Fetch the server's metadata from the next URL. After the last URL, try the next authorization server.

    After the last server, use the default endpoints; end the flow if the revision defines no default endpoints. End the
    flow also if the next URL is not safe to fetch.
    """
    if flow.urls:
        url = flow.urls.pop(0)
        if not flow.may_fetch(url):
            return give_up("insecure URL", "the authorization server is at a URL that is not safe to fetch")
        headers = FetchDocument(url).headers
        if not flow.rules.resource_metadata:
            headers = (*headers, (VERSION_HEADER, flow.rules.version))
        return "server metadata", FetchDocument(url, headers)
    if flow.issuers:
        return _try_next_issuer(flow)
    defaults = find_default_endpoints(flow.endpoint, flow.rules.revision)
    if defaults is None:
        return give_up("no server metadata", "no authorization server of the resource has metadata that can be used")
    server = ServerMetadata(flow.issuer, *defaults, None, ("S256",), None, False, False)
    return _obtain_tokens(flow, server)


def _read_challenge(flow: FlowMemory, header: str) -> BearerChallenge | None:
    """Return the Bearer challenge in a header; an empty challenge if the header has none, None if it is malformed."""
    try:
        return read_bearer_challenge(header, flow.offered_rules[0].revision) or BearerChallenge()
    except ValueError:
        return None


def _start_discovery(flow: FlowMemory, challenge: BearerChallenge) -> FlowOutcome:
    flow.rules = flow.offered_rules[0]
    if not flow.rules.resource_metadata:
        return _discover_at_origin(flow, flow.rules.revision)
    stated = challenge.resource_metadata
    flow.urls = [stated] if stated is not None else [*resource_metadata_urls(flow.endpoint, flow.rules.revision)]
    return _fetch_resource_metadata(flow)


def _discover_at_origin(flow: FlowMemory, revision: str) -> FlowOutcome:
    """Look for the authorization server at the origin of the endpoint, by the rules of a revision, such as 2025-03-26.

    End the flow if the client's profile does not allow this server.
    """
    flow.rules = next(rules for rules in flow.offered_rules if rules.revision == revision)
    origin = parse_url(flow.endpoint, "endpoint").origin
    if not _find_allowed_issuers(flow, (origin,)):
        return give_up("issuer changed", "the client id belongs to an authorization server at another origin")
    flow.resource, flow.issuer, flow.server = canonicalize_resource(flow.endpoint), origin, None
    flow.registration = flow.supported_scopes = None
    flow.chosen_scopes = _choose_requested_scopes(flow)
    flow.urls = [*server_metadata_urls(flow.endpoint, revision)]
    return _fetch_server_metadata(flow)


def _find_allowed_issuers(flow: FlowMemory, issuers: tuple[str, ...]) -> list[str]:
    """Return the given issuers without those that the client's profile excludes.

    If the client has used credentials registered beforehand at this endpoint, only issuers for which the profile has
    credentials registered beforehand are allowed. Page:
    /specification/2026-07-28/basic/authorization/client-registration#authorization-server-binding.
    """
    if flow.profile.issuer is not None:
        return [each for each in issuers if each == flow.profile.issuer]
    registrations, used = flow.profile.registrations, flow.storage.binding(flow.endpoint, flow.principal)
    if used is None or used.issuer not in registrations:
        return [*issuers]
    return [each for each in issuers if each in registrations]


def _try_next_issuer(flow: FlowMemory) -> FlowOutcome:
    flow.issuer = flow.issuers.pop(0)
    flow.registration = None
    try:
        flow.urls = [*server_metadata_urls(flow.issuer, flow.rules.revision)]
    except ValueError:
        return give_up("insecure URL", "the resource names an authorization server by a URL that cannot be one")
    return _fetch_server_metadata(flow)


def _choose_requested_scopes(flow: FlowMemory) -> tuple[str, ...]:
    """Return the scopes to request: those of the challenge, else those that the resource supports.

    Scopes that were requested or granted earlier are added if the revision of the flow requires this. No scopes are
    requested in a revision without rules for their choice.
    """
    if not flow.rules.scope_choice:
        return ()
    tokens = flow.storage.tokens(flow.token_key).tokens
    granted = merge_scopes(flow.requested_scopes, tokens.scopes if tokens is not None else ())
    return choose_scopes(flow.challenge_scopes, flow.supported_scopes, granted if flow.rules.scope_union else ())


def _obtain_tokens(flow: FlowMemory, server: ServerMetadata) -> FlowOutcome:
    flow.server, flow.issuers, flow.urls = server, [], []
    return refresh_tokens(flow) if flow.wants_refresh else obtain_client_id(flow)
