"""Authorization over HTTP by revision: tables, metadata, the client's OAuth flow, and the server's checks. No I/O.

    >>> import mcp_bindings as mb
    >>> mb.authorization.resource_metadata_urls("https://mcp.example.com/mcp", "2025-11-25")[0]
    'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'

The tables of a revision are `mb.revision(…).authorization`.
`AuthorizationFlow` is given responses and says what to do next; `ProtectedResource` checks the requests of clients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .challenges import BearerChallenge, Challenge, bearer_challenge, parse_challenges, write_challenge
    from .credentials import AssertionSigner, ClientProfile, Registration, Secret, Tokens
    from .fetching import FetchPolicy, FetchRejected
    from .flow import AuthorizationFlow, FlowStateError
    from .grants import ClientCredentials, EnterpriseManaged, IdentityAssertion
    from .jwt import JwtVerifier, KeySet, KeySource, PrivateKey, RotatingKeySet
    from .metadata import (
        ClientMetadata,
        DocumentRejected,
        ResourceMetadata,
        ServerMetadata,
        read_client_metadata,
        read_resource_metadata,
        read_server_metadata,
    )
    from .principal import Principal
    from .protected_resource import AccessDenied, ProtectedResource
    from .scope_rules import ScopeRules
    from .steps import (
        AskUser,
        Deliver,
        FetchDocument,
        GiveUp,
        OpenUrl,
        PostForm,
        ProvideIdentity,
        Register,
        Step,
        UseToken,
        Wait,
    )
    from .storage import Binding, CredentialStorage, MemoryStorage, TokenKey, TokenRecord
    from .urls import (
        DefaultEndpoints,
        canonical_resource,
        default_endpoints,
        resource_metadata_urls,
        server_metadata_urls,
    )
    from .verification import IntrospectionVerifier, TokenRejected, TokenVerifier, VerificationUnavailable

__all__ = [
    "AccessDenied",
    "AskUser",
    "AssertionSigner",
    "AuthorizationFlow",
    "BearerChallenge",
    "Binding",
    "Challenge",
    "ClientCredentials",
    "ClientMetadata",
    "ClientProfile",
    "CredentialStorage",
    "DefaultEndpoints",
    "Deliver",
    "DocumentRejected",
    "EnterpriseManaged",
    "FetchDocument",
    "FetchPolicy",
    "FetchRejected",
    "FlowStateError",
    "GiveUp",
    "IdentityAssertion",
    "IntrospectionVerifier",
    "JwtVerifier",
    "KeySet",
    "KeySource",
    "MemoryStorage",
    "OpenUrl",
    "PostForm",
    "Principal",
    "PrivateKey",
    "ProtectedResource",
    "ProvideIdentity",
    "Register",
    "Registration",
    "ResourceMetadata",
    "RotatingKeySet",
    "ScopeRules",
    "Secret",
    "ServerMetadata",
    "Step",
    "TokenKey",
    "TokenRecord",
    "TokenRejected",
    "TokenVerifier",
    "Tokens",
    "UseToken",
    "VerificationUnavailable",
    "Wait",
    "bearer_challenge",
    "canonical_resource",
    "default_endpoints",
    "parse_challenges",
    "read_client_metadata",
    "read_resource_metadata",
    "read_server_metadata",
    "resource_metadata_urls",
    "server_metadata_urls",
    "write_challenge",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "challenges": ("BearerChallenge", "Challenge", "bearer_challenge", "parse_challenges", "write_challenge"),
            "credentials": ("AssertionSigner", "ClientProfile", "Registration", "Secret", "Tokens"),
            "fetching": ("FetchPolicy", "FetchRejected"),
            "flow": ("AuthorizationFlow", "FlowStateError"),
            "grants": ("ClientCredentials", "EnterpriseManaged", "IdentityAssertion"),
            "jwt": ("JwtVerifier", "KeySet", "KeySource", "PrivateKey", "RotatingKeySet"),
            "metadata": (
                "ClientMetadata",
                "DocumentRejected",
                "ResourceMetadata",
                "ServerMetadata",
                "read_client_metadata",
                "read_resource_metadata",
                "read_server_metadata",
            ),
            "principal": ("Principal",),
            "protected_resource": ("AccessDenied", "ProtectedResource"),
            "scope_rules": ("ScopeRules",),
            "steps": (
                "AskUser",
                "Deliver",
                "FetchDocument",
                "GiveUp",
                "OpenUrl",
                "PostForm",
                "ProvideIdentity",
                "Register",
                "Step",
                "UseToken",
                "Wait",
            ),
            "storage": ("Binding", "CredentialStorage", "MemoryStorage", "TokenKey", "TokenRecord"),
            "urls": (
                "DefaultEndpoints",
                "canonical_resource",
                "default_endpoints",
                "resource_metadata_urls",
                "server_metadata_urls",
            ),
            "verification": ("IntrospectionVerifier", "TokenRejected", "TokenVerifier", "VerificationUnavailable"),
        },
    )
