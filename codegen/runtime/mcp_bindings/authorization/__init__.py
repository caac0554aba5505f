"""Authorization over HTTP by revision: tables, metadata, the client's OAuth flow, and the server's checks. No I/O.

    >>> import mcp_bindings as mb
    >>> mb.authorization.resource_metadata_urls("https://mcp.example.com/mcp", "2025-11-25")[0]
    'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'

The tables of a revision are `mb.revision(…).authorization`.
`AuthorizationFlow` is given responses and says what to do next; `ProtectedResource` checks the requests of clients.
"""

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
from .urls import DefaultEndpoints, canonical_resource, default_endpoints, resource_metadata_urls, server_metadata_urls
from .verification import IntrospectionVerifier, TokenRejected, TokenVerifier, VerificationUnavailable
