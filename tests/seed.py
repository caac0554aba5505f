"""The seed of every test that draws at random; `MCP_SEED=7 pytest …` sets another."""

from __future__ import annotations

import os

DEFAULT = 20261120
SEED = int(os.environ.get("MCP_SEED", DEFAULT))
