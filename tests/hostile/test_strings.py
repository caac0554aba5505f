"""No text of a schema gets out of a string: modules made from hostile and harmless text have the same syntax tree."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Any, get_args

import pytest

from mcp_bindgen.errors import BindgenError
from tests.forks.custom import generated
from tests.hostile.modules import Compiled

HOSTILE = [
    '"',
    "'",
    '"""',
    "'''",
    '"""\nimport os\nos.abort()\n"""',
    "'''+__import__('os').abort()+'''",
    '")\nraise SystemExit("out")\n#',
    "\\",
    "ends with a backslash \\",
    '\\"""',
    "{{ 7 * 7 }}",
    "{% raw %}",
    "{# comment #}",
    "{7 * 7}",
    "%(x)s %s %",
    "# type: ignore",
    "line\nfeed",
    "carriage\rreturn",
    "\x0b\x0c\x1c\x1d\x85\u2028\u2029",
    "nul\x00inside",
    "\u202eoverride\u2066isolate\u2069",
    "\U0001f600 e\u0301 \u00df \u01c5",
    "x" * 20_000,
    "\t  ",
    "",
]

Place = Callable[[str], dict[str, Any]]


def holder(**members: Any) -> dict[str, Any]:
    """A schema with one definition that has one member, `a`."""
    return {"$defs": {"Holder": {"type": "object", "properties": {"a": {"type": "string", **members}}}}}


IN_TEXT: dict[str, Place] = {
    "title": lambda text: holder(title=text),
    "description of a member": lambda text: holder(description=text),
    "description of a definition": lambda text: {
        "$defs": {"Holder": {"type": "object", "properties": {"a": {"type": "string"}}, "description": text}}
    },
    "$comment": lambda text: holder(**{"$comment": text}),
    "default": lambda text: holder(default=text),
    "examples": lambda text: holder(examples=[text]),
    "format": lambda text: holder(format=text),
    "value of an unknown keyword": lambda text: holder(**{"x-mine": text}),
    "name of an unknown keyword": lambda text: holder(**{f"x-{text}": 1}),
    "const": lambda text: holder(const=text),
    "enum": lambda text: holder(enum=["harmless", f"{text}."]),
    "enum of a definition": lambda text: {"$defs": {"Holder": {"enum": ["harmless", f"{text}."]}}},
}

IN_NAMES: dict[str, Place] = {
    "definition": lambda text: {"$defs": {f"X{text}": {"type": "object", "properties": {"a": {}}}}},
    "member": lambda text: {"$defs": {"Holder": {"type": "object", "properties": {f"x{text}": {"type": "string"}}}}},
    "required member": lambda text: {"$defs": {"Holder": {"type": "object", "required": [f"x{text}"]}}},
}


class _Shape(ast.NodeTransformer):
    """A tree without what strings say, and without names where those are what varies."""

    def __init__(self, *, names: bool) -> None:
        self.names = names

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        node.name = "" if self.names else node.name
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if self.names and isinstance(node.target, ast.Name):
            node.target.id = ""
        if self.names and isinstance(node.value, ast.Call):  # a member whose wire name needs saying
            rest = [each.value for each in node.value.keywords if not str(each.arg).endswith("_alias")]
            node.value = rest[0] if rest else None
        return node


def shape(source: bytes, *, names: bool = False) -> str:
    tree = _Shape(names=names).visit(ast.parse(source))
    kept = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))] if names else tree.body
    return "\n".join(ast.dump(node) for node in kept)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("place", IN_TEXT)
def test_text_stays_text(place: str, text: str) -> None:
    harmless, hostile = Compiled(IN_TEXT[place]("harmless")), Compiled(IN_TEXT[place](text))
    assert shape(hostile.source) == shape(harmless.source)
    with hostile:
        hostile.codec("Holder")


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("place", IN_NAMES)
def test_names_become_names(place: str, text: str) -> None:
    harmless, hostile = Compiled(IN_NAMES[place]("harmless")), Compiled(IN_NAMES[place](text))
    assert shape(hostile.source, names=True) == shape(harmless.source, names=True)
    with hostile:
        [definition] = hostile.effective["$defs"]
        codec = hostile.codec(definition)
        member = next(iter(hostile.effective["$defs"][definition].get("properties", {"x" + text: {}})))
        document = json.dumps({member: "value", "other": None})
        assert json.loads(codec.encode(codec.decode(document))) == json.loads(document)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_constants_are_what_the_schema_says(text: str) -> None:
    with Compiled({"$defs": {"Holder": {"enum": ["harmless", f"{text}."]}}}) as compiled:
        assert get_args(compiled.module.Holder) == ("harmless", f"{text}.")


@pytest.mark.parametrize("revision", ['a"b', "x\ny", "../up", "", ".", "{{ 7 }}", "a b", "\u202ea", "wire", "x" * 65])
def test_revision_ids_are_ids(revision: str, tmp_path: Any) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(holder()), encoding="utf-8")
    with pytest.raises(BindgenError):
        generated({revision: path}, "2024-11-05")
