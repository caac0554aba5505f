"""Exchange two directories: in one atomic step where the operating system offers one."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux: renameat2(2)
_RENAME_SWAP = 2  # macOS: renamex_np(2)
_NOT_OFFERED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP})


def exchange(first: Path, second: Path) -> bool:
    """Exchange two directories of one file system atomically.

    Returns:
        False if neither the system nor the file system offers that; then nothing has changed.

    Raises:
        OSError: the exchange failed; then nothing has changed.
    """
    source, target = os.fsencode(first), os.fsencode(second)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            failed = libc.renameat2(_AT_FDCWD, source, _AT_FDCWD, target, _RENAME_EXCHANGE)
        elif sys.platform == "darwin":
            failed = libc.renamex_np(source, target, _RENAME_SWAP)
        else:
            return False
    except (AttributeError, OSError, TypeError):  # no such function, or no C library to load
        return False
    if not failed:
        return True
    code = ctypes.get_errno()
    if code in _NOT_OFFERED:
        return False
    raise OSError(code, os.strerror(code), str(first))
