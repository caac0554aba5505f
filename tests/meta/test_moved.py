"""The program that compares definitions tells a move from a change."""

from __future__ import annotations

from tests.meta.moved import compare, definitions, made_private, with_private

HOME = "codegen/mcp_bindgen"


def outcome(before: dict[str, str], after: dict[str, str], *, names_count: bool = True) -> tuple[int, int, list[str]]:
    """How many definitions stayed and moved, and what was done to the others."""
    old, new = (
        definitions({f"{HOME}/{path}.py": text for path, text in files.items()}, names_count=names_count)
        for files in (before, after)
    )
    found = compare(old, new)
    return found.stayed, found.moved, [*found.renamed, *found.removed, *found.added]


def test_a_move_changes_imports_and_references_to_modules_alone() -> None:
    before = {
        "a": "def one():\n    from . import b\n    return b.two() + load('.b')\n",
        "b": "def two():\n    return 2\n",
        "c": "def load(x):\n    return x\n",
    }
    after = {"d/e": "def one():\n    return two() + load('..d.e')\ndef two():\n    return 2\n", "c": before["c"]}
    assert outcome(before, after) == (1, 2, [])


def test_a_change_of_one_constant_is_found() -> None:
    found = outcome({"a": "def one():\n    return 1\n"}, {"b": "def one():\n    return True\n"})
    assert found == (0, 0, ["mcp_bindgen.a one", "mcp_bindgen.b one"])


def test_private_names_change_alike_or_not_at_all() -> None:
    before = {
        "a": "def _f():\n    return 1\ndef g():\n    return _f()\ndef h():\n    return _f()\n",
        "b": "def _k(): 0\n",
    }
    after = {"b": "def _k(): 0\n" + before["a"].replace("_f", "_one")}
    assert outcome(before, after) == (1, 0, ["mcp_bindgen.a _f -> mcp_bindgen.b _one"])
    mixed = {"b": after["b"].replace("return _one()", "return _k()", 1)}
    assert outcome(before, mixed)[2] == [
        "mcp_bindgen.a _f -> mcp_bindgen.b _one",
        "mcp_bindgen.a g",
        "mcp_bindgen.b g",
    ]


def test_a_name_may_become_private_where_only_its_module_uses_it() -> None:
    before = {"a": "def one():\n    return 1\n", "b": "from .a import one\ndef two():\n    return one()\n"}
    after = {"b": "def _one():\n    return 1\ndef two():\n    return _one()\n"}
    assert made_private(before, after) == ["one"]
    assert made_private(before, {**after, "c": "one = 1\n"}) == []
    assert outcome(with_private(before, ["one"]), after) == (1, 1, [])
    assert outcome(with_private(before, []), before) == (2, 0, [])


def test_names_and_strings_are_set_aside_on_demand() -> None:
    before = {"a": "def one(x):\n    '''Say.'''\n    return x + 'a'\n"}
    after = {"b": "def two(y):\n    return y + 'b'\n"}
    assert outcome(before, after, names_count=False) == (0, 1, [])
    assert outcome(before, {"b": "def two(y):\n    return y - 'b'\n"}, names_count=False)[:2] == (0, 0)


def test_the_text_around_formatted_values_is_set_aside_too() -> None:
    before = {"a": "def one(x):\n    return f'{x} is no number'\n"}
    assert outcome(before, {"a": "def one(x):\n    return f'not a number: {x}'\n"}, names_count=False) == (1, 0, [])
    assert outcome(before, {"a": "def one(x):\n    return f'{x} is no number {x}'\n"}, names_count=False)[:2] == (0, 0)
