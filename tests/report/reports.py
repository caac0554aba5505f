"""Reports to show: made at random, with words in them that want to be more than words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from mcp_bindgen.diff.severity import SEVERITIES, Level
from mcp_bindgen.report.model import (
    ROLES,
    ChangeJSON,
    Counts,
    FoldedLine,
    Replacement,
    ReportJSON,
    Role,
    Summary,
    ThemeDigest,
    WitnessesJSON,
    WitnessJSON,
    change_severity,
)

HOSTILE = (
    "</script><script>document.title = 'taken'</script>",
    '"><img src=x onerror="document.title = \'taken\'">',
    "<!-- </details></summary><details open>",
    "{{ data }}{% raw %}{# #}",
    "`code` ``more`` ``` fence",
    "```\n~~~\n# heading\n- item\n> quote",
    "[link](javascript:alert(1)) ![image](http://127.0.0.1:9/x.png) <http://127.0.0.1:9/y>",
    "*bold* _thin_ ~~gone~~ | cell | &amp; &#64; \\",
    "@everyone #1 owner/repo@abc1234 https://127.0.0.1:9/z www.example.com a@example.com",
    "line\nbreak\r\nand\x85more\u2028\u2029",
    "::error::taken\n::stop-commands::x%0A%25",
    "\u202eturned\u2066\u200b\x00\x07\x1b[31m",
    "\ud800 \U0001f600 \u00e9\u4e2d",
    "  wide  " + "w" * 300,
    "__proto__",
    "$1 \\1 %s {0}",
)

DEFINITIONS = ("CallToolRequest", "CallToolResult", "ContentBlock", "InitializeResult", "Tool", "")
MEMBERS = ("title", "_meta", "inputSchema", "nextCursor", "annotations")
METHODS = ("initialize", "ping", "prompts/get", "resources/read", "tools/call", "tools/list")
RULES = ("FIELD_ADDED_REQUIRED", "FIELD_REMOVED", "TYPE_WIDENED", "ENUM_VALUE_ADDED", "HEADER_REQUIRED")
TEXTS = (
    "title?: string",
    "Tool: {\n  name: string\n  size?: integer\n}",
    "Tool: {\n  name: string\n  size: integer (minimum 1)\n}",
    'level = "MUST"\nrole = "send"',
    "array of (A | B)",
)
VALUES: tuple[Any, ...] = (
    {"type": "string"},
    {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    {"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}, "required": ["name"]},
    ["stdio", "http"],
    1.0,
    None,
    "a",
)


def report(seed: int, size: int = 40, *, hostile: float = 0.3) -> ReportJSON:
    """So many changes; a share of the words in them is hostile."""
    source = random.Random(seed)

    def words(plain: str) -> str:
        return source.choice(HOSTILE) if source.random() < hostile else plain

    def value() -> Any:
        chosen = source.choice(VALUES)
        return {words("key"): [chosen, words("text")]} if source.random() < hostile else chosen

    def witness() -> WitnessJSON:
        return {
            "document": value(),
            "accepted_by": {"revision": words("2025-06-18"), "definition": words("Tool")},
            "rejected_by": {"revision": "2025-11-25", "definition": "Tool"},
        }

    changes: list[ChangeJSON] = []
    for place, definition in enumerate(sorted(source.choice(DEFINITIONS) for _ in range(size))):
        member = source.choice(MEMBERS)
        seen = bool(definition) and source.random() < 0.7
        pointer = f"/$defs/{definition}/properties/{member}" if seen else f"/authorization/parameter/{member}"
        change: ChangeJSON = {
            "rule": source.choice(RULES),
            "source": "schema" if seen else "protocol",
            "kind": source.choice(("added", "removed", "changed", "renamed", "deprecated")),
            "definition": words(definition),
            "pointer": "/" + words(pointer.removeprefix("/")),
            "methods": sorted({words(method) for method in source.sample(METHODS, source.randrange(4))}),
            "summary": words(f"Member {member} of {definition or 'a request'} is now required."),
            "wire": {"old_to_new": source.choice(LEVELS), "new_to_old": source.choice(LEVELS)},
            "python": source.choice(SEVERITIES),
            "affects": list(source.choice(AFFECTED)),
            "witness": None,
            "fingerprint": f"{place:012x}",
        }
        for side in ("before", "after"):
            if source.random() < 0.7:
                change[side] = words(source.choice(TEXTS))
        if source.random() < 0.5:
            found: WitnessesJSON = {"old_to_new": witness()}
            if source.random() < 0.5:
                found["new_to_old"] = witness()
            change["witness"] = found
        if source.random() < 0.5:
            change["links"] = [
                {
                    "text": words("2025-11-25: Tool"),
                    "url": "https://modelcontextprotocol.io/specification/x/schema#tool",
                },
                {"text": "another", "url": words("https://example.com/<a b>\"'`)(\\\u00e9\ud800")},
            ]
        changes.append(change)
    return {"old": words("2025-06-18"), "new": words("2025-11-25"), "summary": summary(changes), "changes": changes}


THEMES = {"first": "First things", "types": "Types"}


def with_digest(made: ReportJSON, seed: int, *, hostile: float = 0.3) -> ReportJSON:
    """The report with a digest of two themes; a share of the words in it is hostile."""
    source = random.Random(seed)

    def words(plain: str) -> str:
        return source.choice(HOSTILE) if source.random() < hostile else plain

    changes: list[ChangeJSON] = [{**change, "area": source.choice(list(THEMES))} for change in made["changes"]]
    themes: list[ThemeDigest] = []
    for id_, title in THEMES.items():
        of_theme = [change for change in changes if change.get("area") == id_]
        replaced: list[Replacement] = [
            {
                "old": words("ping"),
                "new": words("nothing"),
                "since": "2",
                "pages": ["https://example.com/a", "https://b"],
            }
        ]
        folded: list[FoldedLine] = [
            {"text": words(f"{number} results require it"), "severity": "safe", "source": "schema", "changes": 1}
            for number in range(3)
        ]
        themes.append(
            {
                "id": id_,
                "title": words(title),
                **counts(of_theme),
                "replaced": replaced,
                "folded": folded,
                "more": source.randrange(2),
                "do": {"client": [words("Send it."), "Read it."], "server": [], "gateway": [words("Pass it on.")]},
                "package": [words("A codec reads it.")],
            }
        )
    return {**made, "digest": {"themes": themes}, "changes": changes}


def themes_of(made: ReportJSON) -> Sequence[ThemeDigest]:
    """The themes of a report that has a digest."""
    assert "digest" in made
    return made["digest"]["themes"]


AFFECTED: tuple[tuple[Role, ...], ...] = (("client",), ("server",), ("client", "server"))
LEVELS: tuple[Level, ...] = ("safe", "safe", "risky", "breaking", "unknown")


def summary(changes: list[ChangeJSON]) -> Summary:
    """The counts of these changes."""
    roles: dict[Role, Counts] = {role: counts([each for each in changes if role in each["affects"]]) for role in ROLES}
    found = counts(changes)
    return {"breaking": found["breaking"], "risky": found["risky"], "safe": found["safe"], "by_role": roles}


def counts(changes: list[ChangeJSON]) -> Counts:
    found = [change_severity(change) for change in changes]
    return {"breaking": found.count("breaking"), "risky": found.count("risky"), "safe": found.count("safe")}
