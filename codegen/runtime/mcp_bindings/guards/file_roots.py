"""Paths of `file` URIs, and checks that they are inside one of several roots.

Pages: /specification/2025-11-25/client/roots#security-considerations,
/specification/2026-07-28/server/resources#security-considerations, and RFC 8089 for `file` URIs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path, PureWindowsPath
from urllib.parse import unquote_to_bytes

from ..errors import ProtocolError
from ..options import check_class, check_list
from ..spec.error_codes import INVALID_PARAMS

_FILE = re.compile(r"[Ff][Ii][Ll][Ee]:(?://([^/?#]*))?(/[^?#]*)")
_DRIVE = re.compile(r"/[A-Za-z]:(?:/.*)?", re.DOTALL)
_CHARACTERS = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@/%-]*")
_MAX_URI = 128 * 1024
"""Largest number of characters of a URI. No system has longer paths, even if each byte is percent-encoded."""

_MAX_PATH = 32_768 if os.name == "nt" else 4_096
"""Number of bytes that a path and its closing NUL may have: PATH_MAX of Linux, or the limit of Windows. Systems other
than these take less.
"""

_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_LOCAL_HOSTS = ("", "localhost")
_ON_WINDOWS = os.name == "nt"
_DEVICES = frozenset({"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"})
_NUMBERED_DEVICE = re.compile(r"(?:COM|LPT)[0-9\u00b9\u00b2\u00b3]")


def file_uri_to_path(uri: str, *, windows: bool = _ON_WINDOWS) -> str:
    """Return the absolute path that a `file` URI names. Segments `.` and `..` stay, percent-encoded or not.

    Args:
        uri: the URI, with no host or with `localhost`, without query and fragment.
        windows: whether to return a path for Windows, with a drive.

    Raises:
        ValueError: the text is no such URI, or its path has something that would change what it names: NUL, an encoded
            `/`, and for Windows also the name of a device or a character that no file name has there.
    """
    found = _FILE.fullmatch(uri) if len(uri) <= _MAX_URI else None
    if found is None or (found[1] or "").lower() not in _LOCAL_HOSTS or not _has_only_path_characters(found[2]):
        raise ValueError("not a file URI of this machine")
    segments = [os.fsdecode(unquote_to_bytes(each)) for each in found[2].split("/")]
    path = "/".join(segments)
    if "\0" in path or any("/" in each for each in segments):
        raise ValueError("a file URI with a character that no name of a file has")
    if not windows:
        return path
    if _DRIVE.fullmatch(path) is None or any(map(_is_special_on_windows, segments[2:])):
        raise ValueError("not the URI of a file on a drive of Windows")
    return str(PureWindowsPath(f"{segments[1]}/", *segments[2:]))


def _has_only_path_characters(path: str) -> bool:
    """Return whether a path has only characters that are allowed in the path of a URI."""
    return _CHARACTERS.fullmatch(path) is not None and _BAD_ESCAPE.search(path) is None


def _is_special_on_windows(segment: str) -> bool:
    """Return whether Windows reads a segment of a path as something else than the name of one file.

    An empty segment, `.` and `..` do not count.
    """
    if segment in ("", ".", ".."):
        return False
    name = segment.partition(".")[0].rstrip(" ").upper()
    is_device = name in _DEVICES or _NUMBERED_DEVICE.fullmatch(name) is not None
    odd = segment[-1] in ". " or any(each in '\\:*?"<>|' or each < " " for each in segment)
    return odd or is_device


class FileRoots:
    """The directories that all files have to be in.

    A path is inside a root if it leads there once every symbolic link has been followed. A path that is longer than the
    system allows is inside no root, and is not looked up. The file system itself compares names, so a path with another
    spelling of a root's name is inside exactly if the spelling means the same directory.

    The result of a check holds only for the moment. Anyone who can replace directories with links can change the file
    that a program opens later by the checked path. So let only users whom you trust write into the roots.

    Args:
        roots: `file` URIs as texts, or `Path` objects.

    Raises:
        TypeError: `roots` is no list of texts and paths.
        ValueError: a root is no `file` URI of this machine.
    """

    def __init__(self, roots: Iterable[str | Path]) -> None:
        listed = check_list("roots", roots, "file URIs or paths")
        for each in listed:
            check_class("each of the roots", each, (str, Path), "a file URI or a Path")
        root_paths = [os.fspath(each) if isinstance(each, Path) else file_uri_to_path(each) for each in listed]
        self._roots = [os.path.realpath(each) for each in root_paths]

    def resolve(self, uri: str) -> Path:
        """Return the path that a URI names, without symbolic links and `..`; the file need not exist.

        Args:
            uri: the URI of a file or directory.

        Raises:
            ProtocolError: the URI is no `file` URI of this machine, or its path is not inside the roots. Both errors
                have the same text, so a client learns nothing about files outside.
        """
        try:
            return self.resolve_path(file_uri_to_path(uri))
        except ValueError:
            raise ProtocolError(INVALID_PARAMS, "Invalid params: uri names no file inside the roots") from None

    def resolve_path(self, path: str | Path) -> Path:
        """Return the path of a file or directory without symbolic links and `..`; the file need not exist.

        Raises:
            ValueError: the path is not absolute, not inside the roots, too long for the system, or cannot be resolved,
                such as a circle of links.
        """
        text = os.fspath(path)
        if (size := len(os.fsencode(text))) >= _MAX_PATH:
            raise ValueError(f"a path of {size} bytes, longer than the {_MAX_PATH - 1} bytes that the system takes")
        if not Path(text).is_absolute() or "\0" in text:
            raise ValueError("not an absolute path")
        try:
            real = os.path.realpath(text)
            if os.path.realpath(real) != real or _has_link(real):
                raise ValueError("a path of links that lead in a circle")
            if any(Path(real).is_relative_to(root) for root in self._roots) or self._is_inside_by_identity(real):
                return Path(real)
        except OSError:
            pass
        raise ValueError("the path is not inside the roots")

    def __contains__(self, uri: object) -> bool:
        """Return whether the path of a URI is inside the roots."""
        try:
            self.resolve(str(uri))
        except ProtocolError:
            return False
        return True

    def _is_inside_by_identity(self, real: str) -> bool:
        """Return whether a path, or a directory above it, is a root, by device and inode instead of by name."""
        roots = {_find_identity(Path(root)) for root in self._roots} - {None}
        return bool(roots) and any(_find_identity(each) in roots for each in (Path(real), *Path(real).parents))


def _find_identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file or directory, which are equal under all its names.

    Return None if the file or directory does not exist or cannot be read.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _has_link(real: str) -> bool:
    path = Path(real)
    return any(each.is_symlink() for each in (path, *path.parents))
