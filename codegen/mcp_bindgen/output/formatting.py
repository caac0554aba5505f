"""Format rendered Python files with Black. Nothing else changes generated text."""

from __future__ import annotations

from functools import lru_cache

import black
from black.mode import TargetVersion
from black.parsing import InvalidInput

from mcp_bindgen.errors import BindgenError

LINE_LENGTH = 120
MODE = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY310})


def format_source(path: str, content: bytes) -> bytes:
    """A Python file formatted by Black; other files unchanged."""
    if not path.endswith(".py"):
        return content
    try:
        return _formatted(content)
    except InvalidInput as error:
        raise BindgenError(f"the generated text is not valid Python: {error}", where=path) from error


@lru_cache(maxsize=512)
def _formatted(content: bytes) -> bytes:
    """Cached: a process that generates several packages, as the tests do, formats each unchanged file once."""
    return black.format_str(content.decode("utf-8"), mode=MODE).encode("utf-8")
