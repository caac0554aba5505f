"""Documentation lines: the most specific wins, and there is one for everything and none for nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.records import docs
from mcp_bindgen.records.docs import OfficialDocs, ProjectDocs
from tests.unit.tiny import DRAFT_07, ROOT, STRING, record, release, tiny

COMPLETE = """\
[types]
A = "An A."
B = "A B."

[members]
name = "Its name."
size = "Its size."

[members_of.B]
name = "The name of a B."
"""

DEFINITIONS = {"A": record(name=STRING, size=STRING), "B": record(name=STRING)}


@pytest.fixture
def specs() -> list[SpecRevision]:
    """Two revisions of two classes; the later B has a size too."""
    later = {**DEFINITIONS, "B": record(name=STRING, size=STRING)}
    return [tiny(DEFINITIONS, release("2001")), tiny(later, release("2002"))]


def read(root: Path, text: str) -> ProjectDocs:
    (root / "docs.toml").write_text(text, encoding="utf-8")
    return docs.read_docs(root)


def complaint(own: ProjectDocs, specs: list[SpecRevision]) -> list[str]:
    """What `check` finds, line by line."""
    with pytest.raises(BindgenError) as raised:
        docs.check_docs(own, specs, where=Path("docs.toml"))
    assert raised.value.where == "docs.toml"
    head, *lines = [line.strip() for line in raised.value.what.splitlines()]
    assert head == "documentation lines do not match the schemas"
    return lines


def lines_of(own: ProjectDocs, spec: SpecRevision) -> dict[str, str]:
    """Every line of a revision, by type and `Type.member`."""
    found: dict[str, str] = {}
    for type_ in spec.types:
        found[type_.name] = own.type_line(spec, type_)
        if isinstance(type_, ObjectType):
            for field in type_.fields:
                found[f"{type_.name}.{field.wire_name}"] = own.member_line(spec, type_, field.wire_name)
    return found


def test_complete_lines_pass(tmp_path: Path, specs: list[SpecRevision]) -> None:
    own = read(tmp_path, COMPLETE)
    docs.check_docs(own, specs, where=Path("docs.toml"))
    assert lines_of(own, specs[1]) == {
        "A": "An A.",
        "A.name": "Its name.",
        "A.size": "Its size.",
        "B": "A B.",
        "B.name": "The name of a B.",
        "B.size": "Its size.",
    }


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ('A = "An A."\n', ["missing: types.A"]),
        ('size = "Its size."\n', ["missing: members.size (in A)", "missing: members.size (in B)"]),
        ('name = "Its name."\n', ["missing: members.name (in A)"]),
    ],
)
def test_a_missing_line_is_named_once(tmp_path: Path, specs: list[SpecRevision], line: str, missing: list[str]) -> None:
    assert complaint(read(tmp_path, COMPLETE.replace(line, "", 1)), specs) == missing


@pytest.mark.parametrize("line", ['A = ""', 'size = ""'])
def test_an_empty_line_is_none(tmp_path: Path, specs: list[SpecRevision], line: str) -> None:
    name = line.split()[0]
    text = "\n".join(line if row.startswith(f"{name} =") else row for row in COMPLETE.splitlines())
    assert any(row.startswith("missing: ") for row in complaint(read(tmp_path, text), specs))


@pytest.mark.parametrize("line", ['A = ""', 'size = ""'])
def test_an_empty_line_has_a_placeholder_in_the_package(tmp_path: Path, specs: list[SpecRevision], line: str) -> None:
    name = line.split()[0]
    text = "\n".join(line if row.startswith(f"{name} =") else row for row in COMPLETE.splitlines())
    own = read(tmp_path, text).with_placeholders()
    docs.check_docs(own, specs, where=tmp_path)
    first = specs[0].by_name()["A"]
    assert isinstance(first, ObjectType)
    assert docs.PLACEHOLDER in (own.type_line(specs[0], first), own.member_line(specs[0], first, "size"))
    assert own.with_placeholders() == own


@pytest.mark.parametrize(
    ("more", "stale"),
    [
        ('[revision.2001.types]\nGone = "x"\n', "revision.2001.types.Gone"),
        ('[revision.2001.members]\ngone = "x"\n', "revision.2001.members.gone"),
        ('[revision.2001.members_of.B]\nsize = "x"\n', "revision.2001.members_of.B.size"),
        ('[revision.2003.types]\nA = "x"\n', "revision.2003.types.A"),
        ('[members_of.A]\ngone = "x"\n', "members_of.A.gone"),
        ('[members_of.Gone]\nname = "x"\n', "members_of.Gone.name"),
    ],
)
def test_a_stale_line_is_named(tmp_path: Path, specs: list[SpecRevision], more: str, stale: str) -> None:
    assert complaint(read(tmp_path, f"{COMPLETE}\n{more}"), specs) == [f"stale: {stale}"]


@pytest.mark.parametrize(("table", "name"), [("types", "Gone"), ("members", "gone")])
def test_a_stale_general_line_is_named(tmp_path: Path, specs: list[SpecRevision], table: str, name: str) -> None:
    text = COMPLETE.replace(f"[{table}]\n", f'[{table}]\n{name} = "x"\n')
    assert complaint(read(tmp_path, text), specs) == [f"stale: {table}.{name}"]


def test_a_line_that_every_revision_overrides_is_stale(tmp_path: Path, specs: list[SpecRevision]) -> None:
    one = '[revision.2001.types]\nA = "Early A."\n'
    docs.check_docs(read(tmp_path, f"{COMPLETE}\n{one}"), specs, where=Path("docs.toml"))
    both = f'{one}[revision.2002.types]\nA = "Late A."\n'
    assert complaint(read(tmp_path, f"{COMPLETE}\n{both}"), specs) == ["stale: types.A"]


def test_a_member_line_that_every_owner_overrides_is_stale(tmp_path: Path, specs: list[SpecRevision]) -> None:
    text = f'{COMPLETE}\n[members_of.A]\nname = "The name of an A."\n'
    assert complaint(read(tmp_path, text), specs) == ["stale: members.name"]


def test_missing_and_stale_are_told_together(tmp_path: Path, specs: list[SpecRevision]) -> None:
    assert complaint(read(tmp_path, COMPLETE.replace('A = "An A."', 'Gone = "x"')), specs) == [
        "missing: types.A",
        "stale: types.Gone",
    ]


def test_the_most_specific_line_is_taken(tmp_path: Path, specs: list[SpecRevision]) -> None:
    text = COMPLETE + (
        '\n[revision.2002.types]\nB = "A late B."\n'
        '[revision.2002.members]\nname = "Its late name."\n'
        '[revision.2002.members_of.B]\nsize = "The size of a late B."\n'
    )
    own = read(tmp_path, text)
    docs.check_docs(own, specs, where=Path("docs.toml"))
    early, late = lines_of(own, specs[0]), lines_of(own, specs[1])
    assert (early["B"], early["A.name"], early["B.name"]) == ("A B.", "Its name.", "The name of a B.")
    assert (late["B"], late["A.name"], late["B.size"]) == ("A late B.", "Its late name.", "The size of a late B.")
    assert late["B.name"] == "Its late name.", "a line for the revision is more specific than one for the type"


# Official descriptions


def official(schema: Any, **options: Any) -> tuple[OfficialDocs, SpecRevision]:
    spec = tiny({"A": schema}, **options)
    key = "definitions" if options else "$defs"
    return OfficialDocs({spec.revision.id: {key: {"A": schema}}}), spec


def described(text: str, schema: Any) -> Any:
    return {**schema, "description": text}


@pytest.mark.parametrize("options", [{}, {"dialect": DRAFT_07}], ids=["2020-12", "draft-07"])
def test_descriptions_are_found_where_they_stand(options: Any) -> None:
    inner = described("part", record(c=described("deep", STRING)))
    source, spec = official(described("whole", record(b=inner, d=STRING)), **options)
    types = spec.by_name()
    part, whole = types["AB"], types["A"]
    assert isinstance(part, ObjectType)
    assert isinstance(whole, ObjectType)
    assert (source.type_line(spec, whole), source.type_line(spec, part)) == ("whole", "part")
    assert [source.member_line(spec, whole, name) for name in ("b", "d", "missing")] == ["part", "", ""]
    assert source.member_line(spec, part, "c") == "deep"


def test_descriptions_among_alternatives() -> None:
    source, spec = official({"anyOf": [STRING, described("second", record(b=STRING))]})
    [part] = [type_ for type_ in spec.types if type_.provenance.was_inline]
    assert source.type_line(spec, part) == "second"


@pytest.mark.parametrize("wire_name", ["x/name", "~1"])
def test_descriptions_of_members_that_need_escapes(wire_name: str) -> None:
    source, spec = official(record(**{wire_name: described("words", STRING)}))
    [type_] = spec.types
    assert isinstance(type_, ObjectType)
    assert source.member_line(spec, type_, wire_name) == "words"


def test_a_description_that_is_no_text_is_none() -> None:
    spec = tiny({"A": STRING})
    assert OfficialDocs({spec.revision.id: {"$defs": {"A": {"description": 1}}}}).type_line(spec, spec.types[0]) == ""
    assert OfficialDocs({}).type_line(spec, spec.types[0]) == ""


def test_no_line_states_an_error_code() -> None:
    """A line serves every revision, and a revision may give an error another code."""
    text = (ROOT / "schema/docs.toml").read_text(encoding="utf-8")
    assert re.findall(r"-\d{5}\b", text) == []
