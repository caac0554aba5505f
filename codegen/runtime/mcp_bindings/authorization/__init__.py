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
    from .challenges import BearerChallenge as BearerChallenge
    from .challenges import Challenge as Challenge
    from .challenges import bearer_challenge as bearer_challenge
    from .challenges import parse_challenges as parse_challenges
    from .challenges import write_challenge as write_challenge
    from .credentials import AssertionSigner as AssertionSigner
    from .credentials import ClientProfile as ClientProfile
    from .credentials import Registration as Registration
    from .credentials import Secret as Secret
    from .credentials import Tokens as Tokens
    from .fetching import FetchPolicy as FetchPolicy
    from .fetching import FetchRejected as FetchRejected
    from .flow import AuthorizationFlow as AuthorizationFlow
    from .flow import FlowStateError as FlowStateError
    from .grants import ClientCredentials as ClientCredentials
    from .grants import EnterpriseManaged as EnterpriseManaged
    from .grants import IdentityAssertion as IdentityAssertion
    from .jwt import JwtVerifier as JwtVerifier
    from .jwt import KeySet as KeySet
    from .jwt import KeySource as KeySource
    from .jwt import PrivateKey as PrivateKey
    from .jwt import RotatingKeySet as RotatingKeySet
    from .metadata import ClientMetadata as ClientMetadata
    from .metadata import DocumentRejected as DocumentRejected
    from .metadata import ResourceMetadata as ResourceMetadata
    from .metadata import ServerMetadata as ServerMetadata
    from .metadata import read_client_metadata as read_client_metadata
    from .metadata import read_resource_metadata as read_resource_metadata
    from .metadata import read_server_metadata as read_server_metadata
    from .principal import Principal as Principal
    from .protected_resource import AccessDenied as AccessDenied
    from .protected_resource import ProtectedResource as ProtectedResource
    from .scope_rules import ScopeRules as ScopeRules
    from .steps import AskUser as AskUser
    from .steps import Deliver as Deliver
    from .steps import FetchDocument as FetchDocument
    from .steps import GiveUp as GiveUp
    from .steps import OpenUrl as OpenUrl
    from .steps import PostForm as PostForm
    from .steps import ProvideIdentity as ProvideIdentity
    from .steps import Register as Register
    from .steps import Step as Step
    from .steps import UseToken as UseToken
    from .steps import Wait as Wait
    from .storage import Binding as Binding
    from .storage import CredentialStorage as CredentialStorage
    from .storage import MemoryStorage as MemoryStorage
    from .storage import TokenKey as TokenKey
    from .storage import TokenRecord as TokenRecord
    from .urls import DefaultEndpoints as DefaultEndpoints
    from .urls import canonical_resource as canonical_resource
    from .urls import default_endpoints as default_endpoints
    from .urls import resource_metadata_urls as resource_metadata_urls
    from .urls import server_metadata_urls as server_metadata_urls
    from .verification import IntrospectionVerifier as IntrospectionVerifier
    from .verification import TokenRejected as TokenRejected
    from .verification import TokenVerifier as TokenVerifier
    from .verification import VerificationUnavailable as VerificationUnavailable

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
            "challenges": ["BearerChallenge", "Challenge", "bearer_challenge", "parse_challenges", "write_challenge"],
            "credentials": ["AssertionSigner", "ClientProfile", "Registration", "Secret", "Tokens"],
            "fetching": ["FetchPolicy", "FetchRejected"],
            "flow": ["AuthorizationFlow", "FlowStateError"],
            "grants": ["ClientCredentials", "EnterpriseManaged", "IdentityAssertion"],
            "verification": ["IntrospectionVerifier", "TokenRejected", "TokenVerifier", "VerificationUnavailable"],
            "jwt": ["JwtVerifier", "KeySet", "KeySource", "PrivateKey", "RotatingKeySet"],
            "metadata": [
                "ClientMetadata",
                "DocumentRejected",
                "ResourceMetadata",
                "ServerMetadata",
                "read_client_metadata",
                "read_resource_metadata",
                "read_server_metadata",
            ],
            "principal": ["Principal"],
            "protected_resource": ["AccessDenied", "ProtectedResource"],
            "scope_rules": ["ScopeRules"],
            "steps": [
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
            ],
            "storage": ["Binding", "CredentialStorage", "MemoryStorage", "TokenKey", "TokenRecord"],
            "urls": [
                "DefaultEndpoints",
                "canonical_resource",
                "default_endpoints",
                "resource_metadata_urls",
                "server_metadata_urls",
            ],
        },
    )
