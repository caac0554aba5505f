"""Actions of a flow from a challenge to the metadata of an authorization server.

Page: /specification/2026-07-28/basic/authorization/authorization-server-discovery.
"""

from __future__ import annotations

from ..spec.names import VERSION_HEADER
from .challenges import BearerChallenge, bearer_challenge
from .flow_memory import FlowMemory, Happening, Outcome, give_up, union
from .granting import obtain_client, refresh
from .metadata import DocumentRejected, ServerMetadata, covers, read_resource_metadata, read_server_metadata
from .scope_rules import MAX_SCOPE_TEXT, read_scopes
from .steps import Deliver, FetchDocument
from .urls import canonical_resource, default_endpoints, parsed_url, resource_metadata_urls, server_metadata_urls

_MAX_REJECTIONS = 2
"""Largest number of tokens in a row that the resource may reject."""

_MAX_SERVERS = 4
"""Largest number of authorization servers of one resource that the flow tries."""

_OK, _FORBIDDEN = 200, 403


def use_stored(flow: FlowMemory, _: Happening) -> Outcome:
    """Use the access token that is stored for the endpoint; without one, send the first request without a token."""
    binding = flow.storage.binding(flow.endpoint, flow.principal)
    if binding is None or flow.profile.issuer not in (None, binding.issuer):
        return flow.use(None)
    if binding != (flow.issuer, flow.resource):
        flow.issuer, flow.resource = binding
        flow.server = flow.registration = None
    tokens = flow.storage.tokens(flow.key).tokens
    if tokens is None:
        return flow.use(None)
    if not tokens.is_expired(flow.clock()):
        return flow.use(tokens.access)
    flow.sent = tokens.access
    return refresh(flow) if flow.server is not None and tokens.refresh is not None else flow.use(None)


def deliver(flow: FlowMemory, happening: Happening) -> Outcome:
    """Deliver a response that is not about authorization: the token was accepted, or refused for another reason."""
    flow.rejections = 0
    if happening.status != _FORBIDDEN:
        flow.history.forget_step_ups(happening.operation)
    return "using", Deliver()


def find_resource_metadata(flow: FlowMemory, happening: Happening) -> Outcome:
    """Respond to a 401: use other tokens that were stored meanwhile, else fetch the metadata of the resource."""
    challenge = _challenge(flow, happening.challenge)
    if challenge is None:
        return give_up("unreadable challenge", "the header WWW-Authenticate of the server is malformed")
    if flow.sent is not None:
        tokens = flow.storage.tokens(flow.key).tokens
        flow.rejections += 1
        if flow.rejections > _MAX_REJECTIONS:
            flow.rejections = 0
            return give_up("token rejected", "the server rejects new tokens of its own authorization server")
        if tokens is not None and tokens.access != flow.sent and not tokens.is_expired(flow.clock()):
            return flow.use(tokens.access)
    flow.challenged = challenge.scope
    flow.wants_refresh = flow.rejections < _MAX_REJECTIONS
    return _discover(flow, challenge)


def ask_for_more(flow: FlowMemory, happening: Happening) -> Outcome:
    """Request the scopes that a 403 names, a limited number of times for each operation.

    Page: /specification/2026-07-28/basic/authorization#step-up-authorization-flow.
    """
    challenge = _challenge(flow, happening.challenge)
    if challenge is None or not flow.rules.scope_choice:  # a revision without scopes in challenges has no step-up
        return deliver(flow, happening)
    if not flow.history.count_step_up(happening.operation, flow.clock()):
        return give_up("scope not granted", "the server keeps asking for scopes that the user has been asked for")
    flow.challenged = challenge.scope
    flow.wants_refresh = False
    if flow.server is None:
        return _discover(flow, challenge)
    flow.chosen = _scopes(flow, None)
    return obtain_client(flow)


def read_resource(flow: FlowMemory, happening: Happening) -> Outcome:
    """Read protected resource metadata and choose an authorization server."""
    if happening.status != _OK:
        return _next_resource(flow)
    try:
        found = read_resource_metadata(happening.body, flow.endpoint, flow.policy)
    except DocumentRejected as error:
        fault, message = error.fault, str(error)
    else:
        if flow.exact_resource and not covers(flow.endpoint, found.resource):
            return give_up("resource mismatch", "the document is about a parent of the endpoint")
        servers = _accepted(flow, found.authorization_servers)
        if not servers:
            return give_up("issuer changed", "the client id belongs to an authorization server that is not listed")
        known = flow.profile.registrations
        servers.sort(key=lambda each: (each not in known, each != flow.issuer))
        flow.resource, flow.server = found.resource, None
        flow.chosen = _scopes(flow, found.scopes_supported)
        flow.issuers = servers[:_MAX_SERVERS]
        return _next_issuer(flow)
    if fault == "resource":
        return give_up("resource mismatch", message)
    if fault == "insecure URL":
        return give_up("insecure URL", message)
    return _next_resource(flow)


def _next_resource(flow: FlowMemory) -> Outcome:
    """Fetch the resource's metadata from the next URL; after the last one, fall back if the program allows it."""
    if flow.urls:
        url = flow.urls.pop(0)
        if not flow.is_safe(url):
            return give_up("insecure URL", "the metadata of the resource is at a URL that is not safe to fetch")
        return "resource metadata", FetchDocument(url)
    older = next((rules for rules in flow.offered if not rules.resource_metadata), None)
    if older is None or not flow.without_resource_metadata:
        return give_up("no resource metadata", "the server has no metadata that names an authorization server")
    return _without_resource_metadata(flow, older.revision)


def read_server(flow: FlowMemory, happening: Happening) -> Outcome:
    """Read authorization server metadata; discard a document of another issuer."""
    if happening.status != _OK:
        return _next_server(flow)
    try:
        server = read_server_metadata(happening.body, flow.issuer if flow.rules.same_issuer else None, flow.policy)
    except DocumentRejected as error:
        insecure, message = error.fault == "insecure URL", str(error)
        return give_up("insecure URL", message) if insecure else _next_server(flow)
    if flow.grant is None and flow.rules.pkce_advertised and "S256" not in (server.code_challenge_methods or ()):
        return give_up("PKCE not supported", "the authorization server does not advertise PKCE with S256")
    return _go_on(flow, server)


def _next_server(flow: FlowMemory) -> Outcome:
    """Fetch the metadata from the next URL; after the last one, that of the next authorization server."""
    if flow.urls:
        url = flow.urls.pop(0)
        if not flow.is_safe(url):
            return give_up("insecure URL", "the authorization server is at a URL that is not safe to fetch")
        headers = FetchDocument(url).headers
        if not flow.rules.resource_metadata:
            headers = (*headers, (VERSION_HEADER, flow.rules.version))
        return "server metadata", FetchDocument(url, headers)
    if flow.issuers:
        return _next_issuer(flow)
    defaults = default_endpoints(flow.endpoint, flow.rules.revision)
    if defaults is None:
        return give_up("no server metadata", "no authorization server of the resource has metadata that can be used")
    server = ServerMetadata(flow.issuer, *defaults, None, ("S256",), None, False, False)
    return _go_on(flow, server)


def _challenge(flow: FlowMemory, header: str) -> BearerChallenge | None:
    """Return the challenge of a response; an empty one if the response has none, None if the header is malformed."""
    try:
        return bearer_challenge(header, flow.offered[0].revision) or BearerChallenge()
    except ValueError:
        return None


def _discover(flow: FlowMemory, challenge: BearerChallenge) -> Outcome:
    flow.rules = flow.offered[0]
    if not flow.rules.resource_metadata:
        return _without_resource_metadata(flow, flow.rules.revision)
    stated = challenge.resource_metadata
    flow.urls = [stated] if stated is not None else [*resource_metadata_urls(flow.endpoint, flow.rules.revision)]
    return _next_resource(flow)


def _without_resource_metadata(flow: FlowMemory, revision: str) -> Outcome:
    """Look for the authorization server at the origin of the endpoint, by the rules of 2025-03-26."""
    flow.rules = next(rules for rules in flow.offered if rules.revision == revision)
    origin = parsed_url(flow.endpoint, "endpoint").origin
    if not _accepted(flow, (origin,)):
        return give_up("issuer changed", "the client id belongs to an authorization server at another origin")
    flow.resource, flow.issuer, flow.server = canonical_resource(flow.endpoint), origin, None
    flow.registration = None
    flow.chosen = _scopes(flow, None)
    flow.urls = [*server_metadata_urls(flow.endpoint, revision)]
    return _next_server(flow)


def _accepted(flow: FlowMemory, issuers: tuple[str, ...]) -> list[str]:
    """Return the authorization servers that the client's profile allows.

    A client that has used a server with credentials registered beforehand accepts another server only if it has such
    credentials for that one too. Page:
    /specification/2026-07-28/basic/authorization/client-registration#authorization-server-binding.
    """
    if flow.profile.issuer is not None:
        return [each for each in issuers if each == flow.profile.issuer]
    known, used = flow.profile.registrations, flow.storage.binding(flow.endpoint, flow.principal)
    if used is None or used.issuer not in known:
        return [*issuers]
    return [each for each in issuers if each in known]


def _next_issuer(flow: FlowMemory) -> Outcome:
    flow.issuer = flow.issuers.pop(0)
    flow.registration = None
    try:
        flow.urls = [*server_metadata_urls(flow.issuer, flow.rules.revision)]
    except ValueError:
        return give_up("insecure URL", "the resource names an authorization server by a URL that cannot be one")
    return _next_server(flow)


def _scopes(flow: FlowMemory, supported: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the scopes to request: those of the challenge, else those that the resource lists, else none.

    If the revision requires it, the scopes requested earlier are added, unless the list would be too long: a server
    that demands other scopes at each request must not make each request larger.
    """
    if not flow.rules.scope_choice:
        return ()
    tokens = flow.storage.tokens(flow.key).tokens
    granted = union(flow.requested, tokens.scopes if tokens is not None else ())
    chosen = _writable(flow.challenged if flow.challenged is not None else supported or ())
    return (_writable(union(granted, chosen)) or chosen) if flow.rules.scope_union else chosen


def _writable(scopes: tuple[str, ...]) -> tuple[str, ...]:
    """Return these scopes; an empty tuple if one is malformed or they are too long for a request."""
    text = " ".join(scopes)
    return scopes if len(text) <= MAX_SCOPE_TEXT and read_scopes(text) is not None else ()


def _go_on(flow: FlowMemory, server: ServerMetadata) -> Outcome:
    flow.server, flow.issuers, flow.urls = server, [], []
    tokens = flow.storage.tokens(flow.key).tokens
    if flow.wants_refresh and tokens is not None and tokens.refresh is not None:
        return refresh(flow)
    return obtain_client(flow)
