"""Runs the programs, and prints those that fail with the reason."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mcp_bindgen.output.wheel import build_distributions
from tests.meta.reading import ROOT
from tests.readme.test_readme import DOCUMENTS, blocks, promised

BUILD = ROOT / "build" / "pyodide"
PLATFORM = [
    "--python-version",
    "3.14",
    "--abi",
    "cp314",
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--platform",
    "any",
]
"""The platform of the wheels of Pyodide 314."""

VALIDATORS = ["jsonschema", "referencing", "jsonschema-specifications", "attrs", "pyrsistent", "pyrsistent-as-rpds-py"]
"""What the extra `validators` installs in Pyodide. Its index has rpds-py, and PyPI only an equivalent in Python."""

EXTRA = re.compile(r"(?m)^ModuleNotFoundError: (.*)$")


def install() -> None:
    """Install Pyodide, Node, and the wheels of the package and of what it requires."""
    shutil.rmtree(BUILD, ignore_errors=True)
    (BUILD / "wheels").mkdir(parents=True)
    npm = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "pyodide@314", "node@24"]
    subprocess.run(npm, cwd=BUILD, check=True)
    build_distributions(ROOT / "generated", BUILD / "dist")
    [wheel] = (BUILD / "dist").glob("*.whl")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", *PLATFORM]
    subprocess.run([*pip, "--dest", str(BUILD / "wheels"), str(wheel)], check=True)
    subprocess.run([*pip, "--no-deps", "--dest", str(BUILD / "wheels"), *VALIDATORS], check=True)
    shutil.copy(Path(__file__).with_name("run.mjs"), BUILD)


def main() -> int:
    install()
    programs = dict[str, str]()
    for document in DOCUMENTS:
        for number, block in enumerate(blocks(document, "python")):
            if not re.match(r"# examples/", block):
                programs[f"{document.parent.name}_{document.stem}_{number}.py"] = block
    for name, text in programs.items():
        (BUILD / name).write_text(text, encoding="utf-8")
    node = [str(BUILD / "node_modules" / "node" / "bin" / "node"), "run.mjs", *programs]
    done = subprocess.run(node, cwd=BUILD, check=True, capture_output=True, encoding="utf-8")
    first, *lines = [json.loads(line) for line in done.stdout.splitlines()]
    right, lacking, wrong = 0, 0, 0
    for line in lines:
        missing = EXTRA.search(line["error"])
        lost = [each for each in promised(programs[line["file"]]) if each not in line["printed"]]
        if missing is not None:
            lacking += 1
            print(f"{line['file']}: {missing[1]}")
        elif line["error"] or lost:
            wrong += 1
            print(f"{line['file']}: {line['error'] or lost}")
        else:
            right += 1
    print(f"Python {first['version']}: {right} programs run, {lacking} need an extra, {wrong} fail")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
