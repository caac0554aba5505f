"""The tools that the scenarios of the conformance suite call, and a few more."""

from __future__ import annotations

import asyncio
from typing import Any

from mcp_bindings import AnyCreateMessageResult, AnyElicitResult
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.transports import disconnect_request
from serving.content.media import PNG, WAV, embedded_resource
from serving.registry import Call, Content, Job, ToolError, tool, withdraw_tool

ELICIT, SAMPLE, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"
TOOLS, PROMPTS, UPDATED = (
    f"notifications/{each}" for each in ("tools/list_changed", "prompts/list_changed", "resources/updated")
)


def form(*required: str, **properties: Any) -> dict[str, Any]:
    """Return the JSON Schema of a form for the user.

    Args:
        required: names of the required fields.
        properties: the JSON Schema of each field.
    """
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def elicitation(message: str, *required: str, **properties: Any) -> dict[str, Any]:
    """Return a request for user input, to be asked together with others; its form has the arguments of `form`."""
    return {"method": ELICIT, "params": {"message": message, "requestedSchema": form(*required, **properties)}}


def sampling(text: str, max_tokens: int) -> dict[str, Any]:
    """Return a request with one message for the client's model, to be asked together with others."""
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": SAMPLE, "params": {"messages": [message], "maxTokens": max_tokens}}


def roots() -> dict[str, Any]:
    """Return a request for the client's roots, to be asked together with others."""
    return {"method": ROOTS, "params": {}}


# Content types


@tool("Returns a line of text")
async def test_simple_text(call: Call) -> Content:
    return "This is a simple text response for testing."


@tool("Returns an image")
async def test_image_content(call: Call) -> Content:
    return [PNG]


@tool("Returns audio", "AudioContent")
async def test_audio_content(call: Call) -> Content:
    return [WAV]


@tool("Returns an embedded resource")
async def test_embedded_resource(call: Call) -> Content:
    return [embedded_resource("test://embedded-resource", "This is an embedded resource content.")]


@tool("Returns a link to a resource", "ResourceLink")
async def test_resource_link(call: Call) -> Content:
    return [mcp.ResourceLink(uri="test://static-text", name="static-text")]


@tool("Returns text, an image and a resource")
async def test_multiple_content_types(call: Call) -> Content:
    data = embedded_resource("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
    return [mcp.TextContent(text="Multiple content types test:"), PNG, data]


@tool("Always fails")
async def test_error_handling(call: Call) -> Content:
    raise ToolError("This tool intentionally returns an error for testing")


# Notifications during a call


@tool("Sends three log messages")
async def test_tool_with_logging(call: Call) -> Content:
    await call.context.log("info", "Tool execution started")
    await asyncio.sleep(0.05)
    await call.context.log("info", "Tool processing data")
    await asyncio.sleep(0.05)
    await call.context.log("info", "Tool execution completed")
    return "Logged three messages"


@tool("Sends a log message if the client asks for logging")
async def test_logging_tool(call: Call) -> Content:
    await call.context.log("info", "Working")
    return "Done"


@tool("Reports progress")
async def test_tool_with_progress(call: Call) -> Content:
    for done in (0, 50, 100):
        await call.context.progress(done, total=100)
        await asyncio.sleep(0.05)
    return "Done"


@tool("Closes its connection, and responds on the resumed stream")
async def test_reconnection(call: Call) -> Content:
    await call.context.progress(1)
    disconnect_request()
    await asyncio.sleep(0.1)
    return "Reconnected"


@tool("Waits for a number of seconds", seconds={"type": "number", "minimum": 0, "maximum": 60})
async def test_sleep(call: Call) -> Content:
    await asyncio.sleep(min(float(call.arguments["seconds"]), 60.0))
    return "Awake"


@tool("Reports progress in many long messages", count={"type": "integer", "minimum": 1}, size={"type": "integer"})
async def test_flood(call: Call) -> Content:
    for number in range(call.arguments["count"]):
        await call.context.progress(number, message="x" * call.arguments["size"])
    return "Done"


# Input from the client


@tool("Asks the client's model", SAMPLE, prompt={"type": "string"})
async def test_sampling(call: Call) -> Content:
    sampled = await call.context.sample(call.arguments["prompt"], 100)
    return f"LLM response: {_text_of(sampled)}"


@tool("Asks the client's model without checking the client's capabilities", SAMPLE)
async def test_missing_capability(call: Call) -> Content:
    return _text_of(await call.context.sample("Anyone there?", 100))


@tool("Asks the user for a name and an address", ELICIT, message={"type": "string"})
async def test_elicitation(call: Call) -> Content:
    fields = {name: {"type": "string", "description": about} for name, about in _USER.items()}
    answer = await call.context.elicit(call.arguments["message"], form(*fields, **fields))
    return f"User response: {_summary(answer)}"


_USER = {"username": "User's response", "email": "User's email address"}


@tool("Asks the user while a stream is open", ELICIT)
async def test_streaming_elicitation(call: Call) -> Content:
    await call.context.progress(1)
    answer = await call.context.elicit("Go on?", form("ok", ok={"type": "boolean"}))
    return f"User response: {_summary(answer)}"


@tool("Asks the user, with a default for each type of field", ELICIT)
async def test_elicitation_sep1034_defaults(call: Call) -> Content:
    wanted = form(
        name={"type": "string", "default": "John Doe"},
        age={"type": "integer", "default": 30},
        score={"type": "number", "default": 95.5},
        status={"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        verified={"type": "boolean", "default": True},
    )
    return f"Elicitation completed: {_summary(await call.context.elicit('Please review these', wanted))}"


@tool("Asks the user to choose, with each type of enumeration", "TitledMultiSelectEnumSchema")
async def test_elicitation_sep1330_enums(call: Call) -> Content:
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{n}", "title": f"{nth} Option"} for n, nth in enumerate(("First", "Second", "Third"), 1)]
    names = ["Option One", "Option Two", "Option Three"]
    wanted = form(
        untitledSingle={"type": "string", "enum": plain},
        titledSingle={"type": "string", "oneOf": titled},
        legacyEnum={"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
        untitledMulti={"type": "array", "items": {"type": "string", "enum": plain}},
        titledMulti={"type": "array", "items": {"anyOf": titled}},
    )
    return f"Elicitation completed: {_summary(await call.context.elicit('Please choose', wanted))}"


@tool("Asks the user for a name", ELICIT)
async def test_input_required_result_elicitation(call: Call) -> Content:
    params = call.context.message.document["params"]
    if "requestState" not in params and "user_name" in params.get("inputResponses", {}):
        early = mcp.ElicitResult.model_validate(params["inputResponses"]["user_name"])
        return _greeting(early)  # a scenario answers before it is asked
    answer = await call.context.elicit(_WHO, _NAME, key="user_name")
    return _greeting(answer)


@tool("Asks the client's model a question", SAMPLE)
async def test_input_required_result_sampling(call: Call) -> Content:
    return _text_of(await call.context.sample("What is the capital of France?", 100, key="capital_question"))


@tool("Asks the client for its roots", ROOTS)
async def test_input_required_result_list_roots(call: Call) -> Content:
    found = await call.context.list_roots(key="client_roots")
    return f"Roots: {', '.join(root.uri for root in found.roots)}"


@tool("Asks the user to confirm, and checks that the client returns the request state", ELICIT)
async def test_input_required_result_request_state(call: Call) -> Content:
    answer = await call.context.elicit("Please confirm", form("ok", ok={"type": "boolean"}), key="confirm")
    return f"state-ok, {_summary(answer)}"


@tool("Asks the user to confirm, for clients that change the request state", ELICIT)
async def test_input_required_result_tampered_state(call: Call) -> Content | Job:
    return await test_input_required_result_request_state(call)


@tool("Asks for user input, a sampled message and the roots at once", ELICIT)
async def test_input_required_result_multiple_inputs(call: Call) -> Content:
    answers = await call.context.ask(**_KINDS)
    return f"{answers['greeting']} {answers['user_name']} {answers['client_roots']}"


@tool("Asks the user twice", ELICIT)
async def test_input_required_result_multi_round(call: Call) -> Content:
    color = form("color", color={"type": "string"})
    first = await call.context.elicit("Step 1: What is your name?", _NAME, key="step1")
    second = await call.context.elicit("Step 2: What is your favorite color?", color, key="step2")
    return f"{_summary(first)}, {_summary(second)}"


@tool("Asks for each kind of input that the client supports", ELICIT)
async def test_input_required_result_capabilities(call: Call) -> Content:
    possible = {name: each for name, each in _KINDS.items() if call.context.input.can_ask(each["method"])}
    return f"Answered: {', '.join(await call.context.ask(**possible))}"


_WHO, _NAME = "What is your name?", form("name", name={"type": "string"})
_KINDS = {
    "user_name": elicitation(_WHO, "name", name={"type": "string"}),
    "greeting": sampling("Generate a greeting", 50),
    "client_roots": roots(),
}


def _text_of(answer: AnyCreateMessageResult) -> str:
    """Return the text of a sampled message; of the first block if it has several."""
    given: Any = answer.content
    block: Any = given if hasattr(given, "type") else given[0]
    return str(getattr(block, "text", block.type))


def _greeting(answer: AnyElicitResult) -> str:
    return f"Hello, {(answer.content or {}).get('name', 'stranger')}!"


def _summary(answer: AnyElicitResult) -> str:
    return f"action={answer.action}, content={dict(answer.content or {})}"


# Change notifications


@tool("Adds a tool, or removes it if it is there")
async def test_trigger_tool_change(call: Call) -> Content:
    if not withdraw_tool("test_now_and_then"):
        tool("Exists only at times")(test_now_and_then)
    await call.server.notify(TOOLS)
    return "The tools have changed"


async def test_now_and_then(call: Call) -> Content:
    return "This time I am"


@tool("Notifies subscribers of a change in the prompts")
async def test_trigger_prompt_change(call: Call) -> Content:
    await call.server.notify(PROMPTS)
    return "The prompts have changed"


@tool("Notifies subscribers of an update of a resource", uri={"type": "string"})
async def test_trigger_resource_update(call: Call) -> Content:
    await call.server.notify(UPDATED, uri=call.arguments["uri"])
    return "The resource was updated"


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
    return f"In {call.arguments['region']}"


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
    return f"Called with {sorted(call.arguments)}"
