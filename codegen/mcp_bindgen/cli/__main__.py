"""`python -m mcp_bindgen.cli` runs the command line."""

from mcp_bindgen.cli import main

main()
