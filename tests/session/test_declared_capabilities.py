"""A side declares a capability only in the revisions that define it, and may declare each capability of a revision."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.json_values import is_object
from mcp_bindings.jsonrpc.messages import Request
from mcp_bindings.session import capabilities, local_side
from mcp_bindings.session.capabilities import (
    drop_capabilities_of_other_revisions,
    list_capability_paths,
    rename_capabilities,
)
from mcp_bindings.spec.names import Sender
from tests.revisions import PER_REQUEST
from tests.session.pairs import ALL, CAPABILITIES_KEY, INFO, SIDES, everything

OPEN = ("experimental", "extensions")
"""Capabilities whose members a revision does not define."""


def capabilities_of_all(side: Sender) -> dict[str, Any]:
    """The capabilities of a side in any revision, with one that no revision defines."""

    def join(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        shared = {name: join(one[name], other[name]) for name in one.keys() & other.keys() if is_object(one[name])}
        return {**one, **other, **shared}

    found: dict[str, Any] = {"x-own": {"a": True}}
    for revision in ALL:
        found = join(found, everything(revision, side))
    return found


def paths(declared: dict[str, Any], prefix: str = "") -> set[str]:
    found = set[str]()
    for name, value in declared.items():
        found.add(prefix + name)
        if is_object(value) and name not in OPEN:
            found |= paths(value, f"{prefix}{name}.")
    return found


def declared(revision: str, side: Sender) -> dict[str, Any]:
    """The capabilities that a side declares to a peer of a revision."""
    client = mb.Session("client", [revision], info=INFO, capabilities=capabilities_of_all("client"))
    server = mb.Session("server", [revision], info=INFO, capabilities=capabilities_of_all("server"))
    event = server.receive(client.open())
    assert isinstance(event, Request)
    if side == "server":
        found: dict[str, Any] = json.loads(server.accept(event))["result"]["capabilities"]
        return found
    params = event.document["params"]
    sent: dict[str, Any] = params["capabilities"] if "capabilities" in params else params["_meta"][CAPABILITIES_KEY]
    return sent


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("revision", ALL)
def test_only_defined_capabilities_are_declared(revision: str, side: Sender) -> None:
    own = list_capability_paths(side, revision)
    kept = {"x-own", "x-own.a", "extensions"}
    everywhere = paths(capabilities_of_all(side))
    assert paths(declared(revision, side)) == {path for path in everywhere if path in own or path in kept}


@pytest.mark.parametrize("revision", ALL)
def test_elicitation_without_its_modes_is_not_declared(revision: str) -> None:
    """An empty object would stand for forms, which the client does not have."""
    urls: dict[str, Any] = {"elicitation": {"url": {}}}
    defined = list_capability_paths("client", revision)
    kept = drop_capabilities_of_other_revisions(urls, "client", defined)
    assert kept == (urls if "elicitation.url" in defined else {})
    with_forms = drop_capabilities_of_other_revisions({"elicitation": {"url": {}, "form": {}}}, "client", defined)
    assert ("elicitation" in with_forms) is ("elicitation" in defined)


def test_capabilities_of_requests_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request of a client in a per-request revision names them."""
    made = list[object]()

    def count(declared: Any, *args: Any) -> dict[str, Any]:
        made.append(declared)
        return drop_capabilities_of_other_revisions(declared, *args)

    monkeypatch.setattr(local_side, "drop_capabilities_of_other_revisions", count)
    client = mb.Session("client", PER_REQUEST, info=INFO, capabilities=capabilities_of_all("client"))
    client.open()
    sent = [client.request_meta[CAPABILITIES_KEY] for _ in range(9)]
    assert sent == [sent[0]] * 9
    assert len(made) == 1


def test_capabilities_have_the_names_of_the_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    """A capability with another name in a later revision was declared under no name there."""
    first, second, *_, last = ALL
    known = {first: {"a", "b", "b.x"}, second: {"c", "b", "b.x"}, last: {"c", "b", "d"}}
    moves = (
        *((second, "to-newer", "a", "c"), (second, "to-older", "c", "a")),
        *((last, "to-newer", "b.x", "d"), (last, "to-older", "d", "b.x")),
    )

    def known_in(side: Sender, id_: str) -> set[str]:
        return known.get(id_, known[second])

    monkeypatch.setitem(capabilities.CAPABILITIES, "server", moves)
    monkeypatch.setattr(capabilities, "list_capability_paths", known_in)
    for old, new in ((first, last), (last, first)):
        given: dict[str, Any] = {first: {"a": {"y": 1}, "b": {"x": True}}, last: {"c": {"y": 1}, "b": {}, "d": True}}
        assert rename_capabilities(given[old], "server", new) == given[new]
        assert rename_capabilities(given[new], "server", new) == given[new]
    assert rename_capabilities({"a": {}, "e": {}}, "client", last) == {"a": {}, "e": {}}
