"""What `release` asks a person about messages between a new revision and its neighbours."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.translation import TranslationRule, TranslationRules, read_translation
from mcp_bindgen.ir.translation import check_translation_rules
from mcp_bindgen.release.adding import ReleaseOutcome, ReleaseRequest, add_release
from tests.release.inventions import newest_with
from tests.release.test_rehearsal import COMMIT, day_after, project
from tests.revisions import PER_REQUEST, method_of

__all__ = ["project"]
PREVIOUS = newest_with(("Tool", "Resource", "Role", "ContentBlock", "ListToolsResult", "ToolUseContent"), PER_REQUEST)
NEW = day_after(PREVIOUS)
ASKING = newest_with(("InputRequest", "InputResponse", "ElicitRequest", "ElicitResult"), PER_REQUEST)
STRING = {"type": "string"}


def changed(definitions: dict[str, Any]) -> None:
    """A required member that was optional, one that is a constant, an enum, two kinds of content, one that is known
    elsewhere, one in place of another, a bound and a pattern at one place, members that may be null, one of them
    required, a null that is a value, and results that are new for a method or at all.
    """
    definitions["Tool"]["required"].append("title")
    definitions["Resource"]["properties"]["kind"] = {"type": "string", "const": "resource"}
    definitions["Resource"]["required"].append("kind")
    definitions["Role"]["enum"].append("guest")
    for name in ("Video", "Smell"):
        block = {"type": {"type": "string", "const": name.lower()}}
        definitions[name] = {"type": "object", "properties": block, "required": ["type"]}
        definitions["ContentBlock"]["anyOf"].append({"$ref": f"#/$defs/{name}"})
    definitions["ContentBlock"]["anyOf"].append({"$ref": "#/$defs/ToolUseContent"})
    definitions["Later"] = {"allOf": [{"$ref": "#/$defs/Result"}], "type": "object", "properties": {"ticket": STRING}}
    for method, name in (("Complete", "InputRequiredResult"), ("CallTool", "Later")):
        members = definitions[f"{method}ResultResponse"]["properties"]
        members["result"] = {
            "anyOf": [*members["result"].get("anyOf", [members["result"]]), {"$ref": f"#/$defs/{name}"}]
        }
    definitions["ListToolsResult"]["properties"]["tools"]["maxItems"] = 9
    definitions["Tool"]["properties"]["name"] |= {"maxLength": 9, "pattern": "^a"}
    for owner, member in (("Tool", "icons"), ("Prompt", "icons"), ("Resource", "uri")):
        members = definitions[owner]["properties"]
        members[member] = {"anyOf": [members[member], {"type": "null"}]}
    place = {"type": {"type": "string", "const": "place"}}
    definitions["PlaceReference"] = {"type": "object", "properties": place, "required": ["type"]}
    definitions["CompleteRequestParams"]["properties"]["ref"]["anyOf"][1]["$ref"] = "#/$defs/PlaceReference"
    del definitions["ResourceTemplateReference"]
    definitions["Icon"]["properties"]["theme"]["enum"].append(None)
    definitions["Icon"]["properties"]["theme"].pop("type", None)


@pytest.fixture
def outcome(project: Path, tmp_path: Path) -> ReleaseOutcome:
    schema = json.loads((project / "schema" / PREVIOUS / "schema.json").read_bytes())
    changed(schema["$defs"])
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    return add_release(project, ReleaseRequest(NEW, path, COMMIT, PREVIOUS), dry_run=False)


@pytest.mark.slow
def test_each_finding_has_a_stub_of_the_rule_that_answers_it(project: Path, outcome: ReleaseOutcome) -> None:
    data = tomli.loads((project / "schema/translation.toml").read_text(encoding="utf-8"))
    rows = {row["id"]: row for row in data["rule"] if row["step"] == NEW}
    told = {
        row["id"]: (row["way"], row["action"], row.get("members") or row.get("methods", []), row.get("value"))
        for row in rows.values()
    }
    assert told == {
        f"{NEW}.tool.title.to-newer": ("to-newer", "set_absent", ["title"], ""),
        f"{NEW}.resource.kind.to-newer": ("to-newer", "set_absent", ["kind"], '"resource"'),
        f"{NEW}.role.to-older": ("to-older", "replace_value", [], ""),
        f"{NEW}.video.to-older": ("to-older", "as_text", [], None),
        f"{NEW}.smell.to-older": ("to-older", "as_text", [], None),
        f"{NEW}.input-required-result.completion-complete.to-older": (
            "to-older",
            "refuse",
            ["completion/complete"],
            None,
        ),
        f"{NEW}.later.tools-call.to-older": ("to-older", "refuse", ["tools/call"], None),
        f"{NEW}.prompt.icons.to-older": ("to-older", "drop_null", ["icons"], None),
        f"{NEW}.icon.theme.to-older": ("to-older", "drop_null", ["theme"], None),
        f"{NEW}.resource-template-reference.to-newer": ("to-newer", "refuse", [], None),
        f"{NEW}.place-reference.to-older": ("to-older", "refuse", [], None),
    }
    assert rows[f"{NEW}.prompt.icons.to-older"]["places"] == ["Prompt", "Tool"]
    answers = tomli.loads((project / "schema/findings.toml").read_text(encoding="utf-8"))["finding"]
    new = [row for row in answers if row.get("step") == NEW]
    assert {rule for row in new for rule in row.get("rules", ())} == {*rows, "rule.absent"}
    assert sorted(row["at"] for row in new if row.get("rules") == ["rule.absent"]) == [
        ["/$defs/ListToolsResult/properties/tools"],
        ["/$defs/Tool/properties/name"],
    ], "a value that breaks a bound is refused"
    assert sorted((row["at"], row["reason"]) for row in new if "rules" not in row) == [
        (["/$defs/ContentBlock"], ""),
        (["/$defs/Resource/properties/uri"], ""),
    ], "no rule is proposed for null in place of a required member, nor for what is known elsewhere"
    listed = {each.text for each in outcome.todos}
    assert f"extension tasks: name {NEW} in `revisions` or in `without`" in listed
    asked = {f"rule {NEW}.tool.title.to-newer: state `value`", f"rule {NEW}.role.to-older: state `value`"}
    assert {text for text in listed if text.startswith("rule ")} == asked
    assert all(row["reason"] for row in rows.values())
    findings = ("union-arm-added.resource.uri", "union-arm-added.content-block")
    assert {text for text in listed if text.startswith("finding ")} == {
        f"finding {NEW}.{each}: state `reason`, or `rules`, or what a `bridge` does" for each in findings
    }
    _assert_that_a_rule_counts_once_it_is_stated(project)


def test_an_answer_that_one_revision_lacks_is_dropped(project: Path, tmp_path: Path) -> None:
    """Refusing it would end a call, though a server ignores answers to what it has not asked."""
    schema = json.loads((project / "schema" / ASKING / "schema.json").read_bytes())
    definitions, new = schema["$defs"], day_after(ASKING)
    definitions["EstimateResult"] = {"type": "object", "properties": {"days": STRING}, "required": ["days"]}
    request = json.dumps(definitions["ElicitRequest"]).replace(
        method_of("elicitation/create", ASKING), "estimate/create"
    )
    definitions["EstimateRequest"] = json.loads(request)
    for union, name in (("InputRequest", "EstimateRequest"), ("InputResponse", "EstimateResult")):
        definitions[union]["anyOf"].append({"$ref": f"#/$defs/{name}"})
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    add_release(project, ReleaseRequest(new, path, COMMIT, ASKING), dry_run=False)
    rules = [row for row in read_translation(project / "schema").rules if row.step == new]
    assert [(row.places, row.way, row.action) for row in rules] == [(("EstimateResult",), "to-older", "drop_value")]


def _assert_that_a_rule_counts_once_it_is_stated(project: Path) -> None:
    path, id_ = project / "schema/translation.toml", f"{NEW}.tool.title.to-newer"

    def stated() -> set[str]:
        return {rule.id for rule in read_translation(project / "schema").rules if rule.step == NEW}

    head, found, rest = path.read_text(encoding="utf-8").partition(f'id = "{id_}"')
    assert found
    before = stated()
    assert id_ not in before
    path.write_text(head + found + rest.replace('value = ""', "value = '\"x\"'", 1), encoding="utf-8")
    assert stated() == {*before, id_}


def test_a_rule_that_matches_nothing_is_an_error() -> None:
    specs = [sources.load_spec(revision) for revision in mb.REVISIONS]
    newest = next(each for each in mb.REVISIONS if "InputRequiredResult" in mb.revision(each).definitions)

    def problems(**changes: Any) -> str:
        rule = replace(TranslationRule("x", "why", newest, "to-older", ("Tool",)), **changes)
        with pytest.raises(BindgenError) as caught:
            check_translation_rules(specs, TranslationRules((), (), (rule,)), where="translation.toml")
        return caught.value.what

    assert f"rule 'x': no revision since {newest} has a place 'null'" in problems(places=("Tool", "null"))
    assert f"since {newest} has a place 'Tool.missing'" in problems(places=("Tool.missing",))
    assert f"rule 'x': no revision before {newest} has a place" in problems(
        way="to-newer", places=("InputRequiredResult",)
    )
    assert "no revision has the method 'tools/lost'" in problems(methods=("tools/list", "tools/lost"))
    renamed = {"places": ("request",), "action": "rename_method", "methods": ("tools/list",)}
    assert f"no revision before {newest} has the method 'server/discover'" in problems(
        **renamed, value='"server/discover"'
    )
    assert f"no revision since {newest} has the method 'tools/lost'" in problems(
        **renamed, way="to-newer", value='"tools/lost"'
    )
    assert f"no revision {mb.REVISIONS[0]!r} follows another" in problems(step=mb.REVISIONS[0])
    opening = TranslationRule("opening", "why", methods=("lost",))
    with pytest.raises(BindgenError, match="no revision has the method 'lost'"):
        check_translation_rules(specs, TranslationRules((), (opening,), ()), where="translation.toml")


@pytest.mark.slow
def test_a_moved_member_has_rules_both_ways(project: Path, tmp_path: Path) -> None:
    """A member that moves into an object beside it, one that moves out of it, also if that object is inline, and two
    with another name.
    """
    previous = newest_with(
        ("Tool", "ToolAnnotations", "Prompt", "CompleteRequestParams", "ToolUseContent"), PER_REQUEST
    )
    new = day_after(previous)
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    tool, inner = (schema["$defs"][name]["properties"] for name in ("Tool", "ToolAnnotations"))
    into, out = (
        next(name for name in here if name not in there) for here, there in (({"icons"}, inner), (inner, tool))
    )
    inner[into], tool[out] = tool.pop(into), inner.pop(out)
    prompt, completion = (schema["$defs"][name]["properties"] for name in ("Prompt", "CompleteRequestParams"))
    prompt["promptTitle"] = prompt.pop("title")
    completion["arguments"] = completion.pop("context")["properties"]["arguments"]
    tool_use = schema["$defs"]["ToolUseContent"]["properties"]
    tool_use["call"] = tool_use.pop("id")
    schema["$defs"]["ToolUseContent"]["required"] = sorted(
        {*schema["$defs"]["ToolUseContent"]["required"], "call"} - {"id"}
    )
    path = tmp_path / "official.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    add_release(project, ReleaseRequest(new, path, COMMIT, previous), dry_run=False)
    rows = [rule for rule in read_translation(project / "schema").rules if rule.step == new]
    assert {(rule.way, rule.places, rule.action, rule.members, rule.value) for rule in rows} == {
        ("to-newer", ("Tool",), "move", (into,), json.dumps(["annotations", into])),
        ("to-older", ("Tool.annotations",), "move", (into,), json.dumps(["..", into])),
        ("to-newer", ("Tool.annotations",), "move", (out,), json.dumps(["..", out])),
        ("to-older", ("Tool",), "move", (out,), json.dumps(["annotations", out])),
        ("to-newer", ("Prompt",), "move", ("title",), '["promptTitle"]'),
        ("to-older", ("Prompt",), "move", ("promptTitle",), '["title"]'),
        ("to-newer", ("CompleteRequestParams.context",), "move", ("arguments",), '["..", "arguments"]'),
        ("to-older", ("CompleteRequestParams",), "move", ("arguments",), '["context", "arguments"]'),
        ("to-newer", ("ToolUseContent",), "move", ("id",), '["call"]'),
        ("to-older", ("ToolUseContent",), "move", ("call",), '["id"]'),
    }
