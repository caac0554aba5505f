"""Authorization over HTTP in revision 2025-03-26: discovery, parameters and requirements."""

from __future__ import annotations

from ..generated_code import (
    Authorization,
    AuthorizationRule,
    AuthorizationStatus,
    Conformance,
    Discovery,
    Parameter,
    Standard,
)

AUTHORIZATION = Authorization(
    revision="2025-03-26",
    conformance=Conformance(
        defined=True,
        optional=True,
        http="SHOULD",
        stdio="SHOULD NOT",
        custom_strategies="MAY",
        server_roles=("resource server", "authorization server"),
        sources=(
            "specification/2025-03-26/basic/authorization#protocol-requirements",
            "specification/2025-03-26/basic/index#auth",
            "specification/2025-03-26/basic/authorization#authorization-base-url",
        ),
    ),
    standards=(
        Standard(
            name="OAuth 2.1",
            id="draft-ietf-oauth-v2-1-12",
            actors=("everyone",),
            level="MUST",
            sources=("specification/2025-03-26/basic/authorization#overview",),
        ),
        Standard(
            name="Authorization Server Metadata",
            id="RFC8414",
            actors=("client",),
            level="MUST",
            sources=("specification/2025-03-26/basic/authorization#overview",),
        ),
        Standard(
            name="Dynamic Client Registration",
            id="RFC7591",
            actors=("everyone",),
            level="SHOULD",
            sources=("specification/2025-03-26/basic/authorization#overview",),
        ),
        Standard(
            name="PKCE",
            id="OAuth 2.1",
            actors=("client",),
            level="MUST",
            sources=("specification/2025-03-26/basic/authorization#implementation-requirements",),
        ),
    ),
    discovery=(
        Discovery(
            target="authorization server metadata",
            base="MCP endpoint",
            form="root",
            sources=(
                "specification/2025-03-26/basic/authorization#authorization-base-url",
                "specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery",
            ),
            suffix="/.well-known/oauth-authorization-server",
        ),
        Discovery(
            target="authorization endpoint",
            base="MCP endpoint",
            form="root",
            sources=("specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery",),
            suffix="/authorize",
        ),
        Discovery(
            target="token endpoint",
            base="MCP endpoint",
            form="root",
            sources=("specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery",),
            suffix="/token",
        ),
        Discovery(
            target="registration endpoint",
            base="MCP endpoint",
            form="root",
            sources=("specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery",),
            suffix="/register",
        ),
    ),
    parameters=(
        Parameter(
            name="code_challenge",
            where=("authorization request",),
            level="MUST",
            rule="PKCE.",
            sources=("specification/2025-03-26/basic/authorization#implementation-requirements",),
        ),
        Parameter(
            name="code_verifier",
            where=("token request",),
            level="MUST",
            rule="PKCE.",
            sources=("specification/2025-03-26/basic/authorization#implementation-requirements",),
        ),
    ),
    challenges=(),
    statuses=(
        AuthorizationStatus(
            code=401,
            situation="authorization needed, or token invalid or expired",
            level="MUST",
            sources=("specification/2025-03-26/basic/authorization#error-handling",),
        ),
        AuthorizationStatus(
            code=403,
            situation="scope or permission insufficient",
            level="MUST",
            sources=("specification/2025-03-26/basic/authorization#error-handling",),
        ),
        AuthorizationStatus(
            code=400,
            situation="malformed authorization request",
            level="MUST",
            sources=("specification/2025-03-26/basic/authorization#error-handling",),
        ),
    ),
    rules=(
        AuthorizationRule(
            id="token.bearer-header",
            actors=("client",),
            level="MUST",
            rule="Send Authorization: Bearer on every HTTP request.",
            sources=("specification/2025-03-26/basic/authorization#token-requirements",),
        ),
        AuthorizationRule(
            id="token.not-in-query",
            actors=("client",),
            level="MUST NOT",
            rule="Put a token in the query string.",
            sources=("specification/2025-03-26/basic/authorization#token-requirements",),
        ),
        AuthorizationRule(
            id="token.validate",
            actors=("MCP server",),
            level="MUST",
            rule="Validate the token; invalid or expired gives 401.",
            sources=("specification/2025-03-26/basic/authorization#token-handling",),
        ),
        AuthorizationRule(
            id="token.missing-401",
            actors=("MCP server",),
            level="MUST",
            rule="Answer 401 when authorization is needed and unproven.",
            sources=("specification/2025-03-26/basic/authorization#example-authorization-code-grant",),
        ),
        AuthorizationRule(
            id="endpoints.https",
            actors=("everyone",),
            level="MUST",
            rule="Authorization endpoints use HTTPS; redirect URIs are localhost or HTTPS.",
            sources=("specification/2025-03-26/basic/authorization#security-considerations",),
        ),
        AuthorizationRule(
            id="token.client-storage",
            actors=("client",),
            level="MUST",
            rule="Store tokens securely; token rotation and limited lifetime SHOULD be used.",
            sources=(
                "specification/2025-03-26/basic/authorization#security-considerations",
                "specification/2025-03-26/basic/authorization#implementation-requirements",
            ),
        ),
        AuthorizationRule(
            id="third-party.tokens",
            actors=("MCP server",),
            level="MUST",
            rule="Third-party flow (MAY): keep third-party and issued tokens mapped, check third-party token status, handle expiry.",
            sources=("specification/2025-03-26/basic/authorization#session-binding-requirements",),
        ),
        AuthorizationRule(
            id="other-transports",
            actors=("everyone",),
            level="MUST",
            rule="Over a transport other than stdio and HTTP, follow the established security practices of its protocol.",
            sources=("specification/2025-03-26/basic/authorization#protocol-requirements",),
        ),
        AuthorizationRule(
            id="oauth.practices",
            actors=("everyone",),
            level="MUST",
            rule="Follow the security practices of OAuth 2.1.",
            sources=("specification/2025-03-26/basic/authorization#implementation-requirements",),
        ),
        AuthorizationRule(
            id="redirect.validate",
            actors=("MCP server",),
            level="MUST",
            rule="Validate redirect URIs, so that nobody is sent to a foreign address.",
            sources=("specification/2025-03-26/basic/authorization#security-considerations",),
        ),
        AuthorizationRule(
            id="token.expiry",
            actors=("MCP server",),
            level="SHOULD",
            rule="Enforce the expiry and rotation of tokens.",
            sources=("specification/2025-03-26/basic/authorization#security-considerations",),
        ),
        AuthorizationRule(
            id="grants",
            actors=("MCP server",),
            level="SHOULD",
            rule="Support the grant types that fit the intended users.",
            sources=("specification/2025-03-26/basic/authorization#oauth-grant-types",),
        ),
        AuthorizationRule(
            id="third-party.flow",
            actors=("MCP server",),
            level="MUST",
            rule="Third-party flow: validate every redirect URI, store foreign credentials securely, end idle sessions, consider chained tokens, handle failures.",
            sources=("specification/2025-03-26/basic/authorization#security-considerations-1",),
        ),
    ),
    issuer_checks=(),
    deprecations=(),
)
"""The tables of this revision."""
