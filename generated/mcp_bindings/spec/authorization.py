"""The row types of the tables on authorization. The rows are in each revision's `authorization` module.

`sources` are paths of pages of the specification, below https://modelcontextprotocol.io/. `level` is a BCP 14
keyword; `unspecified` if the specification uses no keyword.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .error_rows import Level

Actor = Literal["everyone", "client", "MCP server", "authorization server", "proxy server"]


class Conformance(NamedTuple):
    """The BCP 14 keyword for authorization on each transport, and the OAuth roles of an MCP server."""

    defined: bool
    """True if the revision defines authorization. If not, the other tables are empty."""

    optional: bool
    http: Level
    """BCP 14 keyword for authorization over HTTP."""

    stdio: Level
    """BCP 14 keyword for authorization over stdio, where credentials come from the environment."""

    custom_strategies: Level
    """BCP 14 keyword for other ways of authorization, if client and server agree on them."""

    server_roles: tuple[Literal["resource server", "authorization server"], ...]
    """OAuth roles of an MCP server."""

    sources: tuple[str, ...]


class Standard(NamedTuple):
    """One standard that the revision refers to."""

    name: str
    id: str
    actors: tuple[Actor, ...]
    """The parties to which `level` applies."""

    level: Level
    sources: tuple[str, ...]
    alternative: str = ""
    """Id of another standard that is sufficient in place of this one; empty if no other standard is."""


class Discovery(NamedTuple):
    """One URL at which to look for a document or an endpoint. Clients try the rows of one target in order.

    The rows of an endpoint are the defaults that replace missing authorization server metadata.
    """

    target: Literal[
        "protected resource metadata",
        "authorization server metadata",
        "authorization endpoint",
        "token endpoint",
        "registration endpoint",
    ]
    base: Literal["challenge", "MCP endpoint", "issuer"]
    """The URL from which this URL is made. `challenge` means the parameter `resource_metadata` of a challenge."""

    form: Literal["as given", "insert", "append", "root"]
    """Place of `suffix`: `insert` between host and path, `append` after the path, `root` instead of the path.

    `as given` means the base itself, without a suffix.
    """

    sources: tuple[str, ...]
    suffix: str = ""
    issuer: Literal["", "with path", "without path"] = ""
    """Issuers to which the row applies; empty if the row applies to every issuer."""


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
    """Messages or documents that have the parameter. With `scope`, the row is no parameter but a value of `scope`."""

    level: Level
    rule: str
    sources: tuple[str, ...]
    role: Literal["", "fallback", "signal"] = ""
    """`fallback`: the parameter is read if another one is absent. `signal`: the parameter announces a feature. Empty
    for any other parameter.
    """


class ChallengeRule(NamedTuple):
    """The parameters of `WWW-Authenticate` in a response with one status."""

    status: int
    level: Level
    parameters: tuple[Literal["resource_metadata", "scope", "error", "error_description"], ...]
    sources: tuple[str, ...]
    error: str = ""
    """Value of the parameter `error`; empty if the challenge lacks this parameter."""

    alternative: str = ""
    """Name of another way that a server may choose in place of the challenge; empty if the revision names no other way.
    """


class AuthorizationStatus(NamedTuple):
    """One HTTP status with a meaning for authorization."""

    code: int
    situation: str
    level: Level
    sources: tuple[str, ...]


class AuthorizationRule(NamedTuple):
    """One rule on tokens, redirects, scopes or registration."""

    id: str
    """Id of the rule in every revision that has it, such as `token.audience`."""

    actors: tuple[Actor, ...]
    """The parties to which `level` applies."""

    level: Level
    rule: str
    sources: tuple[str, ...]


class IssuerCheck(NamedTuple):
    """The action of a client for `iss` in an authorization response, for one pair of `advertised` and `present`."""

    advertised: bool
    """True if the authorization server metadata has `authorization_response_iss_parameter_supported: true`."""

    present: bool
    """True if the response has `iss`."""

    action: Literal["compare", "reject", "proceed"]
    """Action of the client. `compare` means a comparison of `iss` with the recorded issuer, character by character."""

    sources: tuple[str, ...]


class Deprecation(NamedTuple):
    """One part of authorization that is deprecated or demoted."""

    item: str
    since: str
    state: Literal["demoted", "deprecated"]
    """`demoted` means a weaker keyword without formal deprecation."""

    replacement: str
    sources: tuple[str, ...]


class Authorization(NamedTuple):
    """Content of `schema/<rev>/authorization.toml`: the rules of one revision for authorization over HTTP."""

    revision: str
    """Id of the revision."""

    conformance: Conformance
    standards: tuple[Standard, ...]
    discovery: tuple[Discovery, ...]
    parameters: tuple[Parameter, ...]
    challenges: tuple[ChallengeRule, ...]
    statuses: tuple[AuthorizationStatus, ...]
    rules: tuple[AuthorizationRule, ...]
    issuer_checks: tuple[IssuerCheck, ...]
    deprecations: tuple[Deprecation, ...]
