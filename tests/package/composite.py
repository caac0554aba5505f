"""A local runner for composite actions: the part of GitHub's runner that `action.yml` needs."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML

EXPRESSION = re.compile(r"\$\{\{ *([^}]+?) *\}\}")
TERM = re.compile(r"(inputs|steps)\.([\w.-]+) == '([^']*)'")


def read_yaml(path: Path) -> Any:
    """The content of a YAML file."""
    reader: Any = YAML(typ="safe")
    return reader.load(path.read_text(encoding="utf-8"))


class Result(NamedTuple):
    """What a run did."""

    code: int
    """Exit code of the first step that failed; 0 if none did."""
    out: str
    """Output of all steps, errors among it."""
    outputs: dict[str, str]
    ran: list[str]
    """Names of the steps that ran."""
    summary: str
    """The page that GitHub shows about the run."""


def run(action: Path, workspace: Path, temp: Path, inputs: Mapping[str, str], path: str) -> Result:
    """Run the steps of a composite action with bash, as GitHub does.

    Args:
        action: the file `action.yml`.
        workspace: the checkout in which the steps run.
        temp: `$RUNNER_TEMP`.
        inputs: values of inputs; others have their defaults.
        path: `$PATH`.
    """
    described: dict[str, Any] = read_yaml(action)
    unknown = set(inputs) - set(described["inputs"])
    assert not unknown, unknown
    missing = [name for name, each in described["inputs"].items() if each.get("required") and name not in inputs]
    assert not missing, missing
    known = {f"inputs.{name}": inputs.get(name, each.get("default", "")) for name, each in described["inputs"].items()}
    known["github.token"] = known["inputs.token"] = "secret"
    out, ran, code, summary = "", list[str](), 0, ""
    for number, step in enumerate(described["runs"]["steps"]):
        assert step["shell"] == "bash"
        if not _holds(step.get("if", ""), known):
            continue
        ran.append(step["name"])
        files = {name: temp / f"{name}-{number}" for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        script = temp / f"step-{number}.sh"
        script.write_text(step["run"], encoding="utf-8")
        own = {name: _filled(value, known) for name, value in step.get("env", {}).items()}
        environment = {**os.environ, **own, **{name: str(file) for name, file in files.items()}, "PATH": path}
        environment |= {"RUNNER_TEMP": str(temp), "GITHUB_ACTION_PATH": str(action.parent)}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=workspace,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        out += done.stdout
        summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        for line in files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            known[f"steps.{step['id']}.outputs.{name}"] = value
        if done.returncode != 0:
            code = done.returncode
            break
    outputs = {name: _filled(each["value"], known) for name, each in described["outputs"].items()}
    return Result(code, out, outputs, ran, summary)


def _filled(text: str, known: Mapping[str, str]) -> str:
    return EXPRESSION.sub(lambda found: known.get(found[1], ""), text)


def _holds(condition: str, known: Mapping[str, str]) -> bool:
    """Whether comparisons that are joined by `&&` are true; an unknown form of condition is an error."""
    for part in filter(None, condition.split(" && ")):
        term = TERM.fullmatch(part)
        assert term, part
        if known.get(f"{term[1]}.{term[2]}", "") != term[3]:
            return False
    return True
