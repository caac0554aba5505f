"""Headers that only repeat what a session knows, or what the body says, are not checked again; the outcome is alike."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.extensions import Extension, extended, tasks
from mcp_bindings.http import check_http_request
from mcp_bindings.spec.http_fields import HeaderFields
from mcp_bindings.spec.names import METHOD_HEADER, NAME_HEADER, SESSION_HEADER, VERSION_HEADER, VERSION_KEY

WITH_IDS = [each for each in mb.REVISIONS if mb.revision(each).protocol.http.sessions == "optional"]
PER_REQUEST = next(each for each in mb.REVISIONS if mb.revision(each).era == "per-request")
INFO = {"name": "test", "version": "1"}


def opened(revision: str) -> mb.Session:
    session = mb.Session("server", mb.REVISIONS, info=INFO, capabilities={"tools": {}}, transport="http")
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO}
    request = session.receive(
        json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}), headers={}
    )
    assert isinstance(request, mb.Request)
    session.accept(request)
    session.session_id = "abc"
    return session


@pytest.mark.parametrize("revision", WITH_IDS)
def test_the_shortcut_accepts_no_more_than_the_whole_check(revision: str) -> None:
    session, taken = opened(revision), list[bool]()
    known: Any = session
    shortcut = known._receiver._find_profile_if_headers_repeat
    versions: list[list[str]] = [[], *([each] for each in mb.REVISIONS), [revision, revision], ["x"]]
    ids = [[], ["abc"], ["abd"], ["abc", "abc"]]
    metas: list[Any] = [None, {}, {VERSION_KEY: PER_REQUEST}, {VERSION_KEY: revision}]
    methods = ["tools/list", "initialize", "server/discover", "notifications/initialized", "ping", 5, None]
    for version, id_, meta, method in product(versions, ids, metas, methods):
        headers = [*((VERSION_HEADER, each) for each in version), *((SESSION_HEADER, each) for each in id_)]
        document = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}}
        profile = shortcut(document, HeaderFields(headers), None)
        if profile is not None:
            verdict = check_http_request(document, headers, mb.REVISIONS, negotiated=revision, session_id="abc")
            assert (verdict.http_status, verdict.version, profile.version) == (None, revision, revision)
            taken.append(True)
    assert taken


@pytest.mark.parametrize("spoken", [mb.REVISIONS, (PER_REQUEST,), tuple(WITH_IDS)])
@pytest.mark.parametrize("extensions", [(), (tasks.EXTENSION,)])
def test_requests_that_name_their_version_are_checked_alike(
    spoken: tuple[str, ...], extensions: tuple[Extension, ...]
) -> None:
    session: Any = mb.Session("server", spoken, info=INFO, capabilities={}, transport="http", extensions=extensions)
    receiver, taken = session._receiver, set[str]()
    names = [[], ["a"], ["b"], ["a", "a"], ["=?base64?YQ==?="], ["=?base64?!?="], ["\x00"]]
    methods = ["tools/call", "tools/list", "tasks/get", "ping", "initialize", "server/discover", "x", 5]
    for version, name, method in product([[], [PER_REQUEST], ["x"], [PER_REQUEST] * 2, [WITH_IDS[0]]], names, methods):
        for named, declared, id_ in product([method, "x", None], [PER_REQUEST, "x", 5, None], [{"id": 1}, {}]):
            headers = [*((VERSION_HEADER, each) for each in version), *((NAME_HEADER, each) for each in name)]
            headers += [] if named is None else [(METHOD_HEADER, str(named))]
            params = {"name": "a", "taskId": "a", "_meta": {VERSION_KEY: declared}}
            document = {"jsonrpc": "2.0", **id_, "method": method, "params": params}
            profile = receiver._find_profile_if_headers_repeat(document, HeaderFields(headers), None)
            if profile is not None:
                verdict = check_http_request(document, headers, spoken, extensions=extensions)
                assert (verdict.http_status, verdict.version, verdict.problems[1:]) == (None, declared, ())
                assert receiver._choose_profile(document) is profile
                taken.add(str(method))
    known = extended(PER_REQUEST, extensions).methods
    expected = sorted({"server/discover", "tasks/get", "tools/call", "tools/list"} & known.keys())
    assert sorted(taken) == (expected if PER_REQUEST in spoken else [])


def test_headers_that_repeat_arguments_are_always_checked() -> None:
    session: Any = mb.Session("server", mb.REVISIONS, info=INFO, capabilities={}, transport="http")
    headers = HeaderFields([(VERSION_HEADER, PER_REQUEST), (METHOD_HEADER, "tools/call"), (NAME_HEADER, "a")])
    params = {"name": "a", "_meta": {VERSION_KEY: PER_REQUEST}}
    document = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    shortcut = session._receiver._find_profile_if_headers_repeat
    assert shortcut(document, headers, None) is not None
    assert shortcut(document, headers, {"type": "object"}) is None
