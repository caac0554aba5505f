"""Counts the lines of the reference server and client that are not content: `python -m tests.reference.lines`.

Content are the tools, resources, prompts and answers with their texts and media: what another server or client would
have in their place. It stands in directories of its own. Every other line counts, docstrings and blank lines too.
"""

from __future__ import annotations

from pathlib import Path

from tests.reference.processes import ROOT

REFERENCE = ROOT / "examples" / "reference"
CONTENT = "content"


def counted(program: str, room: str) -> dict[Path, int]:
    """The lines of each module of a program that is no content."""
    modules = [REFERENCE / program, *sorted((REFERENCE / room).rglob("*.py"))]
    kept = [path for path in modules if CONTENT not in path.relative_to(REFERENCE).parts]
    return {path: len(path.read_text(encoding="utf-8").splitlines()) for path in kept}


def main() -> None:
    """Print the lines of each module, and their sum for each program."""
    for program, room in (("server.py", "serving"), ("client.py", "calling")):
        lines = counted(program, room)
        for path, number in lines.items():
            print(f"{number:4} {path.relative_to(ROOT)}")
        print(f"{sum(lines.values()):4} lines of the reference {program.removesuffix('.py')} are not content")


if __name__ == "__main__":
    main()
