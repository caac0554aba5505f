"""Build the types of a schema file, and find everything in it that cannot be kept."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.ingest import errata, normalize
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ingest.refusals import RefusalError
from mcp_bindgen.ir import build
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue


def spec_of_document(
    revision: Revision, document: JSONValue, *, where: str, names: Sequence[ChosenName] = ()
) -> SpecRevision:
    """Return the types of a file.

    Args:
        revision: the row of the revision in the manifest.
        document: the content of the file, with errata applied.
        where: the file, for error messages.
        names: names that a person has chosen for types and attributes.

    Raises:
        BindgenError: the file has parts that cannot be kept. The error lists these parts, each with an erratum if an
            erratum helps. If each part has one, the list is complete, and the file can be built with these errata.
    """
    spec, refused = weakened_spec(revision, document, where=where, names=names)
    raise_together(refused)
    return spec


def weakened_spec(
    revision: Revision,
    document: JSONValue,
    *,
    where: str,
    keeps_patterns: bool = False,
    names: Sequence[ChosenName] = (),
) -> tuple[SpecRevision, list[BindgenError]]:
    """Return the types of a file without the parts that cannot be kept, and the errors for these parts.

    The arguments are those of `spec_of_document`. With `keeps_patterns`, the types keep patterns on which engines
    disagree. Types with such patterns can be compared, but not generated.

    Raises:
        BindgenError: no erratum removes the cause of one of the errors. The error lists all errors that were found
            until then.
    """
    refused: list[BindgenError] = []
    while True:
        try:
            effective = normalize.normalize(document, where=where, keeps_patterns=keeps_patterns)
            spec = build.build_spec(revision, effective, where=where, document=document, names=names)
            return spec, refused
        except BindgenError as error:
            document, solved = _weaken_document(document, error)
            if not solved:
                raise_together([*refused, error])
            refused += solved


def _weaken_document(document: JSONValue, error: BindgenError) -> tuple[JSONValue, list[BindgenError]]:
    """Return a document with the errata applied that an error proposes, and the mistakes that these errata remove."""
    proposed = [(each, each.erratum) for each in error.mistakes if isinstance(each, RefusalError) and each.erratum]
    corrected, applied = errata.apply_errata_in_turn(document, [row for _, row in proposed])
    return corrected, [each for each, row in proposed if row in applied]
