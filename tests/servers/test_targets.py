"""How a server is named: a URL, a command, or a name in the configuration file of a host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.connections import Bounds, make_connector
from mcp_bindgen.servers.targets import Target, TargetOptions, make_target
from tests.cli.run import mistake


def config(tmp_path: Path, document: Any) -> Path:
    """Return a configuration file."""
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def test_a_url_with_headers_is_named_without_their_values() -> None:
    target = make_target(["http://127.0.0.1/mcp"], TargetOptions(headers=("Authorization: Bearer secret",)))
    assert (target.kind, target.url, dict(target.headers)) == (
        "http",
        "http://127.0.0.1/mcp",
        {"Authorization": "Bearer secret"},
    )
    assert "secret" not in target.command_line


def test_a_command_with_variables_and_a_directory(tmp_path: Path) -> None:
    lines = "-----BEGIN KEY-----\n \n"
    given = TargetOptions(variables=("TOKEN=secret=1", f"KEY={lines}"), directory=tmp_path)
    target = make_target(["python", "-m", "x"], given)
    assert (target.kind, target.command, dict(target.variables)) == (
        "stdio",
        ("python", "-m", "x"),
        {"TOKEN": "secret=1", "KEY": lines},
    )
    assert target.directory == tmp_path
    assert target.command_line == f"--env 'TOKEN=…' --env 'KEY=…' --cwd {tmp_path} -- python -m x"


@pytest.mark.parametrize("member", ["mcpServers", "servers"])
def test_a_configuration_file(tmp_path: Path, member: str) -> None:
    rows = {"a": {"command": "x", "args": ["y"], "env": {"B": "c"}}, "b": {"url": "https://h/", "headers": {"D": "e"}}}
    file = config(tmp_path, {member: rows})
    name = ("--config", str(file))
    assert make_target((), TargetOptions((file, "a"))) == Target(
        command=("x", "y"), variables={"B": "c"}, arguments=(*name, "a"), file=file
    )
    assert make_target((), TargetOptions((file, "b"))) == Target(
        url="https://h/", headers={"D": "e"}, arguments=(*name, "b"), file=file
    )


@pytest.mark.parametrize(
    ("words", "options", "problem"),
    [
        ([], {}, "name one server"),
        (["http://h/", "http://i/"], {}, "name one server"),
        (["ftp://host/"], {}, "not an http or https URL"),
        (["http://"], {}, "not an http or https URL"),
        (["http://h:99999/"], {}, "not an http or https URL"),
        (["http://h/"], {"headers": ("A B: c",)}, "the name of a header"),
        (["http://h/"], {"headers": ("A: \u00e9",)}, "the value of the header A has a character"),
        (["http://h/"], {"variables": ("A=b",)}, "--env is for a command"),
        (["http://h/"], {"directory": Path()}, "--cwd is for a command"),
        (["command"], {"headers": ("A: b",)}, "--header is for a URL"),
        (["command"], {"sign_in": True}, "--sign-in is for a URL"),
        (["http://h/"], {"client_id": "x"}, "--client-id is for a sign-in"),
        (["http://h/"], {"headers": ("A",)}, "--header is not"),
        (["http://h/"], {"headers": ("A: b\r\nC: d",)}, "the value of the header A has a character"),
        (["command"], {"variables": ("A",)}, "--env is not"),
    ],
)
def test_mistakes(words: list[str], options: dict[str, Any], problem: str) -> None:
    with pytest.raises(BindgenError, match=problem):
        make_target(words, TargetOptions(**options))


def test_variables_in_a_configuration_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_TEST_TOKEN", "secret")
    monkeypatch.delenv("MCP_TEST_UNSET", raising=False)
    rows: dict[str, Any] = {
        "a": {"command": "x", "args": ["${MCP_TEST_UNSET:-y}", "$z"], "env": {"B": "${env:MCP_TEST_TOKEN}"}},
        "b": {"url": "https://h/", "headers": {"D": "Bearer ${MCP_TEST_TOKEN}"}},
    }
    file = config(tmp_path, {"mcpServers": rows})
    first, second = (make_target((), TargetOptions((file, name))) for name in rows)
    assert (first.command, first.variables) == (("x", "y", "$z"), {"B": "secret"})
    assert second.headers == {"D": "Bearer secret"}
    assert "secret" not in first.command_line + second.title


@pytest.mark.parametrize(
    "row",
    [
        {"url": "http://user:${MCP_TEST_TOKEN}@127.0.0.1:1/mcp?key=${MCP_TEST_TOKEN}"},
        {"command": "no-such-program", "args": ["--key", "${MCP_TEST_TOKEN}"]},
    ],
    ids=["url", "command"],
)
def test_a_server_that_is_not_there_is_named_without_secrets(
    row: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_TEST_TOKEN", "s3cret")
    printed = mistake("server", "check", "--config", config(tmp_path, {"mcpServers": {"a": row}}), "a")
    assert "speaks none of the revisions" in printed
    assert "s3cret" not in printed


def test_the_secrets_of_a_url_are_not_named() -> None:
    target = make_target(["https://user:s3cret@h:1/mcp?key=s3cret&a"])
    assert (target.title, target.command_line) == ("https://…@h:1/mcp?key=…&a", "'https://…@h:1/mcp?key=…&a'")
    assert target.url == "https://user:s3cret@h:1/mcp?key=s3cret&a"


def test_a_token_with_a_line_end_is_not_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_TEST_TOKEN", "s3cret\n")
    row = {"url": "https://h/", "headers": {"Authorization": "Bearer ${MCP_TEST_TOKEN}"}}
    with pytest.raises(BindgenError, match="the value of the header Authorization") as caught:
        make_target((), TargetOptions((config(tmp_path, {"mcpServers": {"a": row}}), "a")))
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ([], "has no server 'a'; it has: none"),
        ({"mcpServers": {"b": {}}}, "it has: b"),
        ({"mcpServers": {"a": {}}}, "needs a url or a command"),
        ({"mcpServers": {"a": {"command": "${MCP_TEST_UNSET}"}}}, "set the environment variable MCP_TEST_UNSET"),
        ({"mcpServers": {"a": {"command": "${input:key}"}}}, "input:key} has no value"),
        ({"mcpServers": {"a": {"command": "x", "args": [1]}}}, "args is not an array of strings"),
        ({"mcpServers": {"a": {"command": "x", "env": {"A": 1}}}}, "env is not an object of strings"),
        ({"mcpServers": {"a": {"command": "x\0"}}}, "has a null character"),
        ({"mcpServers": {"a": {"command": "x", "env": {"A": "\0"}}}}, "has a null character"),
        ({"mcpServers": {"a": {"command": "x", "args": ["\ud800"]}}}, "cannot pass on"),
        ({"mcpServers": {"a": {"command": "x", "env": {"\ud800": "c"}}}}, "cannot pass on"),
        ({"mcpServers": {"a": {"command": "x", "env": {"A=B": "c"}}}}, "the name of an environment variable"),
    ],
)
def test_mistakes_in_a_configuration_file(tmp_path: Path, document: Any, problem: str) -> None:
    with pytest.raises(BindgenError, match=problem):
        make_target((), TargetOptions((config(tmp_path, document), "a")))


@pytest.mark.parametrize(
    ("url", "proxy", "problem"),
    [
        ("http://mcp.exam\x7fple/mcp?key=secret", "", "the URL is not valid"),
        (
            "http://mcp.example/mcp",
            "gopher://user:secret@proxy.example",
            "^HTTP_PROXY names a proxy that cannot be used",
        ),
    ],
)
def test_a_url_or_proxy_that_cannot_be_used(
    url: str, proxy: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("http_proxy", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with pytest.raises(BindgenError, match=problem) as caught:
        make_connector(make_target([url], TargetOptions()), Bounds(), print)()
    assert "secret" not in str(caught.value)
