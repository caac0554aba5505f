"""Packages with schemas of a user, generated in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mcp_bindgen.forks.custom_schema import read_custom_schemas
from mcp_bindgen.forks.generate import generate_package
from mcp_bindgen.pipeline import GenerationRequest
from tests.unit.tiny import ROOT


def generated(files: Mapping[str, Path], *revisions: str, errata: bool = True) -> dict[str, bytes]:
    """The files of a package with these custom schemas and revisions, after a check that every schema is in it."""
    customs = read_custom_schemas(files, None, None, revisions, ROOT / "schema")
    made = generate_package(customs, GenerationRequest(revisions=revisions or tuple(files), errata=errata))
    for error in made.failed:
        raise error
    return made.files
