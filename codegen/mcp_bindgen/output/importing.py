"""Import a package before it is written, in a process of its own, and read every table of every revision."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp_bindgen import cache
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import FileSet

_WRONG_DATA = 3
"""Exit code of the program if the data of the project is wrong, and not the package."""

_PROGRAM = """
import sys
from importlib import import_module
from pkgutil import iter_modules

directory, name, wrong_data = sys.argv[1:]
sys.path.insert(0, directory)
package = import_module(name)
if hasattr(package, "EXTENSION"):
    extension = package.EXTENSION
    extension.methods
    for definition in extension.definitions:
        extension.codec(definition)
    packages = [name]
else:
    packages = []
    for revision_id in import_module(f"{name}.spec.revision_table").MODULES:
        revision = package.revision(revision_id)
        packages.append(revision.package)
        for attribute in dir(revision):
            if not attribute.startswith("_"):
                getattr(revision, attribute)
    actions = import_module(f"{name}.translation.actions").ACTIONS
    for rule in import_module(f"{name}.translation.table").TRANSLATION_RULES:
        if rule.action not in actions:
            text = f"rule {rule.id!r} of translation.toml has the unknown action {rule.action!r}; known are "
            print(text + ", ".join(sorted(actions)), file=sys.stderr)
            sys.exit(int(wrong_data))
for each in packages:
    for found in iter_modules(import_module(each).__path__):
        import_module(f"{each}.{found.name}")
"""


def check_import(files: FileSet, package: str) -> None:
    """Import a package in a process of its own, and read every table of its revisions or its extension.

    A package that was imported without an error is not imported again while its files are equal.

    Args:
        files: every file, by path.
        package: name of the package.

    Raises:
        BindgenError: the import fails, or a rule of translation has an unknown action.
    """
    inputs = (package, sorted(files.items()))
    if cache.lookup_result("import", inputs) is not None:
        return
    with TemporaryDirectory() as directory:
        for path, content in files.items():
            target = Path(directory) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        command = [sys.executable, "-I", "-B", "-c", _PROGRAM, directory, package, str(_WRONG_DATA)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")  # noqa: S603 - our own words only
        if done.returncode:
            what = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            if done.returncode == _WRONG_DATA:
                raise BindgenError(what, hint="correct it, and generate again")
            raise BindgenError(
                f"the package cannot be imported, so nothing was written: {what}",
                hint="report this with the schema: every file that can be built must give a package that works",
            )
    cache.store_result("import", inputs, b"")
