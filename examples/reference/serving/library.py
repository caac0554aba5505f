"""The resources and prompts, and completions for their arguments."""

from __future__ import annotations

import json
import re
from typing import Any

import mcp_bindings as mb
from mcp_bindings.peer import ClientInput
from mcp_bindings.spec.error_codes import INVALID_PARAMS
from mcp_bindings.v2025_11_25.error_codes import RESOURCE_NOT_FOUND
from serving.input_requests import ELICIT, form
from serving.media import PNG, PNG_DATA, resource, text

STATIC_TEXT, STATIC_BINARY, WATCHED = "test://static-text", "test://static-binary", "test://watched-resource"

RESOURCES: list[dict[str, Any]] = [
    {"uri": STATIC_TEXT, "name": "static-text", "description": "A text", "mimeType": "text/plain"},
    {"uri": STATIC_BINARY, "name": "static-binary", "description": "An image", "mimeType": "image/png"},
    {
        "uri": WATCHED,
        "name": "watched-resource",
        "description": "A text that changes from time to time",
        "mimeType": "text/plain",
    },
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "uriTemplate": "test://template/{id}/data",
        "name": "template",
        "description": "Data by id",
        "mimeType": "application/json",
    }
]

_TEXTS = {STATIC_TEXT: "This is the content of the static text resource.", WATCHED: "This is watched."}
_DATA = re.compile(r"test://template/([^/?#]+)/data")


def read(uri: str, revision: mb.Revision) -> dict[str, Any]:
    """The content of a resource, as one item of `contents`.

    Raises:
        ProtocolError: no resource has this URI.
    """
    data = _DATA.fullmatch(uri)
    if uri in _TEXTS:
        return {"uri": uri, "mimeType": "text/plain", "text": _TEXTS[uri]}
    if uri == STATIC_BINARY:
        return {"uri": uri, "mimeType": "image/png", "blob": PNG_DATA}
    if data is not None:
        document = {"id": data[1], "templateTest": True, "data": f"Data for ID: {data[1]}"}
        return {"uri": uri, "mimeType": "application/json", "text": json.dumps(document)}
    code = INVALID_PARAMS if revision.era == "per-request" else RESOURCE_NOT_FOUND
    raise mb.ProtocolError(code, "Resource not found", data={"uri": uri})


def _prompt(name: str, description: str, **arguments: str) -> dict[str, Any]:
    listed = [{"name": each, "description": about, "required": True} for each, about in arguments.items()]
    return {"name": name, "description": description, "arguments": listed}


_INPUT_PROMPT = "test_input_required_result_prompt"

_PROMPTS: list[dict[str, Any]] = [
    _prompt("test_simple_prompt", "A line of text"),
    _prompt("test_prompt_with_arguments", "Repeats its arguments", arg1="First argument", arg2="Second argument"),
    _prompt("test_prompt_with_embedded_resource", "Contains a resource", resourceUri="URI of the resource"),
    _prompt("test_prompt_with_image", "Contains an image"),
    _prompt(_INPUT_PROMPT, "Asks the user for its context first"),
]


def prompts(revision: mb.Revision) -> list[dict[str, Any]]:
    """The prompts that a revision can express, as the items of `prompts/list`."""
    return [each for each in _PROMPTS if each["name"] != _INPUT_PROMPT or ELICIT in revision.methods]


async def get_prompt(name: str, arguments: dict[str, str], client_input: ClientInput) -> dict[str, Any]:
    """Get a prompt, as the members of the result.

    Raises:
        ProtocolError: no prompt has this name, or a required argument is missing.
    """
    listing = next((each for each in prompts(client_input.revision) if each["name"] == name), None)
    if listing is None:
        raise mb.ProtocolError(INVALID_PARAMS, "Unknown prompt")
    missing = [each["name"] for each in listing["arguments"] if each["name"] not in arguments]
    if missing:
        raise mb.ProtocolError(INVALID_PARAMS, f"The prompt needs {', '.join(missing)}")
    content = await _content(name, arguments, client_input)
    return {"messages": [{"role": "user", "content": block} for block in content]}


async def _content(name: str, arguments: dict[str, str], client_input: ClientInput) -> list[dict[str, Any]]:
    match name:
        case "test_prompt_with_arguments":
            return [text(f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'")]
        case "test_prompt_with_embedded_resource":
            embedded = resource(arguments["resourceUri"], "Embedded resource content for testing.")
            return [embedded, text("Please process the embedded resource above.")]
        case "test_prompt_with_image":
            return [PNG, text("Please analyze the image above.")]
        case "test_input_required_result_prompt":
            request = form("What context should the prompt use?", "context", context={"type": "string"})
            answers = await client_input.ask(user_context=request)
            return [text(f"Context: {answers['user_context'].get('content', {}).get('context', 'none')}")]
        case _:
            return [text("This is a simple prompt for testing.")]


_WORDS = {"arg1": ["paris", "park", "party"], "arg2": ["london", "lonely"], "id": ["1", "12", "123"]}


def complete(argument: str, prefix: str) -> dict[str, Any]:
    """The values of an argument that start with the given text."""
    values = [word for word in _WORDS.get(argument, []) if word.startswith(prefix)]
    return {"values": values, "total": len(values), "hasMore": False}
