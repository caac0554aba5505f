"""`mcp-bindgen server check`: exit codes, formats, reviewed findings and announced calls."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.cli.run import ROOT, Ran, mistake, run
from tests.report.test_junit import checked
from tests.report.test_sarif import LOG
from tests.revisions import HANDSHAKE
from tests.servers.commands import HOSTILE

NEWEST = HANDSHAKE[-1]


def check(mode: str, *options: str | Path) -> Ran:
    """Check a server in one revision, without faulty messages."""
    return run("server", "check", "--revision", NEWEST, "--skip", "wrong", *options, "--", *HOSTILE, mode)


def findings(done: Ran) -> list[dict[str, Any]]:
    """Return the findings of a report in JSON."""
    found: list[dict[str, Any]] = json.loads(done.out)["revisions"][0]["findings"]
    return found


def test_no_findings_exit_with_0() -> None:
    done = check("plain")
    assert (done.code, done.err) == (0, "")
    assert f"{NEWEST}: no findings" in done.out


def test_an_error_exits_with_1() -> None:
    done = check("prints", "--format", "json", "--timeout", "20")
    assert done.code == 1
    first = next(each for each in findings(done) if each["rule"] == "session/message.valid")
    assert first["level"] == "error"
    assert first["page"] == f"https://modelcontextprotocol.io/specification/{NEWEST}/basic/index#messages"
    repeated = f"mcp-bindgen server check --revision {NEWEST} --rule session/message.valid --timeout 20 -- "
    assert first["command"].startswith(repeated)


def test_a_server_that_cannot_start_exits_with_2() -> None:
    assert "none of the revisions" in mistake("server", "check", "--", "/nowhere/to/be/found")
    assert "out of memory" in mistake("server", "check", "--revision", NEWEST, "--", *HOSTILE, "die")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--revision", "2020-01-01"), "unknown revision '2020-01-01'"),
        (("--rule", "wrong/nothing"), "there is no rule 'wrong/nothing'"),
        (("--rule", "session/nothing"), "there is no rule 'session/nothing'"),
        (("--client-id", "x"), "--client-id is for a URL"),
        (("--timeout", "nan"), "'nan' is not a number of seconds"),
    ],
)
def test_mistakes(options: tuple[str, ...], problem: str) -> None:
    assert problem in mistake("server", "check", *options, "--", *HOSTILE, "plain")


def test_sarif_names_the_configuration_file(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    row = {"command": HOSTILE[0], "args": [*HOSTILE[1:], "prints"]}
    file.write_text(json.dumps({"mcpServers": {"x": row}}), encoding="utf-8")
    options = ("--revision", NEWEST, "--skip", "wrong", "--format", "sarif")
    log = json.loads(run("server", "check", *options, "--config", file, "x").out)
    jsonschema_rs.Draft202012Validator(LOG).validate(log)
    (result, *_) = log["runs"][0]["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == file.as_uri()
    assert location["logicalLocations"][0]["fullyQualifiedName"].startswith(f"{NEWEST}/")


def test_junit_has_a_failure_for_an_error() -> None:
    root = checked(check("prints", "--format", "junit").out)
    (suite,) = root
    assert suite.get("name") == NEWEST
    assert int(suite.get("failures", "0")) >= 1


def test_reviewed_findings(tmp_path: Path) -> None:
    prints = [each["fingerprint"] for each in findings(check("prints", "--format", "json"))]
    file = tmp_path / "ignore.toml"
    rows = [f'[[ignore]]\nfingerprint = "{each}"\nreason = "it prints"\n' for each in prints]
    file.write_text("".join(rows), encoding="utf-8")
    done = check("prints", "--ignore", file)
    assert (done.code, done.err) == (0, "")
    assert f"{NEWEST}: no findings" in done.out
    assert check("plain", "--ignore", file).code == 0  # this run cannot have found what it did not look for
    done = run("server", "check", "--ignore", file, "--", sys.executable, ROOT / "examples" / "all_revisions.py")
    assert done.code == 1
    assert "matches no finding of this server: remove the row" in done.err
    file.write_text("".join(f"{each}expires = 2020-01-01\n" for each in rows), encoding="utf-8")
    done = check("prints", "--ignore", file)
    assert done.code == 1
    assert "expired on 2020-01-01" in done.err


def test_no_tool_is_called_unless_told(tmp_path: Path) -> None:
    file = tmp_path / "called"
    options = ("--revision", NEWEST, "--skip", "wrong")
    command = ("--", *HOSTILE, "tools", str(file))
    assert run("server", "check", *options, *command).err == ""
    assert not file.exists()
    for given, called in (("--call-read-only", ["look"]), ("--call-all", ["look", "write"])):
        done = run("server", "check", *options, given, *command)
        assert done.err == f"calls, in each revision and again to confirm a finding: {', '.join(called)}\n"
        assert file.read_text(encoding="ascii").split() == called
        file.unlink()
    run("server", "check", *options, "--call", "write", *command)
    assert file.read_text(encoding="ascii").split() == ["write"]


def test_a_tool_to_call_that_is_not_there(tmp_path: Path) -> None:
    command = ("--revision", NEWEST, "--skip", "wrong", "--", *HOSTILE, "tools", str(tmp_path / "called"))
    done = run("server", "check", "--call", "sing", *command)
    assert done.code == 1
    assert f"{NEWEST}: no findings" in done.out
    assert done.err == "error: --call sing: the server lists no such tool\n"


def test_the_command_of_a_finding_calls_no_other_tool(tmp_path: Path) -> None:
    options = ("--skip", "wrong", "--format", "json", "--call", "look")
    done = run("server", "check", "--revision", NEWEST, *options, "--", *HOSTILE, "text only", str(tmp_path / "called"))
    (found, *_) = findings(done)
    assert found["rule"] == "session/tool.output"
    assert " --call look -- " in found["command"]


def test_each_phase_can_be_left_out() -> None:
    skipped = [word for each in ("open", "list", "read", "wrong") for word in ("--skip", each)]
    done = run("server", "check", "--revision", NEWEST, *skipped, "--", *HOSTILE, "prints")
    assert (done.code, f"{NEWEST}: no findings" in done.out) == (0, True)
