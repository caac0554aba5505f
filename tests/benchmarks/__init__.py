"""Speed and import time, measured beside a bare pydantic model and mcp-types in one run: `make bench`.

Figures are for reading; no test asserts a time.
"""
