"""The tables of the guide on translation. `python -m tests.readme.translation` writes them from the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import mcp_bindings as mb
from mcp_bindgen.ingest.translation import TranslationRule, TranslationRules, read_translation
from mcp_bindgen.paths import schema_root

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "guides" / "translating.md"
SITE = "https://modelcontextprotocol.io/"

_TABLE = re.compile(r"(?<=<!-- )(connection|rules|general) -->\n.*?(?=<!-- end -->)", re.DOTALL)
_WAYS = {"to-newer": "{old} → {new}", "to-older": "{new} → {old}"}


def written(text: str) -> str:
    """A text with its tables written anew."""
    known = read_translation(schema_root())
    tables = {"connection": connection, "rules": rules, "general": general}
    return _TABLE.sub(lambda match: f"{match[1]} -->\n" + "\n".join(tables[match[1]](known)) + "\n\n", text)


def connection(known: TranslationRules) -> Iterator[str]:
    yield from ("", "| methods | reason |", "| --- | --- |")
    for row in known.connection:
        yield f"| {', '.join(f'`{method}`' for method in row.methods)} | {_linked(row)} |"
    for row in known.general:
        if row.owner == "bridge":
            yield f"| a {row.id} of messages | {_linked(row)} |"


def general(known: TranslationRules) -> Iterator[str]:
    yield from ("", "| rule | outcome | reason |", "| --- | --- | --- |")
    for row in known.general:
        if row.owner != "bridge":
            yield f"| `{row.id}` | {_outcome(row)} | {_linked(row)} |"


def rules(known: TranslationRules) -> Iterator[str]:
    steps = list(dict.fromkeys(row.step for row in known.rules))
    revisions = [_before(steps[0]), *steps]
    for old, new in zip(revisions, steps, strict=False):
        for way, arrow in _WAYS.items():
            found = [row for row in known.rules if (row.step, row.way) == (new, way)]
            if found:
                yield from ("", f"### {arrow.format(old=old, new=new)}", "")
                yield from ("| rule | about | outcome | reason |", "| --- | --- | --- | --- |")
                yield from (_row(row) for row in found)


def _row(row: TranslationRule) -> str:
    about = [f"`{place}`" for place in row.places]
    about += [f"`{member}`" for member in row.members]
    return f"| `{row.id}` | {_shortened(about)} | {_outcome(row)} | {_linked(row)} |"


def _shortened(parts: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(parts))


def _outcome(row: TranslationRule) -> str:
    refused = f"refused ({row.code})" + (", for a bridge" if row.owner == "bridge" else "") if row.code else ""
    lost = "lost" if row.lossy else "kept" if not row.code else ""
    return " or ".join(part for part in (lost, refused) if part)


def _linked(row: TranslationRule) -> str:
    return f"[{row.reason}]({SITE}{row.sources[0]})" if row.sources else row.reason


def _before(revision: str) -> str:
    """The release before a revision."""
    return mb.REVISIONS[mb.REVISIONS.index(revision) - 1]


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{DOCUMENT.name} written")
