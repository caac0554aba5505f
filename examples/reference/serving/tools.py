"""The tools that the scenarios of the conformance suite call, and a few more."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from mcp_bindings.transports import disconnect_request
from serving.changes import PROMPTS, TOOLS, UPDATED
from serving.input_requests import ELICIT, ROOTS, SAMPLE, form, prompt, roots
from serving.media import PNG, WAV, resource, text
from serving.tool_calls import Call, Content, Job, ToolError, tool, withdraw

# Content types


@tool("Returns a line of text")
async def test_simple_text(call: Call) -> Content:
    return [text("This is a simple text response for testing.")]


@tool("Returns an image")
async def test_image_content(call: Call) -> Content:
    return [PNG]


@tool("Returns audio", "AudioContent")
async def test_audio_content(call: Call) -> Content:
    return [WAV]


@tool("Returns an embedded resource")
async def test_embedded_resource(call: Call) -> Content:
    return [resource("test://embedded-resource", "This is an embedded resource content.")]


@tool("Returns a link to a resource", "ResourceLink")
async def test_resource_link(call: Call) -> Content:
    return [{"type": "resource_link", "uri": "test://static-text", "name": "static-text"}]


@tool("Returns text, an image and a resource")
async def test_multiple_content_types(call: Call) -> Content:
    data = resource("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
    return [text("Multiple content types test:"), PNG, data]


@tool("Always fails")
async def test_error_handling(call: Call) -> Content:
    raise ToolError("This tool intentionally returns an error for testing")


# Notifications during a call


@tool("Sends three log messages")
async def test_tool_with_logging(call: Call) -> Content:
    await call.request_context.log("info", "Tool execution started")
    await asyncio.sleep(0.05)
    await call.request_context.log("info", "Tool processing data")
    await asyncio.sleep(0.05)
    await call.request_context.log("info", "Tool execution completed")
    return [text("Logged three messages")]


@tool("Sends a log message if the client asks for logging")
async def test_logging_tool(call: Call) -> Content:
    await call.request_context.log("info", "Working")
    return [text("Done")]


@tool("Reports progress")
async def test_tool_with_progress(call: Call) -> Content:
    for done in (0, 50, 100):
        await call.request_context.progress(done, total=100)
        await asyncio.sleep(0.05)
    return [text("Done")]


@tool("Closes its connection, and responds on the resumed stream")
async def test_reconnection(call: Call) -> Content:
    await call.request_context.progress(1)
    disconnect_request()
    await asyncio.sleep(0.1)
    return [text("Reconnected")]


@tool("Waits for a number of seconds", seconds={"type": "number", "minimum": 0, "maximum": 60})
async def test_sleep(call: Call) -> Content:
    await asyncio.sleep(min(float(call.arguments["seconds"]), 60.0))
    return [text("Awake")]


@tool("Reports progress in many long messages", count={"type": "integer", "minimum": 1}, size={"type": "integer"})
async def test_flood(call: Call) -> Content:
    for number in range(call.arguments["count"]):
        await call.request_context.progress(number, message="x" * call.arguments["size"])
    return [text("Done")]


# Input from the client


@tool("Asks the client's model", SAMPLE, prompt={"type": "string"})
async def test_sampling(call: Call) -> Content:
    answers = await call.ask(answer=prompt(call.arguments["prompt"]))
    return [text(f"LLM response: {_text_of(answers['answer'])}")]


@tool("Asks the client's model without checking the client's capabilities", SAMPLE)
async def test_missing_capability(call: Call) -> Content:
    answers = await call.ask(answer=prompt("Anyone there?"))
    return [text(_text_of(answers["answer"]))]


@tool("Asks the user for a name and an address", ELICIT, message={"type": "string"})
async def test_elicitation(call: Call) -> Content:
    fields = {name: {"type": "string", "description": about} for name, about in _USER.items()}
    answers = await call.ask(user=form(call.arguments["message"], *fields, **fields))
    return [text(f"User response: {_summary(answers['user'])}")]


_USER = {"username": "User's response", "email": "User's email address"}


@tool("Asks the user while a stream is open", ELICIT)
async def test_streaming_elicitation(call: Call) -> Content:
    await call.request_context.progress(1)
    answers = await call.ask(user=form("Go on?", "ok", ok={"type": "boolean"}))
    return [text(f"User response: {_summary(answers['user'])}")]


@tool("Asks the user, with a default for each type of field", ELICIT)
async def test_elicitation_sep1034_defaults(call: Call) -> Content:
    answers = await call.ask(
        user=form(
            "Please review these",
            name={"type": "string", "default": "John Doe"},
            age={"type": "integer", "default": 30},
            score={"type": "number", "default": 95.5},
            status={"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            verified={"type": "boolean", "default": True},
        )
    )
    return [text(f"Elicitation completed: {_summary(answers['user'])}")]


@tool("Asks the user to choose, with each type of enumeration", "TitledMultiSelectEnumSchema")
async def test_elicitation_sep1330_enums(call: Call) -> Content:
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{n}", "title": f"{nth} Option"} for n, nth in enumerate(("First", "Second", "Third"), 1)]
    names = ["Option One", "Option Two", "Option Three"]
    answers = await call.ask(
        user=form(
            "Please choose",
            untitledSingle={"type": "string", "enum": plain},
            titledSingle={"type": "string", "oneOf": titled},
            legacyEnum={"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
            untitledMulti={"type": "array", "items": {"type": "string", "enum": plain}},
            titledMulti={"type": "array", "items": {"anyOf": titled}},
        )
    )
    return [text(f"Elicitation completed: {_summary(answers['user'])}")]


@tool("Asks the user for a name", ELICIT)
async def test_input_required_result_elicitation(call: Call) -> Content:
    answers = await call.ask(user_name=_NAME)
    return [text(f"Hello, {answers['user_name'].get('content', {}).get('name', 'stranger')}!")]


@tool("Asks the client's model a question", SAMPLE)
async def test_input_required_result_sampling(call: Call) -> Content:
    answers = await call.ask(capital_question=prompt("What is the capital of France?"))
    return [text(_text_of(answers["capital_question"]))]


@tool("Asks the client for its roots", ROOTS)
async def test_input_required_result_list_roots(call: Call) -> Content:
    answers = await call.ask(client_roots=roots())
    return [text(f"Roots: {', '.join(root['uri'] for root in answers['client_roots']['roots'])}")]


@tool("Asks the user to confirm, and checks that the client returns the request state", ELICIT)
async def test_input_required_result_request_state(call: Call) -> Content:
    answers = await call.ask(confirm=_CONFIRM)
    return [text(f"state-ok, {_summary(answers['confirm'])}")]


@tool("Asks the user to confirm, for clients that change the request state", ELICIT)
async def test_input_required_result_tampered_state(call: Call) -> Content | Job:
    return await test_input_required_result_request_state(call)


@tool("Asks for user input, a sampled message and the roots at once", ELICIT)
async def test_input_required_result_multiple_inputs(call: Call) -> Content:
    answers = await call.ask(user_name=_NAME, greeting=prompt("Generate a greeting", 50), client_roots=roots())
    return [text(f"{_text_of(answers['greeting'])} {_summary(answers['user_name'])}")]


@tool("Asks the user twice", ELICIT)
async def test_input_required_result_multi_round(call: Call) -> Content:
    first = await call.ask(step1=form("Step 1: What is your name?", "name", name={"type": "string"}))
    color = form("Step 2: What is your favorite color?", "color", color={"type": "string"})
    second = await call.ask(step2=color)
    return [text(f"{_summary(first['step1'])}, {_summary(second['step2'])}")]


@tool("Asks for each kind of input that the client supports", ELICIT)
async def test_input_required_result_capabilities(call: Call) -> Content:
    possible = {"model": prompt("Anyone there?"), "user": _NAME, "directories": roots()}
    answers = await call.ask(**{name: item for name, item in possible.items() if call.can(item["method"])})
    return [text(f"Answered: {', '.join(answers)}")]


_NAME = form("What is your name?", "name", name={"type": "string"})
_CONFIRM = form("Please confirm", "ok", ok={"type": "boolean"})


def _text_of(answer: dict[str, Any]) -> str:
    """The text of a sampling result; if it has several content blocks, of the first."""
    given: Any = answer["content"]
    content = cast("dict[str, Any]", given if isinstance(given, dict) else (given or [{}])[0])
    return str(content.get("text", content.get("type")))


def _summary(answer: dict[str, Any]) -> str:
    return f"action={answer['action']}, content={answer.get('content', {})}"


# Change notifications


@tool("Adds a tool, or removes it if it is there")
async def test_trigger_tool_change(call: Call) -> Content:
    if not withdraw("test_now_and_then"):
        tool("Exists only at times")(test_now_and_then)
    await call.shared.changes.notify(TOOLS)
    return [text("The tools have changed")]


async def test_now_and_then(call: Call) -> Content:
    return [text("This time I am")]


@tool("Notifies subscribers of a change in the prompts")
async def test_trigger_prompt_change(call: Call) -> Content:
    await call.shared.changes.notify(PROMPTS)
    return [text("The prompts have changed")]


@tool("Notifies subscribers of an update of a resource", uri={"type": "string"})
async def test_trigger_resource_update(call: Call) -> Content:
    await call.shared.changes.notify(UPDATED, uri=call.arguments["uri"])
    return [text("The resource was updated")]


# Input schemas


@tool(
    "Has an argument that HTTP repeats in a header",
    schema={
        "type": "object",
        "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
        "required": ["region"],
    },
)
async def test_header_argument(call: Call) -> Content:
    return [text(f"In {call.arguments['region']}")]


@tool(
    "Tool with JSON Schema 2020-12 features",
    schema={
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
)
async def json_schema_2020_12_tool(call: Call) -> Content:
    return [text(f"Called with {sorted(call.arguments)}")]
