"""The phases of a check in which all requests are valid: open, list, read and call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.arguments import make_arguments
from mcp_bindgen.servers.client import (
    ACCEPTED_STATUS,
    DENIAL_STATUSES,
    LISTEN,
    PING,
    RESOURCE_UPDATED,
    Answer,
    RevisionClient,
    declares_capability,
)
from mcp_bindgen.servers.connections import EVENT_STREAM_TYPE, BoundReachedError, HttpConnection
from mcp_bindings.renames import find_own_method, find_own_name, list_names
from mcp_bindings.spec.error_codes import METHOD_NOT_FOUND
from mcp_bindings.spec.names import COMPLETE_ARGUMENT

_VARIABLE = re.compile(r"\{\+?(\w+)\}")
"""An expression of a URI template with one variable: `{name}` or `{+name}` (RFC 6570, 3.2.2 and 3.2.3)."""


class Listing(NamedTuple):
    """A kind of list that servers have.

    Attributes:
        method: the method that returns a page.
        member: the member of the result that holds the items.
        capability: the capability of servers that have such a list.
        rule: the id of the rule by which these servers must answer the method.
    """

    method: str
    member: str
    capability: str
    rule: str

    def is_offered(self, client: RevisionClient) -> bool:
        """Return whether the server of a client has declared the capability, and the revision has the method."""
        declared = declares_capability(client.capabilities, self.capability, client.revision)
        return declared and find_own_name(self.method, client.revision) is not None


LISTINGS = (
    Listing("tools/list", "tools", "tools", "list/tools-answered"),
    Listing("prompts/list", "prompts", "prompts", "list/prompts-answered"),
    Listing("resources/list", "resources", "resources", "list/resources-answered"),
    Listing("resources/templates/list", "resourceTemplates", "resources", "list/templates-answered"),
)


class ServerLists(NamedTuple):
    """The items of the lists of one server, as JSON."""

    tools: list[Mapping[str, Any]]
    prompts: list[Mapping[str, Any]]
    resources: list[Mapping[str, Any]]
    templates: list[Mapping[str, Any]]


class ToolSelection(NamedTuple):
    """A selection of the tools to call.

    Attributes:
        names: the names of tools to call.
        read_only: True to call also each tool that has the `readOnlyHint`.
        all: True to call every tool.
    """

    names: tuple[str, ...] = ()
    read_only: bool = False
    all: bool = False

    @property
    def command_line_options(self) -> list[str]:
        """The options of `server check` that make this selection."""
        found = [word for each in self.names for word in ("--call", each)]
        found += ["--call-read-only"] if self.read_only else []
        return [*found, "--call-all"] if self.all else found

    def select_tools(self, tools: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return those of the listed tools that this selection has.

        Args:
            tools: the listed tools.
        """
        return [each for each in tools if self._is_selected(each)]

    def _is_selected(self, tool: Mapping[str, Any]) -> bool:
        hints = tool.get("annotations")
        is_read_only = is_object(hints) and hints.get("readOnlyHint") is True
        return self.all or (self.read_only and is_read_only) or tool.get("name") in self.names


async def check_opening(client: RevisionClient) -> None:
    """Check the session id of a server, and its HTTP responses to `notifications/initialized` and to a GET. Do nothing
    over stdio.

    Raises:
        ServerLostError: the server cannot be reached, or the client gets no access token.
    """
    if not isinstance(client.connection, HttpConnection):
        return
    status = client.initialized_answer.http.status
    if client.revision.era == "handshake" and status is not None:
        if status == ACCEPTED_STATUS and client.initialized_answer.http.size:
            client.add_broken_rule("open/accepted-status", "notifications/initialized", "HTTP status 202 with a body")
        elif 200 <= status < 300 and status != ACCEPTED_STATUS:
            client.add_broken_rule("open/accepted-status", "notifications/initialized", f"HTTP status {status}")
    if client.offered_session_id and client.session_id is None:
        client.add_broken_rule("open/session-id", "initialize", "a session id with another character")
    if client.is_checked("open/stream-or-405"):
        answer = await client.send_without_body(client.connection, "GET", {"Accept": EVENT_STREAM_TYPE})
        is_open = answer.status == 200 and answer.is_stream
        if not is_open and answer.status not in (None, 405, *DENIAL_STATUSES):
            client.add_broken_rule("open/stream-or-405", "GET", f"HTTP status {answer.status}")


async def read_server_lists(client: RevisionClient) -> ServerLists:
    """Read all pages of each list whose capability the server has declared, and return at most `Bounds.max_items` items
    of each list. Keep the tools in `RevisionClient.tools`. If there are several tools and the rule is checked, list
    them once more, and check that their order has not changed.

    A line in `RevisionClient.failed_lists` says why a list may have other items.

    Raises:
        BoundReachedError: a list has more pages than `Bounds.max_pages`, or the server sends too much.
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    found: list[list[Mapping[str, Any]]] = []
    for listing in LISTINGS:
        found.append(await _read_list(client, listing) if listing.is_offered(client) else [])
    client.tools = found[0]
    if len(found[0]) > 1 and client.is_checked("list/steady-order"):
        first, second = found[0], await _read_list(client, LISTINGS[0])
        names, second_names = ([each.get("name") for each in tools] for tools in (first, second))
        if names != second_names and sorted(map(str, names)) == sorted(map(str, second_names)):
            client.add_broken_rule(
                "list/steady-order", "tools/list", "the same tools in another order", "/result/tools"
            )
    return ServerLists(*found)


async def _read_list(client: RevisionClient, listing: Listing) -> list[Mapping[str, Any]]:
    """Read all pages of a list, and return at most `Bounds.max_items` items. Add a line to `failed_lists` if the list
    may have other items.

    Raises:
        BoundReachedError: the list has more pages than `Bounds.max_pages`, or the server sends too much.
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    items: list[Mapping[str, Any]] = []
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        answer = await client.send_request(listing.method, None if cursor is None else {"cursor": cursor})
        if answer.code == METHOD_NOT_FOUND and cursor is None:
            client.add_broken_rule(listing.rule, listing.method, answer.description)
            return []
        page, reason = _read_page(answer, listing)
        items += page
        following: Any = answer.result.get("nextCursor") if is_object(answer.result) else None
        cursor = following if isinstance(following, str) else None
        if following is not None and cursor is None:
            reason = reason or "a cursor is no string"
        elif cursor in seen:
            reason = reason or "a cursor occurs twice"
        elif len(items) > client.bounds.max_items:
            reason = reason or f"more than {client.bounds.max_items} items"
        if reason:
            client.failed_lists.append(f"{listing.method}: {reason}")
        if reason or cursor is None:
            return items[: client.bounds.max_items]
        seen.add(cursor)
        if len(seen) >= client.bounds.max_pages:
            raise BoundReachedError(f"{listing.method} has more than {client.bounds.max_pages} pages")


def _read_page(answer: Answer, listing: Listing) -> tuple[list[Mapping[str, Any]], str]:
    """Return the items of a page, and the reason why items are missing. The reason is empty if no item is missing."""
    if not is_object(answer.result):
        return [], "no response in time" if answer.is_late else answer.description
    part = answer.result.get(listing.member)
    if not is_array(part):
        return [], f"a result without the list `{listing.member}`"
    items: list[Mapping[str, Any]] = [each for each in part if is_object(each)]
    return items, "" if len(items) == len(part) else "an item is no object"


async def read_listed_items(client: RevisionClient, lists: ServerLists) -> None:
    """Read resources, get the prompts without required arguments, complete arguments, and read resources of templates.

    Each kind of request has the bound `Bounds.max_reads`. First, a ping is sent in a handshake revision, and in a
    per-request revision a subscription to the changes that the server declares. An error response is no finding. It
    becomes a line in `RevisionClient.failed_reads` if the server has listed what was read, or has declared the changes.

    Raises:
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    most = client.bounds.max_reads
    if client.revision.era == "handshake":
        await client.send_request(PING, id_="ping")
    else:
        await _subscribe_to_changes(client, lists)
    for each in lists.resources[:most]:
        if isinstance(each.get("uri"), str):
            await _read_listed_item(client, "resources/read", {"uri": each["uri"]})
    prompts = [
        each for each in lists.prompts if isinstance(each.get("name"), str) and not list_required_arguments(each)
    ]
    for each in prompts[:most]:
        await _read_listed_item(client, "prompts/get", {"name": each["name"]})
    for ref, name in list(_completable_arguments(lists))[:most]:
        await _complete_argument(client, ref, name)
    for each in lists.templates[:most]:
        if isinstance(each.get("uriTemplate"), str):
            await _read_template(client, each["uriTemplate"])


async def _subscribe_to_changes(client: RevisionClient, lists: ServerLists) -> None:
    """Subscribe to the changes that the server declares, wait for the acknowledgement, and end the subscription. Do
    nothing if the server declares no changes.

    Raises:
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    uris = [each["uri"] for each in lists.resources if isinstance(each.get("uri"), str)]
    wanted: dict[str, Any] = {}
    for info in client.revision.methods.values():
        if not info.filter or not _server_declares(client, info.capability):
            continue
        if not info.subject:
            wanted[info.filter] = True
        elif info.name in list_names(RESOURCE_UPDATED) and uris:
            wanted[info.filter] = uris[:1]
    if wanted:
        id_ = "subscription"
        answer = await client.send_request(LISTEN, {"notifications": wanted}, id_=id_)
        if answer.is_error:
            client.failed_reads.append(f"{LISTEN}: {answer.description}")
        elif not answer.is_acknowledged and not answer.is_late:
            client.add_broken_rule("read/subscription-acknowledged", LISTEN, answer.description)
        elif client.connection.has_one_stream:  # over HTTP, the end of the exchange ends the subscription
            await client.send_notification("notifications/cancelled", {"requestId": id_})


def _server_declares(client: RevisionClient, capability: str) -> bool:
    """Return whether the member of a server's capabilities at a dotted path is true."""
    found: object = client.capabilities
    for name in capability.split("."):
        found = found.get(name) if is_object(found) else None
    return found is True


async def _read_listed_item(client: RevisionClient, method: str, params: Mapping[str, Any]) -> None:
    answer = await client.send_request(method, params)
    if answer.is_error:
        client.failed_reads.append(f"{method}: {answer.description}")


async def _complete_argument(client: RevisionClient, ref: Mapping[str, str], name: str) -> str | None:
    """Ask for completions of an empty argument. Return the first value; None if the server has no completions or
    returns no value.

    Raises:
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    method = find_own_method(COMPLETE_ARGUMENT, client.revision)
    if method is None or (method.capability and method.capability not in client.capabilities):
        return None  # without a capability for it, only an answer shows whether a server has completions
    answer = await client.send_request(COMPLETE_ARGUMENT, {"ref": ref, "argument": {"name": name, "value": ""}})
    found = answer.result.get("completion") if is_object(answer.result) else None
    values = found.get("values") if is_object(found) else None
    return values[0] if is_array(values) and values and isinstance(values[0], str) else None


async def _read_template(client: RevisionClient, template: str) -> None:
    """Read a resource of a template. Each variable of the template gets the first value that the server completes. Read
    nothing if a variable has no value, or if the template has an expression of another form.

    Raises:
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    uri = template
    for name in list(dict.fromkeys(_VARIABLE.findall(template)))[: client.bounds.max_reads]:
        value = await _complete_argument(client, {"type": "ref/resource", "uri": template}, name)
        if value is None:
            return
        uri = uri.replace(f"{{{name}}}", quote(value, safe="")).replace(f"{{+{name}}}", quote(value, safe="/:"))
    if "{" not in uri:
        await client.send_request("resources/read", {"uri": uri})


def _iterate_arguments(prompt: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    found = prompt.get("arguments")
    for each in found if is_array(found) else ():
        if is_object(each) and isinstance(each.get("name"), str):
            yield each


def list_required_arguments(prompt: Mapping[str, Any]) -> list[str]:
    """Return the names of the required arguments of a prompt."""
    return [each["name"] for each in _iterate_arguments(prompt) if each.get("required")]


def _completable_arguments(lists: ServerLists) -> Iterator[tuple[dict[str, str], str]]:
    for prompt in lists.prompts:
        for argument in _iterate_arguments(prompt):
            if isinstance(prompt.get("name"), str):
                yield {"type": "ref/prompt", "name": prompt["name"]}, argument["name"]


async def call_tools(
    client: RevisionClient, tools: Sequence[Mapping[str, Any]], print_line: Callable[[str], None]
) -> None:
    """Call tools with generated arguments. An error, or no result in time, is no finding.

    Args:
        client: calls the tools.
        tools: the tools to call.
        print_line: called with a line for each tool that cannot be called.

    Raises:
        StuckError: the server has answered none of the last requests in time.
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    for tool in tools:
        name = tool.get("name")
        if not isinstance(name, str):
            continue
        arguments = make_arguments(tool.get("inputSchema"))
        if arguments is None:
            print_line(f"{name} is not called: no arguments were found that are valid by its input schema")
            continue
        await client.send_request("tools/call", {"name": name, "arguments": arguments})
