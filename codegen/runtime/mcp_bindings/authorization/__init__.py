"""Authorization over HTTP, by revision: tables, metadata, the client's OAuth flow and the server's checks.

There is no I/O, except that a `JwtVerifier` without keys fetches them.

    >>> import mcp_bindings as mb
    >>> mb.authorization.server_metadata_urls("https://auth.example.com", "2025-11-25")[0]
    'https://auth.example.com/.well-known/oauth-authorization-server'

The tables of a revision are `mb.revision(…).authorization`. `AuthorizationFlow` receives responses and returns the next
step; `ProtectedResource` checks the requests of clients.
"""

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
from .steps import AskUser, Deliver, FetchDocument, GiveUp, OpenUrl, PostForm, ProvideIdentity, Register, UseToken, Wait
from .storage import Binding, CredentialStorage, MemoryStorage, TokenKey, TokenRecord
from .verification import IntrospectionVerifier, TokenRejected
from .well_known_urls import server_metadata_urls
