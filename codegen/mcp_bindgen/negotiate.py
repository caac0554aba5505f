"""Compute the outcome of negotiation between two sets of revisions, for one case or for all cases.

The outcomes come from the installed package `mcp_bindings`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from types import ModuleType
from typing import Any, Literal, NamedTuple

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import known_ids_hint

Transport = Literal["stdio", "http"]
TRANSPORTS: tuple[Transport, ...] = ("stdio", "http")

NO_MINIMUM = "none"
"""Name of the member with the cases without a minimum, in the result of `find_all_outcomes`."""


class NegotiationCase(NamedTuple):
    """The input of one negotiation: the revisions of both sides, the transport, and the oldest accepted revision."""

    client: tuple[str, ...]
    server: tuple[str, ...]
    transport: Transport
    minimum: str | None


def make_chosen_case(
    client: str | None, server: str | None, transport: Transport | None, minimum: str | None
) -> NegotiationCase:
    """Return the case that the options of the command line state.

    Args:
        client: ids of the revisions that the client supports, separated by commas; None for every release.
        server: ids of the revisions that the server supports, separated by commas; None for every release.
        transport: the transport; None for HTTP, since its outcomes have headers and statuses too.
        minimum: id of the oldest revision that both sides accept; None to accept every revision.

    Raises:
        BindgenError: an id is not that of a release, a side names no id, or `mcp_bindings` is not installed.
    """
    return _make_case(client, server, transport, minimum, _import_bindings().REVISIONS)


def _make_case(
    client: str | None,
    server: str | None,
    transport: Transport | None,
    minimum: str | None,
    all_ids: Sequence[str],
) -> NegotiationCase:
    mine, theirs = (
        tuple(all_ids) if text is None else _parse_ids(option, text, all_ids)
        for option, text in (("--client", client), ("--server", server))
    )
    if minimum is not None and minimum not in all_ids:
        raise BindgenError(f"--minimum has unknown revision {minimum!r}", hint=known_ids_hint(minimum, all_ids))
    return NegotiationCase(mine, theirs, transport or "http", minimum)


def find_negotiation_outcome(
    client: str | None, server: str | None, transport: Transport | None, minimum: str | None
) -> dict[str, Any]:
    """Return the outcome of one case, with the steps of the negotiation, as a JSON value.

    The arguments are those of `make_chosen_case`, but the draft is allowed too, and only `minimum` may be None.

    Raises:
        BindgenError: a side or the transport is None, an id is unknown, a side names no id, or `mcp_bindings` is not
            installed.
    """
    options = {"--client": client, "--server": server, "--transport": transport}
    missing = [option for option, value in options.items() if value is None]
    if missing:
        raise BindgenError(
            f"{', '.join(missing)} missing", hint="give all three, or use --format html to see every case"
        )
    bindings = _import_bindings()
    case = _make_case(client, server, transport, minimum, [*bindings.REVISIONS, *find_draft_ids(bindings)])
    return _find_outcome(bindings, case)


def find_draft_ids(bindings: ModuleType) -> list[str]:
    """Return a list with the id of the draft of an imported package, or an empty list if it has no draft."""
    try:
        return [bindings.revision("draft").id]
    except bindings.UnknownRevision:
        return []


def find_all_outcomes() -> dict[str, Any]:
    """Return the outcomes for every pair of sets of releases, on each transport and with each minimum, as a JSON value.

    Many cases have equal outcomes, so `traces` lists each outcome once. `cases` has, by transport and minimum, a list
    of indices in `traces`: one for each pair of a client and a server. The pairs of one client stand together, and
    clients and servers have the order of `sets`.

    Raises:
        BindgenError: `mcp_bindings` is not installed.
    """
    bindings = _import_bindings()
    ids: tuple[str, ...] = bindings.REVISIONS
    eras = [bindings.negotiation.era_of(name) for name in ids]
    sets = sorted(_make_subsets(len(ids)), key=lambda places: _make_sort_key(places, eras))
    spoken = [tuple(ids[place] for place in places) for places in sets]
    traces: dict[str, int] = {}
    cases: dict[str, dict[str, list[int]]] = {}
    for transport in TRANSPORTS:
        cases[transport] = {
            minimum or NO_MINIMUM: [
                traces.setdefault(
                    json.dumps(_find_outcome(bindings, NegotiationCase(mine, theirs, transport, minimum))),
                    len(traces),
                )
                for mine in spoken
                for theirs in spoken
            ]
            for minimum in (None, *ids)
        }
    return {
        "revisions": [{"id": name, "era": era} for name, era in zip(ids, eras, strict=True)],
        "sets": [{"places": places, "era": _find_eras_of_set(places, eras)} for places in sets],
        "traces": [json.loads(trace) for trace in traces],
        "cases": cases,
    }


def _import_bindings() -> ModuleType:
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError("the package mcp-bindings is not installed", hint="run pip install mcp-bindings") from None
    return mcp_bindings


def _find_outcome(bindings: ModuleType, case: NegotiationCase) -> dict[str, Any]:
    sides = [[bindings.revision(name).version for name in side] for side in case[:2]]
    outcome = bindings.session.negotiate(*sides, case.transport, minimum=case.minimum)
    value: dict[str, Any] = outcome.to_value()
    return value


def _make_subsets(size: int) -> list[tuple[int, ...]]:
    return [places for count in range(1, size + 1) for places in combinations(range(size), count)]


def _find_eras_of_set(places: tuple[int, ...], eras: Sequence[str]) -> str:
    """Return the era of a set of releases: `handshake` or `per-request`; `both` if the set has releases of both."""
    found = {eras[place] for place in places}
    return found.pop() if len(found) == 1 else "both"


def _make_sort_key(places: tuple[int, ...], eras: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """Return a key that sorts sets of releases by era, and sets of the same era by their releases, newest first."""
    return ("handshake", "per-request", "both").index(_find_eras_of_set(places, eras)), places[::-1]


def _parse_ids(option: str, text: str, all_ids: Sequence[str]) -> tuple[str, ...]:
    ids = tuple(part.strip() for part in text.split(",") if part.strip())
    unknown = [part for part in ids if part not in all_ids]
    if unknown or not ids:
        problem = f"{option} has unknown revision {unknown[0]!r}" if unknown else f"{option} names no revision"
        raise BindgenError(problem, hint=f"give ids separated by commas; {known_ids_hint((*unknown, '')[0], all_ids)}")
    return ids
