"""Authorization over HTTP, by revision: tables, metadata, the client's OAuth flow and the server's checks.

There is no I/O, except that a `JwtVerifier` without keys fetches them.

    >>> import mcp_bindings as mb
    >>> mb.authorization.server_metadata_urls("https://auth.example.com", "2025-11-25")[0]
    'https://auth.example.com/.well-known/oauth-authorization-server'

The tables of a revision are `mb.revision(…).authorization`. `AuthorizationFlow` receives responses and returns the next
step; `ProtectedResource` checks the requests of clients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .credentials import ClientProfile, Registration, Secret
    from .fetching import FetchPolicy, FetchRejected
    from .flow import AuthorizationFlow, FlowStateError
    from .grants import ClientCredentials, EnterpriseManaged, IdentityAssertion
    from .jwt import JwtVerifier, PrivateKey
    from .key_sets import KeySet, RotatingKeySet
    from .metadata import read_client_metadata
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
        UseToken,
        Wait,
    )
    from .storage import Binding, CredentialStorage, MemoryStorage, TokenKey, TokenRecord
    from .verification import IntrospectionVerifier, TokenRejected
    from .well_known_urls import server_metadata_urls

__all__ = [
    "AccessDenied",
    "AskUser",
    "AuthorizationFlow",
    "Binding",
    "ClientCredentials",
    "ClientProfile",
    "CredentialStorage",
    "Deliver",
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
    "MemoryStorage",
    "OpenUrl",
    "PostForm",
    "Principal",
    "PrivateKey",
    "ProtectedResource",
    "ProvideIdentity",
    "Register",
    "Registration",
    "RotatingKeySet",
    "ScopeRules",
    "Secret",
    "TokenKey",
    "TokenRecord",
    "TokenRejected",
    "UseToken",
    "Wait",
    "read_client_metadata",
    "server_metadata_urls",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "credentials": ("ClientProfile", "Registration", "Secret"),
            "fetching": ("FetchPolicy", "FetchRejected"),
            "flow": ("AuthorizationFlow", "FlowStateError"),
            "grants": ("ClientCredentials", "EnterpriseManaged", "IdentityAssertion"),
            "jwt": ("JwtVerifier", "PrivateKey"),
            "key_sets": ("KeySet", "RotatingKeySet"),
            "metadata": ("read_client_metadata",),
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
                "UseToken",
                "Wait",
            ),
            "storage": ("Binding", "CredentialStorage", "MemoryStorage", "TokenKey", "TokenRecord"),
            "verification": ("IntrospectionVerifier", "TokenRejected"),
            "well_known_urls": ("server_metadata_urls",),
        },
    )
