"""Tests of the program that lists the clauses of the specification's pages."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.session import clauses
from tests.session.pairs import ALL

PAGE = """---
title: A page that MUST not count
---

The key words "MUST" and "SHOULD" are to be interpreted as described in BCP 14.

Peers **MUST** talk. They may also listen,
e.g. Nobody else **SHOULD
NOT** talk.

## Two `words`: here

Peers **SHOULD**:

- sit
  down
- **MUST NOT** stand
  1. for long

They rest.

- This item is free.

```json
"a MUST in code"
```

| Peer | Duty              |
| ---- | ----------------- |
| one  | It **MUST** [go](/away) |

### Next

- Nothing is asked here.
"""

FOUND = [
    ("", "Peers MUST talk."),
    ("", "They may also listen, e.g. Nobody else SHOULD NOT talk."),
    ("two-words-here", "Peers SHOULD: sit down"),
    ("two-words-here", "MUST NOT stand"),
    ("two-words-here", "Peers SHOULD: for long"),
    ("two-words-here", "one It MUST go"),
]


def sentences(text: str) -> list[tuple[str, str]]:
    return [(clause.section, " ".join(clause.sentence.split())) for clause in clauses.clauses("p", text)]


def test_clauses_of_a_page() -> None:
    assert sentences(PAGE) == FOUND


def test_the_hash_depends_only_on_the_words() -> None:
    hashes = [
        clause.hash for clause in clauses.clauses("p", "It **MUST** [go](/a).\n\nIt MUST\ngo.\n\nIt MUST not go.")
    ]
    assert hashes[0] == hashes[1] != hashes[2]
    assert clauses.Clause("specification/r/p", "s", hashes[0], "It MUST go.").line == f"specification/r/p#s {hashes[0]}"


def test_a_list_after_a_heading_has_no_introduction() -> None:
    assert sentences("Peers MUST:\n\n## Else\n\n- sit") == []


@pytest.mark.parametrize("changed", [False, True])
def test_the_list_is_compared_with_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, changed: bool
) -> None:
    directory = tmp_path / "docs" / "specification" / ALL[0] / "basic"
    directory.mkdir(parents=True)
    (directory / "page.mdx").write_text(PAGE, encoding="utf-8")
    (directory.parent / "changelog.mdx").write_text(PAGE, encoding="utf-8")
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.invalid")
    for command in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "a")):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    monkeypatch.setattr(clauses, "LIST", tmp_path / "clauses.txt")
    clauses.main([str(tmp_path)])
    lines = (tmp_path / "clauses.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(FOUND)
    assert "MUST" not in "".join(lines)
    if changed:
        (tmp_path / "clauses.txt").write_text("\n".join(lines[1:]), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        clauses.main([str(tmp_path), "--check"])
    assert ended.value.code == int(changed)
