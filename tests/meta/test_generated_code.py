"""Generated packages import one module of the runtime, whose interface has a version."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from mcp_bindgen.render import runtime_interface
from mcp_bindings import REVISIONS, generated_code
from tests.meta.reading import PRODUCT, RUNTIME, TEMPLATES, imports, module_name, python_files

PACKAGES = [
    path.parent
    for path in sorted(PRODUCT.rglob("__init__.py"))
    if not any((root / path.parent.relative_to(PRODUCT)).is_dir() for root in (RUNTIME, TEMPLATES / PRODUCT.name))
]
"""The directories of the generated packages."""

NAMES_OF_VERSION = {
    1: """
    ABSENT AdaptedCalls AddedFilter AddedMetaKey AddedResultType Authorization AuthorizationRule AuthorizationStatus
    Batching Calls Capability ChallengeRule CheckedModel ClientConnection Conformance Context Default Deprecation
    Discovery ErrorCase ErrorCode ErrorRange ErrorUse EventStreams ExactLiteral Extension ExtensionInfo FeatureStatus
    Handlers Http Integer IssuerCheck Lifecycle LintRule MetaKey MethodInfo MethodSetting NameHeader Notification Number
    Omittable OnProgress OnStray OneOf Parameter Protocol Reply Request RequestHeader RequestIds Requirement Response
    ResponseHeader Route Satisfies SendText Sender Session Standard StatedLimit Status Stdio Transport TypedNotification
    TypedRequest TypedResponse UnbuiltDefinition VersionRule WireModel make_method_not_found_error
    """,
}
"""The names that the interface had when its version was set. One that is removed or renamed needs a new version."""


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_a_generated_package_imports_nothing_else_of_the_runtime(package: Path) -> None:
    own = {f"mcp_bindings.{module_name(path, PRODUCT)}" for path in PACKAGES}
    strangers = [
        f"{path.relative_to(PRODUCT)}:{line} imports {name}"
        for path in python_files(package)
        for line, name in imports(path)
        if name.startswith("mcp_bindings.") and not name.startswith((*own, f"mcp_bindings.{runtime_interface.MODULE}"))
    ]
    assert strangers == []


def test_each_name_is_what_its_module_defines() -> None:
    for name, module in runtime_interface.EXPORTS.items():
        assert getattr(generated_code, name) is getattr(import_module(f"mcp_bindings.{module}"), name)


def test_each_revision_has_a_package() -> None:
    assert len(PACKAGES) > len(REVISIONS)


def test_a_removed_name_changes_the_version() -> None:
    assert generated_code.VERSION == runtime_interface.VERSION == max(NAMES_OF_VERSION)
    assert set(NAMES_OF_VERSION[runtime_interface.VERSION].split()) <= set(runtime_interface.EXPORTS)


@pytest.mark.parametrize(
    ("difference", "mend"), [(1, "update mcp_bindings"), (-1, "generate acme_tickets again with mcp-bindgen")]
)
def test_a_package_of_another_version_says_so(difference: int, mend: str) -> None:
    with pytest.raises(ImportError, match=f"acme_tickets was generated for version .*{mend}"):
        generated_code.check_version("acme_tickets", generated_code.VERSION + difference)
    generated_code.check_version("acme_tickets", generated_code.VERSION)


def test_each_generated_package_checks_the_version() -> None:
    for package in PACKAGES:
        text = (package / "__init__.py").read_text(encoding="utf-8")
        assert f"check_version(__name__, {runtime_interface.VERSION})" in text, package.name
