"""Deprecated and removed features, event streams and requirements: read strictly, and held against the facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import FeatureStatus, read_features
from mcp_bindgen.ir import features
from tests.facts import STATED, facts_of
from tests.revisions import method_of

ITEMS = {
    "HTTP+SSE transport": "HTTP+SSE transport",
    "includeContext values thisServer and allServers": "sampling with context of servers",
    "LegacyTitledEnumSchema (enum with enumNames)": "titles of choices in enumNames",
    "Roots": "roots",
    "Sampling": "sampling",
    "Logging": "logging",
    "Dynamic Client Registration (RFC7591)": "Dynamic Client Registration",
}
"""Items of the facts, and the features that they are."""

ROW = 'feature = "x"\nsince = "2026-07-28"\nmigration = "y"\nsources = ["s"]\n'


@pytest.mark.parametrize("revision", STATED)
def test_deprecated_features_are_as_in_the_facts(revision: str) -> None:
    facts = {ITEMS[row["item"]]: row for row in facts_of(revision).get("deprecated", ())}
    rows = {row.feature: row for row in mb.revision(revision).protocol.features if row.status != "removed"}
    assert {name: row.since for name, row in rows.items()} == {name: row["since"] for name, row in facts.items()}
    registered = {name for name, row in facts.items() if row["earliest_removal"] != "unspecified"}
    assert {name for name, row in rows.items() if row.earliest_removal} == registered
    assert {name for name, row in rows.items() if row.status == "deprecated"} == registered


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_no_feature_is_newer_than_its_revision(revision: str) -> None:
    order = list(mb.REVISIONS)
    for row in mb.revision(revision).protocol.features:
        assert order.index(row.since) <= order.index(revision), row
        assert row.migration
        assert row.sources


@pytest.mark.parametrize("revision", STATED)
def test_streams_are_as_the_transport_has_them(revision: str) -> None:
    http = mb.revision(revision).protocol.http
    streams = http.event_streams
    assert (streams.endpoint_event == "MUST") == (http.transport == "http+sse") == ("SSE endpoint" in http.endpoints)
    assert bool(streams.resume_with) == http.resumable
    assert set(streams.resume_streams_of) <= set(http.methods)
    said = " ".join(row["rule"] for row in facts_of(revision)["http"].get("rule", ()))
    assert (streams.broadcast == "MUST NOT") == ("Send the same message on more than one stream." in said)
    assert (streams.replay_other_streams == "MUST NOT") == ("Replay messages of another stream." in said)
    assert (streams.priming_event == "SHOULD") == ("an id and empty data" in said)
    assert (streams.unique_event_ids == "MUST") == ("SSE event ids, if used, are unique" in said)


@pytest.mark.parametrize("revision", STATED)
def test_what_was_agreed_binds_as_in_the_facts(revision: str) -> None:
    protocol = mb.revision(revision).protocol
    said = [row for row in facts_of(revision)["lifecycle"]["rule"] if "only negotiated capabilities" in row["rule"]]
    for row in said:
        assert protocol.lifecycle.agreed_level == row["level"]
    assert protocol.lifecycle.agreed_level in {"MUST", "SHOULD"}


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_requirement_has_an_id_of_its_topic(revision: str) -> None:
    rows = mb.revision(revision).protocol.requirements
    assert len({row.id for row in rows}) == len(rows) > 0
    for row in rows:
        assert re.fullmatch(r"[a-z-]+\.[a-z-]+", row.id), row.id
        assert row.actors
        assert row.text.endswith(".")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'[[feature]]\nstatus = "gone"\n{ROW}', "expected 'soft-deprecated' or 'deprecated' or 'removed'"),
        (f'[[feature]]\nstatus = "deprecated"\n{ROW}' * 2, "has 2 rows"),
        (f'[[feature]]\nstatus = "removed"\nplaces = ["ping"]\n{ROW}', "a removed feature must have"),
        (f'[[feature]]\nstatus = "removed"\nearliest_removal = "soon"\n{ROW}', "a removed feature must have"),
    ],
)
def test_a_bad_row_is_rejected(tmp_path: Path, text: str, message: str) -> None:
    directory = tmp_path / "r"
    directory.mkdir()
    (directory / "protocol.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BindgenError, match=message):
        read_features(tmp_path, "r")


def test_a_place_that_the_schema_lacks_is_rejected() -> None:
    spec, methods = sources.load_spec(mb.LATEST), sources.released_revisions()[1][-1]
    places = ("tools", method_of("tools/call"), "Tool.name=x")
    row = FeatureStatus("x", "deprecated", mb.LATEST, "y", ("s",), places=places)
    with pytest.raises(BindgenError, match=r"not in the schema\n  x: Tool\.name=x$"):
        features.check_features(spec, (row,), methods, where="file")
