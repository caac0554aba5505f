"""The check of a server in each revision. Findings that do not occur in a second check are dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import known_ids_hint
from mcp_bindgen.jsontext import is_object
from mcp_bindgen.negotiate import find_draft_ids
from mcp_bindgen.servers.authorization import check_authorization
from mcp_bindgen.servers.client import DISCOVER, INITIALIZE, RevisionClient, client_over
from mcp_bindgen.servers.connections import (
    BoundReachedError,
    Bounds,
    Connector,
    SignInFailedError,
    finish_in_time,
    make_connector,
)
from mcp_bindgen.servers.findings import ServerFinding, make_broken_rule_finding
from mcp_bindgen.servers.opening import claimed_versions, is_silence_decisive, make_no_revision_error, opening_outcome
from mcp_bindgen.servers.phases import (
    LISTINGS,
    ToolSelection,
    call_tools,
    check_opening,
    read_listed_items,
    read_server_lists,
)
from mcp_bindgen.servers.refusals import UNKNOWN_VERSION, send_faulty_texts
from mcp_bindgen.servers.rules import PHASES, Phase, all_rules
from mcp_bindgen.servers.targets import Target
from mcp_bindings.session import RULES

DEFAULT_BOUNDS = Bounds()
_LEVEL_ORDER = {"error": 0, "warning": 1, "note": 2}


class CheckOptions(NamedTuple):
    """The options of a check.

    Attributes:
        revisions: ids of the revisions to check; empty for every release, and for the draft if the server claims a
            version that only the draft has.
        phases: the phases to check. A connection is opened even without the phase `open`.
        calls: the tools to call.
        only: ids of the rules to report; empty for all rules.
        bounds: bounds of time, bytes and counts.
    """

    revisions: tuple[str, ...] = ()
    phases: frozenset[Phase] = frozenset(PHASES)
    calls: ToolSelection = ToolSelection()
    only: frozenset[str] = frozenset()
    bounds: Bounds = DEFAULT_BOUNDS


@dataclass
class RevisionCheck:
    """The outcome of the check of one revision.

    Attributes:
        revision: the id of the revision.
        is_spoken: True if the server has accepted the first request in this revision.
        findings: the findings that occurred in a second check too, most serious first.
        unconfirmed: the number of findings that did not occur in a second check.
        reason: why the server does not speak the revision, or why the check of the revision is not complete; empty if
            neither is the case.
        claimed: the versions that the server says it supports.
        is_decided: True if the server has shown whether it speaks the revision.
    """

    revision: str
    is_spoken: bool = False
    findings: list[ServerFinding] = field(default_factory=list[ServerFinding])
    unconfirmed: int = 0
    reason: str = ""
    claimed: tuple[str, ...] = ()
    is_decided: bool = False

    @property
    def is_complete(self) -> bool:
        """True if every message of the check was sent and answered, or if the server has shown that it does not speak
        the revision.
        """
        return not self.reason if self.is_spoken else self.is_decided

    def add_reason(self, text: str) -> None:
        """Append a text to `reason`, after a semicolon if there is a reason already."""
        self.reason += f"; {text}" if self.reason else text


@dataclass
class ServerCheck:
    """The outcome of the check of a server.

    Attributes:
        target: the server.
        calls: the tools that the user asked to call.
        bounds: the bounds of the check.
        revisions: the outcome for each checked revision, oldest first.
        errors: the last lines that the server has written to standard error.
        missing: the names of tools that the user asked to call, and that the server lists in no revision; empty if the
            tools were not listed completely in each revision.
    """

    target: Target
    calls: ToolSelection = field(default_factory=ToolSelection)
    bounds: Bounds = DEFAULT_BOUNDS
    revisions: list[RevisionCheck] = field(default_factory=list[RevisionCheck])
    errors: list[str] = field(default_factory=list[str])
    missing: list[str] = field(default_factory=list[str])

    @property
    def spoken(self) -> list[RevisionCheck]:
        """The outcomes for the revisions that the server speaks, oldest first."""
        return [each for each in self.revisions if each.is_spoken]

    @property
    def findings(self) -> list[ServerFinding]:
        """All findings, those of the oldest revision first."""
        return [finding for each in self.revisions for finding in each.findings]


def check_server(
    target: Target,
    options: CheckOptions,
    progress: Callable[[str, str], None],
    print_line: Callable[[str], None],
    connect: Connector | None = None,
) -> ServerCheck:
    """Check a server, and return the outcome. This runs an event loop, and blocks until the check has ended.

    Args:
        target: the server.
        options: the options of the check.
        progress: called at the start of each phase, with the revision and the phase.
        print_line: called with a line for the user, such as one that names the tools to call next.
        connect: returns a new connection to the server; None to connect over the transport of the server.

    Raises:
        BindgenError: a revision or rule is unknown, the server speaks none of the revisions, the sign-in is not
            possible or has failed, or httpx2 is needed and not installed.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    unknown = [each for each in options.only if not _may_be_rule(each)]
    if unknown:
        raise BindgenError(
            f"there is no rule {sorted(unknown)[0]!r}",
            hint="name it as reports do, such as wrong/unknown-tool",
        )
    for each in options.revisions:
        known = (*mb.REVISIONS, *find_draft_ids(mb))
        if each not in known:
            raise BindgenError(f"unknown revision {each!r}", hint=known_ids_hint(each, known))
    connect = connect or make_connector(target, options.bounds, print_line)
    return asyncio.run(_Checker(target, options, progress, print_line, connect).check())


def _may_be_rule(rule: str) -> bool:
    """Return whether an id can be that of a rule. `rules.toml` and the rules of sessions are searched; any name after
    `schema/` or `lint/` counts.
    """
    kind, _, name = rule.partition("/")
    return rule in all_rules() or (kind == "session" and name in RULES) or (kind in ("schema", "lint") and bool(name))


class _Checker:
    """One check of one server."""

    def __init__(
        self,
        target: Target,
        options: CheckOptions,
        progress: Callable[[str, str], None],
        print_line: Callable[[str], None],
        connect: Connector,
    ) -> None:
        self._connect = connect
        self._target = target
        self._options = options
        self._progress = progress
        self._print_line = print_line
        self._announced_tools: set[str] = set()
        self._listed: set[str] = set()
        self._listed_in: set[str] = set()
        """The revisions in which all tools are listed."""
        self._result = ServerCheck(target, options.calls, options.bounds)

    async def check(self) -> ServerCheck:
        wanted = self._options.revisions or mb.REVISIONS
        for each in (*mb.REVISIONS, *find_draft_ids(mb)):
            if each in wanted or (not self._options.revisions and self._claims_draft(each)):
                self._result.revisions.append(await self._check_revision(each))
        if not self._result.spoken:
            reasons = [each.reason for each in self._result.revisions]
            raise make_no_revision_error(self._target, reasons, self._result.errors)
        if all(each.revision in self._listed_in for each in self._result.spoken):
            self._result.missing = [each for each in self._options.calls.names if each not in self._listed]
        await self._check_claims()
        for row in self._result.revisions:
            row.findings.sort(
                key=lambda each: (_LEVEL_ORDER[each.level], each.is_sdk, each.rule, each.subject, each.pointer)
            )
        return self._result

    def _claims_draft(self, revision: str) -> bool:
        """Return whether a revision is the draft and the server says that it supports the version of the draft. Return
        False if a release has that version.
        """
        version = mb.revision(revision).version
        is_claimed = any(version in row.claimed for row in self._result.revisions)
        return revision not in mb.REVISIONS and version not in mb.REVISIONS and is_claimed

    async def _check_revision(self, revision: str) -> RevisionCheck:
        row, found = await self._check_once(revision, self._needed_phases())
        if found:
            phases: frozenset[Phase] = frozenset(each.phase for each in found.values())
            again = await self._check_once(revision, phases | self._prerequisite_phases(phases))
            row.findings = [each for key, each in found.items() if key in again[1]]
            row.unconfirmed = len(found) - len(row.findings)
            if row.unconfirmed and again[0].reason:
                row.add_reason(f"findings could not be confirmed: {again[0].reason}")
        return row

    def _needed_phases(self) -> frozenset[Phase]:
        """Return the phases to check: those in which the rules to report can be broken, and those that these phases
        need, as far as the options allow them. Return all phases that the options allow if all rules are reported, or
        if one of the rules is not from `rules.toml`.
        """
        options, rules = self._options, all_rules()
        if not options.only or any(each not in rules for each in options.only):
            return options.phases
        phases: frozenset[Phase] = frozenset(rules[each].phase for each in options.only)
        return (phases | self._prerequisite_phases(phases)) & options.phases

    def _prerequisite_phases(self, phases: Collection[Phase]) -> frozenset[Phase]:
        """Return the phases whose outcome the given phases need, unless the user has left them out."""
        needs_lists = any(each in phases for each in ("read", "wrong", "call"))
        return frozenset(each for each in self._options.phases if each == "list" and needs_lists)

    async def _check_once(
        self, revision: str, phases: Collection[Phase]
    ) -> tuple[RevisionCheck, dict[str, ServerFinding]]:
        """Check one revision once, on a new connection.

        Returns:
            The outcome without findings, and the findings by their fingerprints. There are no findings if the server
            does not speak the revision.

        Raises:
            BindgenError: the sign-in has failed, and the server has spoken no revision before.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        row = RevisionCheck(revision)
        options = self._options
        found: dict[str, ServerFinding] = {}
        try:
            async with self._open_client(revision) as client:
                try:
                    await finish_in_time(options.bounds.total, self._run_phases(client, row, phases), client.connection)
                finally:
                    in_phases = {key: each for key, each in client.findings.items() if each.phase in phases}
                    found = in_phases if row.is_spoken else {}
                    row.reason = client.incomplete_reason if row.is_spoken else row.reason
        except asyncio.TimeoutError:
            row.add_reason("the time for one revision is over")
        except (ConnectionError, BoundReachedError) as error:
            if isinstance(error, SignInFailedError) and not (row.is_spoken or self._result.spoken):
                raise BindgenError(str(error), where=self._target.title) from None
            is_silent = isinstance(error, ConnectionError)
            row.is_decided |= is_silent and is_silence_decisive(revision_era(revision), self._target.kind)
            row.add_reason(str(error))
        if row.is_spoken and "wrong" in phases and revision_era(revision) == "handshake":
            found.update(await self._check_unknown_version(revision))
        return row, found

    async def _run_phases(self, client: RevisionClient, row: RevisionCheck, phases: Collection[Phase]) -> None:
        revision = client.revision.id
        self._progress(revision, "open")
        answer = await client.open()
        row.claimed = claimed_versions(answer.document)
        row.reason, row.is_spoken, row.is_decided = opening_outcome(client, answer)
        if not row.is_spoken:
            return
        await client.end_opening()
        if "open" in phases:
            await check_opening(client)
            await check_authorization(client)
        lists = None
        if set(phases) & {"list", "read", "wrong", "call"}:
            client.phase = "list"
            self._progress(revision, "list")
            lists = await read_server_lists(client)
            self._listed |= {str(each.get("name")) for each in lists.tools}
            if not any(each.startswith(f"{LISTINGS[0].method}:") for each in client.failed_lists):
                self._listed_in.add(revision)
        if lists is None:
            return
        if "read" in phases:
            client.phase = "read"
            self._progress(revision, "read")
            await read_listed_items(client, lists)
        chosen = self._options.calls.select_tools(lists.tools)
        if "call" in phases and chosen:
            client.phase = "call"
            self._announce_calls(chosen)
            self._progress(revision, "call")
            await call_tools(client, chosen, self._print_line)
        if "wrong" in phases:
            client.phase = "wrong"
            self._progress(revision, "wrong")
            await send_faulty_texts(client, lists)

    def _announce_calls(self, tools: Iterable[Any]) -> None:
        new = [str(each.get("name")) for each in tools if str(each.get("name")) not in self._announced_tools]
        if new:
            self._print_line(f"calls, in each revision and again to confirm a finding: {', '.join(new)}")
            self._announced_tools.update(new)

    async def _check_unknown_version(self, revision: str) -> dict[str, ServerFinding]:
        """Check the answer to an `initialize` that asks for a version that never existed, and return the findings.
        There are none if the rule is not to be checked, if the server is lost, or if it sends more than the bounds
        allow.

        The request is sent on a new connection. An error is no finding: the text of the specification demands an answer
        with another version, but its example is an error.

        Raises:
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        async with self._open_client(revision) as client:
            client.phase = "wrong"
            if not client.is_checked("wrong/agreed-version"):
                return {}
            try:
                await client.connection.start()
                message = client.make_request(INITIALIZE, client.initialize_params(UNKNOWN_VERSION))
                answer = await client.send_faulty_message(message)
                if await client.open_http_sse(answer):
                    answer = await client.send_faulty_message(message)
            except (ConnectionError, BoundReachedError):
                return {}
            client.keep_session_id(answer)
            if is_object(answer.result) and answer.result.get("protocolVersion") == UNKNOWN_VERSION:
                client.add_broken_rule(
                    "wrong/agreed-version", "initialize", "the same version", "/result/protocolVersion"
                )
            return client.findings

    async def _check_claims(self) -> None:
        """Add a finding for each version that the server says it supports, although it has refused two attempts to open
        a connection in that version.

        Raises:
            BindgenError: the sign-in has failed, and the server has spoken no revision before.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
        """
        if "open" not in self._options.phases:
            return
        claimed = {version for row in self._result.revisions for version in row.claimed}
        for row in self._result.revisions:
            if mb.revision(row.revision).version in claimed and not row.is_spoken and row.is_decided:
                first = row.reason
                again, _ = await self._check_once(row.revision, ())
                if again.is_spoken or not again.is_decided:
                    continue
                if not self._options.only or "open/claimed-version" in self._options.only:
                    method = INITIALIZE if revision_era(row.revision) == "handshake" else DISCOVER
                    row.findings.append(
                        make_broken_rule_finding("open/claimed-version", row.revision, "open", method, "", first)
                    )

    @asynccontextmanager
    async def _open_client(self, revision: str) -> AsyncGenerator[RevisionClient]:
        """Yield a client of one revision that has sent nothing yet. At the end, keep the last lines that the server has
        written to standard error.
        """
        options = self._options
        connection = self._connect()
        try:
            async with client_over(connection, mb.revision(revision), options.bounds, options.only) as client:
                yield client
        finally:
            self._result.errors = list(connection.errors) or self._result.errors


def revision_era(revision: str) -> str:
    """Return `handshake` or `per-request`, the era of the revision with an id."""
    return mb.revision(revision).era
