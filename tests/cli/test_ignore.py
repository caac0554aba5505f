"""`diff --ignore`: ignored changes are left out, and an entry that matches nothing or has expired fails the run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import run


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    """Two files with a breaking and a risky change between them."""
    sides: tuple[dict[str, Any], dict[str, Any]] = (
        {"A": {"type": "integer"}, "B": {"type": "object", "properties": {"x": {}}}},
        {"A": {"type": "string"}, "B": {"type": "object", "properties": {"x": {}, "y": {"type": "string"}}}},
    )
    for name, definitions in zip(("old.json", "new.json"), sides, strict=True):
        (tmp_path / name).write_text(json.dumps({"$defs": definitions}), encoding="utf-8")
    return str(tmp_path / "old.json"), str(tmp_path / "new.json")


def changes(pair: tuple[str, str], *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("diff", *pair, "--format", "json", *arguments).out)["changes"]
    return found


@pytest.fixture
def prints(pair: tuple[str, str]) -> tuple[str, str]:
    """The fingerprints of the changes."""
    breaking, risky = changes(pair)
    return breaking["fingerprint"], risky["fingerprint"]


def ignore_file(directory: Path, *rows: str) -> str:
    path = directory / "ignore.toml"
    path.write_text("".join(f"[[ignore]]\n{row}\n" for row in rows), encoding="utf-8")
    return str(path)


def row(fingerprint: str, rest: str = "") -> str:
    return f'fingerprint = "{fingerprint}"\nreason = "no one sends it"\n{rest}'


def test_ignored_changes_are_left_out_and_do_not_fail_the_run(
    tmp_path: Path, pair: tuple[str, str], prints: tuple[str, str]
) -> None:
    assert run("diff", *pair, "--fail-on", "breaking").code == 1
    path = ignore_file(tmp_path, row(prints[0]))
    done = run("diff", *pair, "--fail-on", "breaking", "--ignore", path)
    assert (done.code, done.err) == (0, "")
    assert prints[0] not in done.out
    assert prints[1] in done.out
    assert run("diff", *pair, "--fail-on", "risky", "--ignore", path).code == 1
    assert json.loads(run("diff", *pair, "--format", "json", "--ignore", path).out)["summary"]["breaking"] == 0


def test_if_all_changes_are_ignored_nothing_changed(
    tmp_path: Path, pair: tuple[str, str], prints: tuple[str, str]
) -> None:
    done = run("diff", *pair, "--fail-on", "any", "--ignore", ignore_file(tmp_path, *map(row, prints)))
    assert (done.code, done.out, done.err) == (0, "", "")


def test_an_entry_is_valid_on_its_last_day(tmp_path: Path, pair: tuple[str, str], prints: tuple[str, str]) -> None:
    done = run("diff", *pair, "--ignore", ignore_file(tmp_path, row(prints[0], "expires = 9999-12-31")))
    assert (done.code, done.err) == (0, "")


def test_an_expired_entry_ignores_nothing_and_fails_the_run(
    tmp_path: Path, pair: tuple[str, str], prints: tuple[str, str]
) -> None:
    path = ignore_file(tmp_path, row(prints[0], "expires = 2001-02-03"))
    done = run("diff", *pair, "--ignore", path)
    assert done.code == 1
    assert prints[0] in done.out
    assert done.err.startswith(f"{path}: {prints[0]} expired on 2001-02-03: resolve the change or set a later date: ")
    assert done.err.count("\n") == 1


def test_an_entry_that_matches_nothing_fails_the_run(tmp_path: Path, pair: tuple[str, str]) -> None:
    path = ignore_file(tmp_path, row("0123456789ab"))
    done = run("diff", *pair, "--ignore", path)
    assert done.code == 1
    assert done.err == f"{path}: 0123456789ab matches no change from {pair[0]} to {pair[1]}: remove the row\n"
    assert done.out == run("diff", *pair).out


def test_an_entry_for_another_role_is_not_stale(tmp_path: Path) -> None:
    (change,) = [
        each
        for each in changes(("2025-03-26", "2025-06-18"), "--role", "client")
        if each["rule"] == "REQUEST_ADDED" and each["affects"] == ["client"]
    ]
    path = ignore_file(tmp_path, row(change["fingerprint"]))
    done = run("diff", "2025-03-26", "2025-06-18", "--role", "server", "--ignore", path)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ignore = 1", ": `ignore` is not an array of tables"),
        ("ignore = [1]", ": ignore 1: is not a table"),
        ("[[ignored]]", ": unknown key 'ignored'"),
        ('[[ignore]]\nreason = "x"', ": ignore 1: `fingerprint` is not 12 hexadecimal digits"),
        ('[[ignore]]\nfingerprint = "0123"\nreason = "x"', ": ignore 1: `fingerprint` is not 12 hexadecimal digits"),
        ('[[ignore]]\nfingerprint = "0123456789ab"', ": ignore 1: `reason` is missing or empty"),
        ('[[ignore]]\nfingerprint = "0123456789ab"\nreason = " "', ": ignore 1: `reason` is missing or empty"),
        (f"[[ignore]]\n{row('0123456789ab', 'until = 1')}", ": ignore 1: unknown key 'until'"),
        (f"[[ignore]]\n{row('0123456789ab', 'expires = 5')}", ": ignore 1: `expires` is not a date"),
        (f"[[ignore]]\n{row('0123456789ab', 'expires = 2027-01-31T00:00:00')}", ": ignore 1: `expires` is not a date"),
        (
            f"[[ignore]]\n{row('0123456789ab')}\n[[ignore]]\n{row('0123456789ab')}",
            ": ignore 2: fingerprint 0123456789ab",
        ),
        ("[[ignore]", ": not TOML"),
    ],
)
def test_a_malformed_file_is_wrong_usage(tmp_path: Path, pair: tuple[str, str], text: str, says: str) -> None:
    path = tmp_path / "ignore.toml"
    path.write_text(text, encoding="utf-8")
    done = run("diff", *pair, "--ignore", path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {path}{says}")
    assert "Traceback" not in done.err
