"""The files around the code: workflows, metadata, and the links and paths that the documents name."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli

import mcp_bindings as mb
from mcp_bindgen import PROJECT_URL
from tests.meta import module_map
from tests.meta.reading import PRODUCT, ROOT, RUNTIME, module_name, nodes, python_files, repository_files

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

DOCUMENTS = [
    path
    for path in repository_files()
    if path.suffix == ".md" and (path.parent == ROOT or path.is_relative_to(ROOT / "docs"))
]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CONTRIBUTING_LINES = 150
"""What a newcomer reads before the first change. All else has a page of its own in docs/design."""
DESIGN = sorted({*(ROOT / "docs" / "design").glob("*.md")} - {module_map.DOCUMENT})
"""The pages of design, without the map of the modules, which is written from docstrings."""

LINK = re.compile(r"\]\(([^()\s]+)\)")
PATH = re.compile(r"`([\w.-]+(?:/[\w.<>*%-]+)+/?|[\w-]+\.(?:md|py|toml|txt))`")
"""A path in backticks: it has a slash, or it is a file of a kind that the project has at its root."""


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


CI_RUN = ROOT / ".ci" / "run"


@pytest.mark.parametrize("path", [*WORKFLOWS, CI_RUN], ids=lambda path: path.name)
def test_no_job_runs_the_same_tests_twice(path: Path) -> None:
    """`make coverage` runs all tests, so those of `make test` and `make slow` too."""
    for job in re.split(r"(?m)^  (?=\w+:$)", path.read_text(encoding="utf-8")):
        targets = {word for line in re.findall(r"(?m)(?:run: |^)make ([^<\n]*)", job) for word in line.split()}
        assert len(targets & {"test", "pytest", "coverage", "quick"}) <= 1
        assert not {"slow", "coverage"} <= targets


INSTALLS = re.compile(r"(?:\bpip\"? install|\$\(PIP\)) [^\n`]*")
TOOL_AND_PACKAGE = re.compile(r"""["' ](?:\.|"?\$GITHUB_ACTION_PATH)(?:\[[\w,]+\])?["']?(?= |$)|/generated\b""")


def test_each_install_line_names_the_package_before_the_tool() -> None:
    """pip up to 23 otherwise looks for the package in the index, or ignores its extras."""
    texts = {path: path.read_text(encoding="utf-8") for path in repository_files() if path.suffix != ".py"}
    lines = [(path.name, line) for path, text in texts.items() for line in INSTALLS.findall(text)]
    both = [(name, TOOL_AND_PACKAGE.findall(line)) for name, line in lines]
    both = [(name, found) for name, found in both if len(found) > 1]
    assert {"Makefile", "README.md", "action.yml", "ci.yml"} <= {name for name, _ in both}
    assert [name for name, found in both if found[0] != "/generated"] == []


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


def test_the_classifiers_name_the_systems_of_the_workflows() -> None:
    """A job that may fail proves nothing."""
    runners = {"ubuntu": "POSIX :: Linux", "macos": "MacOS", "windows": "Microsoft :: Windows"}
    text = (GITHUB / "workflows" / "ci.yml").read_text(encoding="utf-8")
    binding = [job for job in re.split(r"(?m)^  (?=\w+:$)", text) if "continue-on-error: true" not in job]
    names = {name for job in binding for name in re.findall(r"\b(ubuntu|macos|windows)-\w+", job)}
    proven = {f"Operating System :: {runners[each]}" for each in names}
    for table in PROJECTS:
        assert {each for each in table["classifiers"] if each.startswith("Operating System")} == proven


def test_texts_have_the_same_bytes_on_every_system() -> None:
    """Without `newline`, Windows writes a carriage return at the end of each line."""
    calls = [(path, each) for path in python_files(ROOT / "codegen") for each in nodes(path)]
    written = [
        (path, each)
        for path, each in calls
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "write_text"
    ]
    assert written
    assert [
        f"{path.relative_to(ROOT)}:{each.lineno}"
        for path, each in written
        if not any(given.arg == "newline" for given in each.keywords)
    ] == []


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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_files(document: Path) -> None:
    """Apart from those to pages that `mcp-bindgen docs` writes; `make docs` checks every link of the site."""
    targets = LINK.findall(document.read_text(encoding="utf-8"))
    local = [target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:|#", target)]
    paths = {target: (document.parent / target).resolve() for target in local}
    missing = [target for target, path in paths.items() if not path.exists()]
    written = [ROOT / "docs" / name for name in ("api", "reference")]
    assert [each for each in missing if not any(paths[each].is_relative_to(folder) for folder in written)] == []


def test_contributing_is_short() -> None:
    assert len(CONTRIBUTING.read_text(encoding="utf-8").splitlines()) <= CONTRIBUTING_LINES


def test_contributing_and_the_design_pages_name_paths_that_exist() -> None:
    """`<revision>` stands for any revision. Methods have slashes too, but are no paths."""
    methods = {name for revision in mb.REVISIONS for name in mb.revision(revision).methods}
    texts = [path.read_text(encoding="utf-8") for path in (CONTRIBUTING, *DESIGN)]
    named = [name for text in texts for name in PATH.findall(text) if name not in methods]
    assert len(named) > 80
    roots = (ROOT, ROOT / "codegen" / "mcp_bindgen", ROOT / "codegen" / "runtime" / "mcp_bindings")
    missing = [
        name
        for name in named
        if not any(list(root.glob(re.sub(r"<\w+>", "[0-9]*", name).rstrip("/"))) for root in roots)
    ]
    assert missing == []


def test_the_readme_of_the_data_has_each_kind_of_file() -> None:
    """A paragraph each, and a place in the picture."""
    text = (ROOT / "schema" / "README.md").read_text(encoding="utf-8")
    kinds = sorted({path.name for path in (ROOT / "schema").rglob("*.toml")})
    assert sorted(re.findall(r"(?m)^### `(\w+\.toml)`$", text)) == kinds
    picture = text.partition("```mermaid")[2].partition("```")[0]
    assert [kind for kind in kinds if kind not in picture] == []


DOTTED = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)+)`")
"""A dotted name in backticks: a module with what it defines, or a class with a member."""


def test_the_design_pages_name_what_the_runtime_defines() -> None:
    """Names of files, and names that begin with no module or class of the runtime, are not looked up."""
    defined = {
        node.name: f"mcp_bindings.{module_name(path, RUNTIME)}:"
        for path in python_files(RUNTIME)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    }
    defined |= {path.stem: "mcp_bindings." for path in RUNTIME.iterdir()}
    names = [(path.name, name) for path in DESIGN for name in DOTTED.findall(path.read_text(encoding="utf-8"))]
    found = [(page, name, defined.get(name.partition(".")[0])) for page, name in names if not name.endswith(".py")]
    assert [(page, name) for page, name, place in found if place and not is_importable(place + name)] == []
    assert len([place for _, _, place in found if place]) > 5


def is_importable(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (AttributeError, ImportError):
        return False
    return True


def test_pyright_checks_every_rendered_module() -> None:
    """The other modules below `generated` are copies of those in codegen/runtime, which it checks."""
    settings = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pyright"]
    checked = {place for pattern in settings["include"] for place in ROOT.glob(pattern)}
    rendered = [path for path in python_files(PRODUCT) if not (RUNTIME / path.relative_to(PRODUCT)).exists()]
    assert rendered
    assert [path for path in rendered if not checked.intersection(path.parents)] == []
    assert checked.issuperset({ROOT / "codegen", ROOT / "tests", ROOT / "examples"})
