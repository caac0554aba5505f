"""Who does not use authorization does not load it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json, sys
import mcp_bindings as mb
{}
heads = ("jwt", "cryptography")
print(json.dumps([name for name in sys.modules if name.split(".")[0] in heads or "authorization" in name]))
"""
USE = """
session = mb.Session("server", mb.REVISIONS, info={"name": "s", "version": "1"})
from mcp_bindings.v2025_11_25 import ServerHandlers
mb.Dispatcher(ServerHandlers(), session=session)
mb.revision("2025-11-25").parse(b'{"jsonrpc":"2.0","id":1,"method":"ping"}', sender="client")
"""
FLOW = "from mcp_bindings.authorization import AuthorizationFlow, ProtectedResource, KeySet, JwtVerifier"


def loaded(use: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(use)], capture_output=True, check=True, encoding="utf-8"
    )
    names: list[str] = json.loads(done.stdout)
    return names


@pytest.mark.parametrize("use", ["", USE], ids=["import", "session, dispatcher and parse"])
def test_no_module_of_authorization_is_loaded(use: str) -> None:
    assert loaded(use) == []


def test_jwt_is_loaded_by_a_verifier_only() -> None:
    names = loaded(FLOW)
    assert "mcp_bindings.authorization.flow" in names
    assert [name for name in names if name.split(".")[0] in ("jwt", "cryptography")] == []
