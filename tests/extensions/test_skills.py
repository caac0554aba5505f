"""The skills extension: its setting for directories, its types, and the pages that they follow.

Page: https://github.com/modelcontextprotocol/ext-skills, specification/stable/skills.mdx.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import paths
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import extensions
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import skills
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND

EXTENSION = skills.EXTENSION
VERSION = EXTENSION.info.revisions[-1]
INFO = {"name": "n", "version": "1"}
READ_DIRECTORY = "resources/directory/read"
FILE = {"uri": "skill://a/SKILL.md", "digest": "sha256:" + "0" * 64, "size": 0}
SKILL = {"uri": "skill://a/SKILL.md", "frontmatter": {"name": "a", "description": "d"}, "resources": [FILE]}


class Listing(skills.ServerHandlers):
    def list_skills(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> skills.ListSkillsResult:
        page = [skills.Skill.model_validate(SKILL)]
        following = "2" if params.cursor is None else None
        return skills.ListSkillsResult(skills=page, next_cursor=following, ttl_ms=0, cache_scope="private")


class Reading(Listing):
    def read_resource_directory(
        self, params: skills.ReadResourceDirectoryRequestParams, context: mb.Context
    ) -> skills.ReadResourceDirectoryResult:
        return skills.ReadResourceDirectoryResult(resources=[mcp.Resource(uri=f"{params.uri}/b", name="b")])


def client(handlers: skills.ServerHandlers) -> skills.ClientCalls:
    """The calls of a client that does not declare the extension, which it need not."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": mb.revision(VERSION).version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": INFO,
    }
    send = mb.Dispatcher(handlers).dispatch
    return skills.ClientCalls(send, meta=mcp.RequestMetaObject.model_validate(meta))


@pytest.mark.parametrize(
    ("handlers", "settings"), [(skills.ServerHandlers, {}), (Listing, {}), (Reading, {"directoryRead": True})]
)
def test_handlers_declare_the_settings_of_what_they_override(
    handlers: Callable[[], skills.ServerHandlers], settings: dict[str, bool]
) -> None:
    assert handlers().capabilities_json() == {"extensions": {EXTENSION.id: settings}}
    skills.SkillsCapability.model_validate(settings)


@pytest.mark.parametrize(
    ("declared", "need"),
    [
        (None, f"the extension {EXTENSION.id}"),
        ({}, "the setting directoryRead"),
        ({"directoryRead": False}, "the setting directoryRead"),
        ({"directoryRead": True}, ""),
    ],
)
def test_a_client_asks_only_for_what_the_server_declares(declared: dict[str, bool] | None, need: str) -> None:
    known = mb.Session("client", [VERSION], info=INFO, extensions=[EXTENSION])
    declares: dict[str, Any] = {} if declared is None else {"extensions": {EXTENSION.id: declared}}
    server = mb.Session("server", [VERSION], info=INFO, capabilities={"resources": {}, **declares})
    asked = server.receive(known.open())
    assert isinstance(asked, mb.Request)
    known.receive(server.accept(asked))
    if need:
        with pytest.raises(LocalProtocolError, match=need):
            known.request(READ_DIRECTORY, {"uri": "skill://a"})
    else:
        known.request(READ_DIRECTORY, {"uri": "skill://a"})


def test_a_method_that_is_not_overridden_is_unknown() -> None:
    with pytest.raises(mb.ProtocolError) as raised:
        asyncio.run(client(Listing()).read_resource_directory("skill://a"))
    assert raised.value.code == METHOD_NOT_FOUND


def test_pages_are_followed() -> None:
    async def run() -> tuple[list[str], list[str]]:
        calls = client(Reading())
        found = [each.frontmatter.name async for each in calls.iter_skills()]
        return found, [each.name async for each in calls.iter_resource_directory("skill://a")]

    assert asyncio.run(run()) == (["a", "a"], ["b"])


@pytest.mark.parametrize(
    ("change", "is_valid"),
    [
        ({}, True),
        ({"resources": "dynamic"}, True),
        ({"resources": []}, True),
        ({"frontmatter": {"name": "a", "description": "d", "license": "MIT", "metadata": {"x": [1, None]}}}, True),
        ({"_meta": {"a.example/key": 1}}, True),
        ({"resources": "other"}, False),
        ({"resources": None}, False),
        ({"frontmatter": {"name": "a"}}, False),
        ({"resources": [{**FILE, "digest": "sha256:" + "A" * 64}]}, False),
        ({"resources": [{**FILE, "digest": "0" * 64}]}, False),
        ({"resources": [{**FILE, "size": -1}]}, False),
        ({"resources": [{**FILE, "size": 0.5}]}, False),
    ],
)
def test_an_entry_is_as_its_page_says(change: dict[str, Any], is_valid: bool) -> None:
    codec = EXTENSION.codec("Skill")
    assert (codec.findings({**SKILL, **change}) == []) is is_valid
    if is_valid:
        assert codec.dump(codec.decode_value({**SKILL, **change})) == {**SKILL, **change}


@pytest.mark.parametrize("caching", [{}, {"ttlMs": 5, "cacheScope": "public"}])
def test_a_directory_may_be_cached(caching: dict[str, Any]) -> None:
    document: dict[str, Any] = {"resultType": "complete", "resources": [], **caching}
    assert EXTENSION.codec("ReadResourceDirectoryResult").findings(document) == []


def test_no_official_file_exists(tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match="has no official schema file"):
        extensions.import_extension(paths.schema_root(), "skills", tmp_path / "schema.json", "0" * 40)
