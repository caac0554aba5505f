"""What an absent member is taken for: rows of members that exist, with values that these can have, as in the facts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.protocol import Default, read_defaults
from mcp_bindgen.ir import defaults
from mcp_bindings.spec.protocol import Default as Row
from tests.facts import STATED, facts_of
from tests.negotiation.test_tables import cited

MEMBERS: dict[str, tuple[str, ...]] = {
    "display name": ("BaseMetadata.title",),
    "Tool.execution.taskSupport": ("ToolExecution.taskSupport",),
    "Tool.inputSchema/outputSchema $schema": ("ToolInputSchema.$schema", "ToolOutputSchema.$schema"),
    "ClientCapabilities.elicitation {}": ("ClientCapabilitiesElicitation.form",),
    "log level without _meta io.modelcontextprotocol/logLevel": ("RequestMetaObject.io.modelcontextprotocol/logLevel",),
    "SubscriptionFilter fields": (
        "SubscriptionFilter.promptsListChanged",
        "SubscriptionFilter.resourceSubscriptions",
        "SubscriptionFilter.resourcesListChanged",
        "SubscriptionFilter.toolsListChanged",
    ),
}
"""What the facts call other than by type and member."""

NO_MEMBERS = {
    "MCP-Protocol-Version header": "`http.assumed_version` has it",
    "log level before logging/setLevel": "a request that was not sent is no absent member",
}
"""What the facts have and this table has not, and why."""

DECIDED = {"CacheableResult.cacheScope": "cache-scope-of-earlier-servers"}
"""What no page states, and the reading in `schema/decisions.toml` that has the reason."""

WORDS = ("any size", "any theme", "title, then name", "no log messages")
"""Values of the facts that are no JSON."""

OTHER_VALUES = {"{ form: {} }": {}, '{ mode: "auto" }': {"mode": "auto"}}


def rows(revision: str) -> dict[str, Row]:
    return {f"{row.type}.{row.member}": row for row in mb.revision(revision).protocol.defaults}


def value_of(fact: str, row: Row) -> Any:
    """The value that the facts give, in the type of the row's."""
    if fact in OTHER_VALUES:
        return OTHER_VALUES[fact]
    if fact == "not subscribed":
        return [] if row.member == "resourceSubscriptions" else False
    return json.loads(fact) if fact in ("true", "false", "0") else fact


@pytest.mark.parametrize("revision", STATED)
def test_defaults_are_those_of_the_facts(revision: str) -> None:
    table, met = rows(revision), set[str]()
    for fact in facts_of(revision)["default"]:
        if fact["applies_to"] in NO_MEMBERS:
            continue
        for place in MEMBERS.get(fact["applies_to"], (fact["applies_to"],)):
            row = table[place]
            met.add(place)
            assert row.sources == cited(fact)
            if fact["value"] in WORDS:
                assert row.value == ""
            else:
                assert json.loads(row.value) == value_of(fact["value"], row)
            conditional = "earlier-revision" in fact["meaning"] or "older" in fact["meaning"]
            assert ("earlier revision" in row.condition) == conditional
            assert ("read-only" in row.condition) == ("only if readOnlyHint" in fact["meaning"])
    assert met == set(table) - set(DECIDED)


def test_what_no_page_states_is_decided() -> None:
    readings = read_toml(Path(__file__).parents[2] / "schema" / "decisions.toml")["reading"]
    assert set(DECIDED.values()) <= {each["id"] for each in readings}


def test_nothing_here_is_stale() -> None:
    stated = [fact for revision in STATED for fact in facts_of(revision)["default"]]
    assert {*MEMBERS, *NO_MEMBERS} <= {fact["applies_to"] for fact in stated}
    assert {*WORDS, *OTHER_VALUES} <= {fact["value"] for fact in stated}


def faults(model: Any, member: str, value: Any) -> list[Any]:
    """What a class says of one member; others may be missing."""
    try:
        model.model_validate_json(json.dumps({member: value}))
    except ValidationError as error:
        return [each for each in error.errors() if each["loc"][0] == member]
    return []


def every_row() -> Iterator[Any]:
    for revision in mb.REVISIONS:
        module = import_module(f"mcp_bindings.v{revision.replace('-', '_')}")
        for place, row in rows(revision).items():
            yield pytest.param(getattr(module, row.type), row, id=f"{revision} {place}")


@pytest.mark.parametrize(("model", "row"), list(every_row()))
def test_the_value_is_one_that_the_member_can_have(model: Any, row: Row) -> None:
    assert row.meaning
    if row.value:
        assert faults(model, row.member, json.loads(row.value)) == []
        assert faults(model, row.member, -1.5) != [], "else this says nothing"


def test_some_rows() -> None:
    table = rows("2026-07-28")
    assert table["Result.resultType"].value == '"complete"'
    assert table["Result.resultType"].condition == "the server speaks an earlier revision"
    assert list(rows("2024-11-05")) == ["CallToolResult.isError"]


# Mistakes in the file


def written(root: Path, text: str) -> Path:
    (root / "x").mkdir()
    (root / "x" / "protocol.toml").write_text(text, encoding="utf-8")
    return root


ROW = "[[default]]\ntype = 'A'\nmember = 'b'\nmeaning = 'm'\nsources = ['s']\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ROW + ROW, "has 2 rows"),
        (ROW + "value = 'none'\n", "'none' is not JSON"),
        (ROW + "values = 'none'\n", "unknown key 'values'"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BindgenError, match=message):
        read_defaults(written(tmp_path, text), "x")


def test_a_row_of_a_member_that_is_not_there_is_named() -> None:
    spec = sources.load_spec("2024-11-05")
    good, gone = Default("CallToolResult", "isError", "m", ("s",)), Default("CallToolResult", "error", "m", ("s",))
    defaults.check_defaults(spec, [good], where="x")
    with pytest.raises(BindgenError, match=r"CallToolResult\.error is no member"):
        defaults.check_defaults(spec, [good, gone], where="x")
