"""Credentials of a client: secrets that no `repr` shows, registrations and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from math import inf
from typing import Any, Literal, NoReturn, Protocol, get_args

from ..errors import quote_value
from ..options import check_choice, check_class, check_flags, check_method, check_number

AuthMethod = Literal["none", "client_secret_basic", "client_secret_post", "private_key_jwt"]
"""Method by which a client authenticates at the token endpoint."""

RegistrationKind = Literal["pre-registered", "metadata document", "dynamic", "user"]
"""Origin of a client id. The values are in the order of the page
/specification/2025-11-25/basic/authorization#client-registration-approaches."""


class Secret:
    """A text that `repr`, `str` and format strings hide and that cannot be pickled or copied. `reveal()` returns the
    text.

    Raises:
        TypeError: the argument is no text.
    """

    __slots__ = ("__text",)

    def __init__(self, text: str) -> None:
        check_class("a Secret", text, str, "made of a text", is_secret=True)
        self.__text = text

    def reveal(self) -> str:
        """Return the text itself. Call this only where the text is sent or stored."""
        return self.__text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and compare_digest(self.__text.encode(), other.__text.encode())

    def __hash__(self) -> int:
        return hash((Secret, self.__text))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is not pickled; store the text of reveal() where it is safe")


def check_secret(name: str, value: object) -> None:
    """Check an option that is a secret. The message does not quote the option, which may be the text of the secret.

    Args:
        name: the name of the option.
        value: the option.

    Raises:
        TypeError: the option is no `Secret`.
    """
    check_class(name, value, Secret, "a Secret(…)", is_secret=True)


class AssertionSigner(Protocol):
    """Signer of JWTs. Its private key may be outside of this process, such as in a hardware security module."""

    @property
    def algorithm(self) -> str:
        """The name of the algorithm, such as `ES256`."""
        ...

    def sign(self, claims: Mapping[str, Any]) -> Secret:
        """Return a signed JWT with these claims."""
        ...


@dataclass(frozen=True)
class Registration:
    """A client id at one authorization server, with the client's credentials for that server.

    Args:
        client_id: the id.
        client_secret: the secret; None for a public client.
        auth_method: method of authentication at the token endpoint; None to choose a method that the server lists.
        secret_expires_at: Unix time in seconds at which the secret expires; None for a secret that never expires.
        kind: origin of the id.
        signer: signer of client assertions, such as `PrivateKey`; None for a client that signs none. The authorization
            server must have the public key.
        redirect_uri: the redirect URI for which the authorization server has issued the id. The id is used with no
            other. None for an id of another origin.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the method of authentication or the kind is not known, or the time of expiry is NaN.
    """

    client_id: str
    client_secret: Secret | None = None
    auth_method: AuthMethod | None = None
    secret_expires_at: float | None = None
    kind: RegistrationKind = "pre-registered"
    signer: AssertionSigner | None = field(default=None, repr=False)
    redirect_uri: str | None = None

    def __post_init__(self) -> None:
        check_class("client_id", self.client_id, str, "a text")
        if self.client_secret is not None:
            check_secret("client_secret", self.client_secret)
        if self.auth_method is not None:
            check_choice("auth_method", self.auth_method, get_args(AuthMethod))
        if self.secret_expires_at is not None:
            check_number("secret_expires_at", self.secret_expires_at, least=-inf)
        check_choice("kind", self.kind, get_args(RegistrationKind))
        if self.signer is not None:
            check_method("signer", self.signer, "sign", "a PrivateKey(…) or an object with sign", is_secret=True)
        if self.redirect_uri is not None:
            check_class("redirect_uri", self.redirect_uri, str, "a text, the URL")

    def is_expired(self, now: float) -> bool:
        """Return whether the secret has expired at this Unix time."""
        return self.secret_expires_at is not None and self.secret_expires_at <= now


@dataclass(frozen=True)
class Tokens:
    """The tokens of one authorization server for one resource and one principal.

    Args:
        access: the access token.
        refresh: the refresh token; None if the server has issued none.
        expires_at: Unix time in seconds at which the access token expires; None if the server gave no lifetime.
        scopes: the granted scopes; the requested scopes if the server stated no scopes.
        client_id: the client id for which the tokens were issued.
    """

    access: Secret
    refresh: Secret | None = None
    expires_at: float | None = None
    scopes: tuple[str, ...] = ()
    client_id: str = ""

    def is_expired(self, now: float) -> bool:
        """Return whether the access token has expired at this Unix time."""
        return self.expires_at is not None and self.expires_at <= now


@dataclass(frozen=True)
class ClientProfile:
    """Settings of a client that are the same at every authorization server.

    Args:
        redirect_uri: URL to which the authorization server sends the browser: HTTPS, or `http` at this machine. None
            if an extension grants the tokens.
        client_name: name that the authorization server shows to the user.
        metadata_url: HTTPS URL at which the client hosts its client id metadata document; None if it has none.
        registrations: client ids that were registered beforehand, by issuer.
        issuer: the only authorization server that the client accepts; None accepts any.
        offline_access: whether to request refresh tokens with the scope `offline_access` from servers that list it.

    Raises:
        TypeError: an argument has a wrong type.
    """

    redirect_uri: str | None = None
    client_name: str = "MCP client"
    metadata_url: str | None = None
    registrations: dict[str, Registration] = field(default_factory=dict[str, Registration])
    issuer: str | None = None
    offline_access: bool = False

    def __post_init__(self) -> None:
        urls = {"redirect_uri": self.redirect_uri, "metadata_url": self.metadata_url, "issuer": self.issuer}
        for name, url in urls.items():
            if url is not None:
                check_class(name, url, str, "a text, the URL")
        check_class("client_name", self.client_name, str, "a text")
        check_class("registrations", self.registrations, Mapping, "a mapping from issuers to Registration(client_id)")
        for issuer, each in self.registrations.items():
            name = f"registrations[{quote_value(issuer)}]"
            check_class(name, each, Registration, "a Registration(client_id)", is_secret=True)
        check_flags({"offline_access": self.offline_access})
