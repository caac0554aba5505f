"""What the READMEs show is what happens: every example is run, and its comments are its output."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.paths import schema_root
from tests.readme import diagrams, translation

ROOT = Path(__file__).resolve().parents[2]
READMES = [ROOT / "README.md", ROOT / "generated" / "README.md"]
DOCUMENTS = [*READMES, *sorted((ROOT / "docs").rglob("*.md"))]
"""Every document whose examples run."""

GUIDES = re.findall(r"(?m)^([a-z-]+)$", (ROOT / "docs" / "guides" / "index.md").read_text(encoding="utf-8"))
"""The names of the guides, in the order of the index."""

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def blocks(readme: Path, language: str) -> list[str]:
    """The fenced code of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


BEHIND = re.compile(r"^\s*print\(.*\)\s+# (.+)$")
BARE = re.compile(r"^\s*(print\(.*|\)+)$")
COMMENT = re.compile(r"^\s*# (.+)$")


def promised(block: str) -> list[str]:
    """What the comments of a block say it prints: behind a `print`, or on lines of their own below one."""
    found: list[str] = []
    is_below = False
    for line in block.splitlines():
        if match := BEHIND.match(line):
            found.append(match[1].strip())
            is_below = False
        elif match := COMMENT.match(line):
            if is_below:
                found.append(match[1].strip())
        elif line.strip():
            is_below = BARE.match(line) is not None
    return found


@each_document
def test_python_examples_run_and_print_what_they_say(document: Path) -> None:
    for block in blocks(document, "python"):
        if named := re.match(r"# (examples/\S+\.py)\n", block):  # a program, which test_examples runs
            text = (ROOT / named.group(1)).read_text(encoding="utf-8")
            assert text.endswith(block[named.end() :]), f"{document.name} shows another {named.group(1)}"
            continue
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, f"correct this program of {document.relative_to(ROOT)}:\n{block}\n{done.stderr}"
        assert promised(block), "an example without output shows nothing"
        printed = done.stdout.splitlines()
        for line in promised(block):
            assert line in printed, f"{document.name} promises {line!r}, the example printed:\n{done.stdout}"


def test_diagrams_are_those_of_the_tables() -> None:
    text = diagrams.DOCUMENT.read_text(encoding="utf-8")
    assert len(blocks(diagrams.DOCUMENT, "mermaid")) == 2
    assert text == diagrams.drawn(text), "python -m tests.readme.diagrams draws them"


def test_tables_of_translation_are_those_of_the_rules() -> None:
    text = translation.DOCUMENT.read_text(encoding="utf-8")
    assert text == translation.written(text), "python -m tests.readme.translation writes them"
    assert all(f"`{rule.id}`" in text for rule in read_translation(schema_root()).rules)


def commands(document: Path) -> list[str]:
    """The lines of shell examples that call the tool, without their comments."""
    lines = [line.split("  #")[0] for block in blocks(document, "sh") for line in block.splitlines()]
    return [line for line in lines if "mcp-bindgen " in line]


def test_documents_show_commands() -> None:
    assert sum(len(commands(document)) for document in DOCUMENTS) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("line", dict.fromkeys(line.strip() for document in DOCUMENTS for line in commands(document)))
def test_commands_of_the_tool_run(line: str, tmp_path: Path) -> None:
    """Each command runs on its own, once, even if several documents show it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = line.replace("/tmp/", f"{shlex.quote(str(tmp_path))}/")
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PATH": path},
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_the_readme_names_every_command() -> None:
    from mcp_bindgen.cli import main

    table = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in main.commands:
        assert re.search(rf"`{name}[ `]", table), f"README.md does not mention {name}"


@pytest.mark.parametrize("index", ["docs/index.md", "docs/guides/index.md"])
def test_an_index_of_the_guides_has_each_of_them(index: str) -> None:
    guides = {each.stem for each in (ROOT / "docs/guides").glob("*.md")} - {"index"}
    text = (ROOT / index).read_text(encoding="utf-8")
    named = re.findall(r"\(guides/([a-z-]+)\.md\)" if index == "docs/index.md" else r"(?m)^([a-z-]+)$", text)
    assert sorted(named) == sorted(guides)
    assert named == GUIDES, "both are in the order of need"


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_has_purpose_program_pitfalls_and_links(name: str) -> None:
    text = (ROOT / "docs" / "guides" / f"{name}.md").read_text(encoding="utf-8")
    opening, *sections = re.split(r"(?m)^## ", text)
    assert re.match(r"# .+\n\n[A-Z`].+", opening)
    assert re.search(r"\b[Tt]his\sguide\b", opening.split("\n\n")[1]), "the first paragraph says what the guide is for"
    assert blocks(ROOT / "docs" / "guides" / f"{name}.md", "python") or commands(
        ROOT / "docs" / "guides" / f"{name}.md"
    )
    headings = [section.partition("\n")[0] for section in sections]
    assert headings.count("What can go wrong") == 1
    assert headings[-1] == "Read on"
    assert re.search(r"(?m)^- .*\]\([^)]+\)", sections[-1])
