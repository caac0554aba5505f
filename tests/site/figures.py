"""Count what the page of the layers says of a new revision and of conformance.

    python -m tests.site.figures build/docs/figures.json

A release of an invented revision is rehearsed in each era, on a copy of the data. The results of the conformance suite
are those that `python -m tests.conformance.run` has recorded.
"""

from __future__ import annotations

import difflib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path

from mcp_bindgen import paths, pipeline
from mcp_bindgen.pipeline import GenerationRequest
from mcp_bindgen.release import versioning
from mcp_bindgen.release.adding import ReleaseRequest, add_release
from mcp_bindgen.site.layers import (
    PACKAGE,
    Origin,
    Rehearsal,
    copied_files,
    count_lines,
    layer_of,
    origin_of,
    package_files,
)
from tests.conformance.run import RECORD
from tests.release.filling import fill
from tests.release.inventions import INVENTIONS, Invention, of_each_era

ROOT = Path(__file__).resolve().parents[2]
INVENTION = INVENTIONS[0]


def rehearse(directory: Path, previous: str, invention: Invention) -> Rehearsal:
    """Bring an invented revision into a copy of the data, and count the lines that change in the package."""
    project = directory / "project"
    for name in ("schema", "templates", "codegen/runtime"):
        shutil.copytree(ROOT / name, project / name)
    for name in ("CHANGELOG.md", *versioning.FILES):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, project / name)
    before, written = package_files(), copied_files()
    os.environ[paths.ROOT_VARIABLE] = str(project)
    try:
        new = str(date.fromisoformat(previous) + timedelta(days=1))
        official = directory / "official.json"
        document = json.loads((project / "schema" / previous / "schema.json").read_bytes())
        official.write_text(json.dumps(invention.made_from(document)), encoding="utf-8")
        add_release(project, ReleaseRequest(new, official, "0" * 40, previous), dry_run=False)
        filled = fill(project, new, invention.facts)
        files = pipeline.generate(GenerationRequest())
    finally:
        del os.environ[paths.ROOT_VARIABLE]
    prefix = f"{PACKAGE}/"
    after = {
        path.removeprefix(prefix): data.decode("utf-8")
        for path, data in files.items()
        if path.startswith(prefix) and path.endswith((".py", ".json"))
    }
    return Rehearsal(previous, filled.facts, filled.documented, count_changed(before, after, written))


def count_changed(
    before: Mapping[str, str], after: Mapping[str, str], written: frozenset[str]
) -> dict[str, dict[Origin, int]]:
    """Return the number of new and changed lines, by layer and origin. The origin is that of the whole file."""
    found: dict[str, dict[Origin, int]] = {}
    for path, text in after.items():
        if text != before.get(path):
            layer, origin = layer_of(path), origin_of(path, text, written)
            counts = found.setdefault(layer, {})
            counts[origin] = counts.get(origin, 0) + count_lines("\n".join(added_lines(before.get(path, ""), text)))
    return found


def added_lines(old: str, new: str) -> list[str]:
    """Return the lines of a text that an earlier one does not have at this place."""
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm=""))[2:]
    return [line[1:] for line in lines if line.startswith("+")]


def main(out: Path) -> None:
    """Write the figures."""
    rehearsals: list[Rehearsal] = []
    for previous in of_each_era(INVENTION):
        with tempfile.TemporaryDirectory() as directory:
            rehearsals.append(rehearse(Path(directory), previous, INVENTION))
    recorded = json.loads(RECORD.read_bytes())
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(
        json.dumps({"rehearsals": [asdict(each) for each in rehearsals], **recorded}, indent=2) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
