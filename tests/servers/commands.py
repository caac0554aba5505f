"""The command that starts a server which behaves badly."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.documents import filled
from tests.revisions import HANDSHAKE

SCRIPT = str(Path(__file__).with_name("hostile.py"))
OPENED: dict[str, Any] = {"capabilities": {"tools": {}}, "serverInfo": {"name": "x", "version": "1"}}
HOSTILE = (sys.executable, "-I", "-S", SCRIPT, json.dumps(filled(HANDSHAKE[-1], "InitializeResult", OPENED)))
"""The command without the mode. Its answer to `initialize` has what the newest revision with a handshake requires."""
