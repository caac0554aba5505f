"""Schemas of a few lines as IR, and the project's places."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import settings

from mcp_bindgen import sources
from mcp_bindgen.ingest import normalize
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.ir.types import AnyJson, Field, ObjectType, Scalar, SchemaLocation, SpecRevision, TypeExpr

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "schema"
TEMPLATES = ROOT / "templates"
OFFICIAL = ROOT.parent / "shared" / "schema"

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
STRING: dict[str, Any] = {"type": "string"}

same_every_run = settings(derandomize=True, database=None, deadline=None, max_examples=300)
"""For properties: CI must not fail by chance, nor write into the checkout."""

RELEASE = Revision(
    id="2099-01-01",
    status="released",
    era="handshake",
    reference="https://example.org/{anchor}",
    path="schema/2099-01-01/schema.json",
    commit="c" * 40,
    official_sha256="",
    sha256="",
)


def release(revision_id: str, **changes: Any) -> Revision:
    """A row of the manifest."""
    return dataclasses.replace(RELEASE, id=revision_id, **changes)


def tiny(
    definitions: Mapping[str, Any], revision: Revision = RELEASE, *, dialect: str = normalize.DIALECT
) -> SpecRevision:
    """The IR of these definitions; errors name the place `tiny`."""
    key = "$defs" if dialect == normalize.DIALECT else "definitions"
    document: dict[str, Any] = {"$schema": dialect, key: definitions}
    return spec_of_document(revision, document, where="tiny")


def record(required: str = "", /, **properties: Any) -> dict[str, Any]:
    """The schema of an object with these members."""
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return {**schema, "required": required.split()} if required else schema


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def at(pointer: str) -> SchemaLocation:
    """The place of a definition."""
    return SchemaLocation(pointer, was_inline=False)


def inside(pointer: str) -> SchemaLocation:
    """The place of an inline part."""
    return SchemaLocation(pointer, was_inline=True)


def member(name: str, type_: TypeExpr | None = None, *, required: bool = False, wire: str = "") -> Field:
    """A field, a string unless said otherwise."""
    return Field(wire or name, name, type_ or Scalar("string"), required)


ANY = AnyJson()


def klass(name: str, *fields: Field, extra: TypeExpr | None = ANY, of: str = "", where: str = "") -> ObjectType:
    """A class: a definition, or the part of one at `where`."""
    place = inside(where) if where else at(f"/$defs/{name}")
    return ObjectType(name, of or name, fields, extra, place)


@cache
def pinned(revision_id: str) -> SpecRevision:
    """The IR of a pinned revision."""
    return sources.load_spec(revision_id)
