"""The rules of `rules.toml` that a check of a server can find broken, with the pages that state them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindings import Revision
from mcp_bindings.revisions import list_error_codes
from mcp_bindings.spec import error_codes
from mcp_bindings.spec.error_codes import to_revision_code

Level = Literal["error", "warning", "note"]
Phase = Literal["open", "list", "read", "wrong", "call"]
Keyword = Literal["MUST", "SHOULD", "none"]
PHASES: tuple[Phase, ...] = ("open", "list", "read", "wrong", "call")
LEVELS: Mapping[Keyword, Level] = {"MUST": "error", "SHOULD": "warning", "none": "note"}
"""The levels of findings, by the keyword of the page."""

SITE = "https://modelcontextprotocol.io/"
_FILE = Path(__file__).with_name("rules.toml")


@dataclass(frozen=True)
class Statement:
    """The statement of a rule on a page of the specification, in one or more revisions.

    Attributes:
        since: the id of the oldest revision with this statement.
        keyword: the keyword that the page uses.
        page: the path of the page below the path of the revision, with the section.
        before: the id of the first revision that no longer has this statement; empty if later revisions have it too.
        errors: the names of the errors that the page allows, as in `mcp_bindings.spec.error_codes`; empty if it allows
            any error.
        status: the HTTP status that the page demands; None if it demands no status.
        level: the level of a finding; None if the level is that of the keyword.
        reason: why the level is not that of the keyword; empty if it is.
    """

    since: str
    keyword: Keyword
    page: str
    before: str = ""
    errors: tuple[str, ...] = ()
    status: int | None = None
    level: Level | None = None
    reason: str = ""

    @property
    def finding_level(self) -> Level:
        """The level of a finding that a server breaks the statement."""
        return self.level or LEVELS[self.keyword]

    def codes_in(self, revision: Revision | None) -> frozenset[int]:
        """Return the codes of the errors that the page allows; empty if it allows any error.

        Args:
            revision: the revision of the answer; None if the server may choose the revision.
        """
        errors = [getattr(error_codes, name) for name in self.errors]
        if revision is None:
            return frozenset[int]().union(*map(list_error_codes, errors))
        return frozenset(to_revision_code(revision.error_codes, each) for each in errors)


@dataclass(frozen=True)
class ServerRule:
    """A rule of the specification that a check of a server can find broken.

    Attributes:
        id: the phase in which the rule is checked, a slash and a name.
        summary: one sentence that is true of a server that follows the rule.
        statements: the statements of the rule, those of the oldest revisions first.
        transport: the only transport to which the rule applies; None for both.
        needs: the capability without which the rule does not apply to a server; empty if the rule needs none.
        unless: the capability with which the rule does not apply to a server; empty if the rule applies with every
            capability.
        send: the method and params of a request that the server must refuse; None if a probe in `refusals.py` checks
            the rule, or if the rule is about valid requests. The rule does not apply to a revision without the method.
        is_sdk: True if usually the SDK of a server decides whether the rule is followed, and not the author of the
            server.
        compares_revisions: True if only a check in several revisions can find the rule broken.
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
        """Return the statement of the rule in a revision; None if the revision does not have the rule.

        Args:
            revision: the id of the revision.
        """
        for each in reversed(self.statements):
            if each.since <= revision:
                return each if not each.before or revision < each.before else None
        return None


@cache
def all_rules() -> Mapping[str, ServerRule]:
    """Return the rules of `rules.toml`, by id. The file is read once."""
    rows: list[dict[str, Any]] = read_toml(_FILE)["rule"]
    return {row["id"]: _read_rule(row) for row in rows}


def _read_rule(row: Mapping[str, Any]) -> ServerRule:
    statements: list[Statement] = []
    for each in row["in"]:
        members: dict[str, Any] = {**each, "errors": tuple(each.get("errors", ()))}
        statements.append(Statement(**members))
    values: dict[str, Any] = {name: value for name, value in row.items() if name != "in"}
    return ServerRule(**values, statements=tuple(statements))


class ObservedRule(NamedTuple):
    """A session rule of `mcp_bindings` that a server can break.

    Attributes:
        statements: the statements of the rule, those of the oldest revisions first.
        is_sdk: True if usually the SDK of a server decides whether the rule is followed, and not the author of the
            server.
        transport: the only transport over which a violation is certain; None for both.
    """

    statements: tuple[Statement, ...] = ()
    is_sdk: bool = False
    transport: Literal["stdio"] | None = None


@cache
def observed_rules() -> Mapping[str, ObservedRule]:
    """Return the session rules of `mcp_bindings` that a server can break, by id. The file `rules.toml` is read once."""
    rows: list[dict[str, Any]] = read_toml(_FILE)["observed"]
    return {
        row["rule"]: ObservedRule(
            tuple(Statement(**each) for each in row["in"]), row.get("is_sdk", False), row.get("transport")
        )
        for row in rows
    }


def page_url(revision: str, page: str) -> str:
    """Return the URL of a page of the specification.

    Args:
        revision: the id of the revision.
        page: the path of the page below the path of the revision, with the section.
    """
    return f"{SITE}specification/{revision}/{page}"
