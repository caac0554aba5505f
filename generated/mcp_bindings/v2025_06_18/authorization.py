"""Authorization over HTTP in revision 2025-06-18: discovery, parameters and requirements."""

from __future__ import annotations

from ..spec.authorization import (
    Authorization,
    AuthorizationRule,
    AuthorizationStatus,
    ChallengeRule,
    Conformance,
    Discovery,
    Parameter,
    Standard,
)

AUTHORIZATION = Authorization(
    revision="2025-06-18",
    conformance=Conformance(
        defined=True,
        optional=True,
        http="SHOULD",
        stdio="SHOULD NOT",
        custom_strategies="MAY",
        server_roles=("resource server",),
        sources=(
            "specification/2025-06-18/basic/authorization#protocol-requirements",
            "specification/2025-06-18/basic/index#auth",
            "specification/2025-06-18/basic/authorization#roles",
        ),
    ),
    standards=(
        Standard(
            name="OAuth 2.1",
            id="draft-ietf-oauth-v2-1-13",
            actors=("authorization server",),
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#overview",),
            notes="confidential and public clients",
        ),
        Standard(
            name="Authorization Server Metadata",
            id="RFC8414",
            actors=("authorization server", "client"),
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#overview",),
        ),
        Standard(
            name="Protected Resource Metadata",
            id="RFC9728",
            actors=("MCP server", "client"),
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#overview",),
            notes="server publishes, client uses it to find the authorization server",
        ),
        Standard(
            name="Dynamic Client Registration",
            id="RFC7591",
            actors=("authorization server", "client"),
            level="SHOULD",
            sources=("specification/2025-06-18/basic/authorization#overview",),
        ),
        Standard(
            name="Resource Indicators",
            id="RFC8707",
            actors=("client",),
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#resource-parameter-implementation",),
            notes="resource parameter",
        ),
        Standard(
            name="PKCE",
            id="OAuth 2.1",
            actors=("client",),
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#authorization-code-protection",),
        ),
    ),
    discovery=(
        Discovery(
            target="protected resource metadata",
            base="challenge",
            form="as given",
            sources=("specification/2025-06-18/basic/authorization#authorization-server-location",),
            notes="Server MUST send the header.",
        ),
        Discovery(
            target="protected resource metadata",
            base="MCP endpoint",
            form="root",
            sources=("specification/2025-06-18/basic/authorization#sequence-diagram",),
            suffix="/.well-known/oauth-protected-resource",
            notes="Shown in the sequence diagram only.",
        ),
        Discovery(
            target="authorization server metadata",
            base="issuer",
            form="insert",
            sources=("specification/2025-06-18/basic/authorization#server-metadata-discovery",),
            suffix="/.well-known/oauth-authorization-server",
            notes="Path handling left to RFC8414.",
        ),
    ),
    parameters=(
        Parameter(
            name="resource",
            where=("authorization request", "token request"),
            level="MUST",
            rule="Canonical URI of the MCP server; sent whether or not the authorization server supports it.",
            sources=("specification/2025-06-18/basic/authorization#resource-parameter-implementation",),
        ),
        Parameter(
            name="code_challenge",
            where=("authorization request",),
            level="MUST",
            rule="PKCE.",
            sources=("specification/2025-06-18/basic/authorization#authorization-code-protection",),
        ),
        Parameter(
            name="code_verifier",
            where=("token request",),
            level="MUST",
            rule="PKCE.",
            sources=("specification/2025-06-18/basic/authorization#authorization-code-protection",),
        ),
        Parameter(
            name="state",
            where=("authorization request",),
            level="SHOULD",
            rule="Client checks it and drops mismatches.",
            sources=("specification/2025-06-18/basic/authorization#open-redirection",),
        ),
        Parameter(
            name="authorization_servers",
            where=("protected resource metadata",),
            level="MUST",
            rule="At least one entry; the client picks.",
            sources=("specification/2025-06-18/basic/authorization#authorization-server-location",),
        ),
    ),
    challenges=(
        ChallengeRule(
            status=401,
            level="MUST",
            parameters=("resource_metadata",),
            sources=("specification/2025-06-18/basic/authorization#authorization-server-location",),
        ),
    ),
    statuses=(
        AuthorizationStatus(
            code=401,
            situation="authorization needed, or token invalid or expired",
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#error-handling",),
        ),
        AuthorizationStatus(
            code=403,
            situation="scope or permission insufficient",
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#error-handling",),
        ),
        AuthorizationStatus(
            code=400,
            situation="malformed authorization request",
            level="MUST",
            sources=("specification/2025-06-18/basic/authorization#error-handling",),
        ),
    ),
    rules=(
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Send Authorization: Bearer on every HTTP request.",
            sources=("specification/2025-06-18/basic/authorization#token-requirements",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST NOT",
            rule="Put a token in the query string.",
            sources=("specification/2025-06-18/basic/authorization#token-requirements",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="MUST",
            rule="Validate the token; invalid or expired gives 401.",
            sources=("specification/2025-06-18/basic/authorization#token-handling",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="MUST",
            rule="Accept only tokens issued for itself (audience).",
            sources=("specification/2025-06-18/basic/authorization#token-handling",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="MUST NOT",
            rule="Accept other tokens or pass the client token to upstream APIs.",
            sources=(
                "specification/2025-06-18/basic/authorization#token-handling",
                "specification/2025-06-18/basic/authorization#access-token-privilege-restriction",
            ),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST NOT",
            rule="Send the server tokens from any other authorization server.",
            sources=("specification/2025-06-18/basic/authorization#token-handling",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Parse WWW-Authenticate and react to 401.",
            sources=("specification/2025-06-18/basic/authorization#authorization-server-location",),
        ),
        AuthorizationRule(
            actors=("everyone",),
            level="MUST",
            rule="Authorization endpoints use HTTPS; redirect URIs are localhost or HTTPS.",
            sources=("specification/2025-06-18/basic/authorization#communication-security",),
        ),
        AuthorizationRule(
            actors=("authorization server",),
            level="MUST",
            rule="Match redirect URIs exactly against registered ones; rotate refresh tokens of public clients.",
            sources=(
                "specification/2025-06-18/basic/authorization#open-redirection",
                "specification/2025-06-18/basic/authorization#token-theft",
            ),
        ),
        AuthorizationRule(
            actors=("client", "MCP server"),
            level="MUST",
            rule="Keep tokens in secure storage; access token lifetime SHOULD be short.",
            sources=("specification/2025-06-18/basic/authorization#token-theft",),
        ),
        AuthorizationRule(
            actors=("proxy server",),
            level="MUST",
            rule="Ask the user separately for every client that registered dynamically.",
            sources=("specification/2025-06-18/basic/authorization#confused-deputy-problem",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="SHOULD",
            rule="Use the most specific server URI; lower-case scheme and host; no fragment; no trailing slash unless meaningful.",
            sources=("specification/2025-06-18/basic/authorization#canonical-server-uri",),
        ),
    ),
    issuer_checks=(),
    deprecations=(),
)
"""The tables of this revision."""
