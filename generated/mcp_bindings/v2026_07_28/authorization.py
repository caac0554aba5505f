"""What revision 2026-07-28 says of authorization over HTTP: discovery, parameters, rules."""

from __future__ import annotations

from ..spec.authorization import (
    Authorization,
    AuthorizationRule,
    AuthorizationStatus,
    ChallengeRule,
    Conformance,
    Deprecation,
    Discovery,
    IssuerCheck,
    Parameter,
    Standard,
)

AUTHORIZATION = Authorization(
    revision="2026-07-28",
    conformance=Conformance(
        defined=True,
        optional=True,
        http="SHOULD",
        stdio="SHOULD NOT",
        custom_strategies="MAY",
        server_roles=("resource server",),
        sources=(
            "specification/2026-07-28/basic/authorization/index#protocol-requirements",
            "specification/2026-07-28/basic/authorization/index#roles",
            "specification/2026-07-28/basic/index#auth",
        ),
    ),
    standards=(
        Standard(
            name="OAuth 2.1",
            id="draft-ietf-oauth-v2-1-13",
            actors=("authorization server",),
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#overview",),
            notes="confidential and public clients; the section on refresh tokens cites draft 14",
        ),
        Standard(
            name="Authorization Server Metadata",
            id="RFC8414",
            actors=("authorization server",),
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#overview",),
            alternative="openid-connect-discovery-1_0",
            notes="client MUST support both",
        ),
        Standard(
            name="OpenID Connect Discovery 1.0",
            id="openid-connect-discovery-1_0",
            actors=("authorization server",),
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#overview",),
            alternative="RFC8414",
            notes="client MUST support both",
        ),
        Standard(
            name="Protected Resource Metadata",
            id="RFC9728",
            actors=(
                "MCP server",
                "client",
            ),
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#overview",),
            notes="server publishes, client uses it to find the authorization server",
        ),
        Standard(
            name="Dynamic Client Registration",
            id="RFC7591",
            actors=(
                "authorization server",
                "client",
            ),
            level="MAY",
            sources=("specification/2026-07-28/basic/authorization/index#overview",),
            notes="deprecated",
        ),
        Standard(
            name="Client ID Metadata Documents",
            id="draft-ietf-oauth-client-id-metadata-document-00",
            actors=(
                "authorization server",
                "client",
            ),
            level="SHOULD",
            sources=("specification/2026-07-28/basic/authorization/index#overview",),
        ),
        Standard(
            name="Resource Indicators",
            id="RFC8707",
            actors=("client",),
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#resource-parameter-implementation",),
            notes="resource parameter",
        ),
        Standard(
            name="PKCE",
            id="OAuth 2.1",
            actors=("client",),
            level="MUST",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection",
            ),
        ),
        Standard(
            name="Issuer Identification",
            id="RFC9207",
            actors=("authorization server",),
            level="SHOULD",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
            notes="send iss; a client MUST validate it as `issuer_checks` says",
        ),
        Standard(
            name="Bearer Token Usage",
            id="RFC6750",
            actors=("MCP server",),
            level="SHOULD",
            sources=(
                "specification/2026-07-28/basic/authorization/index#scope-selection-strategy",
                "specification/2026-07-28/basic/authorization/index#standards-compliance",
            ),
            notes="scope in WWW-Authenticate; 403 insufficient_scope",
        ),
        Standard(
            name="OpenID Connect Dynamic Client Registration 1.0",
            id="openid-connect-registration-1_0",
            actors=("client",),
            level="MUST",
            sources=(
                "specification/2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints",
            ),
            notes="application_type in registration",
        ),
    ),
    discovery=(
        Discovery(
            target="protected resource metadata",
            base="challenge",
            form="as given",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
            ),
            notes="Used when present.",
        ),
        Discovery(
            target="protected resource metadata",
            base="MCP endpoint",
            form="insert",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
            ),
            suffix="/.well-known/oauth-protected-resource",
        ),
        Discovery(
            target="protected resource metadata",
            base="MCP endpoint",
            form="root",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
            ),
            suffix="/.well-known/oauth-protected-resource",
        ),
        Discovery(
            target="authorization server metadata",
            base="issuer",
            form="insert",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
            ),
            suffix="/.well-known/oauth-authorization-server",
            issuer="with path",
            notes="Client MUST try in this order.",
        ),
        Discovery(
            target="authorization server metadata",
            base="issuer",
            form="insert",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
            ),
            suffix="/.well-known/openid-configuration",
            issuer="with path",
        ),
        Discovery(
            target="authorization server metadata",
            base="issuer",
            form="append",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
            ),
            suffix="/.well-known/openid-configuration",
            issuer="with path",
        ),
        Discovery(
            target="authorization server metadata",
            base="issuer",
            form="append",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
            ),
            suffix="/.well-known/oauth-authorization-server",
            issuer="without path",
            notes="Client MUST try in this order.",
        ),
        Discovery(
            target="authorization server metadata",
            base="issuer",
            form="append",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
            ),
            suffix="/.well-known/openid-configuration",
            issuer="without path",
        ),
    ),
    parameters=(
        Parameter(
            name="resource",
            where=(
                "authorization request",
                "token request",
            ),
            level="MUST",
            rule="Canonical URI of the MCP server; sent whether or not the authorization server supports it.",
            sources=("specification/2026-07-28/basic/authorization/index#resource-parameter-implementation",),
        ),
        Parameter(
            name="code_challenge",
            where=("authorization request",),
            level="MUST",
            rule="PKCE.",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection",
            ),
        ),
        Parameter(
            name="code_verifier",
            where=("token request",),
            level="MUST",
            rule="PKCE.",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection",
            ),
        ),
        Parameter(
            name="code_challenge_method",
            where=("authorization request",),
            level="MUST",
            rule="S256 when technically possible.",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection",
            ),
        ),
        Parameter(
            name="code_challenge_methods_supported",
            where=("authorization server metadata",),
            level="MUST",
            rule="Absent: client refuses to go on; OpenID providers must publish it.",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection",
            ),
        ),
        Parameter(
            name="state",
            where=("authorization request",),
            level="SHOULD",
            rule="Client checks it and drops mismatches.",
            sources=("specification/2026-07-28/basic/authorization/security-considerations#open-redirection",),
        ),
        Parameter(
            name="authorization_servers",
            where=("protected resource metadata",),
            level="MUST",
            rule="At least one entry; the client picks.",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location",
            ),
        ),
        Parameter(
            name="scope",
            where=("WWW-Authenticate on 401",),
            level="SHOULD",
            rule="Client treats it as authoritative for the request.",
            sources=("specification/2026-07-28/basic/authorization/index#scope-selection-strategy",),
        ),
        Parameter(
            name="scopes_supported",
            where=("protected resource metadata",),
            level="unspecified",
            rule="Client SHOULD request all of it when no scope was challenged; omit scope when undefined.",
            sources=("specification/2026-07-28/basic/authorization/index#scope-selection-strategy",),
            role="fallback",
        ),
        Parameter(
            name="client_id",
            where=("Client ID Metadata Document",),
            level="MUST",
            rule="https URL with a path; equals the document URL exactly.",
            sources=("specification/2026-07-28/basic/authorization/client-registration#implementation-requirements",),
        ),
        Parameter(
            name="client_name",
            where=("Client ID Metadata Document",),
            level="MUST",
            rule="Required with client_id.",
            sources=("specification/2026-07-28/basic/authorization/client-registration#implementation-requirements",),
        ),
        Parameter(
            name="redirect_uris",
            where=("Client ID Metadata Document",),
            level="MUST",
            rule="Required with client_id.",
            sources=("specification/2026-07-28/basic/authorization/client-registration#implementation-requirements",),
        ),
        Parameter(
            name="client_id_metadata_document_supported",
            where=("authorization server metadata",),
            level="unspecified",
            rule="true means CIMD works; client SHOULD check.",
            sources=("specification/2026-07-28/basic/authorization/client-registration#advertising-cimd-support",),
            role="signal",
        ),
        Parameter(
            name="registration_endpoint",
            where=("authorization server metadata",),
            level="unspecified",
            rule="Present means DCR works.",
            sources=("specification/2026-07-28/basic/authorization/client-registration",),
            role="signal",
        ),
        Parameter(
            name="iss",
            where=("authorization response",),
            level="SHOULD",
            rule="Authorization server SHOULD send, also on errors.",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
        Parameter(
            name="authorization_response_iss_parameter_supported",
            where=("authorization server metadata",),
            level="MUST",
            rule="true if iss is sent.",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
        Parameter(
            name="issuer",
            where=("authorization server metadata",),
            level="MUST",
            rule="Identical to the issuer used to build the well-known URL, else the document is not used.",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
            ),
        ),
        Parameter(
            name="application_type",
            where=("dynamic registration request",),
            level="MUST",
            rule="native for desktop, mobile, CLI and localhost web apps (SHOULD); web for remote apps (SHOULD).",
            sources=(
                "specification/2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints",
            ),
        ),
        Parameter(
            name="grant_types",
            where=("client metadata",),
            level="SHOULD",
            rule="Include refresh_token when refresh tokens are wanted.",
            sources=("specification/2026-07-28/basic/authorization/index#refresh-tokens",),
        ),
        Parameter(
            name="offline_access",
            where=("scope",),
            level="MAY",
            rule="Only if the authorization server lists it; resource servers SHOULD NOT list it.",
            sources=("specification/2026-07-28/basic/authorization/index#refresh-tokens",),
        ),
    ),
    challenges=(
        ChallengeRule(
            status=401,
            level="MUST",
            parameters=(
                "resource_metadata",
                "scope",
            ),
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
                "specification/2026-07-28/basic/authorization/index#scope-selection-strategy",
            ),
            alternative="protected resource metadata at its well-known URI",
        ),
        ChallengeRule(
            status=403,
            level="SHOULD",
            parameters=(
                "error",
                "scope",
                "resource_metadata",
                "error_description",
            ),
            sources=("specification/2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors",),
            error="insufficient_scope",
        ),
    ),
    statuses=(
        AuthorizationStatus(
            code=401,
            situation="authorization needed, or token invalid or expired",
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#error-handling",),
        ),
        AuthorizationStatus(
            code=403,
            situation="scope or permission insufficient",
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#error-handling",),
        ),
        AuthorizationStatus(
            code=400,
            situation="malformed authorization request",
            level="MUST",
            sources=("specification/2026-07-28/basic/authorization/index#error-handling",),
        ),
    ),
    rules=(
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Send Authorization: Bearer on every HTTP request.",
            sources=("specification/2026-07-28/basic/authorization/index#token-requirements",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST NOT",
            rule="Put a token in the query string.",
            sources=("specification/2026-07-28/basic/authorization/index#token-requirements",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="MUST",
            rule="Validate the token; invalid or expired gives 401.",
            sources=("specification/2026-07-28/basic/authorization/index#token-handling",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="MUST",
            rule="Accept only tokens issued for itself (audience).",
            sources=("specification/2026-07-28/basic/authorization/index#token-handling",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="MUST NOT",
            rule="Accept other tokens or pass the client token to upstream APIs.",
            sources=(
                "specification/2026-07-28/basic/authorization/index#token-handling",
                "specification/2026-07-28/basic/authorization/security-considerations#access-token-privilege-restriction",
            ),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST NOT",
            rule="Send the server tokens from any other authorization server.",
            sources=("specification/2026-07-28/basic/authorization/index#token-handling",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Parse WWW-Authenticate and react to 401.",
            sources=(
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
            ),
        ),
        AuthorizationRule(
            actors=("everyone",),
            level="MUST",
            rule="Authorization endpoints use HTTPS; redirect URIs are localhost or HTTPS.",
            sources=("specification/2026-07-28/basic/authorization/security-considerations#communication-security",),
        ),
        AuthorizationRule(
            actors=("authorization server",),
            level="MUST",
            rule="Match redirect URIs exactly against registered ones; rotate refresh tokens of public clients.",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#open-redirection",
                "specification/2026-07-28/basic/authorization/security-considerations#token-theft",
            ),
        ),
        AuthorizationRule(
            actors=(
                "client",
                "MCP server",
            ),
            level="MUST",
            rule="Keep tokens in secure storage; access token lifetime SHOULD be short.",
            sources=("specification/2026-07-28/basic/authorization/security-considerations#token-theft",),
        ),
        AuthorizationRule(
            actors=("proxy server",),
            level="MUST",
            rule="Ask the user separately for every client that registered dynamically.",
            sources=("specification/2026-07-28/basic/authorization/security-considerations#confused-deputy-problem",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="SHOULD",
            rule="Use the most specific server URI; lower-case scheme and host; no fragment; no trailing slash unless meaningful.",
            sources=("specification/2026-07-28/basic/authorization/index#canonical-server-uri",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="SHOULD",
            rule="Registration order: pre-registered, CIMD, DCR, ask the user.",
            sources=("specification/2026-07-28/basic/authorization/client-registration",),
        ),
        AuthorizationRule(
            actors=("authorization server",),
            level="MUST",
            rule="CIMD: document client_id equals its URL; redirect URI listed; JSON valid; redirect host shown to the user.",
            sources=(
                "specification/2026-07-28/basic/authorization/client-registration#implementation-requirements",
                "specification/2026-07-28/basic/authorization/security-considerations#localhost-redirect-uri-risks",
            ),
        ),
        AuthorizationRule(
            actors=("client",),
            level="SHOULD",
            rule="Scope choice: challenge scope, else scopes_supported, else no scope parameter.",
            sources=("specification/2026-07-28/basic/authorization/index#scope-selection-strategy",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="SHOULD",
            rule='Missing scope at run time: 403 with WWW-Authenticate Bearer error="insufficient_scope", scope, resource_metadata.',
            sources=("specification/2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="SHOULD",
            rule="Step-up: re-authorize with the wider scope, retry a few times at most. Client-credentials clients MAY.",
            sources=("specification/2026-07-28/basic/authorization/index#step-up-authorization-flow",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Verify PKCE support from metadata before going on; refuse otherwise.",
            sources=(
                "specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection",
            ),
        ),
        AuthorizationRule(
            actors=("client",),
            level="SHOULD",
            rule="Step-up scope = union of previously requested scopes and the challenge.",
            sources=("specification/2026-07-28/basic/authorization/index#step-up-authorization-flow",),
        ),
        AuthorizationRule(
            actors=("MCP server",),
            level="SHOULD",
            rule="One challenge lists every scope the operation needs; previously granted scopes not required. MUST honour scope hierarchies.",
            sources=(
                "specification/2026-07-28/basic/authorization/index#runtime-insufficient-scope-errors",
                "specification/2026-07-28/basic/authorization/index#step-up-authorization-flow",
            ),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Before redirecting record the issuer from validated metadata with the PKCE verifier; validate iss before using the code; no normalisation; on mismatch ignore error fields too.",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST",
            rule="Keep credentials and tokens per issuer; never reuse them with another authorization server; register again when it changes (CIMD ids are portable).",
            sources=(
                "specification/2026-07-28/basic/authorization/client-registration#authorization-server-binding",
                "specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-location",
            ),
        ),
        AuthorizationRule(
            actors=("client",),
            level="MUST NOT",
            rule="Assume refresh tokens will be issued; keep them confidential (MUST).",
            sources=("specification/2026-07-28/basic/authorization/index#refresh-tokens",),
        ),
    ),
    issuer_checks=(
        IssuerCheck(
            advertised=True,
            present=True,
            action="compare",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
        IssuerCheck(
            advertised=True,
            present=False,
            action="reject",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
        IssuerCheck(
            advertised=False,
            present=True,
            action="compare",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
        IssuerCheck(
            advertised=False,
            present=False,
            action="proceed",
            sources=("specification/2026-07-28/basic/authorization/index#authorization-response-validation",),
        ),
    ),
    deprecations=(
        Deprecation(
            item="Dynamic Client Registration (RFC7591)",
            since="2026-07-28",
            state="deprecated",
            replacement="Client ID Metadata Documents",
            sources=(
                "specification/2026-07-28/basic/authorization/client-registration#dynamic-client-registration",
                "specification/2026-07-28/deprecated#deprecated",
            ),
        ),
    ),
)
"""The tables of this revision."""
