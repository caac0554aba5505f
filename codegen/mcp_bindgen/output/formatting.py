"""Black over every Python file; nothing else touches generated text."""

from __future__ import annotations

import black
from black.mode import TargetVersion
from black.parsing import InvalidInput

from mcp_bindgen.errors import BindgenError

LINE_LENGTH = 120
MODE = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY310})


def format_source(path: str, content: bytes) -> bytes:
    """A Python file as black writes it; other files as they are."""
    if not path.endswith(".py"):
        return content
    try:
        return black.format_str(content.decode("utf-8"), mode=MODE).encode("utf-8")
    except InvalidInput as error:
        raise BindgenError(f"the generated text is no Python: {error}", where=path) from error
