"""Official extensions of authorization that grant tokens without a sign-in in a browser.

Pages: `oauth-client-credentials` and `enterprise-managed-authorization` of
https://github.com/modelcontextprotocol/ext-auth, both drafts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from ..options import check_class
from .credentials import Registration, Secret

EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"
ASSERTION_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ID_JAG = "urn:ietf:params:oauth:token-type:id-jag"
_KIND_PREFIX = "urn:ietf:params:oauth:token-type:"


@dataclass(frozen=True)
class ClientCredentials:
    """Grant to a client that acts for itself.

    Put the client id for the authorization server, with a secret or a signer, into `ClientProfile.registrations`.
    Without this client id, the flow asks for one. Declare `identifier` among the client's extensions.
    """

    identifier: ClassVar[str] = "io.modelcontextprotocol/oauth-client-credentials"


@dataclass(frozen=True)
class EnterpriseManaged:
    """Grant by an organization's identity provider, which decides which MCP servers its users may reach.

    Put the client id for the authorization server, with a secret or a signer, into `ClientProfile.registrations`.
    Without this client id, the flow asks for one. Declare `identifier` among the client's extensions.

    Args:
        issuer: issuer of the identity provider.
        token_endpoint: token endpoint of the identity provider: HTTPS, or `http` at this machine if the flow allows
            that.
        client: the client id at the identity provider, with a secret or a signer unless the client is public.

    Raises:
        TypeError: an argument has a wrong type.
    """

    identifier: ClassVar[str] = "io.modelcontextprotocol/enterprise-managed-authorization"
    issuer: str
    token_endpoint: str
    client: Registration

    def __post_init__(self) -> None:
        check_class("issuer", self.issuer, str, "a text, the URL")
        check_class("token_endpoint", self.token_endpoint, str, "a text, the URL")
        check_class("client", self.client, Registration, "a Registration(client_id)", is_secret=True)


Grant = ClientCredentials | EnterpriseManaged


class IdentityAssertion(NamedTuple):
    """Assertion that the identity provider has issued to the client at the user's sign-in."""

    token: Secret
    kind: Literal["id_token", "saml2"] = "id_token"

    def token_type(self) -> str:
        """Return the URI by which a token exchange names the type of this assertion (RFC 8693 section 3)."""
        return f"{_KIND_PREFIX}{self.kind}"
