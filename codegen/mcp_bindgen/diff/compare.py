"""Compare two subjects: find the differences, then assess them."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.diff.facts.compare import fact_deltas
from mcp_bindgen.diff.facts.offers import offer_deltas
from mcp_bindgen.diff.schema.annotations import annotation_deltas
from mcp_bindgen.diff.schema.compare import schema_deltas
from mcp_bindgen.diff.schema.matching import Rename
from mcp_bindgen.diff.schema.method_folding import fold_methods
from mcp_bindgen.diff.schema.moves import fold_moves
from mcp_bindgen.diff.schema.side import ComparedSchemas, compared_schemas
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Delta, Report
from mcp_bindgen.diff.verdict.classify import assess_deltas


def compare_subjects(old: Subject, new: Subject, renames: Sequence[Rename] = ()) -> list[Delta]:
    """Return all differences between two subjects, without an assessment.

    Args:
        old: the old side.
        new: the new side.
        renames: known renames of definitions.

    Raises:
        PathError: the place of a class has no object type, or several.
        UndecidedError: a pattern would take too long.
    """
    return _find_deltas(compared_schemas(old.spec, new.spec, renames), old, new)


def make_report(old: Subject, new: Subject, renames: Sequence[Rename] = ()) -> Report:
    """Return a report of all differences between two subjects, with their assessments.

    Args:
        old: the old side.
        new: the new side.
        renames: known renames of definitions.

    Raises:
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    schemas = compared_schemas(old.spec, new.spec, renames)
    return Report(old.name, new.name, assess_deltas(_find_deltas(schemas, old, new), schemas, old, new))


def _find_deltas(schemas: ComparedSchemas, old: Subject, new: Subject) -> list[Delta]:
    found = [*fold_moves([*schema_deltas(schemas)], schemas), *annotation_deltas(old, new, schemas)]
    return [*fold_methods(found, old, new), *fact_deltas(old, new, schemas.old.shared), *offer_deltas(old, new)]
