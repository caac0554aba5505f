"""A fork of a revision with a handshake that renames its methods, while the release after it has the old names."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from tests.forks.renamed import ID, imported_fork, make_method_rules, rename_methods
from tests.revisions import HANDSHAKE, PER_REQUEST

pytestmark = pytest.mark.slow  # generates a package
BASE, LATER = HANDSHAKE[-1], PER_REQUEST[0]
METHODS, KEPT = mb.revision(BASE).methods, mb.revision(LATER).methods
EARLIER = {name for each in HANDSHAKE[:-1] for name in mb.revision(each).methods}
NAMES = {name: f"{name}Now" for name in METHODS if name in EARLIER and "initialize" not in name}
PACKAGE = "acme_handshake"
INFO = {"name": "acme", "version": "1"}
URI = "note:///3"


def rules() -> str:
    steps = [
        *((ID, METHODS[old].kind, old, new) for old, new in NAMES.items()),
        *((LATER, KEPT[old].kind, new, old) for old, new in NAMES.items() if old in KEPT),
    ]
    return "".join(make_method_rules(number, *step) for number, step in enumerate(steps))


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with imported_fork(tmp_path_factory.mktemp("acme"), BASE, rename_methods(BASE, NAMES), rules(), PACKAGE) as module:
        yield module


def test_each_revision_has_its_names(acme: Any) -> None:
    """The release after the fork had the names of the fork as first names, so no guard knew its calls."""
    renames = import_module(f"{PACKAGE}.renames")
    for each in (HANDSHAKE[0], ID, LATER):
        own = NAMES["tools/call"] if each == ID else "tools/call"
        assert renames.find_first_name(own, acme.revision(each)) == "tools/call"
        assert {renames.find_own_name(name, acme.revision(each)) for name in ("tools/call", own)} == {own}


def test_a_bridge_tells_a_subscription_of_changes(acme: Any) -> None:
    """Changes of a server that calls its notifications otherwise were dropped, though the client had subscribed."""
    bridge_module = import_module(f"{PACKAGE}.bridge")
    capabilities = {"tools": {"listChanged": True}, "resources": {"subscribe": True}}
    client = acme.Session("client", [LATER], info=INFO, transport="stdio")
    server = acme.Session("server", [ID], info=INFO, capabilities=capabilities, transport="stdio")
    bridge, heard = acme.Bridge(), list[str]()

    def carry(actions: Any) -> None:
        waiting = list(actions)
        while waiting:
            action = waiting.pop(0)
            if isinstance(action, bridge_module.ToServer):
                try:
                    event = server.receive(action.data)
                except acme.ProtocolError as error:
                    waiting += bridge.from_server(error.to_bytes() or b"")
                    continue
                if getattr(event, "method", "") == "initialize":
                    waiting += bridge.from_server(server.accept(event))
                elif isinstance(event, acme.Request):
                    waiting += bridge.from_server(server.respond(event.id, {}))
            elif isinstance(action, bridge_module.ToClient):
                event = client.receive(action.data)
                heard.extend([event.method] if isinstance(event, acme.Notification) else [])

    carry(bridge.from_client(client.open()))
    wanted = {"toolsListChanged": True, "resourceSubscriptions": [URI]}
    carry(bridge.from_client(client.request("subscriptions/listen", {"notifications": wanted}).data))
    carry(bridge.from_server(server.notify("notifications/resources/updated", {"uri": URI})))
    carry(bridge.from_server(server.notify("notifications/tools/list_changed")))
    assert heard[1:] == ["notifications/resources/updated", "notifications/tools/list_changed"]
