"""What is stated of one revision beside its schema: read, and held against the schema.

A user's own schema (`own`) need not come with facts: it takes those that apply of its revision, or of its era.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mcp_bindgen.ingest import authorization, manifest, protocol, protocol_defaults, protocol_envelope, rules, transport
from mcp_bindgen.ingest.authorization import Authorization
from mcp_bindgen.ingest.rules import RuleRow
from mcp_bindgen.ir import defaults
from mcp_bindgen.ir import protocol as surroundings
from mcp_bindgen.ir.methods import MethodRow, check_rows, method_table, sent_methods
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.ir.rules import applicable, check_places
from mcp_bindgen.ir.types import SpecRevision


def methods(spec: SpecRevision, schema_root: Path, *, own: bool = False) -> tuple[MethodRow, ...]:
    """The method table."""
    where = str(schema_root / spec.revision.id / "protocol.toml")
    if own:
        pinned = protocol.read_protocol(schema_root, spec.revision.id) if Path(where).exists() else ()
        facts = protocol.completed(pinned, sent_methods(spec))
    else:
        facts = protocol.read_protocol(schema_root, spec.revision.id)
        check_rows(spec, facts, where=where)
    return method_table(spec, facts, where=where)


def message_rules(spec: SpecRevision, schema_root: Path, *, own: bool = False) -> tuple[RuleRow, ...]:
    """Rules of the prose; of those, a user's own schema has the ones whose places it has."""
    where = schema_root / spec.revision.id / "rules.toml"
    if own:
        return applicable(spec, rules.read_rules(schema_root, spec.revision.id).rules) if where.exists() else ()
    rows = rules.read_rules(schema_root, spec.revision.id).rules
    check_places(spec, rows, where=str(where))
    return rows


def around(spec: SpecRevision, schema_root: Path, rows: Sequence[MethodRow], *, own: bool = False) -> Protocol:
    """What surrounds the messages; of a user's own schema, what holds in the newest release of its era."""
    revision = spec.revision.id
    path = schema_root / revision / "transport.toml"
    if not own:
        facts = transport.read_transport(schema_root, revision)
        surroundings.check_rows(spec, facts, rows, where=str(path))
    else:
        if not path.exists():
            revision = _newest(spec, schema_root)
        facts = surroundings.applicable(spec, transport.read_transport(schema_root, revision))
    batching = protocol_envelope.read_batching(schema_root, revision)
    ids = protocol_envelope.read_request_ids(schema_root, revision)
    absent = protocol_defaults.read_defaults(schema_root, revision)
    if not own:
        defaults.check_rows(spec, absent, where=str(schema_root / revision / "protocol.toml"))
    return surroundings.protocol(spec, facts, batching, ids, defaults.applicable(spec, absent), rows)


def authorization_of(spec: SpecRevision, schema_root: Path, *, own: bool = False) -> Authorization:
    """What is said of authorization; of a user's own schema, what holds in the newest release of its era."""
    revision = spec.revision.id
    if own and not (schema_root / revision / "authorization.toml").exists():
        return replace(authorization.read_authorization(schema_root, _newest(spec, schema_root)), revision=revision)
    return authorization.read_authorization(schema_root, revision)


def _newest(spec: SpecRevision, schema_root: Path) -> str:
    """The newest release of the same era."""
    pinned = manifest.read_manifest(schema_root)
    return [row.id for row in pinned if row.status == "released" and row.era == spec.revision.era][-1]
