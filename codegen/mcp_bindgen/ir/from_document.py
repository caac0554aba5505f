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
        revision: its row of the manifest.
        document: content of the file, with errata applied.
        where: the file, for error messages.
        names: names that a person has chosen for its places.

    Raises:
        BindgenError: the file has parts that cannot be kept. The error has all of them, each with an erratum if one
            helps. With all these errata, the file can be built.
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
    disagree: they can be compared, but no package can be made of them.

    Raises:
        BindgenError: for one of the errors there is no erratum.
    """
    refused: list[BindgenError] = []
    while True:
        try:
            effective = normalize.normalize(document, where=where, keeps_patterns=keeps_patterns)
            spec = build.build_spec(revision, effective, where=where, document=document, names=names)
            return spec, refused
        except BindgenError as error:
            document, solved = _weakened(document, error)
            if not solved:
                raise_together([*refused, error])
            refused += solved


def _weakened(document: JSONValue, error: BindgenError) -> tuple[JSONValue, list[BindgenError]]:
    """Return a document with the errata that its errors propose, and the errors that these errata solve."""
    proposed = [(each, each.erratum) for each in error.mistakes if isinstance(each, RefusalError) and each.erratum]
    corrected, applied = errata.apply_in_turn(document, [row for _, row in proposed])
    return corrected, [each for each, row in proposed if row in applied]
