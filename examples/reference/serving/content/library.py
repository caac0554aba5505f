"""The resources and prompts, and completions for their arguments."""

from __future__ import annotations

import json
from collections.abc import Mapping

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from serving.content import skills
from serving.content.media import PNG, PNG_DATA, embedded_resource
from serving.content.tools import ELICIT, form

STATIC_TEXT, STATIC_BINARY, WATCHED = "test://static-text", "test://static-binary", "test://watched-resource"

RESOURCES = [
    mcp.Resource(uri=STATIC_TEXT, name="static-text", description="A text", mime_type="text/plain"),
    mcp.Resource(uri=STATIC_BINARY, name="static-binary", description="An image", mime_type="image/png"),
    mcp.Resource(
        uri=WATCHED,
        name="watched-resource",
        description="A text that changes from time to time",
        mime_type="text/plain",
    ),
    *skills.RESOURCES,
]

TEMPLATES = [
    mcp.ResourceTemplate(
        uri_template="test://template/{id}/data",
        name="template",
        description="Data by id",
        mime_type="application/json",
    ),
    skills.TEMPLATE,
]

_TEXTS = {STATIC_TEXT: "This is the content of the static text resource.", WATCHED: "This is watched."}


def read_resource_content(uri: str) -> mcp.TextResourceContents | mcp.BlobResourceContents:
    """Return the content of a resource that is listed or matches the template."""
    if uri.startswith("skill:"):
        return skills.read_file(uri)
    if uri in _TEXTS:
        return mcp.TextResourceContents(uri=uri, mime_type="text/plain", text=_TEXTS[uri])
    if uri == STATIC_BINARY:
        return mcp.BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG_DATA)
    number = uri.split("/")[3]
    document = {"id": number, "templateTest": True, "data": f"Data for ID: {number}"}
    return mcp.TextResourceContents(uri=uri, mime_type="application/json", text=json.dumps(document))


def _prompt(name: str, description: str, **arguments: str) -> mcp.Prompt:
    listed = [mcp.PromptArgument(name=each, description=about, required=True) for each, about in arguments.items()]
    return mcp.Prompt(name=name, description=description, arguments=listed)


_INPUT_PROMPT = "test_input_required_result_prompt"

_PROMPTS = [
    _prompt("test_simple_prompt", "A line of text"),
    _prompt("test_prompt_with_arguments", "Repeats its arguments", arg1="First argument", arg2="Second argument"),
    _prompt("test_prompt_with_embedded_resource", "Contains a resource", resourceUri="URI of the resource"),
    _prompt("test_prompt_with_image", "Contains an image"),
    _prompt(_INPUT_PROMPT, "Asks the user for its context first"),
]


def prompts_in(revision: mb.Revision) -> list[mcp.Prompt]:
    """Return the prompts that a revision can express."""
    return [each for each in _PROMPTS if each.name != _INPUT_PROMPT or ELICIT in revision.methods]


async def make_prompt_content(name: str, arguments: Mapping[str, str], context: mb.Context) -> list[mcp.ContentBlock]:
    """Return the content of a prompt."""
    match name:
        case "test_prompt_with_arguments":
            return [_text(f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'")]
        case "test_prompt_with_embedded_resource":
            embedded = embedded_resource(arguments["resourceUri"], "Embedded resource content for testing.")
            return [embedded, _text("Please process the embedded resource above.")]
        case "test_prompt_with_image":
            return [PNG, _text("Please analyze the image above.")]
        case "test_input_required_result_prompt":
            wanted = form("context", context={"type": "string"})
            answer = await context.elicit("What context should the prompt use?", wanted, key="user_context")
            return [_text(f"Context: {(answer.content or {}).get('context', 'none')}")]
        case _:
            return [_text("This is a simple prompt for testing.")]


def _text(words: str) -> mcp.TextContent:
    return mcp.TextContent(text=words)


_WORDS = {"arg1": ["paris", "park", "party"], "arg2": ["london", "lonely"], "id": ["1", "12", "123"]}


def complete(argument: str, prefix: str) -> list[str]:
    """Return the values of an argument that start with the given text."""
    return [word for word in _WORDS.get(argument, []) if word.startswith(prefix)]
