"""The hook of hatchling that adds the bill of materials to the wheel of the tool."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class SbomHook(BuildHookInterface[Any]):
    """Writes the bill of materials outside of the checkout, and adds it to a wheel that is to be published."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the bill of materials to the build.

        Args:
            version: the kind of build, `standard` or `editable`.
            build_data: the files to add.
        """
        if version != "standard":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "codegen"))
        from mcp_bindgen import __version__
        from mcp_bindgen.sbom import make_sbom

        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        rows = tomllib.loads((root / "schema" / "revisions.toml").read_text(encoding="utf-8"))["revision"]
        text = make_sbom(project, __version__, rows)
        self._directory = tempfile.TemporaryDirectory()
        path = Path(self._directory.name, f"{project['name']}.cdx.json")
        path.write_bytes(text)
        build_data["sbom_files"].append(str(path))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file after the build."""
        if version == "standard":
            self._directory.cleanup()
