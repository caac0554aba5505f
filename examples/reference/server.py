"""The reference server: every revision of the protocol from one process, on `mcp_bindings`.

python examples/reference/server.py --port 8000     # http://127.0.0.1:8000/mcp
python examples/reference/server.py --stdio
"""

from __future__ import annotations

import argparse
import sys

import anyio
import uvicorn

from serving.http import application
from serving.stdio import Stdio


def main() -> int:
    """Serve until the client, or whoever started this, is done."""
    parser = argparse.ArgumentParser(description="The reference server on mcp_bindings.")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--port", type=int, help="serve HTTP on this port of this machine")
    way.add_argument("--stdio", action="store_true", help="serve the standard streams")
    parser.add_argument("--idle", type=float, default=600, help="seconds until an unused HTTP session ends (600)")
    given = parser.parse_args()
    if given.stdio:
        anyio.run(Stdio().serve)
    else:
        uvicorn.run(application(given.idle), host="127.0.0.1", port=given.port, log_level="warning", access_log=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
