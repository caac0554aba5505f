"""What a new revision has under another name keeps its facts, errata and documentation lines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli

from mcp_bindgen import comparison, pipeline
from mcp_bindgen.diff.schema.matching import Rename, match_definitions, read_renames
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.errata import read_errata
from mcp_bindgen.ingest.findings import read_findings
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.pipeline import GenerationRequest
from mcp_bindgen.release.adding import ReleaseOutcome, ReleaseRequest, add_release
from mcp_bindgen.release.difference import format_rows
from mcp_bindgen.release.renaming import NewNames, find_new_names
from mcp_bindgen.release.status import find_todos
from mcp_bindgen.report.digest.guide import read_guide
from tests.release.inventions import newest_with
from tests.release.test_rehearsal import COMMIT, day_after
from tests.release.test_rehearsal import project as project
from tests.revisions import HANDSHAKE
from tests.unit.tiny import release, tiny

PREVIOUS = newest_with(("ElicitResult", "CompleteRequest", "GetPromptRequest"))
NEW = day_after(PREVIOUS)
NAMES = (
    ("ElicitResult", "ElicitOutcome"),
    ("CompleteRequest", "SuggestRequest"),
    ("CompleteResult", "SuggestResult"),
    ("prompts/get", "prompts/fetch"),
    ("completion/complete", "completion/suggest"),
)
"""A definition with an erratum, a method with its definitions, and a method whose definitions keep their names."""


def renamed(project: Path) -> ReleaseOutcome:
    """Bring in a revision with these names."""
    text = (project / "schema" / PREVIOUS / "schema.json").read_text(encoding="utf-8")
    for before, after in NAMES:
        assert before in text
        text = text.replace(before, after)
    path = project.with_name("official.json")
    path.write_text(text, encoding="utf-8")
    return add_release(project, ReleaseRequest(NEW, path, COMMIT, PREVIOUS), dry_run=False)


@pytest.fixture
def brought_in(project: Path) -> tuple[Path, ReleaseOutcome]:
    return project, renamed(project)


@pytest.mark.slow
def test_renames_are_recognised_and_carried(brought_in: tuple[Path, ReleaseOutcome]) -> None:
    project, outcome = brought_in
    root = project / "schema"
    said = [each.text for each in outcome.written]
    for before, after in (("ElicitResult", "ElicitOutcome"), ("CompleteRequest", "SuggestRequest")):
        assert f"recognised: {before} is {after} now" in said
    for before, after in (("prompts/get", "prompts/fetch"), ("completion/complete", "completion/suggest")):
        assert f"recognised: the method {before} is {after} now" in said
    assert not [text for text in said if "does not apply" in text]
    corrected = {row.pointer for row in read_errata(root, NEW)}
    assert "/$defs/ElicitOutcome/properties/content/additionalProperties/anyOf/1/type" in corrected
    of = {id_: read_facts(root, id_, "protocol.toml") for id_ in (PREVIOUS, NEW)}
    rows = {id_: {row["name"]: row for row in found.tables["method"]} for id_, found in of.items()}
    for before, after in (("prompts/get", "prompts/fetch"), ("completion/complete", "completion/suggest")):
        kept = {key: value for key, value in rows[PREVIOUS][before].items() if key not in ("name", "sources")}
        assert {key: rows[NEW][after].get(key) for key in kept} == kept
        assert after in of[NEW].unconfirmed["method"], "a person confirms it"
    lines: dict[str, Any] = tomli.loads((root / "docs.toml").read_text(encoding="utf-8"))
    for before, after in (*NAMES[:3], ("CompleteRequestParamsArgument", "SuggestRequestParamsArgument")):
        narrow = lines["revision"].get(PREVIOUS, {}).get("types", {})
        assert lines["types"][after] == narrow.get(before, lines["types"].get(before))
    assert lines["members_of"]["SuggestRequestParamsArgument"] == lines["members_of"]["CompleteRequestParamsArgument"]
    ledger = tomli.loads((root / "names.toml").read_text(encoding="utf-8"))[NEW]
    assert "SuggestRequest" in ledger
    assert "suggest" in ledger["ClientCalls"]


@pytest.mark.slow
def test_a_renamed_method_is_served_to_older_peers(brought_in: tuple[Path, ReleaseOutcome]) -> None:
    project, outcome = brought_in
    rules = [rule for rule in read_translation(project / "schema").rules if rule.step == NEW]
    told = {(rule.way, rule.places, rule.action, rule.methods, rule.value) for rule in rules}
    pairs = (("prompts/get", "prompts/fetch"), ("completion/complete", "completion/suggest"))
    assert told == {
        *(("to-newer", ("request",), "rename_method", (old,), f'"{new}"') for old, new in pairs),
        *(("to-older", ("request",), "rename_method", (new,), f'"{old}"') for old, new in pairs),
    }
    answers = [row.rules for row in read_findings(project / "schema").findings if row.step == NEW and row.rules]
    assert sorted(id_ for ids in answers for id_ in ids) == sorted(rule.id for rule in rules)
    left = {each.text for each in outcome.todos}
    assert not [text for text in left if "constant-changed" in text or text.startswith("rule ")]


@pytest.mark.slow
def test_a_result_under_an_earlier_name_is_translated(brought_in: tuple[Path, ReleaseOutcome], tmp_path: Path) -> None:
    """The previous revision, which knows the method by its earlier name, admits no more values than the new one."""
    for path, data in pipeline.generate(GenerationRequest([HANDSHAKE[-1], PREVIOUS, NEW])).items():
        (tmp_path / "out" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "out" / path).write_bytes(data)
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path / "out")!r})
import mcp_bindings as mb
from mcp_bindings.adaptation.revision_adapter import adapt_earlier_result
found = adapt_earlier_result({{"completion": {{"values": ["x"] * 101}}}}, "completion/suggest", mb.revision({NEW!r}))
print(found.method, len(found.result.completion.values))
"""
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "completion/suggest 100\n", done.stderr


@pytest.mark.slow
def test_a_result_that_no_response_states_keeps_its_method(brought_in: tuple[Path, ReleaseOutcome]) -> None:
    root = brought_in[0] / "schema"
    rows = {row.name: row for row in comparison.read_subject(NEW, root).methods}
    assert rows["elicitation/create"].results == ("ElicitOutcome",)
    assert not [each for each in read_findings(root).findings if each.step == NEW and not each.rules]


@pytest.mark.slow
def test_a_person_confirms_each_rename(brought_in: tuple[Path, ReleaseOutcome]) -> None:
    project, outcome = brought_in
    asked = [each for each in outcome.todos if each.path == "schema/renames.toml"]
    assert {each.text for each in asked} == {
        "rename ElicitResult: state `reason`",
        "rename CompleteRequest: state `reason`",
    }, "not for the params, the result and the response of a request"
    said = {each.text for each in outcome.written}
    assert "with it: CompleteResult is SuggestResult now" in said
    old, new = (comparison.read_subject(each, project / "schema").spec for each in (PREVIOUS, NEW))
    matched = match_definitions(old, new, read_renames(project / "schema"))
    assert matched["CompleteResultResponse"] == "SuggestResultResponse"
    assert not [each for each in outcome.todos if each.path == "schema/docs.toml"], "every line was copied"
    path = project / "schema" / "renames.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('reason = ""', 'reason = "so it is"'), encoding="utf-8")
    assert not [each for each in find_todos(project / "schema", NEW) if each.path == "schema/renames.toml"]


@pytest.mark.slow
def test_a_digest_says_by_what_a_renamed_message_is_replaced(brought_in: tuple[Path, ReleaseOutcome]) -> None:
    project, outcome = brought_in
    steps = {step.old: step for step in read_guide(project / "schema").steps if step.since == NEW}
    step = steps["completion/complete"]
    assert step.new == "completion/suggest"
    assert step.client == "Send `completion/suggest` instead of `completion/complete`."
    assert step.server == "Answer `completion/suggest` instead of `completion/complete`."
    assert {rule for rule, *_ in step.when} == {"REQUEST_REMOVED", "REQUEST_ADDED"}
    covered = {(rule, pointer.partition(":")[0]) for rule, pointer, *_ in steps["prompts/get"].covers}
    assert ("REQUEST_HEADER_ADDED", "/transport/request_header/mcp-name") in covered, "it names the method"
    assert not [each for each in outcome.todos if each.text.startswith("step ")]


@pytest.mark.slow
def test_what_is_not_the_same_carries_nothing(project: Path) -> None:
    rows = (project / "schema/renames.toml").read_text(encoding="utf-8")
    for before, after in NAMES[:2]:
        row = {"before": before, "after": after, "since": NEW, "reason": "another thing", "same": False}
        rows += "\n" + format_rows("rename", [row])
    (project / "schema/renames.toml").write_text(rows, encoding="utf-8")
    outcome = renamed(project)
    said = "\n".join(each.text for each in outcome.written)
    root = project / "schema"
    assert "GetPromptRequest" not in said
    assert "the method prompts/get is prompts/fetch now" in said
    for before, after in NAMES[:2]:
        assert f"recognised: {before} is" not in said
        assert f'{after} = ""' in (root / "docs.toml").read_text(encoding="utf-8")
    assert "the method completion/complete is" not in said
    for name in ("translation.toml", "findings.toml", f"{NEW}/lint_rules.toml", f"{NEW}/errata.toml"):
        assert not [line for line in (root / name).read_text(encoding="utf-8").split() if "ElicitOutcome" in line]
    assert "completion/suggest" not in read_facts(root, NEW, "protocol.toml").unconfirmed["method"]


def test_a_renamed_message_takes_its_parts_with_it() -> None:
    def schema(revision: str, name: str, **members: object) -> SpecRevision:
        method = {"type": "string", "const": f"thing/{name}"}
        own = {
            f"{name}Notification": {"type": "object", "properties": {"method": method}, "required": ["method"]},
            f"{name}NotificationParams": {"type": "object", "properties": members},
        }
        union = {"ServerNotification": {"anyOf": [{"$ref": f"#/$defs/{name}Notification"}]}}
        return tiny({**own, **union}, release(revision))

    old, new = schema("2098-01-01", "Come", a={"type": "string"}), schema("2099-01-01", "Here", b={"type": "integer"})
    row = Rename("ComeNotification", "HereNotification", "2099-01-01", "why")
    assert match_definitions(old, new, ()).get("ComeNotificationParams") is None
    for sides in ((old, new), (new, old)):
        pairs = match_definitions(*sides, [row])
        assert {(one, other) for one, other in pairs.items() if one.endswith("Params")} in (
            {("ComeNotificationParams", "HereNotificationParams")},
            {("HereNotificationParams", "ComeNotificationParams")},
        )
    apart = Rename("ComeNotificationParams", "HereNotificationParams", "2099-01-01", "why", same=False)
    assert match_definitions(old, new, [row, apart]).get("ComeNotificationParams") is None


def test_the_last_word_decides_between_equal_methods() -> None:
    def schema(*names: str) -> SpecRevision:
        own = {
            f"N{number}Notification": {
                "type": "object",
                "properties": {"method": {"type": "string", "const": name}, "params": {"type": "object"}},
                "required": ["method"],
            }
            for number, name in enumerate(names, len(names[0]))
        }
        return tiny({**own, "ServerNotification": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in own]}})

    old = schema("notifications/a/list_changed")
    assert find_new_names(old, schema("notifications/a/changed", "notifications/b/changed"), ()).methods == {
        "notifications/a/list_changed": "notifications/a/changed"
    }
    assert find_new_names(old, schema("notifications/c/changed", "notifications/b/changed"), ()).methods == {}


def test_a_pair_is_listed_once(tmp_path: Path) -> None:
    def read(*rows: tuple[str, str, bool], since: tuple[str, str] = ("x", "x")) -> int:
        parts = [
            {"before": a, "after": b, "since": since[bool(number)], "reason": "y", "same": same}
            for number, (a, b, same) in enumerate(rows)
        ]
        (tmp_path / "renames.toml").write_text(format_rows("rename", parts), encoding="utf-8")
        return len(read_renames(tmp_path))

    assert read(("A", "B", True), ("A", "C", False), ("A", "D", False)) == 3
    for rows in ((("A", "B", True), ("A", "B", False)), (("A", "B", True), ("A", "C", True))):
        with pytest.raises(BindgenError, match="in more than one row"):
            read(*rows)
    assert read(("A", "B", True), ("A", "C", True), since=("x", "later")) == 2, "another definition got the name A"


def test_sharing_members_of_a_base_alone_is_no_rename() -> None:
    def schema(**definitions: dict[str, object]) -> SpecRevision:
        base = {"_meta": {"type": "object"}, "resultType": {"type": "string"}}
        own = {
            name: {"type": "object", "properties": {**base, **members}, "required": ["resultType"]}
            for name, members in {"Result": {}, **definitions}.items()
        }
        union = {"ServerResult": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in own]}}
        return tiny({**own, **union})

    old = schema(CompleteResult={"completion": {"type": "string"}})
    assert (
        match_definitions(old, schema(SubscribeResult={"ticket": {"type": "string"}}), ()).get("CompleteResult") is None
    )
    matched = match_definitions(old, schema(SuggestResult={"completion": {"type": "string"}}), ())
    assert matched["CompleteResult"] == "SuggestResult"


def test_texts_and_other_names_stay() -> None:
    names = NewNames({"A": "B"}, {"AItem": "BItem"}, {"a/b": "c/d"})
    row = {
        "name": "a/b",
        "at": ["A.x[]", "AB.x", "AItem"],
        "meaning": "A",
        "sources": ["a/b"],
        "flag": True,
        "n": {"A": "A"},
    }
    assert names.rename_in_rows(row) == {
        "name": "c/d",
        "at": ["B.x[]", "AB.x", "BItem"],
        "meaning": "A",
        "sources": ["a/b"],
        "flag": True,
        "n": {"A": "B"},
    }
