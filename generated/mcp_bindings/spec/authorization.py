"""The kinds of row in the tables on authorization. The rows are in each revision's `authorization` module.

`sources` are pages of the specification, below https://modelcontextprotocol.io/. `level` is a requirement word of
BCP 14; `unspecified` where no such word is used.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .error_codes import Level

Actor = Literal["everyone", "client", "MCP server", "authorization server", "proxy server"]


class Conformance(NamedTuple):
    """Whom authorization binds at all."""

    defined: bool
    """Does the revision say how it is done? If not, the other tables are empty."""

    optional: bool
    http: Level
    """How strictly HTTP transports keep to it."""

    stdio: Level
    """The same of standard streams, whose credentials come from the environment."""

    custom_strategies: Level
    """Other ways that client and server agree on."""

    server_roles: tuple[Literal["resource server", "authorization server"], ...]
    """Roles of OAuth that an MCP server has by itself."""

    sources: tuple[str, ...]


class Standard(NamedTuple):
    """One standard that is built on."""

    name: str
    id: str
    actors: tuple[Actor, ...]
    """Whom `level` binds."""

    level: Level
    sources: tuple[str, ...]
    alternative: str = ""
    """Id of the standard that serves instead, where one of two is enough."""

    notes: str = ""


class Discovery(NamedTuple):
    """One place to look for a document or an endpoint. Rows of one target are in the order of trying.

    Endpoints have rows only where defaults stand in for missing authorization server metadata.
    """

    target: Literal[
        "protected resource metadata",
        "authorization server metadata",
        "authorization endpoint",
        "token endpoint",
        "registration endpoint",
    ]
    base: Literal["challenge", "MCP endpoint", "issuer"]
    """What the URL is made from: `resource_metadata` of a challenge, or a URL."""

    form: Literal["as given", "insert", "append", "root"]
    """`insert` puts `suffix` between host and path, `append` after the path, `root` in place of the path."""

    sources: tuple[str, ...]
    suffix: str = ""
    issuer: Literal["", "with path", "without path"] = ""
    """Issuers the row is for; empty if for any."""

    notes: str = ""


class Parameter(NamedTuple):
    """One parameter of a request, response or document."""

    name: str
    where: tuple[
        Literal[
            "Client ID Metadata Document",
            "WWW-Authenticate on 401",
            "authorization request",
            "authorization response",
            "authorization server metadata",
            "client metadata",
            "dynamic registration request",
            "protected resource metadata",
            "scope",
            "token request",
        ],
        ...,
    ]
    """`scope` is a value within that parameter."""

    level: Level
    rule: str
    sources: tuple[str, ...]
    role: Literal["", "fallback", "signal"] = ""
    """`fallback` is read if something else is missing; `signal` says that something is supported."""


class ChallengeRule(NamedTuple):
    """What `WWW-Authenticate` holds with one status."""

    status: int
    level: Level
    parameters: tuple[Literal["resource_metadata", "scope", "error", "error_description"], ...]
    sources: tuple[str, ...]
    error: str = ""
    """Value of the parameter `error`; empty where it has none."""

    alternative: str = ""
    """What serves instead, where one of two is enough."""


class AuthorizationStatus(NamedTuple):
    """One HTTP status that answers for authorization."""

    code: int
    situation: str
    level: Level
    sources: tuple[str, ...]


class AuthorizationRule(NamedTuple):
    """One rule on tokens, redirects, scopes or registration."""

    actors: tuple[Actor, ...]
    """Whom `level` binds."""

    level: Level
    rule: str
    sources: tuple[str, ...]


class IssuerCheck(NamedTuple):
    """What a client does with `iss` in an authorization response."""

    advertised: bool
    """Is `authorization_response_iss_parameter_supported` true in the metadata?"""

    present: bool
    """Has the response `iss`?"""

    action: Literal["compare", "reject", "proceed"]
    """`compare` is with the recorded issuer, character by character."""

    sources: tuple[str, ...]


class Deprecation(NamedTuple):
    """One part that is on its way out."""

    item: str
    since: str
    state: Literal["demoted", "deprecated"]
    """`demoted` is a weaker requirement word, without formal deprecation."""

    replacement: str
    sources: tuple[str, ...]


class Authorization(NamedTuple):
    """What one revision says of authorization over HTTP."""

    revision: str
    conformance: Conformance
    standards: tuple[Standard, ...]
    discovery: tuple[Discovery, ...]
    parameters: tuple[Parameter, ...]
    challenges: tuple[ChallengeRule, ...]
    statuses: tuple[AuthorizationStatus, ...]
    rules: tuple[AuthorizationRule, ...]
    issuer_checks: tuple[IssuerCheck, ...]
    deprecations: tuple[Deprecation, ...]
