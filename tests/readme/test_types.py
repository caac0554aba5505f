"""The programs of README and guides are right for pyright in strict mode, as a user copies them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.readme.test_readme import DOCUMENTS, blocks


@pytest.mark.slow  # pyright reads all types of the package
def test_programs_of_the_documents_pass_pyright_strict(tmp_path: Path) -> None:
    """The programs in `examples/` too, but `make pyright` checks those."""
    programs = {
        f"{document.parent.name}_{document.stem}_{number}.py": block
        for document in DOCUMENTS
        for number, block in enumerate(blocks(document, "python"))
        if not re.match(r"# examples/", block)
    }
    assert len(programs) > 50
    for name, text in programs.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.10", "include": list(programs)}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "--project", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len(programs), done.stderr
    assert [
        f"{Path(each['file']).name}:{each['range']['start']['line'] + 1}: {each['message']}"
        for each in report["generalDiagnostics"]
    ] == []
