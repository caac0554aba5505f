"""Mistakes on the command line with forks: exit code 2, one message, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_bindgen.ingest.inheritance import KEYS
from tests.cli.run import mistake
from tests.forks.acme import forked
from tests.revisions import PER_REQUEST, draft_release
from tests.unit.tiny import ROOT

DRAFTED = draft_release()
BASE = PER_REQUEST[-1]
NAMED = ("--package", "acme_mcp")


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schema") / "acme.json"
    document = json.loads((ROOT / "schema" / BASE / "schema.json").read_bytes())
    path.write_text(json.dumps(forked(document)), encoding="utf-8")
    return path


def said(out: Path, *options: str | Path) -> str:
    """The message, after a check that nothing is there."""
    error = mistake("generate", *options, "--out", out)
    assert error.count("error: ") == 1, error
    assert not list(out.parent.iterdir()), "nothing is written"
    return error


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--base", "2026-07-99", *NAMED), "unknown revision '2026-07-99'\n  known revisions: 2024-11-05,"),
        (("--base", BASE, *NAMED, "--revision", BASE), f"acme and {BASE} both have the version {BASE} in messages"),
        (
            ("--base", draft_release(), *NAMED, "--revision", "draft"),
            f"acme and draft both have the version {draft_release()} in messages",
        ),
        (("--base", BASE, *NAMED, "--revision", "2025"), "unknown revision '2025'"),
        (("--base", BASE, "--package", "acme-mcp"), "--package must be the name of a Python package, not 'acme-mcp'"),
        (("--base", BASE, "--package", "class"), "--package must be the name of a Python package"),
        (("--base", BASE, "--package", "json"), "--package json is the name of another package"),
        (("--base", BASE, "--package", "mcp_bindgen"), "--package mcp_bindgen is the name of another package"),
        (("--base", BASE, "--package", "msgspec"), "--package msgspec is the name of another package"),
        (("--base", BASE, "--package", "dist"), "--package dist is the name of a directory of build tools"),
        (("--base", BASE, "--package", "a", "--dist", "a b"), "--dist must be the name of a distribution, not 'a b'"),
        (("--base", BASE, "--package", "a", "--dist", "MCP.bindings"), "MCP.bindings cannot have the package a"),
        (("--base", BASE, "--package", "mcp_bindings", "--dist", "a"), "a cannot have the package mcp_bindings"),
        (
            ("--base", BASE, "--package", "mcp_bindings"),
            "--base needs --package with another name than the official one",
        ),
        (
            ("--base", BASE, "--package", "mcp_bindings", "--dist", "mcp-bindings"),
            "--base needs --package with another name",
        ),
        (("--base", BASE), "--base needs --package with another name than the official one"),
        (("--base", BASE, "--dist", "acme-mcp"), "--dist needs --package"),
        (("--package-version", "1.2"), "--package-version needs --package"),
        (("--base", BASE, "--package", "a", "--package-version", "v1"), "must be a version, not 'v1'"),
        (("--base", BASE, "--package", "a", "--package-version", "1.0-rc1"), "must be a version, not '1.0-rc1'"),
        (("--facts", "."), "--facts needs --base"),
    ],
)
def test_options(tmp_path: Path, schema: Path, options: tuple[str, ...], message: str) -> None:
    assert message in said(tmp_path / "out", "--schema-file", f"acme={schema}", *options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("revision_id", "message"),
    [
        (BASE, f"'{BASE}' is the id of a pinned revision"),
        ("draft", "'draft' is the id of a pinned revision"),
        ("latest", "'latest' cannot be a revision id"),
        ("a b", "'a b' is not a valid revision id"),
        ("../a", "'../a' is not a valid revision id"),
        ("a" * 65, "is not a valid revision id"),
        ("codec", "would become module codec, which already exists"),
        ("V2025-11-25", "would both become module v2025_11_25"),
    ],
)
def test_ids(tmp_path: Path, schema: Path, revision_id: str, message: str) -> None:
    assert message in said(tmp_path / "out", "--schema-file", f"{revision_id}={schema}", "--base", BASE, *NAMED)


def test_two_forks_have_one_version(tmp_path: Path, schema: Path) -> None:
    files = ("--schema-file", f"acme={schema}", "--schema-file", f"other={schema}")
    message = f"acme and other would both have the version {BASE} in messages"
    assert message in said(tmp_path / "out", *files, "--base", BASE, *NAMED)
    twice = ("--schema-file", f"acme={schema}", "--schema-file", f"acme={schema}")
    assert "names one revision twice" in said(tmp_path / "out", *twice, "--base", BASE, *NAMED)


def test_a_base_needs_a_schema(tmp_path: Path) -> None:
    assert "--base needs --schema-file" in said(tmp_path / "out", "--base", BASE, *NAMED)


@pytest.mark.parametrize("command", ["generate", "check"])
def test_another_package_needs_a_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--package needs --out" in mistake(command, "--package", "acme_mcp")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_facts(tmp_path: Path, schema: Path) -> None:
    fork = ("--schema-file", f"acme={schema}", "--base", BASE, *NAMED)
    stated = schema.parent / "facts"
    assert f"{stated}: the directory does not exist" in said(tmp_path / "out", *fork, "--facts", stated)
    stated.mkdir()
    assert f"{stated}: has no facts file" in said(tmp_path / "out", *fork, "--facts", stated)
    (stated / "protocl.toml").touch()
    message = f"{stated / 'protocl.toml'}: is not a facts file\n  facts files are {', '.join(KEYS)}"
    assert message in said(tmp_path / "out", *fork, "--facts", stated)
    (stated / "protocl.toml").rename(stated / "protocol.toml")
    (stated / "protocol.toml").write_text('[[method]]\nname = "assets/put"\nsources = ["x"]\n', encoding="utf-8")
    message = f"{stated / 'protocol.toml'}: methods and rows do not match"
    assert message in said(tmp_path / "out", *fork, "--facts", stated)
