"""Keep the results of slow steps between runs, each in a file named by a hash of everything that the result depends on.

The entries are in the user's cache directory, or in the directory that `MCP_BINDGEN_CACHE` names. With the value
`off`, no entries are kept.

A key covers the inputs of the step, the source of this tool, and the versions of Python and of the packages that shape
the output, so an entry never becomes wrong. Entries are checked when they are read, and a damaged one counts as absent.
Concurrent runs may share the directory, because an entry appears under its name only when it is complete. If the
directory cannot be read or written, each step runs every time.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import mcp_bindgen
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.fingerprint import fingerprint

DIRECTORY_VARIABLE = "MCP_BINDGEN_CACHE"
"""Name of the environment variable whose value is the directory of the cache, or the word `off`."""

MAX_BYTES = 64 * 2**20
"""Maximum size of the directory, in bytes. The least recently used entries of a larger directory are removed.

A run checks the size when it first writes an entry, and then after each eighth of this number that it has written. So
each of several concurrent runs may exceed the number by an eighth.
"""

OUTPUT_DISTRIBUTIONS = ("black", "datamodel-code-generator", "jinja2", "jsonschema", "pydantic", "tomli")
"""Names of the distributions whose versions may change the result of a step."""

SOURCE = Path(__file__).parent
"""Directory with the source of the tool."""

DATA_PREFIX = "data/"
"""Beginning of the paths of the data files that the tool's wheel has beside the source. `hash_tool` leaves these files
out, because the inputs of a step cover the data that the step reads.
"""

_CLOCK_STEP_S = 0.1
"""Greatest delay of a file's modification time behind `time.time()`, in seconds. On a file system with coarser times,
such as FAT, a change may be missed.
"""

_DIGEST_BYTES = 32


class Store:
    """Cache entries in one directory.

    Args:
        directory: the directory of the entries. It is created when the first entry is written.
        max_bytes: size of the directory, in bytes, above which the least recently used entries are removed.
    """

    def __init__(self, directory: Path, max_bytes: int = MAX_BYTES) -> None:
        self._directory = directory
        self._max_bytes = max_bytes
        self._unchecked = max_bytes
        """Bytes written since the last check of the size. The initial number leads to a check at the first write."""

    def read_entry(self, key: str) -> bytes | None:
        """Return the content of an entry, and mark the entry as just used. Return None if the entry is absent, damaged
        or unreadable.
        """
        path = self._directory / key
        try:
            stored = path.read_bytes()
            digest, packed = stored[:_DIGEST_BYTES], stored[_DIGEST_BYTES:]
            if hashlib.sha256(packed).digest() != digest:
                return None  # the next `write_entry` replaces it
            os.utime(path)  # it was used now
            return zlib.decompress(packed)
        except (OSError, zlib.error):
            return None

    def write_entry(self, key: str, content: bytes) -> None:
        """Write an entry in one step, in place of an earlier one. Do nothing if the directory cannot be written.

        After the first entry, and after each further eighth of `max_bytes`, check the size of the directory. If the
        directory is too large, remove the least recently used entries.
        """
        packed = zlib.compress(content, 1)
        stored = hashlib.sha256(packed).digest() + packed
        try:
            self._directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._directory, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(stored)
                Path(name).replace(self._directory / key)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._unchecked += len(stored)
            if self._unchecked > self._max_bytes // 8:
                self._unchecked = 0
                self._remove_old_entries()
        except OSError:
            return

    def _remove_old_entries(self) -> None:
        """Remove the least recently used entries of a too large directory, down to three quarters of its maximum size.

        A file that a killed run left behind counts as an entry too, although no key names it.

        Raises:
            OSError: the directory cannot be read, or a file cannot be removed.
        """
        entries = sorted(self._list_files(), reverse=True)
        total = sum(size for _, size, _ in entries)
        if total <= self._max_bytes:
            return
        while entries and total > self._max_bytes * 3 // 4:
            _, size, path = entries.pop()
            path.unlink(missing_ok=True)
            total -= size

    def _list_files(self) -> Iterator[tuple[int, int, Path]]:
        """Yield the time of last use (ns), the size (bytes) and the path of each file. Skip removed files.

        Raises:
            OSError: the directory cannot be read.
        """
        for entry in os.scandir(self._directory):
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if entry.is_file(follow_symlinks=False):
                yield status.st_mtime_ns, status.st_size, Path(entry.path)


def lookup_result(step: str, inputs: object) -> bytes | None:
    """Return the result of an earlier run of a step with the same inputs.

    Return None if the cache has no such result or is off, or if the source of the tool has changed since this process
    started.

    Args:
        step: name of the step.
        inputs: everything that the result depends on, as data that `fingerprint` accepts.

    Raises:
        TypeError: `inputs` has data that `fingerprint` does not accept.
    """
    store, ours = _open_store(), hash_tool()
    return None if store is None or ours is None else store.read_entry(fingerprint((step, ours, inputs)))


def store_result(step: str, inputs: object, result: bytes) -> None:
    """Keep the result of a step for later runs.

    Do nothing if the cache is off, or if the source of the tool has changed since this process started.

    Raises:
        TypeError: `inputs` has data that `fingerprint` does not accept.
    """
    store, ours = _open_store(), hash_tool()
    if store is not None and ours is not None and not _has_newer_source():
        store.write_entry(fingerprint((step, ours, inputs)), result)


def directory() -> Path | None:
    """Return the directory of the entries, or None if the cache is off."""
    named = os.environ.get(DIRECTORY_VARIABLE)
    return None if named == "off" else Path(named or _find_default_directory())


def _open_store() -> Store | None:
    place = directory()
    return None if place is None else _make_store(place)


@lru_cache(maxsize=8)
def _make_store(place: Path) -> Store:
    return Store(place)


@lru_cache(maxsize=1)
def _find_default_directory() -> str:
    from platformdirs import user_cache_dir

    return user_cache_dir("mcp-bindgen", appauthor=False)


@lru_cache(maxsize=1)
def hash_tool() -> str | None:
    """Return a hash of the tool's source and of the versions of Python and the packages that shape the output.

    The result of a step depends on these and on the inputs of the step alone. Return None if the source has changed
    since this process started, because the process may then run other code than the source. The process computes the
    hash once.
    """
    versions = {name: version(name) for name in OUTPUT_DISTRIBUTIONS}
    source = {path: content for path, content in read_tree(SOURCE).items() if not path.startswith(DATA_PREFIX)}
    found = fingerprint((source, versions, platform.python_implementation(), platform.python_version()))
    return None if _has_newer_source() else found


def _has_newer_source() -> bool:
    """Return whether a source file of the tool is newer than this process."""
    limit = mcp_bindgen.STARTED - _CLOCK_STEP_S
    for directory, directories, names in os.walk(SOURCE):
        directories[:] = [name for name in directories if name != "__pycache__"]
        if any((Path(directory) / name).stat().st_mtime > limit for name in names):
            return True
    return False
