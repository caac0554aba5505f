"""The page of `negotiate`: it holds every case as the function has it, and shows the one that was asked for."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import mcp_bindings as mb
from mcp_bindgen.negotiate import NegotiationCase, find_all_outcomes
from mcp_bindgen.pages.negotiation import negotiation_page
from mcp_bindings.session.simulation import negotiate
from tests.cli.run import run, spawn
from tests.negotiation.matrix import SETS, TRANSPORTS
from tests.pages.document import Document, read
from tests.revisions import HANDSHAKE, PER_REQUEST

CASES = cache(find_all_outcomes)
ALL = NegotiationCase(mb.REVISIONS, mb.REVISIONS, "http", None)


def spoken(places: list[int]) -> frozenset[str]:
    return frozenset(mb.REVISIONS[place] for place in places)


def checked(document: Document, name: str) -> list[str]:
    return [str(each.attributes["value"]) for each in document.all("input", name=name) if "checked" in each.attributes]


def test_every_case_is_there_as_the_function_has_it() -> None:
    data = read(negotiation_page(CASES(), ALL)).data()
    sets = [spoken(each["places"]) for each in data["sets"]]
    assert len(sets) == len(SETS)
    assert set(sets) == set(SETS)
    assert [each["id"] for each in data["revisions"]] == list(mb.REVISIONS)
    for transport, minimum in product(TRANSPORTS, (None, *mb.REVISIONS)):
        places = data["cases"][transport][minimum or "none"]
        assert len(places) == len(SETS) ** 2
        for place, (client, server) in zip(places, product(sets, sets), strict=True):
            expected = negotiate(client, server, transport, minimum=minimum).to_value()
            assert data["traces"][place] == expected, (client, server, transport, minimum)


def test_each_trace_is_there_once_and_is_some_case() -> None:
    traces = CASES()["traces"]
    assert all(trace not in traces[:place] for place, trace in enumerate(traces))
    used = {place for by_minimum in CASES()["cases"].values() for places in by_minimum.values() for place in places}
    assert used == set(range(len(traces)))


def test_sets_stand_together_by_era() -> None:
    eras = [each["era"] for each in CASES()["sets"]]
    handshake, per_request = 2 ** len(HANDSHAKE) - 1, 2 ** len(PER_REQUEST) - 1
    assert eras == ["handshake"] * handshake + ["per-request"] * per_request + ["both"] * handshake * per_request
    for each in CASES()["sets"]:
        found = {mb.revision(name).era for name in spoken(each["places"])}
        assert each["era"] == ("both" if len(found) > 1 else found.pop())


@pytest.mark.parametrize(
    "first",
    [ALL, NegotiationCase(("2025-06-18",), ("2024-11-05", "2026-07-28"), "stdio", "2025-03-26")],
    ids=["all", "chosen"],
)
def test_the_first_case_is_chosen(first: NegotiationCase) -> None:
    document = read(negotiation_page(CASES(), first))
    assert checked(document, "client") == [str(mb.REVISIONS.index(name)) for name in first.client]
    assert checked(document, "server") == [str(mb.REVISIONS.index(name)) for name in first.server]
    assert checked(document, "transport") == [first.transport]
    selected = [each.text for each in document.all("option") if "selected" in each.attributes]
    assert selected == ([first.minimum] if first.minimum else [])


def test_the_page_is_of_one_piece() -> None:
    text = negotiation_page(CASES(), ALL)
    assert len(text) < 1_000_000
    document = read(text)
    loaded = {"src", "srcset", "data", "poster", "action"}
    assert not [each for each in document.elements if loaded & set(each.attributes)]
    assert [each.attributes["href"] for each in document.all("link")] == ["data:,"]
    inline = [
        name for each in document.elements for name in each.attributes if name.startswith("on") or name == "style"
    ]
    assert inline == [], "the policy forbids these"


def test_every_control_has_a_name() -> None:
    document = read(negotiation_page(CASES(), ALL))
    labelled = {each.attributes.get("for") for each in document.all("label")}
    texts = [each.text.strip() for each in document.all("label")]
    assert all(texts)
    assert {each.attributes["id"] for each in document.all("select")} <= labelled
    boxes = [each for each in document.elements if each.tag == "input"]
    assert len(texts) == len(boxes) + len(document.all("select"))


def test_the_command_writes_the_same_page_in_any_process() -> None:
    expected = negotiation_page(CASES(), ALL) + "\n"
    assert run("negotiate", "--format", "html").out == expected
    assert spawn("negotiate", "--format", "html", env={"PYTHONHASHSEED": "7", "LC_ALL": "C"}).out == expected
