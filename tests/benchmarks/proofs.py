"""Cost of the proof that a text was read without loss, for a page and for a call.

`python -m tests.benchmarks.proofs` prints the table in `docs/design/parsing.md`; it decides which proof is tried first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial

from mcp_bindings.jsonrpc.engines import Engine
from mcp_bindings.jsonrpc.strict_json import count_quotes, read_json
from mcp_bindings.limits import Limits
from tests.benchmarks.documents import CALL, PAGE
from tests.benchmarks.rows import accented
from tests.benchmarks.timing import take_turns
from tests.engines import ENGINES

WHITESPACE = b" \t\n\r"
TURNS = 25


def ways(document: object) -> dict[str, Callable[[], object]]:
    """Return the ways to read and to prove a document, as Python's `json.dumps` writes it."""
    text, compact = json.dumps(document).encode(), json.dumps(document, separators=(",", ":")).encode()
    escaped = json.dumps(accented(document)).encode()
    written = json.dumps(accented(document), separators=(",", ":"), ensure_ascii=False).encode()
    same = bytes(bytearray(compact))
    careful = Limits(max_digits=4_299)  # any limit but the usual one
    found: dict[str, Callable[[], object]] = {}
    for name, make in ENGINES.items():
        engine = make()
        found[f"read and write again, {name}"] = partial(_again, engine, text)
    found["the same bytes"] = lambda: compact == same
    found["without whitespace"] = lambda: text.translate(None, WHITESPACE) == compact.translate(None, WHITESPACE)
    found["as many strings"] = lambda: count_quotes(text) == count_quotes(compact)
    found["as many strings, with escapes"] = lambda: count_quotes(escaped) == count_quotes(written)
    found["the standard library with hooks"] = lambda: read_json(text, careful)
    return found


def _again(engine: Engine, text: bytes) -> bytes:
    return engine.dump(engine.load(text))


def main() -> int:
    """Print the table."""
    page, call = (take_turns(ways(document), TURNS) for document in ({"result": PAGE}, CALL))
    print(f"{'µs':34}{'page':>9}{'call':>9}")
    for name in page:
        print(f"{name:34}{page[name].best * 1e6:9.1f}{call[name].best * 1e6:9.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
