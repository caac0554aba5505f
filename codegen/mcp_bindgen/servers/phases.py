"""The phases that send a server only requests that it must answer: open, list, read and call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.arguments import make_arguments
from mcp_bindgen.servers.client import DENIED, METHOD_NOT_FOUND, PING, RevisionClient
from mcp_bindgen.servers.wire import EVENTS, BoundReachedError, HttpWire
from mcp_bindings.guards import SchemaRefusedError, ToolGuard

_VARIABLE = re.compile(r"\{\+?(\w+)\}")
"""A variable of a URI template that stands alone, with or without reserved characters (RFC 6570, 3.2.2 and 3.2.3)."""


class Listing(NamedTuple):
    """A list of a server.

    Attributes:
        method: the method that returns a page.
        member: the member of the result that holds the items.
        capability: the capability that a server with such a list declares.
        rule: the rule that a server answers the method.
    """

    method: str
    member: str
    capability: str
    rule: str


LISTINGS = (
    Listing("tools/list", "tools", "tools", "list/tools-answered"),
    Listing("prompts/list", "prompts", "prompts", "list/prompts-answered"),
    Listing("resources/list", "resources", "resources", "list/resources-answered"),
    Listing("resources/templates/list", "resourceTemplates", "resources", "list/templates-answered"),
)


class Offers(NamedTuple):
    """The lists of a server, each item as JSON."""

    tools: list[Mapping[str, Any]]
    prompts: list[Mapping[str, Any]]
    resources: list[Mapping[str, Any]]
    templates: list[Mapping[str, Any]]


class ToolSelection(NamedTuple):
    """The tools to call.

    Attributes:
        names: tools by name.
        read_only: whether to call each tool with `readOnlyHint`.
        all: whether to call every tool.
    """

    names: tuple[str, ...] = ()
    read_only: bool = False
    all: bool = False

    @property
    def words(self) -> list[str]:
        """The options of the command line."""
        found = [word for each in self.names for word in ("--call", each)]
        found += ["--call-read-only"] if self.read_only else []
        return [*found, "--call-all"] if self.all else found

    def select_tools(self, tools: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return the tools to call.

        Args:
            tools: the listed tools.
        """
        return [each for each in tools if self._includes(each)]

    def _includes(self, tool: Mapping[str, Any]) -> bool:
        hints = tool.get("annotations")
        is_read_only = is_object(hints) and hints.get("readOnlyHint") is True
        return self.all or (self.read_only and is_read_only) or tool.get("name") in self.names


async def check_opening(client: RevisionClient) -> None:
    """Check how a server has opened the connection."""
    if not isinstance(client.wire, HttpWire):
        return
    status = client.opened.http.status
    if client.revision.era == "handshake" and status is not None:
        if status == 202 and client.opened.http.size:
            client.break_rule("open/accepted-status", "notifications/initialized", "HTTP status 202 with a body")
        elif 200 <= status < 300 and status != 202:
            client.break_rule("open/accepted-status", "notifications/initialized", f"HTTP status {status}")
    if client.is_checked("open/stream-or-405"):
        answer = await client.fetch(client.wire, "GET", {"Accept": EVENTS})
        is_open = answer.status == 200 and answer.is_stream
        if not is_open and answer.status not in (None, 405, *DENIED):
            client.break_rule("open/stream-or-405", "GET", f"HTTP status {answer.status}")


async def list_all(client: RevisionClient) -> Offers:
    """Read all pages of all lists, and return the items."""
    found: list[list[Mapping[str, Any]]] = []
    for listing in LISTINGS:
        found.append(await _list(client, listing) if listing.capability in client.capabilities else [])
    client.tools = found[0]
    if len(found[0]) > 1 and client.is_checked("list/steady-order"):
        before, again = found[0], await _list(client, LISTINGS[0])
        names, later = ([each.get("name") for each in tools] for tools in (before, again))
        if names != later and sorted(map(str, names)) == sorted(map(str, later)):
            client.break_rule("list/steady-order", "tools/list", "the same tools in another order", "/result/tools")
    return Offers(*found)


async def _list(client: RevisionClient, listing: Listing) -> list[Mapping[str, Any]]:
    items: list[Mapping[str, Any]] = []
    cursor: str | None = None
    seen: set[str] = set()
    while len(items) <= client.bounds.max_items:
        answer = await client.ask(listing.method, None if cursor is None else {"cursor": cursor})
        if answer.code == METHOD_NOT_FOUND:
            client.break_rule(listing.rule, listing.method, answer.came)
        elif not is_object(answer.result):
            client.failed.append(f"{listing.method}: {'no response in time' if answer.is_late else answer.came}")
        page = answer.result if is_object(answer.result) else {}
        part = page.get(listing.member)
        items += [each for each in part if is_object(each)] if is_array(part) else []
        cursor = page.get("nextCursor")
        if not isinstance(cursor, str) or cursor in seen:
            break
        seen.add(cursor)
        if len(seen) >= client.bounds.max_pages:
            raise BoundReachedError(f"{listing.method} has more than {client.bounds.max_pages} pages")
    if len(items) > client.bounds.max_items:
        client.failed.append(f"{listing.method}: more than {client.bounds.max_items} items")
    return items[: client.bounds.max_items]


async def read_all(client: RevisionClient, offers: Offers) -> None:
    """Read resources and prompts without required arguments, and complete arguments. A failing one is no finding."""
    most = client.bounds.max_reads
    if client.revision.era == "handshake":
        await client.ask(PING, id_="ping")  # with a string as its id, since all others have a number
    for each in offers.resources[:most]:
        if isinstance(each.get("uri"), str):
            await client.ask("resources/read", {"uri": each["uri"]})
    plain = [each for each in offers.prompts if isinstance(each.get("name"), str) and not list_required_arguments(each)]
    for each in plain[:most]:
        await client.ask("prompts/get", {"name": each["name"]})
    for ref, name in list(_completable_arguments(offers))[:most]:
        await _complete(client, ref, name)
    for each in offers.templates[:most]:
        if isinstance(each.get("uriTemplate"), str):
            await _read_template(client, each["uriTemplate"])


async def _complete(client: RevisionClient, ref: Mapping[str, str], name: str) -> str | None:
    """Complete an empty argument, and return the first value; None without a value."""
    if "completions" not in client.capabilities:
        return None
    answer = await client.ask("completion/complete", {"ref": ref, "argument": {"name": name, "value": ""}})
    found = answer.result.get("completion") if is_object(answer.result) else None
    values = found.get("values") if is_object(found) else None
    return values[0] if is_array(values) and values and isinstance(values[0], str) else None


async def _read_template(client: RevisionClient, template: str) -> None:
    """Read the resource of a template for the first completion of each variable, if each has one."""
    uri = template
    for name in list(dict.fromkeys(_VARIABLE.findall(template)))[: client.bounds.max_reads]:
        value = await _complete(client, {"type": "ref/resource", "uri": template}, name)
        if value is None:
            return
        uri = uri.replace(f"{{{name}}}", quote(value, safe="")).replace(f"{{+{name}}}", quote(value, safe="/:"))
    if "{" not in uri:
        await client.ask("resources/read", {"uri": uri})


def _iterate_arguments(prompt: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    found = prompt.get("arguments")
    for each in found if is_array(found) else ():
        if is_object(each) and isinstance(each.get("name"), str):
            yield each


def list_required_arguments(prompt: Mapping[str, Any]) -> list[str]:
    """Return the names of the required arguments of a prompt."""
    return [each["name"] for each in _iterate_arguments(prompt) if each.get("required")]


def _completable_arguments(offers: Offers) -> Iterator[tuple[dict[str, str], str]]:
    for prompt in offers.prompts:
        for argument in _iterate_arguments(prompt):
            if isinstance(prompt.get("name"), str):
                yield {"type": "ref/prompt", "name": prompt["name"]}, argument["name"]


async def call_tools(client: RevisionClient, tools: Sequence[Mapping[str, Any]], tell: Callable[[str], None]) -> None:
    """Call tools with generated arguments. A tool that fails or is slow is no finding.

    Args:
        client: the connection.
        tools: the tools to call.
        tell: called with a line for each tool that cannot be called.
    """
    for tool in tools:
        name = tool.get("name")
        if not isinstance(name, str):
            continue
        arguments = make_arguments(tool.get("inputSchema"))
        if arguments is None or not _are_valid_arguments(tool, arguments):
            tell(f"{name} is not called: no arguments were found that fit its input schema")
            continue
        await client.ask("tools/call", {"name": name, "arguments": arguments})


def _are_valid_arguments(tool: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    guard = ToolGuard()
    try:
        guard.add([{"name": "tool", "inputSchema": tool.get("inputSchema")}])
    except (SchemaRefusedError, ValueError):
        return False
    return not guard.argument_findings("tool", dict(arguments))
