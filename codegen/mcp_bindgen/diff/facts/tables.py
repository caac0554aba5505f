"""Tables of protocol facts, with the keys of their rows and the columns that are not compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_bindgen.diff.facts import lint_rules
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Facts
from mcp_bindgen.diff.types import SIDES
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.ir.types import SpecRevision

Row = Any
"""A row of a table: a frozen dataclass of any class."""


def binding_level(row: Row | None, _before: Row | None = None, _peer: SpecRevision | None = None) -> Level:
    """Return the level for peers that do not follow a row: `breaking` if the row says MUST or MUST NOT, `risky` if it
    says SHOULD or SHOULD NOT; `safe` for any other row, and without a row.
    """
    match getattr(row, "level", "unspecified"):
        case "MUST" | "MUST NOT":
            return "breaking"
        case "SHOULD" | "SHOULD NOT":
            return "risky"
        case _:
            return "safe"


def _no_text(_: Row) -> str:
    return ""


def _no_types(_: Row, _spec: SpecRevision) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class FactTable:
    """Description of one table of protocol facts: functions and names with which its rows are compared."""

    name: str
    """The names of file and table with a slash between them, such as `protocol/default`. The JSON Pointer of each row
    begins with this name.
    """
    noun: str
    """Noun for one row, such as `default`. `Delta.what` begins with this noun."""
    rows: Callable[[Facts], Iterable[Row]]
    key: Callable[[Row], str]
    """Function that returns the id of a row."""
    label: Callable[[Row], str]
    """Function that returns the name of a row in summaries."""
    obliged_sides: Callable[[Row], tuple[Side, ...]]
    """Function that returns the sides that must follow a row: client, server, both or neither."""
    reworded_text: Callable[[Row], str] | None = None
    """Function that returns the text of a row. Rows with different ids match if their texts are similar. None if only
    equal ids match.
    """
    ordered: bool = False
    """True if the order of the rows matters."""
    definition: Callable[[Row], str] = _no_text
    """Function that returns the wire name of the definition that a row is about; empty if a row is about no definition.
    """
    level: Callable[[Row | None, Row | None, SpecRevision], Level] = binding_level
    """Function that returns the level of a row for peers that do not follow the row. Its arguments are the row, the
    matching row in the revision of the peers, and that revision. A missing row is None.
    """
    types: Callable[[Row, SpecRevision], tuple[str, ...]] = _no_types
    """Function that returns the Python names of the types that a row is about."""


def _both_sides(_: Row) -> tuple[Side, ...]:
    return SIDES


def _server_side(_: Row) -> tuple[Side, ...]:
    return ("server",)


def _actor_sides(row: Row) -> tuple[Side, ...]:
    """Return the sides to which the actors of a row belong. A row without actors, or with the actor `everyone`, belongs
    to both sides. Any other actor except `client` is on the server side.
    """
    actors: Sequence[str] = getattr(row, "actors", ())
    if not actors or "everyone" in actors:
        return SIDES
    return tuple(
        side
        for side in SIDES
        if (side == "client") == ("client" in actors) or (side == "server" and set(actors) - {"client"})
    )


def _header_sides(row: Row) -> tuple[Side, ...]:
    return ("client",) if row.role == "send" else ("server",)


def _parameter_sides(row: Row) -> tuple[Side, ...]:
    served = ("WWW-Authenticate on 401", "authorization response", "authorization server metadata")
    server = any(where in (*served, "protected resource metadata") for where in row.where)
    client = any(where not in (*served, "protected resource metadata") for where in row.where)
    return tuple(side for side, has in (("client", client), ("server", server)) if has)  # type: ignore[misc]


def _default_level(row: Row | None, before: Row | None, _peer: SpecRevision) -> Level:
    """Return the level of a default: `risky` if the default changed, since a document without the member gets another
    meaning; `safe` if the default was added or removed.
    """
    return "safe" if row is None or before is None else "risky"


TABLES: tuple[FactTable, ...] = (
    FactTable(
        "protocol/default",
        "default",
        lambda facts: facts.protocol.defaults,
        lambda row: f"{row.type}.{row.member}",
        lambda row: f"of {row.type}.{row.member}, {row.value or row.meaning}",
        _both_sides,
        definition=lambda row: row.type,
        level=_default_level,
        types=lambda row, spec: (row.type,) if row.type in spec.by_name() else (),
    ),
    FactTable(
        "protocol/error_range",
        "range of error codes",
        lambda facts: facts.error_ranges,
        lambda row: f"{row.low}..{row.high}",
        lambda row: f"{row.low} to {row.high}, {row.owner}",
        _both_sides,
    ),
    FactTable(
        "lint_rules/rule",
        "lint rule",
        lambda facts: facts.rules,
        lambda row: row.id,
        lambda row: f"({row.keyword}) {row.id}: {row.message}",
        lambda _: (),
        definition=lambda row: row.places[0].replace("[]", "").split(".")[0],
        level=lint_rules.rule_level,
        types=lint_rules.affected_types,
    ),
    FactTable(
        "transport/request_header",
        "request header",
        lambda facts: facts.protocol.http.request_headers,
        lambda row: ":".join((row.name.lower(), row.applies, row.role, *row.methods)),
        lambda row: f"{row.name} ({row.applies})",
        _header_sides,
    ),
    FactTable(
        "transport/response_header",
        "response header",
        lambda facts: facts.protocol.http.response_headers,
        lambda row: f"{row.name.lower()}:{row.applies}",
        lambda row: f"{row.name} ({row.applies})",
        _server_side,
        lambda row: f"{row.name.lower()} {row.applies}",
    ),
    FactTable(
        "transport/status",
        "HTTP status",
        lambda facts: facts.protocol.http.statuses,
        lambda row: f"{row.code}:{row.situation}",
        lambda row: f"{row.code}: {row.situation}",
        _server_side,
        lambda row: f"{row.code} {row.situation.lower()}",
    ),
    FactTable(
        "transport/meta_key",
        "_meta key",
        lambda facts: facts.protocol.meta_keys,
        lambda row: f"{row.key}:{'+'.join(row.on)}",
        lambda row: f"{row.key} of a {' or '.join(row.on)}",
        lambda row: SIDES if row.sender == "either" else (row.sender,),
    ),
    FactTable(
        "transport/requirement",
        "requirement",
        lambda facts: facts.protocol.requirements,
        lambda row: row.id,
        lambda row: f"({row.level}) {row.id}: {row.text.rstrip('.')}",
        lambda row: row.actors,
    ),
    FactTable(
        "protocol/feature",
        "feature status",
        lambda facts: facts.protocol.features,
        lambda row: row.feature,
        lambda row: f"{row.feature}: {row.status} since {row.since}, replaced by {row.migration}",
        _both_sides,
    ),
    FactTable(
        "authorization/standard",
        "authorization standard",
        lambda facts: facts.authorization.standards,
        lambda row: row.name,
        lambda row: f"{row.name} ({row.id})",
        _actor_sides,
    ),
    FactTable(
        "authorization/discovery",
        "authorization discovery",
        lambda facts: facts.authorization.discovery,
        lambda row: f"{row.target}:{row.base}:{row.form}:{row.suffix}:{row.issuer}",
        lambda row: f"{row.target} from {row.base}, {row.form} {row.suffix}".rstrip(),
        _both_sides,
        ordered=True,
    ),
    FactTable(
        "authorization/parameter",
        "authorization parameter",
        lambda facts: facts.authorization.parameters,
        lambda row: f"{row.name}:{'+'.join(sorted(row.where))}",
        lambda row: f"{row.name} in {' and '.join(row.where)}",
        _parameter_sides,
    ),
    FactTable(
        "authorization/challenge",
        "authorization challenge",
        lambda facts: facts.authorization.challenges,
        lambda row: str(row.status),
        lambda row: f"WWW-Authenticate with {row.status}",
        _server_side,
    ),
    FactTable(
        "authorization/status",
        "authorization status",
        lambda facts: facts.authorization.statuses,
        lambda row: str(row.code),
        lambda row: f"{row.code}: {row.situation}",
        _server_side,
    ),
    FactTable(
        "authorization/rule",
        "authorization rule",
        lambda facts: facts.authorization.rules,
        lambda row: row.id,
        lambda row: f"({row.level}) {row.rule.rstrip('.')}",
        _actor_sides,
        lambda row: row.rule,
    ),
    FactTable(
        "authorization/issuer_check",
        "authorization issuer check",
        lambda facts: facts.authorization.issuer_checks,
        lambda row: f"{row.advertised}:{row.present}",
        lambda row: (
            f"iss {'advertised' if row.advertised else 'not advertised'}, "
            f"{'present' if row.present else 'absent'}: {row.action}"
        ),
        lambda _: ("client",),
    ),
)
"""Descriptions of the tables that may have several rows. Those in `SEPARATELY_COMPARED_TABLES` and `IGNORED_TABLES` are
left out.
"""

SINGLE_ROW_TABLES: tuple[tuple[str, str, Callable[[Facts], Row]], ...] = (
    ("transport/version", "version agreement", lambda facts: facts.protocol.version),
    ("transport/lifecycle", "lifecycle", lambda facts: facts.protocol.lifecycle),
    ("transport/stdio", "stdio", lambda facts: facts.protocol.stdio),
    ("transport/http", "HTTP transport", lambda facts: facts.protocol.http),
    ("transport/event_streams", "event streams", lambda facts: facts.protocol.http.event_streams),
    ("protocol/batching", "batching", lambda facts: facts.protocol.batching),
    ("protocol/request_id", "request id rule", lambda facts: facts.protocol.request_ids),
    ("authorization/conformance", "authorization conformance", lambda facts: facts.authorization.conformance),
)
"""Tables with one row: the name of the table, the noun for `Delta.what`, and a function that returns the row. Each
column that differs is a difference of its own.
"""

SEPARATELY_COMPARED_TABLES: Mapping[str, str] = {
    "protocol/method": "compares methods that both sides have; the schema shows added and removed ones",
    "protocol/error_code": "codes are added and retired, and each situation that uses a code is compared as a row",
    "transport/client_capability": "about capabilities that both sides have; the schema shows the others",
    "transport/server_capability": "about capabilities that both sides have; the schema shows the others",
    "authorization/deprecation": "compares states of deprecation, which have an order",
}
"""Reason why a table is compared by a function of its own, by the name of the table."""

IGNORED_TABLES: Mapping[str, str] = {
    "transport/era_outcome": "describes how any two revisions meet, so it is the same for every pair",
    "protocol/name": "chooses names of Python, which no message has",
    "lint_rules/elsewhere": "lists rules that another table has, or that cannot be checked on a message",
}
"""Reason why a table is not compared, by the name of the table."""

IGNORED_COLUMNS: Mapping[str, str] = {
    "sources": "name the sources of a fact",
    "meaning": "is a description; rewording it is no change",
    "situation": "identifies the row, even if it is reworded",
    "since": "follows from which revisions have the row",
    "until": "follows from which revisions have the row",
    "LintRule.message": "is a description; rewording it is no change",
    "ErrorRange.rule": "describes what follows from the owner of the range",
    "ResponseHeader.applies": "identifies the row, even if it is reworded",
    "Requirement.text": "is a description; how binding it is has its own column",
    "FeatureStatus.migration": "is advice; the feature and its status are compared",
    "MetaKey.applies": "is a description; rewording it is no change",
    "Parameter.rule": "is a description; how binding it is has its own column",
    "AuthorizationRule.rule": "is a description; rewording it is no change",
    "Deprecation.replacement": "is advice; the deprecated part and its state are compared",
    "Capability.path": "is in the schema: which capabilities there are",
    "Capability.type": "is in the schema",
    "ErrorCode.response": "is in the schema",
    "ErrorCode.error": "is in the schema",
    "ErrorCode.data": "is in the schema",
    "ErrorCode.data_required": "is in the schema",
    "MethodInfo.name": "is in the schema: which methods there are",
    "MethodInfo.senders": "are in the schema",
    "MethodInfo.message": "is in the schema",
    "MethodInfo.params": "is in the schema",
    "MethodInfo.params_required": "is in the schema",
    "MethodInfo.paginated": "follows from the members of the result, in the schema",
    "MethodInfo.cacheable": "follows from the members of the result, in the schema",
    "Protocol.revision": "is the revision's name",
    "Protocol.status": "is the revision's",
    "Authorization.revision": "is the revision's name",
}
"""Reason why a column is not compared. The key is the class of the row and the column with a dot between them, or the
column alone for rows of any class.
"""


def is_compared(row: object, column: str) -> bool:
    """Return whether a column of a row is compared."""
    return column not in IGNORED_COLUMNS and f"{type(row).__name__}.{column}" not in IGNORED_COLUMNS
