"""The official extensions of authorization, in which no user opens a browser for an MCP server.

Pages: `oauth-client-credentials` and `enterprise-managed-authorization` of
https://github.com/modelcontextprotocol/ext-auth, both drafts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from .credentials import Registration, Secret

EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"
ASSERTION_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ID_JAG = "urn:ietf:params:oauth:token-type:id-jag"
_KINDS = "urn:ietf:params:oauth:token-type:"


@dataclass(frozen=True)
class ClientCredentials:
    """The client acts for itself.

    The client id for the authorization server, with a secret or a private key, stands in `ClientProfile.registrations`,
    or the flow asks for it. Declare `identifier` among the client's extensions.
    """

    identifier: ClassVar[str] = "io.modelcontextprotocol/oauth-client-credentials"


@dataclass(frozen=True)
class EnterpriseManaged:
    """The identity provider of an organization decides which MCP servers its users reach with the client.

    The client id for the authorization server, with a secret or a private key, stands in `ClientProfile.registrations`,
    or the flow asks for it. Declare `identifier` among the client's extensions.

    Args:
        issuer: the identity provider.
        token_endpoint: of the identity provider: HTTPS, or `http` at this machine where the flow allows it.
        client: the client id at the identity provider.
    """

    identifier: ClassVar[str] = "io.modelcontextprotocol/enterprise-managed-authorization"
    issuer: str
    token_endpoint: str
    client: Registration


Grant = ClientCredentials | EnterpriseManaged


class IdentityAssertion(NamedTuple):
    """What the identity provider has issued to the client when the user signed in."""

    token: Secret
    kind: Literal["id_token", "saml2"] = "id_token"

    def token_type(self) -> str:
        """The identifier of the kind (RFC 8693 section 3)."""
        return f"{_KINDS}{self.kind}"
