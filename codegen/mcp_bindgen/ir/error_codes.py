"""Table of the error codes of a revision: facts, types from the schema, and retired codes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import MODULE_CONSTANTS, ErrorFacts, ErrorUse
from mcp_bindgen.ir.methods import release_range
from mcp_bindgen.ir.types import (
    Field,
    LiteralValue,
    ObjectType,
    Ref,
    Scalar,
    SpecRevision,
    TypeExpr,
    object_type,
)


@dataclass(frozen=True)
class ErrorShape:
    """A definition that fixes the code of an error. Types are given by their Python names."""

    definition: str
    """Wire name of the definition."""
    codes: tuple[int, ...]
    response: str | None
    """Type of the whole message if the definition is a response, else None."""
    error: str
    data: str | None
    data_required: bool


@dataclass(frozen=True)
class ErrorCode:
    """One error code of one revision. Types are given by their names in the revision's package."""

    code: int
    name: str
    """Name of the constant in the revision's `error_codes` module."""

    meaning: str
    response: str | None = None
    """Type of the whole error response; None if the schema defines no response with this code."""

    error: str | None = None
    """Type of the `error` member of the response, such as `ParseError`; None if the schema defines no error with this
    code.
    """

    data: str | None = None
    """Type of `error.data`; None if the schema has no named type for `data`."""

    data_required: bool = False

    data_shape: str = ""
    """Description of a `data` to which the schema gives no type; empty if the schema gives `data` a type, or if the
    sender may choose `data` freely.
    """

    retired: bool = False
    """True if only earlier revisions define the code. The types are then in `revision(until)`."""

    since: str = ""
    """The first of the consecutive releases that define the code; empty if the revision is no release."""

    until: str = ""
    """The last of the consecutive releases that define the code; empty if it is the newest release, or if the revision
    is no release.
    """

    uses: tuple[ErrorUse, ...] = ()
    """Situations in which the specification requires, allows or forbids the code."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    @property
    def example_only(self) -> bool:
        """True if the code occurs in examples of the specification only."""
        return bool(self.uses) and all(use.level == "example" for use in self.uses)


def error_shapes(spec: SpecRevision) -> tuple[ErrorShape, ...]:
    """Return the error objects and error responses that fix a code, in the order of the schema."""
    types = spec.by_name()
    found: list[ErrorShape] = []
    for wire_name, name in spec.definitions.items():
        type_ = object_type(Ref(name), types)
        if type_ is None or type_.name != name:  # an alias does not define the error again
            continue
        inner = object_type(_type_of_member(type_, "error"), types) if _find_field(type_, "jsonrpc") else None
        error, response = (type_, None) if inner is None else (inner, name)
        codes, data = _codes_of_error(error), _find_field(error, "data")
        if codes:
            named = data.type.name if data is not None and isinstance(data.type, Ref) else None
            required = data is not None and data.required
            found.append(ErrorShape(wire_name, codes, response, error.name, named, required))
    return tuple(found)


def check_error_codes(spec: SpecRevision, facts: Sequence[ErrorFacts], *, where: str) -> None:
    """Check that rows and schema name the same errors.

    Raises:
        BindgenError: a row names a definition that does not exist or does not fix the code of the row; a row describes
            `data` although the definition has a type for it; a code of the schema has no row, or its row names no
            definition that fixes the code. The message has each problem.
    """
    shapes = {shape.definition: shape for shape in error_shapes(spec)}
    rows = {row.code: row for row in facts}
    problems: list[str] = []
    for row in facts:
        shape = shapes.get(row.definition)
        if row.definition and row.definition not in spec.definitions:
            problems.append(f"row {row.code} names {row.definition}, which the schema does not define")
        elif row.definition and shape is None:
            problems.append(f"row {row.code} names {row.definition}, which fixes no error code")
        elif shape is not None and row.code not in shape.codes:
            problems.append(f"row {row.code} names {row.definition}, which has code {_join_codes(shape.codes)}")
        elif shape is not None and shape.data and row.data:
            problems.append(f"row {row.code} describes data, which the schema types as {shape.data}")
    for shape in shapes.values():
        for code in shape.codes:
            if code not in rows:
                problems.append(f"definition {shape.definition} has code {code}, which has no row")
            elif code not in getattr(shapes.get(rows[code].definition), "codes", ()):
                problems.append(f"definition {shape.definition} has code {code}, whose row does not name it")
    if problems:
        raise BindgenError("error codes and schema do not match\n  " + "\n  ".join(problems), where=where)


def error_table(spec: SpecRevision, facts: Sequence[ErrorFacts]) -> tuple[ErrorCode, ...]:
    """Return a row for each error code of a revision, in the order of the facts."""
    shapes = {shape.definition: shape for shape in error_shapes(spec)}
    return tuple(_make_row(row, shapes.get(row.definition)) for row in facts)


def with_retired_codes(
    tables: Mapping[str, Sequence[ErrorCode]],
    released: Sequence[str],
    forks: Collection[str] = (),
    *,
    is_complete: bool = True,
) -> dict[str, tuple[ErrorCode, ...]]:
    """Return the tables by revision, each code with its range of releases, and the retired codes at the end.

    Args:
        tables: the codes of each revision.
        released: the releases, oldest first, forks included.
        forks: the forks. A code that only forks define does not retire.
        is_complete: whether the tables are those of all official releases. If not, a reserved code need not be defined
            in the tables, and then has no range of releases.

    Raises:
        BindgenError: the tables are complete, but no earlier release defines a reserved code; two codes have one name.
    """
    having: dict[int, set[str]] = {}
    for revision in released:
        for row in tables[revision]:
            if not row.retired:
                having.setdefault(row.code, set()).add(revision)
    dated: dict[str, tuple[ErrorCode, ...]] = {}
    for revision, table in tables.items():
        rows = list(table)
        if revision in released:
            before = released[: released.index(revision)]
            rows = [_with_release_range(row, revision, before, having.get(row.code, set()), released) for row in table]
            if is_complete:
                _check_reserved_codes(rows, where=f"revision {revision}")
            lost = _unmentioned_codes(rows, before, dated)
            rows += [row for row in lost if not having.get(row.code, set()) <= {*forks}]
        _check_distinct_names(rows, where=f"revision {revision}")
        dated[revision] = tuple(rows)
    return dated


def _with_release_range(
    row: ErrorCode, revision: str, before: Sequence[str], having: set[str], released: Sequence[str]
) -> ErrorCode:
    if not row.retired:
        since, until = release_range(revision, having, released)
        return replace(row, since=since, until=until)
    last = next((other for other in reversed(before) if other in having), None)
    if last is None:
        return row
    since, _ = release_range(last, having, released)
    return replace(row, since=since, until=last)


def _check_reserved_codes(rows: Sequence[ErrorCode], *, where: str) -> None:
    for row in rows:
        if row.retired and not row.until:
            raise BindgenError(f"error code {row.code} is reserved, but no earlier release defines it", where=where)


def _unmentioned_codes(
    present: Sequence[ErrorCode], before: Sequence[str], dated: Mapping[str, Sequence[ErrorCode]]
) -> list[ErrorCode]:
    """Return the codes of the previous release that this release does not mention, as retired codes without types.

    If a code of this release has the name of a retired code, the name of the retired code gets the digits of that code
    at its end.
    """
    if not before:
        return []
    codes, names = {row.code for row in present}, {row.name for row in present}
    typeless = [replace(row, response=None, error=None, data=None, data_required=False) for row in dated[before[-1]]]
    lost = [replace(row, uses=(), retired=True) for row in typeless if row.code not in codes]
    return [replace(row, name=f"{row.name}_{abs(row.code)}") if row.name in names else row for row in lost]


def _check_distinct_names(rows: Sequence[ErrorCode], *, where: str) -> None:
    taken: dict[str, object] = dict.fromkeys(MODULE_CONSTANTS, "the table itself")
    for row in rows:
        other = taken.setdefault(row.name, row.code)
        if other != row.code:
            raise BindgenError(f"error code {row.code} would be named {row.name}, as is {other}", where=where)


def _make_row(facts: ErrorFacts, shape: ErrorShape | None) -> ErrorCode:
    return ErrorCode(
        code=facts.code,
        name=facts.name,
        meaning=facts.meaning,
        response=shape.response if shape else None,
        error=shape.error if shape else None,
        data=shape.data if shape else None,
        data_required=shape is not None and shape.data_required,
        data_shape=facts.data,
        uses=facts.use,
        sources=facts.sources,
        retired=facts.reserved,
    )


def _codes_of_error(type_: ObjectType) -> tuple[int, ...]:
    """Return the integers among the constants of `code` in an error object; empty without such constants, or if no
    member `message` is a string.
    """
    code, message = _type_of_member(type_, "code"), _type_of_member(type_, "message")
    if not isinstance(code, LiteralValue) or not isinstance(message, Scalar) or message.kind != "string":
        return ()
    return tuple(value for value in code.values if type(value) is int)


def _find_field(type_: ObjectType, wire_name: str) -> Field | None:
    return next((field for field in type_.fields if field.wire_name == wire_name), None)


def _type_of_member(type_: ObjectType, wire_name: str) -> TypeExpr | None:
    field = _find_field(type_, wire_name)
    return field.type if field is not None else None


def _join_codes(codes: Sequence[int]) -> str:
    return " or ".join(map(str, codes))
