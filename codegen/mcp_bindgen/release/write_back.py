"""Replace the project's data with a changed and checked copy: every file that differs, or no file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mcp_bindgen.fileset import read_tree
from mcp_bindgen.output.atomic_file import write_file_atomically

MANIFEST = "schema/revisions.toml"


def write_changed_files(copy: Path, project: Path) -> None:
    """Write those files of a copy that differ from the files of the project.

    The manifest is written last, so a revision is pinned only when all its other files are written. If a file cannot be
    written, the files that were already written are restored, and the error is raised, such as an `OSError`.

    Args:
        copy: a directory with new content of some files of the project.
        project: the checkout.

    Raises:
        BindgenError: a file cannot be written.
    """
    files = read_tree(copy)
    before = {path: target.read_bytes() if (target := project / path).is_file() else None for path in files}
    written = list[str]()
    try:
        for path in sorted(files, key=lambda path: path == MANIFEST):
            if before[path] != files[path]:
                (project / path).parent.mkdir(parents=True, exist_ok=True)
                written.append(path)
                write_file_atomically(files[path], project / path)
    except BaseException:
        _restore_files(project, {path: before[path] for path in written})
        raise


def _restore_files(project: Path, before: Mapping[str, bytes | None]) -> None:
    for path, content in before.items():
        target = project / path
        if content is None:
            target.unlink(missing_ok=True)
            if not any(target.parent.iterdir()):
                target.parent.rmdir()
        elif target.read_bytes() != content:
            write_file_atomically(content, target)
