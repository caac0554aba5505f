"""`examples/http_client.py` in one revision: `http_client_in.py REVISION URL`."""

from __future__ import annotations

import runpy
import sys
from functools import partial
from pathlib import Path

import mcp_bindings as mb

revision = sys.argv.pop(1)
mb.connect = partial(mb.connect, revisions=[revision])
runpy.run_path(str(Path(__file__).resolve().parents[2] / "examples" / "http_client.py"), run_name="__main__")
