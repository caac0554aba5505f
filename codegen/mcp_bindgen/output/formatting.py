"""Format rendered Python files with Black. Nothing else changes generated text.

Black takes longer than every other step, so a long module is formatted in parts, and the cache has each formatted part.

Black puts two blank lines before every class of a module, and what stands around a class has no other effect on it. So
the parts, joined by two blank lines, equal Black's result for the whole module.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet
from mcp_bindgen.steps import StepRunner

LINE_LENGTH = 120

CLASSES_IN_A_PART = 8
"""Average number of classes in a part. Smaller parts speed up a change, and slow down a run with an empty cache."""

_CLASS = re.compile(rb"(?m)(?<=\n\n)class (\w+)")
_BETWEEN = b"\n\n\n"
_INVALID = b"\0"
"""Result for a part that is not valid Python. No formatted text equals it."""


def format_files(files: FileSet, steps: StepRunner) -> dict[str, bytes]:
    """Return the files, those in Python formatted by Black.

    Raises:
        BindgenError: a file is not valid Python.
    """
    sources = {path: list(split_module(content)) for path, content in files.items() if path.endswith(".py")}
    formatted = iter(steps.run("format", _format_part, [part for each in sources.values() for part in each], key=bytes))
    return {
        **files,
        **{path: _join_parts(path, files[path], [next(formatted) for _ in sources[path]]) for path in sources},
    }


def format_source(path: str, content: bytes) -> bytes:
    """Return one file, formatted by Black if it is Python.

    Raises:
        BindgenError: the file is not valid Python.
    """
    return format_files({path: content}, StepRunner())[path]


def split_module(source: bytes) -> Iterator[bytes]:
    """Yield the parts of a module. All but the first begin with a class.

    The name of a class decides whether a part begins with it, so a change to one class leaves other parts unchanged.
    """
    starts = [found.start() for found in _CLASS.finditer(source) if zlib.crc32(found[1]) % CLASSES_IN_A_PART == 0]
    for start, end in zip([0, *starts], [*starts, len(source)], strict=True):
        yield source[start:end]


def _join_parts(path: str, source: bytes, formatted: list[bytes]) -> bytes:
    """Return a formatted module: the joined parts, or Black's result for the module if a part alone is invalid.

    Raises:
        BindgenError: the module is not valid Python.
    """
    if _INVALID in formatted:
        return _format_with_black(path, source)
    return _BETWEEN.join([*(part.rstrip(b"\n") for part in formatted[:-1]), formatted[-1]])


def _format_part(source: bytes) -> bytes:
    """Return a formatted part, or `_INVALID` if the part is not valid Python."""
    try:
        return _format_with_black("", source)
    except BindgenError:
        return _INVALID


def _format_with_black(path: str, source: bytes) -> bytes:
    import black  # takes a fifth of a second, and is not needed where the cache has every part
    from black.mode import TargetVersion
    from black.parsing import InvalidInput

    mode = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY310})
    try:
        return black.format_str(source.decode("utf-8"), mode=mode).encode("utf-8")
    except InvalidInput as error:
        raise BindgenError(f"the generated text is not valid Python: {error}", where=path) from error
