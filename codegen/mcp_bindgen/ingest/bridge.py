"""`schema/bridge.toml`: the parts of a connection beyond single messages, and the treatment of each by a bridge."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows
from mcp_bindgen.ingest.translation import TranslationRules

BridgeOutcome = Literal["crosses", "loses", "refused"]


@dataclass(frozen=True)
class BridgeRow:
    """One part of a connection, and its treatment by a bridge."""

    id: str
    what: str
    handshake: str
    """Description of the part in revisions with a handshake."""

    per_request: str
    """Description of the part in per-request revisions."""

    up: BridgeOutcome
    """Outcome between an older client and a newer server."""

    up_how: str
    down: BridgeOutcome
    """Outcome between a newer client and an older server."""

    down_how: str
    sources: tuple[str, ...]
    rules: tuple[str, ...] = ()
    """Ids of the translation rules that leave the part to a bridge."""

    tests: tuple[str, ...] = ()
    """Tests below `tests/bridge` that show the outcome."""


def read_bridge(schema_root: Path, translation: TranslationRules) -> tuple[BridgeRow, ...]:
    """Return the rows of `bridge.toml`, in the order of the file.

    Args:
        schema_root: the directory that contains `bridge.toml`.
        translation: the rules of translation.

    Raises:
        BindgenError: the file cannot be read; a row is malformed or names a rule that does not exist; a rule that a
            bridge handles is in no row.
    """
    path = schema_root / "bridge.toml"
    rows = read_rows(BridgeRow, read_toml(path), "row", where=str(path))
    rules = (*translation.general, *translation.connection, *translation.rules)
    named = {id_ for row in rows for id_ in row.rules}
    unknown = sorted(named - {rule.id for rule in rules})
    if unknown:
        raise BindgenError(f"no translation rule has the id {unknown[0]!r}", where=str(path))
    missing = sorted({rule.id for rule in rules if rule.owner == "bridge"} - named)
    if missing:
        raise BindgenError(f"no row names the translation rule {missing[0]!r}, which a bridge handles", where=str(path))
    return tuple(rows)
