"""`schema/<rev>/protocol.toml`: facts that a schema cannot state about methods, errors, features and messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from mcp_bindgen import naming
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.rows import read_row, read_rows
from mcp_bindgen.jsontext import is_object

TABLES = ("method", "error_code", "error_range", "batching", "request_id", "default", "feature", "name")
"""Names of the tables that `protocol.toml` may have."""


@dataclass(frozen=True)
class MethodFacts:
    """One row `[[method]]`. The defaults hold unless the specification states otherwise."""

    name: str
    sources: tuple[str, ...]
    """Pages of the specification, below https://modelcontextprotocol.io/."""
    results: tuple[str, ...] = ()
    """Result types; empty if the schema states them, or if the only result type has the name of the request, with
    `Result` for `Request`.
    """
    wrapped_results: tuple[str, ...] = ()
    """Result types of other requests; the result of this request may have one of these types."""
    capability: str = ""
    """Dotted path of the capability that the receiver, or the side in `declared_by`, must have declared; empty if none
    is needed.
    """
    declared_by: Literal["", "receiver", "sender", "client", "server"] = ""
    task_capability: str = ""
    """Dotted path of the capability with which the receiver allows the request to be augmented with a task; empty if no
    capability does.
    """
    cancellable: bool = True
    progress: bool = True
    delivery: str = ""
    """Channel on which a notification is sent: `session`, `request-stream`, `subscription-stream` or `stdio-channel`;
    empty for a request.
    """
    filter: str = ""
    """The member of a subscription's filter that asks for the notification; empty if no filter is needed."""
    subject: str = ""
    """The member of the params whose value is in the list of the filter; empty if the filter has no list, or if the
    params require a single text.
    """
    deprecated: bool = False
    experimental: bool = False


def complete_method_facts(facts: Sequence[MethodFacts], methods: Iterable[str]) -> tuple[MethodFacts, ...]:
    """Return one row for each of the given methods, in order: its row in `facts`, or a row with the defaults."""
    by_name = {row.name: row for row in facts}
    return tuple(by_name.get(name, MethodFacts(name, sources=())) for name in methods)


def read_method_facts(schema_root: Path, revision_id: str) -> tuple[MethodFacts, ...]:
    """Return the rows `[[method]]` of a revision, in the order of the file.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`, a row is malformed, or a method has two rows.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    return read_rows(MethodFacts, tables, "method", where=str(path))


def read_protocol_tables(schema_root: Path, revision_id: str) -> tuple[Path, dict[str, Any]]:
    """Return the path of a revision's `protocol.toml`, and the tables in this file.

    Raises:
        BindgenError: the file has an error of `read_facts`, or a table in it is unknown.
    """
    path = schema_root / revision_id / "protocol.toml"
    tables = read_facts(schema_root, revision_id, path.name).tables
    for name in tables:
        if name not in TABLES:
            raise BindgenError(f"unknown table {name!r}", where=str(path), hint=f"known tables: {', '.join(TABLES)}")
    return path, tables


@dataclass(frozen=True)
class Default:
    """Meaning of an absent member.

    The value is filled in only if `older_peer` is true; otherwise an absent member reads as None.
    """

    type: str
    """Type that has the member."""

    member: str
    """Wire name of the member."""

    meaning: str
    sources: tuple[str, ...]
    value: str = ""
    """Equivalent value, as JSON text; empty if no value is equivalent."""

    condition: str = ""
    """Condition under which the row applies; empty if the row always applies."""

    older_peer: bool = False
    """True if peers of earlier revisions omit the member. A reader of their messages then fills in the value."""

    negative: bool = False
    """True if a negative number has the meaning of the value."""


def read_defaults(schema_root: Path, revision_id: str) -> tuple[Default, ...]:
    """Return the rows `[[default]]` of a revision, in the order of the file.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`, a row is malformed, its value is not JSON, or a
            member has two rows.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    rows = read_rows(Default, tables, "default", where=str(path))
    for row in rows:
        where = f"{path}: default {row.type}.{row.member}"
        try:
            json.loads(row.value or "null")
        except ValueError:
            raise BindgenError(f"{row.value!r} is not JSON", where=where, hint="write a string as '\"x\"'") from None
    return rows


@dataclass(frozen=True)
class Batching:
    """Rules for arrays of messages. A rule is `absent` if the specification does not state it."""

    receive: Literal["must", "absent"]
    send: Literal["may", "must-not", "absent"]
    initialize: Literal["must-not", "absent"]
    """Rule for `initialize` as part of a batch."""

    sources: tuple[str, ...]


@dataclass(frozen=True)
class RequestIds:
    """Rules for ids besides their type, and for error responses without an id."""

    unique: Literal["session", "waiting"]
    """Ids from which an id must differ: all ids in the session, or only those that await a response."""

    retry_needs_new_id: bool
    absent_in_error: Literal["never", "http-body", "unreadable-id"]
    sources: tuple[str, ...]


def read_batching(schema_root: Path, revision_id: str) -> Batching:
    """Return the rules of a revision for arrays of messages, from the table `[batching]`.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`, or the table is missing or malformed.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    return read_row(Batching, _single_table(tables, "batching", path), where=f"{path}: batching")


def read_request_id_rules(schema_root: Path, revision_id: str) -> RequestIds:
    """Return the rules of a revision for ids, from the table `[request_id]`.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`, or the table is missing or malformed.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    return read_row(RequestIds, _single_table(tables, "request_id", path), where=f"{path}: request_id")


def _single_table(tables: Mapping[str, Any], key: str, path: Path) -> dict[str, Any]:
    table: object = tables.get(key)
    if not is_object(table):
        raise BindgenError(f"the table [{key}] is missing", where=str(path))
    return table


@dataclass(frozen=True)
class ChosenName:
    """One row `[[name]]`: Python names for a place of the schema, instead of those that the tool would choose."""

    place: str
    """JSON Pointer of a definition, a member or an inline schema, such as `/$defs/Tool/properties/fooBar`."""

    reason: str
    type: str = ""
    """Name of the class or alias of the schema at the place; empty if the tool chooses the name."""

    attribute: str = ""
    """Name of the attribute of the member at the place; empty if the tool chooses the name."""


def read_chosen_names(schema_root: Path, revision_id: str) -> tuple[ChosenName, ...]:
    """Return the rows `[[name]]` of a revision, in the order of the file.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`, a row is malformed, states no name or an unusable
            one, or a place has two rows.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    return parse_chosen_names(tables, where=str(path))


def parse_chosen_names(tables: Mapping[str, Any], *, where: str) -> tuple[ChosenName, ...]:
    """Return the rows `[[name]]` of the given tables. In the returned rows, places below `/definitions/` are below
    `/$defs/`.

    Raises:
        BindgenError: a row is malformed, or states no name or an unusable one.
    """
    rows = read_rows(ChosenName, tables, "name", where=where)
    for row in rows:
        reason = _why_unusable(row)
        if reason:
            raise BindgenError(f"name {row.place!r}: {reason}", where=where)
    return tuple(replace(row, place=re.sub("^/definitions/", "/$defs/", row.place)) for row in rows)


def _why_unusable(row: ChosenName) -> str:
    """Return the reason why a row chooses no usable name; empty if its names are usable."""
    if not (row.type or row.attribute):
        return "the row states neither `type` nor `attribute`; state one"
    if row.type and not naming.is_usable_type_name(row.type):
        return f"{row.type!r} cannot be the name of a type; choose another one"
    if row.attribute and not naming.is_usable_attribute(row.attribute):
        return f"{row.attribute!r} cannot be the name of an attribute; choose another one"
    return ""


Emitter = Literal["client", "server", "receiver"]
Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "example", "unspecified"]

MODULE_CONSTANTS = ("ERROR_CODES", "ERROR_RANGES")
"""Names of other constants in the module of the error codes. The constant of a code must not have one of these names.
"""


@dataclass(frozen=True)
class ErrorUse:
    """One situation for which the specification gives an error code."""

    situation: str
    emitter: Emitter
    """Side that sends the code; `receiver` is the side that received the request."""

    level: Level
    """Keyword of BCP 14; `example` if the code only occurs in an example, `unspecified` if the text has no keyword."""

    sources: tuple[str, ...]
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    http_status: int | None = None
    """HTTP status of the response with the code; None if the specification gives no status."""


@dataclass(frozen=True)
class ErrorFacts:
    """One error code, without the facts that the schema already states."""

    code: int
    name: str
    """Name of the Python constant for the code."""
    meaning: str
    sources: tuple[str, ...]
    definition: str = ""
    """Definition of this error in the schema: the error object or the whole response; empty if the schema defines
    neither.
    """
    data: str = ""
    """The shape of `data`, if the specification states one and the schema does not; else empty."""
    reserved: bool = False
    """True if the code is no longer sent and must never get another meaning."""
    use: tuple[ErrorUse, ...] = ()


@dataclass(frozen=True)
class ErrorRange:
    """A range of codes that is reserved for an owner, ends included. If ranges overlap, the narrower one applies."""

    low: int
    high: int
    owner: str
    rule: str
    sources: tuple[str, ...]
    undefined: Level = "unspecified"
    """BCP 14 keyword for sending those codes of the range that the revision does not define."""


def read_error_codes(schema_root: Path, revision_id: str) -> tuple[ErrorFacts, ...]:
    """Return the error codes of a revision, in the order of the file.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`; a row has an unknown key, lacks a key or has a
            value of a wrong type; a code or name has two rows; a name cannot be the name of a constant; a reserved code
            has a definition or data.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    rows = read_rows(ErrorFacts, tables, "error_code", where=str(path))
    _check_distinct("code", [str(row.code) for row in rows], path)
    _check_distinct("name", [row.name for row in rows], path)
    for row in rows:
        where = f"{path}: error_code {row.code}"
        if not re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", row.name) or row.name in MODULE_CONSTANTS:
            raise BindgenError(f"{row.name!r} cannot be the name of a constant", where=where)
        if row.reserved and (row.definition or row.data):
            raise BindgenError("a reserved code must have no definition and no data", where=where)
    return rows


def read_error_ranges(schema_root: Path, revision_id: str) -> tuple[ErrorRange, ...]:
    """Return the reserved ranges of error codes of a revision, in the order of the file.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`, a row is malformed, or a range ends before it
            starts.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    rows = read_rows(ErrorRange, tables, "error_range", where=str(path))
    for row in rows:
        if row.low > row.high:
            raise BindgenError(f"range {row.low} to {row.high} is empty", where=str(path))
    return rows


def _check_distinct(what: str, values: Sequence[str], path: Path) -> None:
    for value in values:
        if values.count(value) > 1:
            raise BindgenError(f"error {what} {value} has {values.count(value)} rows; keep one", where=str(path))


@dataclass(frozen=True)
class FeatureStatus:
    """One feature that is deprecated, or that left the specification."""

    feature: str
    status: Literal["soft-deprecated", "deprecated", "removed"]
    """`soft-deprecated` marks a feature that was called deprecated before the specification had a registry of such
    features.
    """

    since: str
    """Revision that deprecated or removed the feature."""

    migration: str
    """Replacement for the feature."""

    sources: tuple[str, ...]
    earliest_removal: str = ""
    """Earliest date of removal; empty if it is not known."""

    places: tuple[str, ...] = ()
    """Parts of the feature: capabilities, methods, definitions, and values of members as `Definition.member=value`."""


def read_features(schema_root: Path, revision_id: str) -> tuple[FeatureStatus, ...]:
    """Return the rows `[[feature]]` of a revision, in the order of the file.

    Raises:
        BindgenError: the file has an error of `read_protocol_tables`; a row is malformed; a feature has two rows; a
            removed feature has a date of removal or places.
    """
    path, tables = read_protocol_tables(schema_root, revision_id)
    rows = read_rows(FeatureStatus, tables, "feature", where=str(path))
    for row in rows:
        where = f"{path}: feature {row.feature!r}"
        if row.status == "removed" and (row.earliest_removal or row.places):
            raise BindgenError("a removed feature must have no date of removal and no places", where=where)
    return rows
