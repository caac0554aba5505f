"""What a new schema states about the methods of the earlier revision becomes their facts, or is listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import comparison, sources
from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.schema.matching import read_renames
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.forks.generate import report_changed_methods
from mcp_bindgen.ingest.manifest import find_revision, read_manifest
from mcp_bindgen.ingest.protocol import read_features
from mcp_bindgen.ingest.refusals import RefusalError
from mcp_bindgen.ingest.transport import read_transport
from mcp_bindgen.ir.history import type_histories
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.jsontext import escape_token
from mcp_bindgen.paths import templates_root
from mcp_bindgen.records.docs import read_docs
from mcp_bindgen.release.adding import ReleaseOutcome, ReleaseRequest, add_release
from mcp_bindgen.release.renaming import NewNames
from mcp_bindgen.release.status import find_todos
from mcp_bindgen.render.models import make_models_input, render_models
from mcp_bindgen.render.type_data import make_type_data
from mcp_bindgen.report.digest.guide import read_guide
from mcp_bindgen.steps import StepRunner
from tests.forks.acme import ID
from tests.forks.test_facts import KNOWN, SCHEMA, data_of
from tests.release.inventions import newest_with
from tests.release.test_rehearsal import COMMIT, day_after
from tests.release.test_rehearsal import project as project
from tests.revisions import HANDSHAKE, PER_REQUEST, filter_of, method_of

Definitions = dict[str, Any]
PREVIOUS = newest_with(("CompleteResultResponse", "InputRequiredResult", "SubscriptionFilter"), PER_REQUEST)
NEWEST = newest_with(("ListPromptsResultResponse", "InputRequiredResult", "SubscriptionFilter"), PER_REQUEST)
COMPLETIONS = mb.revision(PREVIOUS).methods["completion/complete"].capability or ""
"""The capability of completions in `PREVIOUS`."""
OLD = newest_with(("CompleteResult", "CallToolResult"), HANDSHAKE)


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def changed(definitions: Definitions) -> None:
    """A method that asks for input, one with a new result, a split result, lost paging, and other senders."""
    definitions["ListPromptsResultResponse"]["properties"]["result"] = {
        "anyOf": [ref("ListPromptsResult"), ref("InputRequiredResult")]
    }
    definitions["LaterResult"] = json.loads(json.dumps(definitions["Result"]))
    definitions["CallToolResultResponse"]["properties"]["result"]["anyOf"].append(ref("LaterResult"))
    for name in ("TextPromptResult", "OtherPromptResult"):
        definitions[name] = {**definitions["GetPromptResult"], "title": name}
    definitions["GetPromptResult"] = {"anyOf": [ref("TextPromptResult"), ref("OtherPromptResult")]}
    del definitions["ListToolsResult"]["properties"]["nextCursor"]
    sent = definitions["ClientNotification"].get("anyOf", [ref("CancelledNotification")])
    definitions["ClientNotification"] = {"anyOf": [*sent, ref("ToolListChangedNotification")]}
    del definitions["SubscriptionFilter"]["properties"]["promptsListChanged"]


def methods(root: Path, revision: str) -> dict[str, MethodInfo]:
    spec = sources.spec_of(root, find_revision(read_manifest(root), revision))
    return {row.name: row for row in sources.methods_of(spec, root)}


def brought_in(project: Path, previous: str, edit: Callable[[Definitions], None]) -> tuple[str, ReleaseOutcome]:
    schema = json.loads((project / "schema" / previous / "schema.json").read_bytes())
    edit(schema["$defs"])
    path = project.with_name("official.json")
    path.write_text(json.dumps(schema), encoding="utf-8")
    new = day_after(previous)
    return new, add_release(project, ReleaseRequest(new, path, COMMIT, previous), dry_run=False)


def test_what_the_new_schema_states_is_applied_and_said(project: Path) -> None:
    call = method_of("tools/call", NEWEST)
    called = mb.revision(NEWEST).methods[call]
    new, outcome = brought_in(project, NEWEST, changed)
    rows = methods(project / "schema", new)
    assert rows["prompts/list"].results == ("ListPromptsResult", "InputRequiredResult")
    assert rows[call].results == (*called.results, "LaterResult")
    assert rows["prompts/get"].results == ("TextPromptResult", "OtherPromptResult", "InputRequiredResult")
    assert not rows["tools/list"].paginated
    assert set(rows["notifications/tools/list_changed"].senders) == {"client", "server"}
    assert rows["notifications/prompts/list_changed"].filter == ""
    said = {each.text.partition(":")[0]: each for each in outcome.written if each.text.startswith("method ")}
    assert said.keys() == {
        *("method prompts/list", f"method {call}", "method prompts/get", "method tools/list"),
        *("method notifications/tools/list_changed", "method notifications/prompts/list_changed"),
    }
    assert said["method prompts/list"].text == (
        "method prompts/list: results ListPromptsResult, now ListPromptsResult or InputRequiredResult"
    )
    assert said["method tools/list"].text == "method tools/list: paginated true, now false"
    steps = [step for step in read_guide(project / "schema").steps if step.since == new]
    changed_results = [pointer for step in steps for rule, pointer, *_ in step.when if rule == "METHOD_RESULTS_CHANGED"]
    assert {*changed_results} == {
        f"/protocol/method/{escape_token(name)}" for name in ("prompts/list", call, "prompts/get")
    }


def test_renamed_filters_are_followed(project: Path) -> None:
    """The definition of the filter and one of its members have other names."""
    previous = newest_with(("SubscriptionFilter",), PER_REQUEST)
    member = filter_of(previous)

    def edit(definitions: Definitions) -> None:
        text = json.dumps(definitions).replace("SubscriptionFilter", "ChangeFilter")
        definitions.clear()
        definitions.update(json.loads(text.replace(member, "watchedResources")))

    before = methods(project / "schema", previous)
    new, _ = brought_in(project, previous, edit)
    rows = methods(project / "schema", new)
    filters = {name: row.filter for name, row in before.items()}
    renamed = {name: {member: "watchedResources"}.get(each, each) for name, each in filters.items()}
    assert filters != renamed == {name: row.filter for name, row in rows.items()}
    assert {name: row.subject for name, row in rows.items()} == {name: row.subject for name, row in before.items()}


def test_what_the_new_schema_calls_deprecated_is_deprecated(project: Path) -> None:
    def edit(definitions: Definitions) -> None:
        definitions["CompleteRequest"]["deprecated"] = True
        definitions["ServerCapabilities"]["properties"][COMPLETIONS]["deprecated"] = True
        definitions["Tool"]["properties"]["title"]["deprecated"] = True

    new, outcome = brought_in(project, PREVIOUS, edit)
    root = project / "schema"
    spec = sources.spec_of(root, find_revision(read_manifest(root), new))
    table = sources.methods_of(spec, root)
    assert [row.name for row in table if row.deprecated and not methods(root, PREVIOUS)[row.name].deprecated] == [
        "completion/complete"
    ]
    stated = sources.protocol_of(spec, root, table).server_capabilities
    assert {row.path: row.deprecated for row in stated}[COMPLETIONS]
    assert "method completion/complete: deprecated false, now true" in [each.text for each in outcome.written]
    before, lines = (model_lines(root, each) for each in (PREVIOUS, new))
    assert lines.count("Deprecated.") == before.count("Deprecated.") + 2, "the title of a tool and the capability"
    assert len([line for line in lines if line.startswith("Deprecated. Carries `completion/complete`.")]) == 1


def model_lines(root: Path, revision: str) -> list[str]:
    """The lines of the models of a revision, without their indentation."""
    spec = sources.spec_of(root, find_revision(read_manifest(root), revision))
    arranged = type_modules(spec)
    rows = make_type_data(spec, read_docs(root), type_histories([spec], spec), arranged)
    [bodies] = render_models([make_models_input(spec, rows, arranged, templates_root())], StepRunner())
    return [line.strip() for body in bodies for line in body.text.splitlines()]


def test_the_methods_say_what_a_new_capability_is_for(project: Path) -> None:
    """A part of a capability has the sources of the capability."""

    def edit(definitions: Definitions) -> None:
        request = json.loads(json.dumps(definitions["ListPromptsRequest"]).replace("prompts/list", "things/list"))
        note = json.dumps(definitions["PromptListChangedNotification"]).replace("/prompts/", "/things/")
        definitions |= {"ListThingsRequest": request, "ThingListChangedNotification": json.loads(note)}
        definitions["ClientRequest"]["anyOf"].append(ref("ListThingsRequest"))
        definitions["ServerNotification"]["anyOf"].append(ref("ThingListChangedNotification"))
        declared = definitions["ServerCapabilities"]["properties"]
        declared["things"] = {"type": "object", "properties": {"listChanged": {"type": "boolean"}}}
        declared["tools"]["properties"]["streams"] = {"type": "boolean"}

    new, outcome = brought_in(project, PREVIOUS, edit)
    root = project / "schema"
    rows = {row.path: row for row in read_transport(root, new).server_capability}
    assert rows["things"].meaning == "things/list"
    assert rows["things.listChanged"].meaning == "notifications/things/list_changed"
    assert rows["tools.streams"].sources == rows["tools"].sources != ()
    assert {each.text for each in outcome.todos if each.text.startswith("server_capability ")} == {
        "server_capability things: state `sources`",
        "server_capability tools.streams: state `meaning`",
    }
    path = root / new / "transport.toml"
    head, row, rest = path.read_text(encoding="utf-8").partition('path = "things"\n')
    path.write_text(head + row + rest.replace("sources = []", 'sources = ["a page"]', 1), encoding="utf-8")
    rows = {row.path: row for row in read_transport(root, new).server_capability}
    assert rows["things.listChanged"].sources == rows["things"].sources == ("a page",)


def test_a_renamed_capability_still_guards_its_method(project: Path) -> None:
    renamed = "proposals"

    def edit(definitions: Definitions) -> None:
        declared = definitions["ServerCapabilities"]["properties"]
        declared[renamed] = declared.pop(COMPLETIONS)

    new, outcome = brought_in(project, PREVIOUS, edit)
    assert methods(project / "schema", new)["completion/complete"].capability == renamed
    text = f"method completion/complete: capability {COMPLETIONS}, now {renamed}"
    assert text in [each.text for each in outcome.written]
    before, rows = (
        {row.path: row for row in read_transport(project / "schema", each).server_capability}
        for each in (PREVIOUS, new)
    )
    assert rows[renamed].meaning == before[COMPLETIONS].meaning
    assert COMPLETIONS not in rows
    assert not [each.text for each in outcome.todos if each.text.startswith("server_capability ")]


def test_a_renamed_capability_of_an_inline_type_guards_too(project: Path) -> None:
    """Its method lost the capability: the name of an inline type follows that of its member."""
    name, renamed = "elicitation", "asking"

    def edit(definitions: Definitions) -> None:
        declared = definitions["ClientCapabilities"]["properties"]
        declared[renamed] = declared.pop(name)

    new, _ = brought_in(project, PREVIOUS, edit)
    before, now = (
        {method: row.capability for method, row in methods(project / "schema", each).items()}
        for each in (PREVIOUS, new)
    )
    guarded = {method for method, path in before.items() if path.partition(".")[0] == name}
    assert guarded
    assert {method: now[method] for method in guarded} == {
        method: before[method].replace(name, renamed) for method in guarded
    }


def test_a_deprecated_feature_without_a_place_is_removed(project: Path) -> None:
    """The row of the removed feature stayed deprecated, with a page about a definition that the schema lacks."""
    previous = newest_with(("Root", "ListRootsRequest"), PER_REQUEST)

    def edit(definitions: Definitions) -> None:
        for name in ("ListRootsRequest", "ListRootsResult", "Root"):
            del definitions[name]
        for schema in (definitions["InputRequest"], definitions["InputResponse"]):
            schema["anyOf"] = [each for each in schema["anyOf"] if "ListRoots" not in each["$ref"]]
        del definitions["ClientCapabilities"]["properties"]["roots"]

    new, _ = brought_in(project, previous, edit)
    before, now = ({row.feature: row for row in read_features(project / "schema", each)} for each in (previous, new))
    changelog = (f"specification/{new}/changelog",)
    assert now["roots"] == replace(
        before["roots"], status="removed", since=new, places=(), earliest_removal="", sources=changelog
    )
    assert {row.feature for row in now.values() if row.since == new} == {"roots"}


def test_a_step_of_a_new_revision_is_for_the_way_to_it(project: Path) -> None:
    """A renamed method and a new result of a method are changes in both directions, at the same places."""
    renamed = next(
        row
        for name, row in mb.revision(NEWEST).methods.items()
        if row.kind == "request" and "CallToolResult" not in row.results
        if all(
            name in mb.revision(each).methods for each in mb.REVISIONS
        )  # so that no earlier step is about its removal
    )

    def edit(definitions: Definitions) -> None:
        method = definitions[renamed.message]["properties"]["method"]
        method["const"] = f"{method['const']}2"
        definitions["LaterResult"] = json.loads(json.dumps(definitions["Result"]))
        definitions["CallToolResultResponse"]["properties"]["result"]["anyOf"].append(ref("LaterResult"))

    new, _ = brought_in(project, NEWEST, edit)
    root = project / "schema"
    old_side, new_side = (comparison.read_subject(each, root) for each in (NEWEST, new))
    guide, known = read_guide(root), read_renames(root)
    needed = [
        [step.id for step in guide.needed_steps(make_report(*sides, known).changes) if step.since == new]
        for sides in ((old_side, new_side), (new_side, old_side))
    ]
    assert len(needed[0]) == 2
    assert needed[1] == []
    (method,), (results,) = [text for step in guide.steps if step.since == new for _, _, *text in step.when]
    assert method == f"{renamed.name}2"
    assert '"LaterResult"' in results


def test_what_a_notification_is_about_decides_its_delivery(project: Path) -> None:
    """A change is in the filter of a subscription, and progress has a token; a person states the rest."""

    def edit(definitions: Definitions) -> None:
        members = {"things/changed": "notifications", "tools/output": "progressToken", "letters/posted": "text"}
        for name, member in members.items():
            stem = name.title().replace("/", "")
            params = {"type": "object", "properties": {member: {"type": "string"}}, "required": [member]}
            note = json.loads(json.dumps(definitions["ProgressNotification"]))
            note["properties"] |= {"method": {"type": "string", "const": f"notifications/{name}"}}
            note["properties"]["params"] = ref(f"{stem}NotificationParams")
            definitions |= {f"{stem}Notification": note, f"{stem}NotificationParams": params}
            definitions["ServerNotification"]["anyOf"].append(ref(f"{stem}Notification"))
        definitions["SubscriptionFilter"]["properties"]["thingsChanged"] = {"type": "boolean"}

    new, outcome = brought_in(project, PREVIOUS, edit)
    rows = methods(project / "schema", new)
    assert rows["notifications/things/changed"].delivery == "subscription-stream"
    assert rows["notifications/tools/output"].delivery == "request-stream"
    asked = [each.text for each in outcome.todos if each.text.endswith("state `delivery`")]
    assert asked == ["method notifications/letters/posted: state `delivery`"]


def test_a_fork_has_the_results_of_its_schema(tmp_path: Path) -> None:
    with data_of(tmp_path, PREVIOUS, changed) as data:
        rows = methods(data.schema_root, ID)
        assert rows["prompts/list"].results == ("ListPromptsResult", "InputRequiredResult")
        base = find_revision(KNOWN, PREVIOUS)
        said = list(report_changed_methods(SCHEMA, base, data.schema_root, ID, NewNames({}, {}, {})))
    assert any(text.startswith("method prompts/list: results") for text in said)


def test_a_result_that_no_method_has_is_listed(project: Path) -> None:
    def edit(definitions: Definitions) -> None:
        definitions["DeferredResult"] = json.loads(json.dumps(definitions["Result"]))
        definitions["ServerResult"]["anyOf"].append(ref("DeferredResult"))

    new, outcome = brought_in(project, OLD, edit)
    text = "result DeferredResult belongs to no method: name it in `results` of its method"
    assert text in [each.text for each in outcome.todos]
    path = project / "schema" / new / "protocol.toml"
    row = '\n[[method]]\nname = "completion/complete"\nresults = ["CompleteResult", "DeferredResult"]\n'
    path.write_text(path.read_text(encoding="utf-8") + row, encoding="utf-8")
    assert text not in [each.text for each in find_todos(project / "schema", new)]


def test_a_row_repeats_no_results_of_the_schema(tmp_path: Path) -> None:
    facts = '[[method]]\nname = "completion/complete"\nresults = ["CompleteResult"]\n'
    with (
        pytest.raises(BindgenError, match="'completion/complete' states `results`, which the schema states") as caught,
        data_of(tmp_path, PREVIOUS, protocol=facts) as data,
    ):
        methods(data.schema_root, ID)
    assert caught.value.where == str(tmp_path / "facts" / "protocol.toml")


def test_messages_in_no_union_are_refused_with_an_erratum(project: Path) -> None:
    """The newest release that has the methods shows in which union their messages were."""
    removed = {
        "ClientRequest": ("CompleteRequest", "ListToolsRequest"),
        "ServerNotification": ("ToolListChangedNotification",),
    }
    left: dict[str, list[Any]] = {}

    def edit(definitions: Definitions) -> None:
        for union, names in removed.items():
            left[union] = [arm for arm in definitions[union]["anyOf"] if arm not in [ref(name) for name in names]]
            definitions[union]["anyOf"] = left[union]

    with pytest.raises(BindgenError) as caught:
        brought_in(project, PREVIOUS, edit)
    refused = [each.erratum for each in caught.value.mistakes if isinstance(each, RefusalError)]
    errata = [row for row in refused if row is not None]
    assert {row.pointer: (row.old, row.new) for row in errata} == {
        f"/$defs/{union}/anyOf": (left[union], [*left[union], *map(ref, names)]) for union, names in removed.items()
    }
