"""The recipes for conda-forge say what the metadata of the two distributions say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tomli
from packaging.requirements import Requirement
from ruamel.yaml import YAML

from mcp_bindgen import __version__
from tests.meta.reading import ROOT

NAMES = {"typing-extensions": "typing_extensions", "redis": "redis-py"}
"""Names that conda-forge gives to packages of PyPI."""

PROJECTS = {"mcp-bindgen": ROOT / "pyproject.toml", "mcp-bindings": ROOT / "generated" / "pyproject.toml"}
each_recipe = pytest.mark.parametrize("name", sorted(PROJECTS))


def read(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The recipe and the metadata of a distribution."""
    yaml: Any = YAML(typ="safe")
    recipe: dict[str, Any] = yaml.load(ROOT / ".github" / "conda" / name / "recipe.yaml")
    return recipe, tomli.loads(PROJECTS[name].read_text(encoding="utf-8"))


def as_conda(requirement: str, extras: dict[str, list[str]]) -> list[str]:
    """A requirement as conda-forge writes it, followed by those of its extras; nothing for Emscripten."""
    marker = Requirement(requirement).marker
    if marker is not None and not marker.evaluate({"sys_platform": "linux"}):
        return []
    found = re.fullmatch(r"([\w.-]+?)(?:\[([\w,]+)\])?((?:[<>=!~]=?)[^;]+)(?:;.*)?", requirement)
    assert found is not None, requirement
    name, chosen, versions = found.groups()
    needed = [each for extra in (chosen or "").split(",") for each in extras.get(extra, [])]
    return [f"{NAMES.get(name, name)} {versions}", *(line for each in needed for line in as_conda(each, {}))]


@each_recipe
def test_a_recipe_requires_what_the_metadata_require(name: str) -> None:
    recipe, metadata = read(name)
    project = metadata["project"]
    _, package = read("mcp-bindings")
    extras = package["project"]["optional-dependencies"]
    python, *run = recipe["requirements"]["run"]
    expected = [line for each in project["dependencies"] for line in as_conda(each, extras)]
    assert [line.replace("${{ version }}", __version__) for line in run] == expected
    assert python == "python >=${{ python_min }}"
    assert project["requires-python"] == f">={recipe['context']['python_min']}"
    host = recipe["requirements"]["host"]
    assert host == [
        "python ${{ python_min }}.*",
        *(as_conda(each, {})[0] for each in metadata["build-system"]["requires"]),
        "pip",
    ]


def test_the_extras_of_the_package_are_constraints() -> None:
    recipe, metadata = read("mcp-bindings")
    extras = metadata["project"]["optional-dependencies"]
    expected = {line for lines in extras.values() for each in lines for line in as_conda(each, {})[:1]}
    assert sorted(expected) == recipe["requirements"]["run_constraints"]


@each_recipe
def test_a_recipe_describes_the_distribution(name: str) -> None:
    recipe, metadata = read(name)
    project, about = metadata["project"], recipe["about"]
    assert recipe["context"]["version"] == __version__
    assert recipe["package"]["name"] == name == project["name"]
    assert (about["summary"], about["license"]) == (project["description"], project["license"])
    assert about["homepage"] == project["urls"]["Homepage"]
    assert about["documentation"] == project["urls"]["Documentation"]
    scripts = [f"{command} = {target}" for command, target in project.get("scripts", {}).items()]
    assert recipe["build"].get("python", {}).get("entry_points", []) == scripts


def test_every_recipe_is_compared() -> None:
    assert {path.parent.name for path in Path(ROOT / ".github" / "conda").rglob("recipe.yaml")} == set(PROJECTS)
