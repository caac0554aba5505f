"""The files around the code: workflows, metadata, and the links and paths that the documents name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli

from mcp_bindgen import PROJECT_URL
from tests.meta.reading import ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = [path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]
SCHEMAS: dict[str, list[Path]] = {
    "vendor.dependabot": [GITHUB / "dependabot.yml"],
    "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.github-issue-forms": FORMS,
    "vendor.github-workflows": WORKFLOWS,
}
"""Built-in schema of check-jsonschema: the files that it describes."""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    bin_ = Path(sys.executable).parent
    return subprocess.run(
        [str(bin_ / command[0]), *command[1:]], capture_output=True, encoding="utf-8", check=False, cwd=ROOT
    )


def project(path: Path) -> dict[str, Any]:
    table: dict[str, Any] = tomli.loads(path.read_text(encoding="utf-8"))["project"]
    return table


PROJECTS = [project(ROOT / "pyproject.toml"), project(ROOT / "generated" / "pyproject.toml")]
"""The metadata of the tool and of the package."""


@pytest.mark.parametrize("schema", sorted(SCHEMAS))
def test_github_files_follow_their_schemas(schema: str) -> None:
    assert SCHEMAS[schema]
    done = run("check-jsonschema", "--builtin-schema", schema, *map(str, SCHEMAS[schema]))
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_github_file_is_checked() -> None:
    assert sorted(GITHUB.rglob("*.yml")) == sorted(path for paths in SCHEMAS.values() for path in paths)


def test_workflows_are_safe() -> None:
    """Pinned actions, least permissions, no template injection, no credentials left behind."""
    done = run("zizmor", "--offline", "--no-progress", "--persona=regular", str(GITHUB))
    assert done.returncode == 0, done.stdout + done.stderr


def test_actions_are_pinned_to_commits() -> None:
    used = [line for path in WORKFLOWS for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert used
    assert [line for line in used if not re.search(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)] == []


def test_ci_runs_every_supported_python() -> None:
    tool, package = PROJECTS
    declared = re.compile(r"Programming Language :: Python :: (3\.\d+)$")
    versions = [
        [found[1] for line in table["classifiers"] if (found := declared.match(line))] for table in (tool, package)
    ]
    (matrix,) = re.findall(r"^ +python: \[(.+)\]$", (GITHUB / "workflows" / "ci.yml").read_text(encoding="utf-8"), re.M)
    assert re.findall(r"[\d.]+", matrix) == versions[0] == versions[1]
    assert tool["requires-python"] == package["requires-python"] == f">={versions[0][0]}"


def test_both_distributions_link_the_project() -> None:
    urls = [table["urls"] for table in PROJECTS]
    assert urls[0] == urls[1]
    assert {"Documentation", "Changelog", "Issues", "Source"} <= urls[0].keys()
    assert all(url.startswith(PROJECT_URL) for url in urls[0].values())


def test_make_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, re.M)
    described = re.findall(r"^#   make ([\w-]+)", text, re.M)
    assert sorted({*phony.split()} - {"help"}) == sorted(described)
