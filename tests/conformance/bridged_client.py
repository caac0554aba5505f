"""The reference client behind a bridge: it speaks the newest revision of the era that the server does not speak.

The suite starts this as it starts a client, with the URL of its server.
"""

from __future__ import annotations

import os
import sys

from tests.conformance.bridging import GATEWAY, other_era
from tests.reference.processes import PYTHON, ROOT


def main() -> None:
    """Replace this process by the client."""
    *_, url = sys.argv
    version = os.environ["MCP_CONFORMANCE_PROTOCOL_VERSION"]
    client = [PYTHON, str(ROOT / "examples/reference/client.py"), "--revision", other_era(version), "--stdio"]
    bridge = [PYTHON, str(GATEWAY), "--speak-to-server", version, "--to", url]
    os.execv(PYTHON, [*client, "--", *bridge])


if __name__ == "__main__":
    main()
