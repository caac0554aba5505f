"""Build a schema that is not pinned yet, and check that its classes compile and that its facts agree with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mcp_bindgen import paths, sources
from mcp_bindgen.errors import BindgenError, run_checks
from mcp_bindgen.ingest import errata, protocol
from mcp_bindgen.ingest.authorization import read_authorization
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ir import error_codes, history, recursion
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.records.docs import ProjectDocs
from mcp_bindgen.render.models import make_models_input, render_models
from mcp_bindgen.render.type_data import make_type_data
from mcp_bindgen.steps import StepRunner

_NO_LINES = ProjectDocs({}, {}, {}, {})


def build_corrected_spec(
    revision: Revision,
    document: JSONValue,
    rows: Sequence[Erratum],
    *,
    where: str,
    names: Sequence[ChosenName],
) -> SpecRevision:
    """Return the types of a revision, built from its file with the errata applied.

    Args:
        revision: the row of the revision in the manifest.
        document: the file, without prose.
        rows: the errata of the file.
        where: the file, for error messages.
        names: names that a person has chosen for types and attributes of this file or of an earlier one.

    Raises:
        BindgenError: an erratum does not apply, or the file cannot be built.
    """
    corrected = errata.apply_errata(document, rows, where=where)
    return spec_of_document(revision, corrected, where=where, names=names)


def check_classes_compile(spec: SpecRevision) -> None:
    """Check that the classes of a revision can be rendered and compiled, without documentation and in memory.

    Raises:
        BindgenError: the classes are not valid Python.
    """
    shown = recursion.unroll_aliases(spec)
    arranged = type_modules(shown)
    rows = make_type_data(shown, _NO_LINES, history.type_histories([spec], spec), arranged)
    [bodies] = render_models([make_models_input(shown, rows, arranged, paths.templates_root())], StepRunner())
    try:
        for body in bodies:
            compile(body.text, body.module, "exec")
    except SyntaxError as error:
        raise BindgenError(
            f"the classes of this schema are not valid Python: {error}", where=spec.revision.id
        ) from None


def check_facts(schema_root: Path, spec: SpecRevision) -> None:
    """Check that the facts of a revision agree with its types.

    Args:
        schema_root: the directory `schema/`.
        spec: the types of the revision.

    Raises:
        BindgenError: facts are missing or malformed, or contradict the types. The error has the mistakes of all checks.
    """
    name = spec.revision.id
    checks: tuple[Callable[[], object], ...] = (
        lambda: sources.protocol_of(spec, schema_root, sources.methods_of(spec, schema_root)),
        lambda: read_authorization(schema_root, name),
        lambda: sources.lint_rules_of(spec, schema_root),
        lambda: error_codes.check_error_codes(
            spec, protocol.read_error_codes(schema_root, name), where=str(schema_root / name / "protocol.toml")
        ),
    )
    run_checks(checks)
