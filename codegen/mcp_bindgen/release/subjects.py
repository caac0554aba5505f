"""Add the subjects of a new revision's definitions, from the categories in the official `schema.ts`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.importer import read_bytes
from mcp_bindgen.ingest.subjects import FILE, read_categories, read_subjects
from mcp_bindgen.ir.subjects import subject_of_method
from mcp_bindgen.ir.types import SpecRevision

_DOCUMENTED_DEFINITION = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\s*export\s+(?:interface|type|const)\s+(\w+)", re.DOTALL)
_CATEGORY = re.compile(r"@category\s+`?([^`\n]+?)`?\s*$", re.MULTILINE)


def read_schema_categories(text: str) -> dict[str, str]:
    """Return the categories that the text of a `schema.ts` states, by name of the definition.

    A definition without a category is left out.
    """
    found = ((name, _CATEGORY.search(comment)) for comment, name in _DOCUMENTED_DEFINITION.findall(text))
    return {name: category[1] for name, category in found if category is not None}


def find_subject_of_category(category: str, known: Mapping[str, str]) -> str:
    """Return the subject of a category. If `known` lacks the category, derive the subject from the category's name, as
    from that of a method.

    Args:
        category: the category.
        known: subjects by category.
    """
    return known.get(category) or subject_of_method(category).lower().replace(" ", "_")


def add_subjects(schema_root: Path, spec: SpecRevision, typescript: Path | None) -> tuple[list[str], list[str]]:
    """Add those new definitions of a revision that have a category to `subjects.toml`.

    Args:
        schema_root: the directory `schema/`.
        spec: the revision.
        typescript: the path of the official `schema.ts`; None without this file, and then no definition has a category.

    Returns:
        The names of the added definitions, and the names of the new definitions without a category.

    Raises:
        BindgenError: a file cannot be read, `schema.ts` is not UTF-8, or `subjects.toml` is malformed.
    """
    known = read_subjects(schema_root)
    stated = read_schema_categories(_read_text(typescript)) if typescript is not None else {}
    new = [name for name in spec.definitions if name not in known]
    subjects = read_categories(schema_root)
    added = {name: find_subject_of_category(stated[name], subjects) for name in new if name in stated}
    if added:
        path = schema_root / FILE
        path.write_text(_insert_rows(path.read_text(encoding="utf-8"), added), encoding="utf-8", newline="\n")
    return list(added), [name for name in new if name not in stated]


def _read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        BindgenError: the file cannot be read, or is not UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BindgenError(
            f"not UTF-8: {error.reason} at byte {error.start}",
            where=str(path),
            hint="give the schema.ts of the specification's repository",
        ) from None


def _insert_rows(text: str, added: Mapping[str, str]) -> str:
    """Return the text of `subjects.toml` with definitions added to the lists of the table `official`.

    Args:
        text: the present text.
        added: the subject of each definition to add.
    """
    for subject in dict.fromkeys(added.values()):
        names = [name for name, other in added.items() if other == subject]
        start = re.search(rf"(?m)^{re.escape(subject)} = \[\n", text)
        if start is None:
            text = text.replace("[official]\n", f"[official]\n{subject} = [\n{_format_lines(names)}]\n", 1)
        else:
            text = f"{text[: start.end()]}{_format_lines(names)}{text[start.end() :]}"
    return text


def _format_lines(names: Sequence[str]) -> str:
    return "".join(f'    "{name}",\n' for name in names)
