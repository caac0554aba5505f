"""All files or none: a tree is written beside its place and swapped in."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet

MARK = Path("mcp_bindings") / "__init__.py"
"""What tells a tree of ours from a folder that only happens to have the name."""


def write_tree(files: FileSet, out: Path) -> None:
    """Make `out` hold exactly these files.

    Raises:
        BindgenError: `out` is something else, or cannot be written; what was there is still there.
    """
    if out.exists() and not out.is_dir():
        raise BindgenError("is not a folder", where=str(out))
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise BindgenError(
            "holds something that mcp-bindgen did not write",
            where=str(out),
            hint="name an empty or new folder with --out",
        )
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as holding:
            fresh, old = Path(holding) / "new", Path(holding) / "old"
            for path, content in files.items():
                target = fresh / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            fresh.chmod(0o755)
            if out.exists():
                out.replace(old)
            try:
                fresh.replace(out)
            except OSError:
                if old.exists():
                    old.replace(out)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise BindgenError(f"cannot be written: {error.strerror}", where=str(error.filename or out)) from None
