"""Facts files that inherit: added, changed and removed rows, and statements without effect."""

from pathlib import Path
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import ResolvedFacts, read_facts

BASE = """
[batching]
receive = "must"
sources = ["specification/1/basic#batching"]

[[method]]
name = "a"
capability = "tools"
sources = ["specification/1/server#a", "schema.ts: A"]

[[method]]
name = "b"
sources = ["specification/0/server#b"]

[[error_code]]
code = -1
sources = ["specification/1/errors#a"]
[[error_code.use]]
situation = "none"
sources = ["specification/1/errors#b"]
"""


GONE_AND_BACK = """
inherits = "1"
[gone]
method = ["b"]
[[method]]
name = "b"
sources = ["specification/0/server#b"]
"""

AFRESH_AS_IT_WAS = """
inherits = "1"
afresh = ["method"]
[[method]]
name = "a"
capability = "tools"
sources = ["specification/2/server#a", "schema.ts: A"]
[[method]]
name = "b"
sources = ["specification/0/server#b"]
"""


def resolve(tmp_path: Path, text: str, base: str = BASE) -> ResolvedFacts:
    for revision, content in (("1", base), ("2", text)):
        (tmp_path / revision).mkdir()
        (tmp_path / revision / "protocol.toml").write_text(content, encoding="utf-8")
    return read_facts(tmp_path, "2", "protocol.toml")


def rows(resolved: ResolvedFacts, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = resolved.tables[table]
    return found


def test_a_changelog_is_cited_with_its_own_revision(tmp_path: Path) -> None:
    changelog, page = "specification/1/changelog#major-changes", "specification/{}/server#a"
    row = f'[[feature]]\nfeature = "a"\nsources = ["{changelog}", "{page.format(1)}"]\n'
    resolved = resolve(tmp_path, 'inherits = "1"', row)
    assert rows(resolved, "feature")[0]["sources"] == [changelog, page.format(2)]


def test_inherited_facts_cite_the_pages_of_the_new_revision(tmp_path: Path) -> None:
    resolved = resolve(tmp_path, 'inherits = "1"')
    assert resolved.tables["batching"] == {"receive": "must", "sources": ["specification/2/basic#batching"]}
    assert rows(resolved, "method") == [
        {"name": "a", "capability": "tools", "sources": ["specification/2/server#a", "schema.ts: A"]},
        {"name": "b", "sources": ["specification/0/server#b"]},
    ]
    assert rows(resolved, "error_code")[0]["use"][0]["sources"] == ["specification/2/errors#b"]


def test_rows_are_added_changed_and_removed(tmp_path: Path) -> None:
    text = """
    inherits = "1"
    [gone]
    method = ["b"]
    batching = ["*"]
    [[method]]
    name = "c"
    sources = ["specification/2/server#c"]
    [[method]]
    name = "a"
    unset = ["capability"]
    progress = false
    """
    resolved = resolve(tmp_path, text)
    assert rows(resolved, "method") == [
        {"name": "a", "progress": False, "sources": ["specification/2/server#a", "schema.ts: A"]},
        {"name": "c", "sources": ["specification/2/server#c"]},
    ]
    assert "batching" not in resolved.tables


def test_a_table_can_be_stated_afresh_and_a_single_table_changed(tmp_path: Path) -> None:
    text = """
    inherits = "1"
    afresh = ["method"]
    [[method]]
    name = "a"
    sources = ["x"]
    [batching]
    receive = "may"
    """
    resolved = resolve(tmp_path, text)
    assert rows(resolved, "method") == [{"name": "a", "sources": ["x"]}]
    assert resolved.tables["batching"] == {"receive": "may", "sources": ["specification/2/basic#batching"]}


def test_inherited_rows_that_nobody_confirmed_are_listed(tmp_path: Path) -> None:
    resolved = resolve(tmp_path, 'inherits = "1"\n[unconfirmed]\nmethod = ["a"]\nbatching = ["*"]')
    assert resolved.unconfirmed == {"method": ["a"], "batching": ["*"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('inherits = "1"\n[[method]]\nname = "a"\ncapability = "tools"', "'capability' is inherited with this value"),
        ('inherits = "1"\n[[method]]\nname = "a"', "method 'a' states what is inherited; delete the row"),
        ('inherits = "1"\n[[method]]\nname = "a"\nunset = ["data"]', "`unset` lists 'data'"),
        ('inherits = "1"\n[[method]]\nname = "z"\nunset = ["data"]', "method 'z': `unset` has no effect"),
        ('inherits = "1"\n[batching]\nreceive = "must"', "'receive' is inherited with this value"),
        ('inherits = "1"\n[gone]\nmethod = ["z"]', "`gone` lists method 'z'"),
        ('inherits = "1"\n[gone]\nmethod = "a"', "`method` must be a list of names"),
        ('inherits = "1"\ngone = ["a"]', r"\[gone\] must have a list of ids for each table"),
        ('inherits = "1"\n[unconfirmed]\nfeature = ["z"]', "`unconfirmed` lists feature 'z'"),
        ('inherits = "1"\nafresh = ["feature"]', "`afresh` lists 'feature'"),
        (AFRESH_AS_IT_WAS, "`afresh` lists 'method', but the table states what would be inherited"),
        ('inherits = "1"\nafresh = ["method", "batching", "method"]', "`afresh` lists 'method' 2 times"),
        (GONE_AND_BACK, "`gone` lists method 'b', but the row states what would be inherited"),
        ('inherits = "1"\n[gone]\nmethod = ["a", "a"]', "`gone.method` lists 'a' 2 times"),
        ('inherits = "1"\n[[method]]\nname = "a"\nunset = ["capability"]\ncapability = "x"', "'capability' is stated"),
        ('inherits = "1"\n[[metod]]\nname = "a"', "unknown table 'metod'"),
        ('inherits = "1"\nheirs = 1', "unknown statement 'heirs'"),
        ('inherits = "1"\nmethod = [1]', r"rows must be written \[\[method\]\]"),
        ('inherits = "2"', "cannot inherit from '2'"),
        ("inherits = 1", "cannot inherit from 1"),
        ('inherits = "3"', "the revision has no protocol.toml"),
        ('afresh = ["method"]', "`afresh` has no effect without `inherits`"),
        ('[[method]]\nname = "a"\n[[method]]\nname = "a"', "method 'a' has 2 rows"),
    ],
)
def test_a_statement_without_effect_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BindgenError, match=message):
        resolve(tmp_path, text)


def test_a_circle_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match="cannot inherit from '2'"):
        resolve(tmp_path, 'inherits = "1"', base='inherits = "2"')
