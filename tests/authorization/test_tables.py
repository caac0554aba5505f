"""The tables on authorization: read strictly and held against the facts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
import tomlkit

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.authorization import Actor, Authorization, read_authorization
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindings.spec import authorization
from tests.facts import STATED, facts_of, in_order
from tests.forks.custom import generated
from tests.revisions import PER_REQUEST, draft_release
from tests.unit.tiny import ROOT, SCHEMA

ACTORS = {
    "all": ("everyone",),
    "auth implementations": ("everyone",),
    "authorization server and client": ("authorization server", "client"),
    "client and server": ("client", "MCP server"),
    "MCP server and client": ("MCP server", "client"),
    "proxy server with static client id": ("proxy server",),
    "server": ("MCP server",),
}
"""Actors of the facts that have other words here."""

LEVELS = {
    "MUST offer this or OpenID Connect Discovery": ("MUST", "openid-connect-discovery-1_0"),
    "MUST offer this or RFC8414": ("MUST", "RFC8414"),
    "one of two discovery mechanisms MUST exist": ("MUST", "protected resource metadata at its well-known URI"),
    "not defined": ("unspecified", ""),
    "fallback": ("unspecified", "fallback"),
    "signal": ("unspecified", "signal"),
    "SHOULD conform": ("SHOULD", ""),
    "SHOULD NOT; credentials from the environment": ("SHOULD NOT", ""),
    "MAY be negotiated": ("MAY", ""),
}
"""Levels of the facts that are more than a word, and what else they say."""

ROLES = {
    "none": (),
    "OAuth 2.1 resource server only": ("resource server",),
    "resource server, and by default also authorization server": ("resource server", "authorization server"),
}

URLS = {
    ("challenge", "as given"): ("URL from WWW-Authenticate resource_metadata of the 401",),
    ("MCP endpoint", "root"): ("<origin of MCP server>{}", "<origin>{}", "{}"),
    ("MCP endpoint", "insert"): ("<origin>{}<path of MCP endpoint>",),
    ("issuer", "insert"): ("<issuer origin>{}<issuer path>", "<issuer>{} (RFC8414)"),
    ("issuer", "append"): ("<issuer>{}",),
}
"""How the facts write the URL of a row."""


def sources(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(row["sources"])


def actors(row: Mapping[str, Any]) -> tuple[str, ...]:
    return ACTORS.get(row["actor"], (row["actor"],))


def level(text: str) -> tuple[str, str]:
    return LEVELS.get(text, (text, ""))


# Against the facts; rows are compared as whole lists, so a row too many fails as one too few does


@pytest.mark.parametrize("revision", STATED)
def test_who_is_bound_is_as_in_the_facts(revision: str) -> None:
    facts, table = facts_of(revision)["authorization"], mb.revision(revision).authorization
    stated = table.conformance
    assert (stated.defined, stated.optional, stated.sources) == (facts["defined"], facts["optional"], sources(facts))
    assert stated.server_roles == ROLES[facts["mcp_server_role"]]
    levels = [level(facts[name])[0] for name in ("http", "stdio", "custom_strategies")]
    assert [stated.http, stated.stdio, stated.custom_strategies] == levels
    assert table.revision == revision
    known = {"sources", "standard", "discovery", "parameter", "rule", "iss_validation", "deprecated"}
    assert {name for name, value in facts.items() if isinstance(value, list)} <= known


@pytest.mark.parametrize("revision", STATED)
def test_standards_are_as_in_the_facts(revision: str) -> None:
    rows = facts_of(revision)["authorization"].get("standard", [])
    assert in_order(
        (row.name, row.id, row.actors, (row.level, row.alternative), row.sources)
        for row in mb.revision(revision).authorization.standards
    ) == in_order((row["name"], row["id"], actors(row), level(row["level"]), sources(row)) for row in rows)


@pytest.mark.parametrize("revision", STATED)
def test_discovery_is_as_in_the_facts(revision: str) -> None:
    rows = sorted(
        facts_of(revision)["authorization"].get("discovery", []), key=lambda row: (row["target"], row["order"])
    )
    table = sorted(
        mb.revision(revision).authorization.discovery,
        key=lambda row: f"{row.target}, issuer {row.issuer}" if row.issuer else row.target,
    )
    for known, row in zip(table, rows, strict=True):
        target, _, issuer = row["target"].partition(", issuer ")
        assert (known.target, known.issuer, known.sources) == (target, issuer, sources(row))
        assert row["url"] in {form.format(known.suffix) for form in URLS[known.base, known.form]}


@pytest.mark.parametrize("revision", STATED)
def test_parameters_are_as_in_the_facts(revision: str) -> None:
    rows = facts_of(revision)["authorization"].get("parameter", [])
    assert in_order(
        (row.name, " and ".join(row.where), (row.level, row.role), row.rule, row.sources)
        for row in mb.revision(revision).authorization.parameters
    ) == in_order(
        (name, row["where"], level(row["level"]), row["rule"], sources(row))
        for row in rows
        for name in row["name"].split(", ")
    )


@pytest.mark.parametrize("revision", STATED)
def test_rules_are_as_in_the_facts(revision: str) -> None:
    facts, table = facts_of(revision)["authorization"], mb.revision(revision).authorization
    assert in_order((row.actors, row.level, row.rule, row.sources) for row in table.rules) == in_order(
        (actors(row), row["level"], row["rule"], sources(row)) for row in facts.get("rule", [])
    )
    assert [(row.advertised, row.present, row.action, row.sources) for row in table.issuer_checks] == [
        (
            row["iss_parameter_supported"] == "true",
            row["iss"] == "present",
            row["client_action"].split()[0],
            sources(row),
        )
        for row in facts.get("iss_validation", [])
    ]
    assert [(row.item, row.since, row.state, row.replacement, row.sources) for row in table.deprecations] == [
        (row["item"], row["since"], row["state"].split()[0], row["replacement"], sources(row))
        for row in facts.get("deprecated", [])
    ]


@pytest.mark.parametrize("revision", STATED)
def test_challenges_and_statuses_are_as_in_the_facts(revision: str) -> None:
    """Those that the tables of the transport leave to these."""
    http, table = facts_of(revision)["http"], mb.revision(revision).authorization
    assert [(row.code, row.situation, row.level, row.sources) for row in table.statuses] == [
        (row["code"], row["situation"], row["level"], sources(row))
        for row in http.get("status", [])
        if row["body"] == "see authorization"
    ]
    rows = [row for row in http.get("response_header", []) if row["name"] == "WWW-Authenticate"]
    for known, row in zip(table.challenges, rows, strict=True):
        assert (str(known.status), known.sources) == (row["applies_to"].split()[0], sources(row))
        assert (known.level, known.alternative) == level(row["level"])
        named = {name for name in ("resource_metadata", "scope", "error", "error_description") if name in words_of(row)}
        assert set(known.parameters) == named
        assert (f'error="{known.error}"' in row["value"]) == bool(known.error)


def words_of(row: Mapping[str, Any]) -> set[str]:
    text = f"{row['value']} {row['rule']}"
    return set("".join(char if char.isalnum() or char == "_" else " " for char in text).split())


# Python and the rows it comes from


@pytest.mark.parametrize("revision", [*mb.REVISIONS, "draft"])
def test_tables_do_not_change(revision: str) -> None:
    table: Any = mb.revision(revision).authorization
    assert isinstance(hash(table), int), "something in it can be changed"
    with pytest.raises(AttributeError):
        table.rules = ()
    assert mb.revision(revision).authorization is table


def test_the_draft_has_the_tables_of_its_twin() -> None:
    draft, release = mb.revision("draft").authorization, mb.revision(draft_release()).authorization
    assert draft == release._replace(revision="draft")


def test_every_row_names_its_page() -> None:
    for revision in mb.REVISIONS:
        found = list(rows_in(mb.revision(revision).authorization))
        assert found
        for row in found:
            assert row.sources, row
            assert all(page.startswith(f"specification/{revision}/") for page in row.sources), row


def rows_in(value: Any) -> Iterator[Any]:
    if hasattr(value, "sources"):
        yield value
    if not isinstance(value, (str, int)):
        for item in value:
            yield from rows_in(item)


def test_it_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys, mcp_bindings as mb; before = 'mcp_bindings.authorization' in sys.modules;"
        "print(before, mb.authorization.server_metadata_urls.__module__, 'pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "mcp_bindings.authorization.well_known_urls", "False"]
    assert "authorization" in dir(mb)


def test_no_models_are_loaded_for_it() -> None:
    code = (
        "import sys, mcp_bindings as mb; from mcp_bindings import authorization as a;"
        "a.server_metadata_urls('https://a.example', mb.LATEST); mb.revision(mb.LATEST).authorization;"
        "print([name for name in sys.modules if name.startswith('pydantic') or name.endswith('.tools')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Mistakes in the files


def read(tmp_path: Path, text: str) -> Authorization:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "authorization.toml").write_text(text, encoding="utf-8")
    return read_authorization(tmp_path, "x")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[conformance]", "[conformity]", "unknown table 'conformity'"),
        ("[conformance]", "[[conformance]]", r"the table \[conformance\] is missing"),
        ('form = "as given"', 'form = "insert"', "base 'challenge' cannot be combined with form 'insert'"),
        ('form = "root"\n', 'form = "as given"\n', "base 'MCP endpoint' cannot be combined with form 'as given'"),
        ('suffix = "/.well-known/oauth-protected-resource"\n', "", "form 'root' must have a suffix"),
        ('form = "as given"\n', 'form = "as given"\nsuffix = "/x"\n', "form 'as given' must have no suffix"),
        ('suffix = "/.well', 'suffix = ".well', "a suffix must start with '/'"),
        ('actors = ["client"]', 'actors = ["user"]', "expected 'everyone' or 'client'"),
        ('name = "PKCE"', 'name = "OAuth 2.1"', "standard 'OAuth 2.1' has 2 rows"),
        ('name = "code_verifier"', 'name = "resource"', "parameter 'resource in token request' has 2 rows"),
        ("code = 403", "code = 401", "status '401' has 2 rows"),
        ("code = 403", 'code = "403"', "expected an integer"),
        ("code = 403\n", "", "key 'code' is missing"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = tomlkit.dumps(read_facts(SCHEMA, "2025-06-18", "authorization.toml").tables)
    assert old in text
    with pytest.raises(BindgenError, match=message):
        read(tmp_path, text.replace(old, new, 1))


def test_a_revision_needs_the_file(tmp_path: Path) -> None:
    with pytest.raises(BindgenError, match=r"no authorization\.toml"):
        read_authorization(tmp_path, "x")


def test_a_schema_of_ones_own_gets_what_holds_in_its_era() -> None:
    feature = ROOT / "tests" / "golden" / "feature.schema.json"
    made = generated({"own": feature})
    (text,) = [made[path].decode() for path in made if path.endswith("own/authorization.py")]
    assert 'revision="own"' in text
    pages = re.compile(r'"(specification/[^"]+)"')
    rendered = [Path("generated", *mb.revision(each).package.split("."), "authorization.py") for each in PER_REQUEST]
    assert pages.findall(text) in [pages.findall((ROOT / each).read_text(encoding="utf-8")) for each in rendered]


def test_actors_are_the_same_in_tool_and_product() -> None:
    assert get_args(authorization.Actor) == get_args(Actor)
