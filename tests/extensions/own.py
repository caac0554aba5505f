"""The package of the example of an extension, `com.acme/tickets`, generated once and importable."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

from mcp_bindgen.ingest.extensions import read_facts_file
from tests.cli.run import run
from tests.meta.reading import ROOT

TICKETS = ROOT / "examples" / "tickets"
FACTS, SCHEMA, PROGRAM = TICKETS / "extension.toml", TICKETS / "schema.json", TICKETS / "desk.py"
PACKAGE = "acme_tickets"
ABLE = read_facts_file(FACTS).header.revisions[-1]
"""The newest revision that the extension extends, by its facts."""


@cache
def generated() -> Path:
    """The directory with the package, which is removed with the other temporary files of the machine."""
    out = Path(mkdtemp()) / "tickets"
    done = run("generate", "--extension", FACTS, "--package", PACKAGE, "--out", out)
    assert done.code == 0, done.err
    return out


@cache
def imported(name: str = PACKAGE) -> ModuleType:
    """The package, or the program `desk` that uses it."""
    for directory in (generated(), TICKETS):
        if str(directory) not in sys.path:
            sys.path.insert(0, str(directory))
    return import_module(name)
