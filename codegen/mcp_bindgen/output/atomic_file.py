"""Write one file atomically: write a temporary file beside it, then replace the file by the temporary one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from mcp_bindgen.errors import BindgenError


def write_file_atomically(content: bytes, path: Path) -> None:
    """Write a file atomically. A link is followed. A device or pipe is written directly, so not atomically.

    Raises:
        BindgenError: the path is a directory or a link to itself, the directory of the file does not exist, or the file
            cannot be written. An existing file is then unchanged.
    """
    try:
        place = path.resolve()
        if place.is_dir():
            raise BindgenError("is a directory", where=str(path), hint="name a file in it")
        if not place.parent.is_dir():
            raise BindgenError("its directory does not exist", where=str(path), hint=f"create {place.parent} first")
        if place.exists() and not place.is_file():
            with place.open("wb") as stream:
                stream.write(content)
        else:
            _replace_file(content, place)
    except RuntimeError:  # the error of Python before 3.13
        raise BindgenError("is a link to itself", where=str(path)) from None
    except OSError as error:
        raise BindgenError(f"cannot be written: {error.strerror}", where=str(path)) from None


def _replace_file(content: bytes, place: Path) -> None:
    """Replace a file, or create it. The new file gets the permissions of the old one.

    Raises:
        OSError: the file cannot be written.
    """
    mode = place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~_read_umask()
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-") as holding:
        fresh = Path(holding) / "new"
        fresh.write_bytes(content)
        fresh.chmod(mode)
        fresh.replace(place)


def _read_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
