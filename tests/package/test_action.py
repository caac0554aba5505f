"""The action for downstream repositories, in a scratch repository with a remote and a local runner."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen.ingest.manifest import read_manifest
from tests.cli.run import ROOT
from tests.forks.acme import forked
from tests.package import composite

pytestmark = pytest.mark.slow

COMMENT = 65_536
"""The most characters that GitHub takes in the text of a pull request."""

UNBUILDABLE: dict[str, object] = {"type": "object", "patternProperties": {"a": {}}}

Act = Callable[..., composite.Result]


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, encoding="utf-8").stdout


def bindgen(*arguments: str | Path, cwd: Path) -> None:
    command = [sys.executable, "-m", "mcp_bindgen.cli", *map(str, arguments)]
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)


@pytest.fixture(scope="module")
def _repositories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a repository that has a committed package, official files as pinned beside it, and a remote."""
    directory = tmp_path_factory.mktemp("downstream")
    work = directory / "work"
    git(directory, "init", "--quiet", "--bare", "remote.git")
    git(directory, "init", "--quiet", "--initial-branch=main", str(work))
    git(work, "remote", "add", "origin", "../remote.git")
    bindgen("generate", "--out", "generated", "--revision", mb.LATEST, cwd=work)
    (work / ".gitignore").write_text("official/\n", encoding="utf-8")
    git(work, "add", "--all")
    git(work, "commit", "--quiet", "--message", "start")
    git(work, "push", "--quiet", "origin", "main")
    official = work / "official" / "schema" / mb.LATEST
    official.mkdir(parents=True)
    shutil.copy(ROOT / "schema" / mb.LATEST / "schema.json", official)
    return directory


@pytest.fixture
def downstream(_repositories: Path, tmp_path: Path) -> Path:
    """A copy of the repository, which a test may modify, with its remote."""
    shutil.copytree(_repositories, tmp_path, symlinks=True, dirs_exist_ok=True)
    return tmp_path / "work"


@pytest.fixture
def act(downstream: Path, tmp_path: Path) -> Act:
    """Run the action there, with a `gh` that writes down what it is asked for."""
    commands, temp = tmp_path / "bin", tmp_path / "temp"
    commands.mkdir()
    temp.mkdir()
    calls = tmp_path / "gh.calls"
    write_command(commands / "gh", f'echo "$@" >> "{calls}"; [ "$2" != create ] || [ ! -e "{tmp_path}/exists" ]')
    write_command(commands / "mcp-bindgen", f'exec "{sys.executable}" -m mcp_bindgen.cli "$@"')

    def run(**inputs: str) -> composite.Result:
        given: Mapping[str, str] = {
            "official": "official",
            "revisions": mb.LATEST,
            "tool": str(commands / "mcp-bindgen"),
            **{name.replace("_", "-"): value for name, value in inputs.items()},
        }
        done = composite.run(ROOT / "action.yml", downstream, temp, given, f"{commands}:{os.environ['PATH']}")
        report = Path(done.outputs["report"]).read_text(encoding="utf-8")
        assert report == done.summary, "every run has a report"
        assert 0 < len(report) <= COMMENT
        assert (done.code == 0) == (done.outputs["complete"] == "true"), done.out
        return done

    return run


def write_command(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def fresh(document: dict[str, Any]) -> dict[str, Any]:
    """A schema with a new member and a new definition."""
    document["$defs"]["Tool"]["properties"]["fresh"] = {"$ref": "#/$defs/Fresh"}
    document["$defs"]["Fresh"] = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    return document


def write_official(downstream: Path, revision: str, document: Any) -> None:
    path = downstream / "official" / "schema" / revision / "schema.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")


def move(downstream: Path) -> None:
    """Let the official file move."""
    path = downstream / "official" / "schema" / mb.LATEST / "schema.json"
    write_official(downstream, mb.LATEST, fresh(json.loads(path.read_bytes())))


def test_nothing_moved(downstream: Path, act: Act) -> None:
    done = act()
    assert done.code == 0, done.out
    assert done.outputs["changed"] == "false"
    assert done.ran == ["Regenerate and report"]
    assert f"{mb.LATEST}: as pinned" in done.summary
    assert git(downstream, "status", "--porcelain") == ""


def test_a_pull_request_with_report_and_drift(downstream: Path, act: Act, tmp_path: Path) -> None:
    move(downstream)
    done = act(revisions="latest")
    assert done.code == 0, done.out
    assert done.outputs["changed"] == "true"
    assert "title=DEFINITION_ADDED Fresh::" in done.out
    report = Path(done.outputs["report"]).read_text(encoding="utf-8")
    assert f"{mb.LATEST}: differs from the pinned copy" in report
    assert "1 new: Fresh" in report
    assert "<code>Tool</code> has the new optional member <code>fresh</code>" in report
    assert "generated/mcp_bindings/" in report
    branch = git(downstream, "show", "--stat", "origin/mcp-bindings")
    assert "tools.py" in branch
    assert "class Fresh" in git(downstream, "show", f"origin/mcp-bindings:{models()}")
    assert "class Fresh" not in git(downstream, "show", f"main:{models()}")
    calls = (tmp_path / "gh.calls").read_text(encoding="utf-8").splitlines()
    assert len(calls) == 1
    assert calls[0].startswith("pr create --head mcp-bindings")

    git(downstream, "switch", "--quiet", "main")
    (tmp_path / "exists").touch()
    assert act().outputs["changed"] == "true"
    calls = (tmp_path / "gh.calls").read_text(encoding="utf-8").splitlines()
    assert calls[-1].startswith("pr edit mcp-bindings --body-file"), "an open pull request is updated"

    git(downstream, "switch", "--quiet", "main")
    git(downstream, "merge", "--quiet", "mcp-bindings")
    assert act().outputs["changed"] == "false", "nothing is left once it is merged"


def models() -> str:
    return f"generated/mcp_bindings/v{mb.LATEST.replace('-', '_')}/tools.py"


def test_a_revision_that_fails_does_not_stop_the_others(downstream: Path, act: Act, tmp_path: Path) -> None:
    move(downstream)
    official = downstream / "official" / "schema"
    document: dict[str, Any] = json.loads((official / mb.LATEST / "schema.json").read_bytes())
    document["$defs"]["Bad"] = UNBUILDABLE
    write_official(downstream, "2099-01-01", document)
    done = act(revisions="")
    assert (done.code, done.outputs["changed"], done.outputs["complete"]) == (1, "true", "false"), done.out
    assert done.ran[-2:] == ["Open or update the pull request", "Fail if a file cannot be compared or built"]
    report = Path(done.outputs["report"]).read_text(encoding="utf-8")
    assert "## Left out" in report
    assert "`patternProperties` has no exact form" in report
    assert "class Fresh" in git(downstream, "show", f"origin/mcp-bindings:{models()}")
    calls = (tmp_path / "gh.calls").read_text(encoding="utf-8").splitlines()
    assert [each.split(" --")[0] for each in calls] == ["pr create"]


def test_without_a_pull_request(downstream: Path, act: Act, tmp_path: Path) -> None:
    move(downstream)
    done = act(pull_request="false")
    assert (done.code, done.outputs["changed"]) == (0, "true"), done.out
    assert not (tmp_path / "gh.calls").exists()
    assert "mcp-bindings" not in git(downstream, "branch", "--all")


def test_a_fork(downstream: Path, act: Act) -> None:
    """The package of a fork, with a report on its changes against its base."""
    document: Any = json.loads((ROOT / "schema" / mb.LATEST / "schema.json").read_bytes())
    path = downstream / "acme.json"
    path.write_text(json.dumps(forked(document)), encoding="utf-8")
    git(downstream, "add", "--all")
    git(downstream, "commit", "--quiet", "--message", "a fork")
    inputs = {"schema_file": "acme=acme.json", "base": mb.LATEST, "package": "acme_mcp", "out": "acme", "revisions": ""}
    inputs |= {"dist": "acme-protocol", "package_version": "2.5.1"}
    done = act(**inputs)
    assert (done.code, done.outputs["changed"]) == (0, "true"), done.out
    report = Path(done.outputs["report"]).read_text(encoding="utf-8")
    assert "Request <code>assets/get</code> was added." in report
    assert "class Asset" in git(downstream, "show", "origin/mcp-bindings:acme/acme_mcp/acme/assets.py")
    project = git(downstream, "show", "origin/mcp-bindings:acme/pyproject.toml")
    assert 'name = "acme-protocol"\nversion = "2.5.1"' in project
    changes = git(downstream, "show", "origin/mcp-bindings:acme/docs/changes.md")
    assert f"## acme\n\nCompared with `{mb.LATEST}`:" in changes
    git(downstream, "switch", "--quiet", "main")
    git(downstream, "merge", "--quiet", "mcp-bindings")
    assert act(**inputs).outputs["changed"] == "false"


def test_unusable_official_files_fail_the_run(downstream: Path, act: Act) -> None:
    (downstream / "official" / "schema" / mb.LATEST / "schema.json").write_text("[", encoding="utf-8")
    done = act()
    assert done.code == 1
    assert "not JSON" in done.summary
    assert "so nothing is generated" in done.summary
    assert git(downstream, "status", "--porcelain") == ""


def test_a_draft_that_has_moved(downstream: Path, act: Act) -> None:
    """The files of the draft are new, and the release that equalled it stays as it is."""
    document = json.loads((downstream / "official" / "schema" / mb.LATEST / "schema.json").read_bytes())
    draft = next(row.id for row in read_manifest(ROOT / "schema") if row.status == "draft")
    write_official(downstream, draft, fresh(document))
    done = act(revisions=f"{mb.LATEST} {draft}")
    assert (done.code, done.outputs["changed"]) == (0, "true"), done.out
    assert f"{draft}: differs from the pinned copy" in done.summary
    assert "<code>Tool</code> has the new optional member <code>fresh</code>" in done.summary
    assert f"{draft} is official/schema/{draft}/schema.json, with the facts of {draft}" in done.summary
    assert "class Fresh" in git(downstream, "show", f"origin/mcp-bindings:generated/mcp_bindings/{draft}/tools.py")
    assert "class Fresh" not in git(downstream, "show", f"origin/mcp-bindings:{models()}")


def test_a_new_revision(downstream: Path, act: Act) -> None:
    document = json.loads((downstream / "official" / "schema" / mb.LATEST / "schema.json").read_bytes())
    write_official(downstream, "2099-01-01", fresh(document))
    done = act(revisions=f"{mb.LATEST} 2099-01-01")
    assert (done.code, done.outputs["changed"]) == (0, "true"), done.out
    assert "2099-01-01: not pinned" in done.summary
    assert "<code>Tool</code> has the new optional member <code>fresh</code>" in done.summary
    assert f"2099-01-01 has the facts of {mb.LATEST} as far as they apply" in done.summary
    module = "generated/mcp_bindings/v2099_01_01/tools.py"
    assert "class Fresh" in git(downstream, "show", f"origin/mcp-bindings:{module}")


def test_a_comparison_that_ends_early_fails_the_run(downstream: Path, act: Act, tmp_path: Path) -> None:
    """A run whose report has nothing about a file that moved is not green, even if the file can be built."""
    move(downstream)
    tool = tmp_path / "broken"
    script = f'[ "$1" != diff ] || {{ echo "AssertionError: a defect" >&2; exit 1; }}; exec "{sys.executable}"'
    write_command(tool, f'{script} -m mcp_bindgen.cli "$@"')
    done = act(tool=str(tool))
    assert (done.code, done.outputs["changed"]) == (1, "true"), done.out
    assert "## Not compared" in done.summary
    assert "AssertionError: a defect" in done.summary
    assert "class Fresh" in git(downstream, "show", f"origin/mcp-bindings:{models()}")


def test_a_first_package_that_cannot_be_built(downstream: Path, act: Act) -> None:
    document: Any = json.loads((ROOT / "schema" / mb.LATEST / "schema.json").read_bytes())
    document["$defs"]["Bad"] = UNBUILDABLE
    (downstream / "acme.json").write_text(json.dumps(document), encoding="utf-8")
    done = act(schema_file="acme=acme.json", base=mb.LATEST, package="acme_mcp", out="acme", revisions="")
    assert (done.code, done.outputs["changed"]) == (1, "false"), done.out
    assert "`patternProperties` has no exact form" in done.summary
    assert done.ran[-1] == "Fail if a file cannot be compared or built"


def test_the_recipe_runs(downstream: Path, act: Act, tmp_path: Path) -> None:
    """Every step of the workflow; a checkout of another repository gives the directory that stands for it."""
    recipe = composite.read_yaml(ROOT / "examples" / "downstream" / "mcp-bindings.yml")
    move(downstream)
    (downstream / "official").rename(tmp_path / "modelcontextprotocol")
    done: composite.Result | None = None
    for step in recipe["jobs"]["update"]["steps"]:
        name, given = step["uses"].partition("@")[0], step.get("with", {})
        if name == "actions/checkout" and "repository" in given:
            shutil.copytree(tmp_path / given["repository"].rpartition("/")[2], downstream / given["path"])
        elif name == "actions/checkout":
            git(downstream, "fetch", "--quiet", "origin")
        else:
            done = act(revisions=mb.LATEST, **given)
    assert done is not None
    assert (done.code, done.outputs["changed"], done.outputs["complete"]) == (0, "true", "true"), done.out
    assert "class Fresh" in git(downstream, "show", f"origin/mcp-bindings:{models()}")
    assert "official" not in git(downstream, "ls-tree", "--name-only", "origin/mcp-bindings").split()


def test_the_hooks_run(downstream: Path, tmp_path: Path) -> None:
    """As `pre-commit` runs them: each whose pattern fits a staged file, from the root of the repository."""
    tool = [sys.executable, "-m", "mcp_bindgen.cli"]
    hooks = {hook["id"]: hook for hook in composite.read_yaml(ROOT / ".pre-commit-hooks.yaml")}
    schema = f"acme={ROOT / 'schema' / mb.LATEST / 'schema.json'}"
    options = ["--out", "acme", "--schema-file", schema, "--base", mb.LATEST, "--package", "acme_mcp"]
    given = {
        "mcp-bindgen-check": options,
        "mcp-bindgen-generate": options,
        "mcp-bindgen-upstream": ["official"],
    }
    assert given.keys() == hooks.keys()

    def committing() -> dict[str, int]:
        staged = git(downstream, "diff", "--cached", "--name-only").splitlines()
        codes: dict[str, int] = {}
        for id_, arguments in given.items():
            hook = hooks[id_]
            assert hook["pass_filenames"] is False
            if hook.get("always_run") or any(re.search(hook["files"], name) for name in staged):
                command = [*tool, *hook["entry"].split()[1:], *arguments]
                codes[id_] = subprocess.run(command, cwd=downstream, check=False, capture_output=True).returncode
        return codes

    assert committing() == {"mcp-bindgen-check": 2}, "there is no package yet"
    git(downstream, "add", "--force", "official")
    assert committing() == {"mcp-bindgen-check": 2, "mcp-bindgen-generate": 0, "mcp-bindgen-upstream": 0}
    move(downstream)
    (downstream / "acme" / "INDEX.md").write_text("edited", encoding="utf-8")
    assert committing() == {"mcp-bindgen-check": 1, "mcp-bindgen-generate": 0, "mcp-bindgen-upstream": 1}
    git(downstream, "restore", "--staged", "official")
    assert committing() == {"mcp-bindgen-check": 0}


def test_the_action_and_the_recipe_are_valid() -> None:
    for schema, path in (
        ("vendor.github-actions", ROOT / "action.yml"),
        ("vendor.github-workflows", ROOT / "examples" / "downstream" / "mcp-bindings.yml"),
    ):
        command = [str(Path(sys.executable).parent / "check-jsonschema"), "--builtin-schema", schema, str(path)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_recipe_gives_inputs_that_the_action_has() -> None:
    inputs = composite.read_yaml(ROOT / "action.yml")["inputs"]
    recipe = composite.read_yaml(ROOT / "examples" / "downstream" / "mcp-bindings.yml")
    [step] = [each for each in recipe["jobs"]["update"]["steps"] if "mcp-bindgen@" in each["uses"]]
    assert set(step["with"]) <= set(inputs)


def test_hooks_are_commands_of_the_tool() -> None:
    from mcp_bindgen.cli import main

    hooks = composite.read_yaml(ROOT / ".pre-commit-hooks.yaml")
    for hook in hooks:
        tool, command = hook["entry"].split()
        assert (tool, command in main.commands, hook["language"]) == ("mcp-bindgen", True, "python")
