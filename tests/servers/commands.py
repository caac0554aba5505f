"""The command that starts a server which behaves badly."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.documents import initialize_result
from tests.revisions import HANDSHAKE

SCRIPT = str(Path(__file__).with_name("hostile.py"))
HOSTILE = (sys.executable, "-I", "-S", SCRIPT, json.dumps(initialize_result(HANDSHAKE[-1], {"tools": {}})))
"""The command without the mode. Its answer to `initialize` has what the newest revision with a handshake requires."""
