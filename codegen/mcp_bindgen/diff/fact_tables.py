"""Which tables of facts there are, and how the rows of each are told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_bindgen.diff.subject import Facts
from mcp_bindgen.diff.types import SIDES
from mcp_bindgen.ir.methods import Side

Row = Any
"""A frozen dataclass of some table."""


@dataclass(frozen=True)
class Table:
    """How one table of facts is compared."""

    name: str
    """In pointers: the file and the table."""
    noun: str
    """In what kind of difference it makes."""
    rows: Callable[[Facts], Iterable[Row]]
    key: Callable[[Row], str]
    label: Callable[[Row], str]
    duty: Callable[[Row], tuple[Side, ...]]
    """Who has to do what the row says."""
    fuzzy: Callable[[Row], str] | None = None
    """What tells rows apart that can be put in other words."""
    ignored: tuple[str, ...] = ()
    ordered: bool = False
    """Does it matter which row comes first?"""


def _everyone(_: Row) -> tuple[Side, ...]:
    return SIDES


def _server(_: Row) -> tuple[Side, ...]:
    return ("server",)


def _actors(row: Row) -> tuple[Side, ...]:
    """Clients are named as such; all others stand on the server's side, or are all."""
    actors: Sequence[str] = getattr(row, "actors", ())
    if not actors or "everyone" in actors:
        return SIDES
    return tuple(
        side
        for side in SIDES
        if (side == "client") == ("client" in actors) or (side == "server" and set(actors) - {"client"})
    )


def _header_duty(row: Row) -> tuple[Side, ...]:
    return ("client",) if row.role == "send" else ("server",)


def _parameter_duty(row: Row) -> tuple[Side, ...]:
    served = ("WWW-Authenticate on 401", "authorization response", "authorization server metadata")
    server = any(where in (*served, "protected resource metadata") for where in row.where)
    client = any(where not in (*served, "protected resource metadata") for where in row.where)
    return tuple(side for side, has in (("client", client), ("server", server)) if has)  # type: ignore[misc]


TABLES: tuple[Table, ...] = (
    Table("transport/request_header", "request header", lambda facts: facts.protocol.http.request_headers,
          lambda row: ":".join((row.name.lower(), row.applies, row.role, *row.methods)),
          lambda row: f"{row.name} ({row.applies})", _header_duty),
    Table("transport/response_header", "response header", lambda facts: facts.protocol.http.response_headers,
          lambda row: f"{row.name.lower()}:{row.applies}", lambda row: f"{row.name} ({row.applies})",
          _server, lambda row: f"{row.name.lower()} {row.applies}", ("applies",)),
    Table("transport/status", "HTTP status", lambda facts: facts.protocol.http.statuses,
          lambda row: f"{row.code}:{row.situation}", lambda row: f"{row.code}: {row.situation}",
          _server, lambda row: f"{row.code} {row.situation.lower()}"),
    Table("transport/meta_key", "_meta key", lambda facts: facts.protocol.meta_keys,
          lambda row: f"{row.key}:{'+'.join(row.on)}", lambda row: f"{row.key} of a {' or '.join(row.on)}",
          lambda row: SIDES if row.sender == "either" else (row.sender,), None, ("applies",)),
    Table("authorization/standard", "authorization standard", lambda facts: facts.authorization.standards,
          lambda row: row.name, lambda row: f"{row.name} ({row.id})", _actors),
    Table("authorization/discovery", "authorization discovery", lambda facts: facts.authorization.discovery,
          lambda row: f"{row.target}:{row.base}:{row.form}:{row.suffix}:{row.issuer}",
          lambda row: f"{row.target} from {row.base}, {row.form} {row.suffix}".rstrip(), _everyone, ordered=True),
    Table("authorization/parameter", "authorization parameter", lambda facts: facts.authorization.parameters,
          lambda row: f"{row.name}:{'+'.join(sorted(row.where))}",
          lambda row: f"{row.name} in {' and '.join(row.where)}", _parameter_duty, None, ("rule",)),
    Table("authorization/challenge", "authorization challenge", lambda facts: facts.authorization.challenges,
          lambda row: str(row.status), lambda row: f"WWW-Authenticate with {row.status}", _server),
    Table("authorization/status", "authorization status", lambda facts: facts.authorization.statuses,
          lambda row: str(row.code), lambda row: f"{row.code}: {row.situation}", _server),
    Table("authorization/rule", "authorization rule", lambda facts: facts.authorization.rules,
          lambda row: row.rule, lambda row: f"({row.level}) {row.rule.rstrip('.')}", _actors, lambda row: row.rule, ("rule",)),
    Table("authorization/issuer_check", "authorization issuer check", lambda facts: facts.authorization.issuer_checks,
          lambda row: f"{row.advertised}:{row.present}",
          lambda row: f"iss {'advertised' if row.advertised else 'not advertised'}, "
                      f"{'present' if row.present else 'absent'}: {row.action}", lambda _: ("client",)),
)  # fmt: skip
"""Tables of many rows."""

SINGLE: tuple[tuple[str, str, Callable[[Facts], Row], tuple[str, ...]], ...] = (
    ("transport/version", "version agreement", lambda facts: facts.protocol.version, ()),
    ("transport/lifecycle", "lifecycle", lambda facts: facts.protocol.lifecycle, ()),
    ("transport/stdio", "stdio", lambda facts: facts.protocol.stdio, ()),
    ("transport/http", "HTTP transport", lambda facts: facts.protocol.http,
     ("request_headers", "response_headers", "statuses")),
    ("protocol/batching", "batching", lambda facts: facts.protocol.batching, ()),
    ("protocol/request_id", "request id rule", lambda facts: facts.protocol.request_ids, ()),
    ("authorization/conformance", "authorization conformance", lambda facts: facts.authorization.conformance, ()),
)  # fmt: skip
"""Tables of one row; each column that differs is a difference of its own."""
