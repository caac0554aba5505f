"""`schema/<rev>/authorization.toml`: use of OAuth over HTTP in a revision.

The file lists the standards, the metadata documents in the order of discovery, parameters, rules for tokens, and
deprecated parts. Nothing in the file depends on the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.protocol import Level
from mcp_bindgen.ingest.rows import read_row, read_rows
from mcp_bindgen.jsontext import is_object

Actor = Literal["everyone", "client", "MCP server", "authorization server", "proxy server"]


@dataclass(frozen=True)
class Conformance:
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


@dataclass(frozen=True)
class Standard:
    """One standard that the revision refers to."""

    name: str
    id: str
    actors: tuple[Actor, ...]
    """The parties to which `level` applies."""

    level: Level
    sources: tuple[str, ...]
    alternative: str = ""
    """Id of another standard that is sufficient in place of this one; empty if no other standard is."""


@dataclass(frozen=True)
class Discovery:
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


@dataclass(frozen=True)
class Parameter:
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


@dataclass(frozen=True)
class ChallengeRule:
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


@dataclass(frozen=True)
class AuthorizationStatus:
    """One HTTP status with a meaning for authorization."""

    code: int
    situation: str
    level: Level
    sources: tuple[str, ...]


@dataclass(frozen=True)
class AuthorizationRule:
    """One rule on tokens, redirects, scopes or registration."""

    id: str
    """Id of the rule in every revision that has it, such as `token.audience`."""

    actors: tuple[Actor, ...]
    """The parties to which `level` applies."""

    level: Level
    rule: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class IssuerCheck:
    """The action of a client for `iss` in an authorization response, for one pair of `advertised` and `present`."""

    advertised: bool
    """True if the authorization server metadata has `authorization_response_iss_parameter_supported: true`."""

    present: bool
    """True if the response has `iss`."""

    action: Literal["compare", "reject", "proceed"]
    """Action of the client. `compare` means a comparison of `iss` with the recorded issuer, character by character."""

    sources: tuple[str, ...]


@dataclass(frozen=True)
class Deprecation:
    """One part of authorization that is deprecated or demoted."""

    item: str
    since: str
    state: Literal["demoted", "deprecated"]
    """`demoted` means a weaker keyword without formal deprecation."""

    replacement: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Authorization:
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


TABLES = (
    "conformance",
    "standard",
    "discovery",
    "parameter",
    "challenge",
    "status",
    "rule",
    "issuer_check",
    "deprecation",
)


def read_authorization(schema_root: Path, revision_id: str) -> Authorization:
    """Return the rules of a revision for authorization.

    Raises:
        BindgenError: the file has an error of `read_facts`; a table is missing or unknown; a row is malformed or occurs
            twice; a discovery row has a form that does not fit its base, or a suffix that does not fit its form.
    """
    path = schema_root / revision_id / "authorization.toml"
    tables, where = read_facts(schema_root, revision_id, path.name).tables, str(path)
    for name in tables:
        if name not in TABLES:
            raise BindgenError(f"unknown table {name!r}", where=where, hint=f"known tables: {', '.join(TABLES)}")
    conformance: object = tables.get("conformance")
    if not is_object(conformance):
        raise BindgenError("the table [conformance] is missing", where=where)
    found = Authorization(
        revision=revision_id,
        conformance=read_row(Conformance, conformance, where=f"{where}: conformance"),
        standards=read_rows(Standard, tables, "standard", where=where),
        discovery=read_rows(Discovery, tables, "discovery", where=where),
        parameters=read_rows(Parameter, tables, "parameter", where=where),
        challenges=read_rows(ChallengeRule, tables, "challenge", where=where),
        statuses=read_rows(AuthorizationStatus, tables, "status", where=where),
        rules=read_rows(AuthorizationRule, tables, "rule", where=where),
        issuer_checks=read_rows(IssuerCheck, tables, "issuer_check", where=where),
        deprecations=read_rows(Deprecation, tables, "deprecation", where=where),
    )
    _check_distinct("parameter", [f"{row.name} in {place}" for row in found.parameters for place in row.where], where)
    _check_distinct("challenge", [str(row.status) for row in found.challenges], where)
    _check_distinct("status", [str(row.code) for row in found.statuses], where)
    for number, row in enumerate(found.discovery, 1):
        _check_discovery_form(row, f"{where}: discovery {number}")
    return found


def _check_discovery_form(row: Discovery, where: str) -> None:
    is_as_given = row.form == "as given"
    if is_as_given != (row.base == "challenge"):
        raise BindgenError(f"base {row.base!r} cannot be combined with form {row.form!r}", where=where)
    if is_as_given == bool(row.suffix):
        raise BindgenError(f"form {row.form!r} must have {'no' if is_as_given else 'a'} suffix", where=where)
    if row.suffix and not row.suffix.startswith("/"):
        raise BindgenError("a suffix must start with '/'", where=where)


def _check_distinct(table: str, names: Sequence[str], where: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BindgenError(f"{table} {name!r} has {names.count(name)} rows; keep one", where=where)
