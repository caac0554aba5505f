"""The server of `examples/notes.py`: `notes_server.py stdio`, or `http PORT`, which needs a token.

Over HTTP, the variable `NOTES_URL` has its URL, and `NOTES_KEYS` the keys of its authorization server, as a JWK set.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

import uvicorn

from mcp_bindings.authorization import JwtVerifier, KeySet, ProtectedResource

sys.path[0] = str(Path(__file__).resolve().parents[2] / "examples")  # in place of the directory of this program
notes = import_module("notes")

if sys.argv[1] == "stdio":
    notes.server.run_stdio()
else:
    verifier = JwtVerifier({notes.ISSUER: KeySet(os.environ["NOTES_KEYS"].encode())}, audience=notes.URL)
    resource = ProtectedResource(notes.URL, authorization_servers=[notes.ISSUER], verifier=verifier)
    uvicorn.run(notes.server.asgi(resource=resource), port=int(sys.argv[2]), log_level="warning")
