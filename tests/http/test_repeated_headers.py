"""A session does not check again what only repeats the version and the id that it knows; the outcome is the same."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.http import check_http_request
from mcp_bindings.spec.names import SESSION_HEADER, VERSION_HEADER, VERSION_KEY

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
def test_the_shortcut_accepts_nothing_that_the_whole_check_rejects(revision: str) -> None:
    session, taken = opened(revision), list[bool]()
    known: Any = session
    shortcut = known._receiver._repeats_session
    versions: list[list[str]] = [[], *([each] for each in mb.REVISIONS), [revision, revision], ["x"]]
    ids = [[], ["abc"], ["abd"], ["abc", "abc"]]
    metas: list[Any] = [None, {}, {VERSION_KEY: PER_REQUEST}, {VERSION_KEY: revision}]
    methods = ["tools/list", "initialize", "server/discover", "notifications/initialized", "ping", 5, None]
    for version, id_, meta, method in product(versions, ids, metas, methods):
        headers = [*((VERSION_HEADER, each) for each in version), *((SESSION_HEADER, each) for each in id_)]
        document = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}}
        if shortcut(document, headers):
            verdict = check_http_request(document, headers, mb.REVISIONS, negotiated=revision, session_id="abc")
            assert (verdict.http_status, verdict.version) == (None, revision)
            taken.append(True)
    assert taken
