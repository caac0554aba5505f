"""Random requests to a server with guards, with what the oracles of the single guards say of them.

An input escapes if it reaches a handler, or a client, although its oracle refuses it.
"""

from __future__ import annotations

import random
import re
from typing import Any

from jsonschema import Draft202012Validator

import mcp_bindings as mb
from mcp_bindings.guards import UriTemplate
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.spec.error_codes import INVALID_PARAMS
from tests.documents import tool
from tests.guards import bounds_lab, schema_lab, uri_lab
from tests.guards.served import House, Peer
from tests.revisions import LOGGING

TOOL = tool("t")


def object_schema(rng: random.Random) -> tuple[dict[str, Any], Any]:
    """A schema that accepts objects only, as those of arguments do, with the validator of its dialect."""
    made, validator = schema_lab.whole(rng)
    found = {"type": "object", "allOf": [made], "definitions": made["definitions"]}
    if "$schema" in made:
        found["$schema"] = made["$schema"]
    return found, type(validator)(found)


def arguments(rng: random.Random) -> dict[str, Any]:
    """Arguments, or structured content, that may fit such a schema."""
    return {name: schema_lab.value(rng) for name in rng.sample(schema_lab.NAMES, rng.randrange(4))}


def _judged(fits: bool, got: bool, shown: object) -> tuple[str, str]:
    kind = "fits" if fits else "does not fit"
    return kind, "" if fits == got else f"{'refused' if fits else 'escaped'}: {shown}"


def _refused_rightly(peer: Peer, reply: dict[str, Any]) -> bool:
    """Whether arguments are refused in the way of the client's revision."""
    if any(row.id == "tools.input-errors" for row in peer.revision.protocol.requirements):
        return bool(reply.get("result", {}).get("isError"))
    return bool(reply.get("error", {}).get("code") == INVALID_PARAMS)


def check_arguments(house: House, rng: random.Random) -> tuple[str, str]:
    """Arguments of tools."""

    async def trial() -> tuple[str, str]:
        schema, validator = object_schema(rng)
        given = arguments(rng)
        fits = schema_lab.expected(validator, given)
        peer = await house.peer(rng, tools=[TOOL, tool("u", inputSchema=schema)])
        house.handlers.result = {"content": []}
        reply = await peer.ask("tools/call", {"name": "u", "arguments": given} if given else {"name": "u"})
        got = house.handlers.reached == ([given] if given else [None])
        if not fits and not _refused_rightly(peer, reply):
            return "does not fit", f"{given!r} by {schema!r} gives {reply!r}"
        return _judged(fits, got, f"{given!r} by {schema!r}: {reply!r}")

    return house.run(trial())


def check_results(house: House, rng: random.Random) -> tuple[str, str]:
    """Structured results of tools."""

    async def trial() -> tuple[str, str]:
        schema, validator = object_schema(rng)
        found = arguments(rng)
        result: dict[str, Any] = {"content": [], "structuredContent": found}
        fits = schema_lab.expected(validator, found)
        match rng.randrange(10):
            case 0:
                result["isError"] = fits = True
            case 1:
                del result["structuredContent"]
                fits = False
            case _:
                pass
        peer = await house.peer(rng, tools=[{**TOOL, "outputSchema": schema}])
        house.handlers.result = result
        reply = await peer.ask("tools/call", {"name": "t"})
        return _judged(fits, "result" in reply, f"{result!r} by {schema!r}: {reply!r}")

    return house.run(trial())


def check_elicited(house: House, rng: random.Random) -> tuple[str, str]:
    """Content of the answers to elicitations."""

    async def trial() -> tuple[str, str]:
        peer = await house.peer(rng, tools=[TOOL])
        properties: dict[str, Any] = {}
        for name in rng.sample(("a", "b", "c"), rng.randrange(1, 4)):
            low = rng.randrange(3)
            properties[name] = rng.choice(
                (
                    {"type": "string", "minLength": low, "maxLength": 3},
                    {"type": "string", "enum": ["a", "ab"]},
                    {"type": "integer", "minimum": 0, "maximum": 2},
                    {"type": "boolean"},
                )
            )
        schema = {"type": "object", "properties": properties, "required": rng.sample([*properties], rng.randrange(2))}
        names = rng.sample(("a", "b", "c"), rng.randrange(4))
        content = {name: rng.choice(("", "a", "ab", "abcd", "1", 0, 1, 3, True)) for name in names}
        action = rng.choice(("accept", "accept", "accept", "decline", "cancel"))
        fits = action != "accept" or schema_lab.expected(Draft202012Validator(schema), content)
        answered: list[Any] = []

        async def ask_user(context: mb.Context) -> None:
            answered.append((await context.elicit("?", schema)).content)

        house.handlers.before_result, house.handlers.result = ask_user, {"content": []}
        answer = {"action": action, **({"content": content} if action == "accept" else {})}
        reply = await peer.ask("tools/call", {"name": "t"}, lambda method, params: answer)
        if "elicitation/create" not in peer.revision.methods and peer.revision.era == "handshake":
            return "cannot be asked", "" if "error" in reply and not answered else f"{reply!r}"
        return _judged(fits, "result" in reply and bool(answered), f"{answer!r} by {schema!r}: {reply!r}")

    return house.run(trial())


def check_prompts(house: House, rng: random.Random) -> tuple[str, str]:
    """Prompts and their arguments."""

    async def trial() -> tuple[str, str]:
        names = rng.sample("abcdef", rng.randrange(5))
        declared = [{"name": name, **rng.choice(({}, {"required": False}, {"required": True}))} for name in names]
        prompt: dict[str, Any] = {"name": "p", **rng.choice(({}, {"arguments": declared}, {"arguments": declared}))}
        given = dict.fromkeys(rng.sample("abcdefgh", rng.randrange(8)), "x")
        required = {each["name"] for each in prompt.get("arguments", ()) if each.get("required")}
        name = rng.choice("pppq")
        peer = await house.peer(rng, prompts=[{"name": "other"}, prompt])
        reply = await peer.ask("prompts/get", {"name": name, **({"arguments": given} if given else {})})
        fits = name == "p" and required <= given.keys()
        return _judged(fits, bool(house.handlers.reached), f"{name}({given!r}) of {prompt!r}: {reply!r}")

    return house.run(trial())


_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
"""URIs by RFC 3986 that have neither a fragment nor an address in brackets."""


def check_resources(house: House, rng: random.Random) -> tuple[str, str]:
    """URIs of resources, of which some are listed, and some fit a template."""

    async def trial() -> tuple[str, str]:
        template = "x://h/" + uri_lab.template(rng, rng.choice((" ", " +/")), is_plain=True)
        made = UriTemplate(template)
        expanded = made.expand({name: rng.choice(uri_lab.TEXTS) for name in made.variables})
        listed = [f"note:///{number}" for number in range(rng.randrange(4))]
        uri = rng.choice((expanded, *listed, "note:///9", "other:a"))
        if rng.random() < 0.4:
            place = rng.randrange(len(uri) + 1)
            uri = uri[:place] + rng.choice(("/", "a", "%2F", "%", "ü", "?", "..")) + uri[place + rng.randrange(2) :]
        patterns = [uri_lab.pattern(template)]
        templates = [{"name": "m", "uriTemplate": template}]
        if rng.random() < 0.2:
            patterns.append(r"query:///.*")
            templates.append({"name": "q", "uriTemplate": "query:///{?q,r*}"})
            uri = rng.choice((uri, "query:///", "query:///?q=1", "query://"))
        fits = uri in listed or (
            _URI.fullmatch(uri) is not None and any(re.fullmatch(each, uri) is not None for each in patterns)
        )
        if "\ufffd" in uri_lab.decoded(uri):
            return "no text", ""  # it depends on the template whether its values have to be text
        resources = [{"name": each, "uri": each} for each in listed]
        peer = await house.peer(rng, resources=resources, resourceTemplates=templates)
        reply = await peer.ask("resources/read", {"uri": uri})
        return _judged(fits, house.handlers.reached == [uri], f"{uri!r} of {listed} and {templates}: {reply!r}")

    return house.run(trial())


def check_cursors(house: House, rng: random.Random) -> tuple[str, str]:
    """Cursors as the server gave them, and others."""

    async def trial() -> tuple[str, str]:
        tools = [{**TOOL, "name": f"t{number}"} for number in range(3)]
        peer = await house.peer(rng, tools=tools, prompts=[{"name": f"p{number}"} for number in range(3)])
        method, other = rng.sample(("tools/list", "prompts/list"), 2)
        cursor = (await peer.ask(method, {}))["result"]["nextCursor"]
        kind = rng.choice(("same", "same", "forged", "method", "plain", "key"))
        match kind:
            case "forged":
                spot = rng.randrange(len(cursor))
                letter = rng.choice(bounds_lab.LETTERS + "-_=+ é")
                forged = rng.choice((cursor[:spot] + letter + cursor[spot + 1 :], cursor[:spot], cursor + letter))
                kind, cursor = ("same", cursor) if forged == cursor else (kind, forged)
            case "method":
                method = other
            case "plain":
                cursor = rng.choice(("", "0", "1", "2"))
            case "key":
                cursor = StateSigner([rng.randbytes(32)]).write(["cursor", "", method], "1")
            case _:
                pass
        reply = await peer.ask(method, {"cursor": cursor})
        if kind == "same":
            listed = reply.get("result", {}).get(method.partition("/")[0], [])
            return kind, "" if [each["name"] for each in listed] == [f"{method[0]}1"] else f"{reply!r}"
        return kind, "" if reply.get("error", {}).get("code") == INVALID_PARAMS else f"{kind} {cursor!r}: {reply!r}"

    return house.run(trial())


def check_logs(house: House, rng: random.Random) -> tuple[str, str]:
    """Log messages with secrets."""

    async def trial() -> tuple[str, str]:
        case = bounds_lab.log_case(rng)
        while case.pointers:  # the server was given none
            case = bounds_lab.log_case(rng)
        peer = await house.peer(rng, LOGGING, tools=[TOOL])

        async def log(context: mb.Context) -> None:
            await context.log("warning", case.data)

        house.handlers.before_result, house.handlers.result = log, {"content": []}
        reply = await peer.ask("tools/call", {"name": "t"})
        kind = "with secrets" if case.hidden else "without secrets"
        if len(peer.logged) != 1:
            return kind, f"{case.data!r} is logged as {peer.logged!r}: {reply!r}"
        return kind, case.fault(peer.logged[0])

    return house.run(trial())


LABS = {
    "served arguments": check_arguments,
    "served results": check_results,
    "served elicitations": check_elicited,
    "served prompts": check_prompts,
    "served resources": check_resources,
    "served cursors": check_cursors,
    "served logs": check_logs,
}
"""Each check of a server, by its name."""
