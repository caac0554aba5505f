"""`schema/<rev>/authorization.toml`: how a revision uses OAuth over HTTP.

The file lists the standards, the metadata documents in the order of discovery, parameters, rules for tokens, and
deprecated parts. Nothing in it depends on the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.rows import read_row, read_rows
from mcp_bindgen.ingest.transport import Level
from mcp_bindgen.jsontext import is_object

Actor = Literal["everyone", "client", "MCP server", "authorization server", "proxy server"]


@dataclass(frozen=True)
class Conformance:
    """Whether a revision defines authorization, and how strongly it binds each transport."""

    defined: bool
    optional: bool
    http: Level
    stdio: Level
    custom_strategies: Level
    server_roles: tuple[Literal["resource server", "authorization server"], ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Standard:
    """One standard that authorization builds on."""

    name: str
    id: str
    actors: tuple[Actor, ...]
    level: Level
    sources: tuple[str, ...]
    alternative: str = ""


@dataclass(frozen=True)
class Discovery:
    """One location where a client looks for a metadata document or an endpoint."""

    target: Literal[
        "protected resource metadata",
        "authorization server metadata",
        "authorization endpoint",
        "token endpoint",
        "registration endpoint",
    ]
    base: Literal["challenge", "MCP endpoint", "issuer"]
    form: Literal["as given", "insert", "append", "root"]
    sources: tuple[str, ...]
    suffix: str = ""
    issuer: Literal["", "with path", "without path"] = ""


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
    level: Level
    rule: str
    sources: tuple[str, ...]
    role: Literal["", "fallback", "signal"] = ""


@dataclass(frozen=True)
class ChallengeRule:
    """The parameters of `WWW-Authenticate` in a response with one status."""

    status: int
    level: Level
    parameters: tuple[Literal["resource_metadata", "scope", "error", "error_description"], ...]
    sources: tuple[str, ...]
    error: str = ""
    alternative: str = ""


@dataclass(frozen=True)
class AuthorizationStatus:
    """One HTTP status that a server responds with because of authorization."""

    code: int
    situation: str
    level: Level
    sources: tuple[str, ...]


@dataclass(frozen=True)
class AuthorizationRule:
    """One rule on tokens, redirects, scopes or registration."""

    id: str
    actors: tuple[Actor, ...]
    level: Level
    rule: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class IssuerCheck:
    """How a client treats `iss` in an authorization response."""

    advertised: bool
    present: bool
    action: Literal["compare", "reject", "proceed"]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Deprecation:
    """One part of authorization that the revision demotes or deprecates."""

    item: str
    since: str
    state: Literal["demoted", "deprecated"]
    replacement: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Authorization:
    """The whole file."""

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
    """Read the file of a revision.

    Raises:
        BindgenError: there is no such file; a table is missing or unknown; a row is not as expected or occurs
            twice; a discovery row has a suffix that its form does not take, or lacks one that its form needs.
    """
    path = schema_root / revision_id / "authorization.toml"
    tables, where = read_facts(schema_root, revision_id, path.name).tables, str(path)
    for name in tables:
        if name not in TABLES:
            raise BindgenError(f"unknown table {name!r}", where=where, hint=f"known tables: {', '.join(TABLES)}")
    conformance: object = tables.get("conformance")
    if not is_object(conformance):
        raise BindgenError("no table [conformance]", where=where)
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
    _check_once("parameter", [f"{row.name} in {place}" for row in found.parameters for place in row.where], where)
    _check_once("challenge", [str(row.status) for row in found.challenges], where)
    _check_once("status", [str(row.code) for row in found.statuses], where)
    for number, row in enumerate(found.discovery, 1):
        _check_form(row, f"{where}: discovery {number}")
    return found


def _check_form(row: Discovery, where: str) -> None:
    given = row.form == "as given"
    if given != (row.base == "challenge"):
        raise BindgenError(f"base {row.base!r} does not go with form {row.form!r}", where=where)
    if given == bool(row.suffix):
        raise BindgenError(f"form {row.form!r} goes {'without' if given else 'with'} a suffix", where=where)
    if row.suffix and not row.suffix.startswith("/"):
        raise BindgenError("a suffix starts with '/'", where=where)


def _check_once(table: str, names: Sequence[str], where: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BindgenError(f"{table} {name!r} has {names.count(name)} rows", where=where)
