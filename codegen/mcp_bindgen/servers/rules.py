"""The rules of `rules.toml`: what a connection to a server shows, with the page of each revision that states it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

from mcp_bindgen.ingest.manifest import read_toml

Level = Literal["error", "warning", "note"]
Phase = Literal["open", "list", "read", "wrong", "call"]
Keyword = Literal["MUST", "SHOULD", "none"]
PHASES: tuple[Phase, ...] = ("open", "list", "read", "wrong", "call")
LEVELS: Mapping[Keyword, Level] = {"MUST": "error", "SHOULD": "warning", "none": "note"}
"""The level of a finding, by the keyword that the page uses."""

SITE = "https://modelcontextprotocol.io/"
_FILE = Path(__file__).with_name("rules.toml")


@dataclass(frozen=True)
class Statement:
    """The statements of the pages of some revisions.

    Attributes:
        since: the oldest of these revisions.
        until: the newest of them; empty if the statement still holds.
        keyword: the keyword of the page.
        page: the page below that of the revision, with the section.
        codes: the error codes that the page allows; empty for any.
        status: the HTTP status that the page asks for; None for any.
        level: the level, if it is not that of the keyword.
        reason: why the level differs.
    """

    since: str
    keyword: Keyword
    page: str
    until: str = ""
    codes: tuple[int, ...] = ()
    status: int | None = None
    level: Level | None = None
    reason: str = ""

    @property
    def finding_level(self) -> Level:
        """The level of a finding that breaks the statement."""
        return self.level or LEVELS[self.keyword]


@dataclass(frozen=True)
class ServerRule:
    """One rule.

    Attributes:
        id: the phase, a slash and the name.
        summary: one sentence that a server keeps.
        statements: the statements of the pages, oldest first.
        transport: the transport that the rule is for; None for both.
        needs: the server capability without which the rule says nothing; empty for none.
        unless: the server capability with which the rule says nothing; empty for none.
        send: a request that must be refused: its method and params; None for a probe in code.
        is_sdk: whether the library of a server usually decides this, and not its author.
        compares_revisions: whether the rule is about what a server says in one revision of the others.
    """

    id: str
    summary: str
    statements: tuple[Statement, ...]
    transport: Literal["stdio", "http"] | None = None
    needs: str = ""
    unless: str = ""
    send: Mapping[str, Any] | None = None
    is_sdk: bool = False
    compares_revisions: bool = False

    @property
    def phase(self) -> Phase:
        """The phase in which the rule is checked."""
        return cast("Phase", self.id.partition("/")[0])

    def statement_of(self, revision: str) -> Statement | None:
        """Return what the pages of a revision state; None if they state nothing.

        Args:
            revision: the id of a revision.
        """
        for each in reversed(self.statements):
            if each.since <= revision:
                return each if not each.until or revision <= each.until else None
        return None


@cache
def all_rules() -> Mapping[str, ServerRule]:
    """Return the rules by id."""
    rows: list[dict[str, Any]] = read_toml(_FILE)["rule"]
    return {row["id"]: _read_rule(row) for row in rows}


def _read_rule(row: Mapping[str, Any]) -> ServerRule:
    statements: list[Statement] = []
    for each in row["in"]:
        members: dict[str, Any] = {**each, "codes": tuple(each.get("codes", ()))}
        statements.append(Statement(**members))
    values: dict[str, Any] = {name: value for name, value in row.items() if name != "in"}
    return ServerRule(**values, statements=tuple(statements))


@cache
def observed_pages() -> Mapping[str, tuple[Statement, ...]]:
    """Return the pages of the session rules of `mcp_bindings`, by rule and oldest revision first."""
    rows: list[dict[str, Any]] = read_toml(_FILE)["observed"]
    return {row["rule"]: tuple(Statement(**each) for each in row["in"]) for row in rows}


def page_url(revision: str, page: str) -> str:
    """Return the address of a page of the specification.

    Args:
        revision: the id of the revision.
        page: the page below that of the revision, with the section.
    """
    return f"{SITE}specification/{revision}/{page}"
