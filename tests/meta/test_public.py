"""What is public: few names, each in one package, and all that the guides and the examples use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mcp_bindings as mb
from tests.meta.interface import Use, internal_types, used_types
from tests.meta.public import ROOT_PACKAGE, public_names, twice
from tests.meta.reading import ROOT, TEMPLATES, text_of

MOST_NAMES, MOST_PACKAGES = 193, 11
"""The bar of this project. A further name needs a reason; look first for one that could go.

The bar was 170; 13 names came because users write them (`tests.meta.interface`), and four because stores that users
write raise them: `StoreError`, `SessionHeldError`, `SessionLostError` and `StoreFullError`.
"""

UNNAMED = {
    "codec.schema_file.SchemaFile": "a revision makes its codecs",
    "peer.client_input.ClientInput": "a context makes it",
    "peer.client_input.Question": "a context makes the exception that has it",
    "peer.context.FormAnswer": "each overload of `Context.elicit` returns one class",
    "peer.context.SharedContext": "a dispatcher makes contexts",
    "revisions.ClassOf": "it is a protocol for type checkers",
    "schema.compiled.CompiledSchemaCache": "the guards of one server share it, and others leave it out",
    "server.toolbox.ToolboxFunction": "a server completes arguments",
    "session.errors.Violation": "a session makes its errors",
    "spec.extensions.ExtensionInfo": "a rendered package makes its extension",
    "spec.http_fields.HeaderFields": "a mapping or pairs do as well",
    "transports.asgi.HttpOptions": "its members are keyword arguments",
    "wire.model.WireModel": "it is the base of public classes of schemas",
}
"""Types that users could write, by the annotations of public names, and need not, with the reason."""

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "SECURITY.md",
    TEMPLATES / "README.md.j2",
    *(ROOT / "docs" / "guides").glob("*.md"),
]

ATTRIBUTE = re.compile(r"\b(?:mb|mcp_bindings)((?:\.[A-Za-z_]\w*)+)")
IMPORT = re.compile(r"^from mcp_bindings((?:\.\w+)*) import (\([^)]*\)|.*)$", re.MULTILINE)

OTHERS = {
    "adaptation.revision_adapter": "the name of a logger",
}
"""Names in the documents that are no names of the interface, with the reason."""


def used(path: Path) -> Iterator[str]:
    """The dotted names below the package that a document uses."""
    text = text_of(path)
    for found in ATTRIBUTE.finditer(text):
        yield found[1][1:]
    for found in IMPORT.finditer(text):
        for name in re.findall(r"(\w+)(?: as \w+)?", re.sub(r"#.*", "", found[2])):
            yield f"{found[1]}.{name}"[1:]


def is_public(name: str) -> bool:
    """Check the package, and the name in it. What follows is an attribute."""
    names = public_names()
    head, _, rest = name.partition(".")
    if head == "extensions" and rest and f"{ROOT_PACKAGE}.extensions.{rest.split('.')[0]}" in EXTENSIONS:
        return True
    if f"{ROOT_PACKAGE}.{head}" in names:
        return not rest or rest.split(".")[0] in names[f"{ROOT_PACKAGE}.{head}"]
    return head in names[ROOT_PACKAGE] or f"{ROOT_PACKAGE}.{head}" in REVISIONS


REVISIONS = {mb.revision(each).package for each in (*mb.REVISIONS, "draft")}
EXTENSIONS = {
    f"{ROOT_PACKAGE}.extensions.{path.parent.name}" for path in (ROOT / "schema" / "extensions").glob("*/schema.json")
}


def test_there_are_few_names_and_packages() -> None:
    names = public_names()
    assert sum(map(len, names.values())) <= MOST_NAMES
    assert len(names) <= MOST_PACKAGES


def test_types_that_users_write_are_public() -> None:
    assert sorted(internal_types("written")) == sorted(UNNAMED)
    assert all(UNNAMED.values())


@pytest.mark.parametrize(
    ("use", "kind"),
    [
        (Use("transports.stores.StoredSession", "mcp_bindings.transports.SessionStore.save"), "written"),
        (Use("session.events.RequestLost", "mcp_bindings.Session.request_failed"), "written"),
        (Use("session.events.SessionEnded", "mcp_bindings.Session.close"), "read"),
        (Use("session.errors.SessionFinding", "mcp_bindings.Session.findings"), "read"),
        (
            Use("authorization.verification.TokenVerifier", "mcp_bindings.authorization.ProtectedResource.__init__"),
            "protocol",
        ),
    ],
    ids=lambda given: given if isinstance(given, str) else given.type,
)
def test_a_use_of_a_type_has_a_kind(use: Use, kind: str) -> None:
    assert {each.kind for each in used_types() if (each.type, each.place) == (use.type, use.place)} == {kind}


def test_no_name_is_in_two_packages() -> None:
    assert twice(public_names()) == []
    assert twice({"a": ["x", "y"], "b": ["y"]}) == ["y"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_documents_use_public_names(path: Path) -> None:
    assert sorted({name for name in used(path) if not is_public(name) and name not in OTHERS}) == []


def test_every_exception_is_used() -> None:
    assert {name for path in DOCUMENTS for name in used(path) if not is_public(name)} == set(OTHERS)
    assert all(OTHERS.values())


def test_a_name_of_an_internal_module_is_not_public() -> None:
    assert [is_public(name) for name in ("peer.Calls", "session.state", "session.Session", "wire", "RequestId")] == [
        False
    ] * 5
    assert all(map(is_public, ("Session", "session.negotiate", "extensions.tasks.EXTENSION", "v2025_11_25.Tool")))
