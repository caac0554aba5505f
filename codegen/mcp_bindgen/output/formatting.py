"""Format rendered Python files with Black. Nothing else changes generated text."""

from __future__ import annotations

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet
from mcp_bindgen.steps import Steps

LINE_LENGTH = 120


def format_files(files: FileSet, steps: Steps) -> dict[str, bytes]:
    """The files, those in Python formatted by Black.

    Raises:
        BindgenError: a file is not valid Python.
    """
    sources = [(path, content) for path, content in files.items() if path.endswith(".py")]
    formatted = steps.run("format", _format, sources, key=lambda each: each[1])
    return {**files, **dict(zip((path for path, _ in sources), formatted, strict=True))}


def format_source(path: str, content: bytes) -> bytes:
    """One file, formatted by Black if it is Python."""
    return format_files({path: content}, Steps())[path]


def _format(source: tuple[str, bytes]) -> bytes:
    import black  # takes a fifth of a second, and is not needed where the cache has every file
    from black.mode import TargetVersion
    from black.parsing import InvalidInput

    path, content = source
    mode = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY310})
    try:
        return black.format_str(content.decode("utf-8"), mode=mode).encode("utf-8")
    except InvalidInput as error:
        raise BindgenError(f"the generated text is not valid Python: {error}", where=path) from error
