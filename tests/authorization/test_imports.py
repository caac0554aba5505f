"""Who does not use authorization does not load it, and PyJWT is loaded by what reads or writes a JWT only."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import json, sys
def loaded():
    heads = ("jwt", "cryptography")
    return [name for name in sys.modules if name.split(".")[0] in heads or "authorization" in name]
import mcp_bindings as mb
stages = [loaded()]
session = mb.Session("server", mb.REVISIONS, info={"name": "s", "version": "1"})
mb.revision("2025-11-25").parse(b'{"jsonrpc":"2.0","id":1,"method":"ping"}', sender="client")
from mcp_bindings.v2025_11_25 import ServerHandlers
mb.Dispatcher(ServerHandlers(), session=session)
stages.append(loaded())
from mcp_bindings.authorization import AuthorizationFlow, JwtVerifier, KeySet, ProtectedResource
stages.append(loaded())
print(json.dumps(stages))
"""


def test_who_does_not_use_authorization_does_not_load_it() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True, encoding="utf-8")
    imported, used, flow = json.loads(done.stdout)
    assert (imported, used) == ([], [])
    assert "mcp_bindings.authorization.flow" in flow
    assert [name for name in flow if name.split(".")[0] in ("jwt", "cryptography")] == []
