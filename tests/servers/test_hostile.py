"""Servers that hang, die, flood, print or leave processes: the check ends, and nothing of them is printed raw."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.check import CheckOptions, ServerCheck, check_server
from mcp_bindgen.servers.connections import Bounds
from mcp_bindgen.servers.phases import ToolSelection
from mcp_bindgen.servers.report import ServerReport, report_junit, report_text
from mcp_bindgen.servers.rules import Phase
from mcp_bindgen.servers.targets import make_target
from tests.cli.run import run
from tests.revisions import HANDSHAKE, having
from tests.servers.commands import HOSTILE
from tests.servers.hostile import ESCAPES, SECRET
from tests.servers.mutating import Sent, check

NEWEST = HANDSHAKE[-1]
BOUNDS = Bounds(timeout=0.5, grace=0.1, total=10.0, max_messages=2_000, max_bytes=200_000, max_pages=50)
FORMATS = ("text", "json", "sarif", "junit")


def command(*arguments: str) -> tuple[str, ...]:
    """Return the command of a server."""
    return (*HOSTILE, *arguments)


def check_hostile(*arguments: str) -> ServerCheck:
    """Check a server in one revision."""
    options = CheckOptions(revisions=(NEWEST,), phases=frozenset({"open", "list"}), bounds=BOUNDS)
    return check_server(make_target(command(*arguments)), options, lambda _, stage: None, lambda _: None)


def test_a_server_that_hangs() -> None:
    with pytest.raises(BindgenError, match=r"(?s)has not answered in time.*raise --timeout"):
        check_hostile("hang")


def test_a_server_that_hangs_later() -> None:
    (row,) = check_hostile("hang later").revisions
    assert (row.is_spoken, row.findings) == (True, [])
    assert row.reason == "requests without a response in time: 1; tools/list: no response in time"


def test_a_server_that_dies_is_quoted() -> None:
    with pytest.raises(BindgenError, match="out of memory") as caught:
        check_hostile("die")
    assert "exit code 3" in str(caught.value)


def test_a_server_that_dies_later() -> None:
    (row,) = check_hostile("die later").revisions
    assert (row.is_spoken, row.findings) == (True, [])
    assert "exit code 3" in row.reason


def test_a_server_that_a_probe_ends_is_one_for_handshakes() -> None:
    options = CheckOptions(phases=frozenset({"open", "list"}), bounds=BOUNDS)
    done = check_server(make_target(command("die of probes")), options, lambda _, stage: None, lambda _: None)
    assert [each.revision for each in done.spoken] == list(HANDSHAKE)
    assert all(each.is_complete for each in done.revisions)


def test_a_flood_at_a_probe_decides_nothing() -> None:
    options = CheckOptions(phases=frozenset({"open"}), bounds=BOUNDS._replace(timeout=5.0, total=30.0, max_messages=20))
    done = check_server(make_target(command("flood at probes")), options, lambda _, stage: None, lambda _: None)
    assert [each.revision for each in done.revisions if each.is_complete] == list(HANDSHAKE)


def test_the_end_of_a_check_is_named_beside_what_failed() -> None:
    def change(sent: Sent) -> None:
        if sent.method == "resources/read":
            sent.answer("error", {"code": -32603, "message": "the database is down"})
        if sent.method in ("prompts/get", "completion/complete"):
            sent.texts.clear()

    revisions = having("completion/complete", among=HANDSHAKE)[-1:]
    options = CheckOptions(revisions, frozenset({"list", "read"}), bounds=Bounds(timeout=0.3))
    (row,) = check("stdio", options, change).revisions
    assert "resources/read: the error -32603" in row.reason
    assert row.reason.endswith("the server has not answered 2 requests in a row")


@pytest.mark.parametrize("mode", ["flood", "long line", "pages"])
def test_amounts_are_bounded(mode: str) -> None:
    (row,) = check_hostile(mode).revisions
    assert row.is_spoken
    assert row.findings == [], "each line of a flood differs, so that none is confirmed"
    assert row.unconfirmed <= 1_000
    assert row.reason.startswith(("the server has sent more than", "requests without", "tools/list has more than"))


def test_lists_and_reads_that_fail_are_named() -> None:
    def change(sent: Sent) -> None:
        if sent.method in ("tools/list", "resources/read"):
            sent.answer("error", {"code": -32603, "message": "the database is down"})

    phases: frozenset[Phase] = frozenset({"list", "read"})
    (row,) = check("stdio", CheckOptions(revisions=(NEWEST,), phases=phases), change).revisions
    assert row.reason == "tools/list: the error -32603; resources/read: the error -32603"


def test_findings_that_a_failed_second_check_drops_are_counted() -> None:
    opened: list[str] = []

    def change(sent: Sent) -> None:
        opened.extend(["initialize"] if sent.method == "initialize" else [])
        if sent.method == "initialize" and len(opened) > 1:
            sent.answer("error", {"code": -32603, "message": "too many sessions"})
        if sent.method == "tools/list" and sent.result:
            sent.result["tools"] = [{"name": "add", "inputSchema": {"type": "string"}}]

    done = check("stdio", CheckOptions(revisions=(NEWEST,), phases=frozenset({"list"})), change)
    (row,) = done.revisions
    assert (row.findings, row.unconfirmed > 0) == ([], True)
    assert row.reason == "findings could not be confirmed: refused with the error -32603"
    for text in (report_text(ServerReport(done)), report_junit(ServerReport(done))):
        assert "a second check did not confirm" in text
        assert row.reason in text


def test_a_claimed_version_that_cannot_be_tried_is_no_finding() -> None:
    def change(sent: Sent) -> None:
        if sent.method == "initialize" and sent.params["protocolVersion"] == NEWEST:
            sent.texts.clear()
            sent.status = 503

    done = check("streamable-http", CheckOptions(phases=frozenset({"open"})), change)
    row = next(each for each in done.revisions if each.revision == NEWEST)
    assert any(NEWEST in each.claimed for each in done.spoken)
    assert (row.is_spoken, row.findings) == (False, [])
    assert f"{NEWEST}: not checked completely (" in report_text(ServerReport(done))


@pytest.mark.parametrize(("phase", "is_failing"), [("open", False), ("list", True), ("list", False)])
def test_a_tool_is_missing_only_from_a_complete_list(phase: Phase, is_failing: bool) -> None:
    def change(sent: Sent) -> None:
        if is_failing and sent.method == "tools/list":
            sent.answer("error", {"code": -32603, "message": "the database is down"})

    options = CheckOptions((NEWEST,), frozenset({phase}), ToolSelection(("nothing",)))
    assert check("stdio", options, change).missing == (["nothing"] if phase == "list" and not is_failing else [])


def test_printed_lines_are_findings() -> None:
    (row,) = check_hostile("prints").revisions
    assert "session/message.valid" in {each.rule for each in row.findings}


def test_no_process_is_left(tmp_path: Path) -> None:
    file = tmp_path / "children"
    check_hostile("children", str(file))
    children = [int(line) for line in file.read_text(encoding="ascii").split()]
    assert children
    wait_until(lambda: not any(map(is_running, children)))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM that a program can handle")
def test_sigterm_of_the_command_ends_a_stubborn_server(tmp_path: Path) -> None:
    file = tmp_path / "stubborn"
    tool = subprocess.Popen(
        [sys.executable, "-m", "mcp_bindgen.cli", "server", "check", "--", *command("stubborn", str(file))],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: file.exists() and file.read_text(encoding="ascii").endswith("\n"))
    [child] = map(int, file.read_text(encoding="ascii").split())
    tool.terminate()
    assert tool.wait(30) == 2
    wait_until(lambda: not is_running(child))


def wait_until(is_reached: Callable[[], bool]) -> None:
    """Wait until something is so.

    Raises:
        AssertionError: it is not after half a minute.
    """
    deadline = time.monotonic() + 30
    while not is_reached():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that has ended may still wait for its parent to read its exit code."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


@pytest.mark.parametrize("kind", ["stdio", "streamable-http"])
def test_names_that_are_no_text(kind: str) -> None:
    """A lone surrogate cannot be written as UTF-8, so no header can hold it."""

    def change(sent: Sent) -> None:
        if sent.method in ("tools/list", "prompts/list") and sent.result:
            for each in sent.result.get("tools", sent.result.get("prompts")):
                each["name"] = "\ud800"

    done = check(
        kind, CheckOptions(calls=ToolSelection(all=True), phases=frozenset({"list", "read", "call", "wrong"})), change
    )
    assert len(done.spoken) == len(done.revisions)
    assert report_text(ServerReport(done)).replace("\n", "").isprintable()


@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_is_printed_raw(format_: str) -> None:
    done = run(
        "server", "check", "--revision", NEWEST, "--skip", "wrong", "--format", format_, "--", *command("escapes")
    )
    assert done.code == 1
    assert "message.valid" in done.out
    for text in (done.out, done.err):
        assert all(each.isprintable() or each == "\n" for each in text)
        assert SECRET not in text


def test_the_report_escapes_what_a_server_wrote() -> None:
    (row,) = (done := check_hostile("escapes")).revisions
    assert any(ESCAPES[0] in each.pointer for each in row.findings) or row.findings
    assert report_text(ServerReport(done)).replace("\n", "").isprintable()
