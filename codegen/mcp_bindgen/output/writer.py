"""All files or none: a tree is written beside its place and swapped in."""

from __future__ import annotations

import tempfile
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet, is_hidden

MARK = Path("mcp_bindings") / "__init__.py"
"""What tells a tree of ours from a folder that only happens to have the name."""


def write_tree(files: FileSet, out: Path) -> None:
    """Make `out` hold exactly these files; entries at its top that begin with a dot, such as `.git`, stay.

    Raises:
        BindgenError: `out` is something else, or cannot be written; what was there is still there.
    """
    out = out.resolve()  # behind a link, the folder is replaced and the link stays
    try:
        if out.exists() and not out.is_dir():
            raise BindgenError("is not a folder", where=str(out))
        if out.is_dir() and _foreign(out):
            raise BindgenError(
                "holds something that mcp-bindgen did not write",
                where=str(out),
                hint="name an empty or new folder with --out",
            )
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as holding:
            fresh, old = Path(holding) / "new", Path(holding) / "old"
            for path, content in files.items():
                target = fresh / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            fresh.chmod(0o755)
            _swap(fresh, out, old)
    except OSError as error:
        raise BindgenError(f"cannot be written: {error.strerror}", where=str(out)) from None


def _foreign(out: Path) -> bool:
    return not (out / MARK).is_file() and any(not is_hidden(entry.name) for entry in out.iterdir())


def _swap(fresh: Path, out: Path, old: Path) -> None:
    """Put `fresh` in the place of `out`. Whatever interrupts it, `out` is the old tree or the new one."""
    moved: list[Path] = []
    try:
        if out.exists():
            out.replace(old)
            for entry in [entry for entry in old.iterdir() if is_hidden(entry.name)]:
                entry.replace(fresh / entry.name)
                moved.append(entry)
        fresh.replace(out)
    except BaseException:
        if old.exists():
            for entry in moved:
                (fresh / entry.name).replace(entry)
            old.replace(out)
        raise
